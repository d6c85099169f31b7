import { z } from "zod";

/** The vectors of one request, in the order of its texts, each of length 1. */
export interface EmbeddedTexts {
  readonly vectors: readonly Float32Array[];
  /** As the endpoint counted; undefined where it did not. */
  readonly tokens: number | undefined;
}

/** The endpoint answered, and what it answered are not the vectors that were asked for. */
export class WrongVectors extends Error {
  /** `width`: vectors of another model than before; `broken`: perhaps better when asked again. */
  readonly kind: "width" | "broken";
  constructor(message: string, kind: "width" | "broken" = "broken") {
    super(message);
    this.name = "WrongVectors";
    this.kind = kind;
  }
}

const answerSchema = z.looseObject({
  data: z.array(
    z.looseObject({
      index: z.number().int().min(0).nullish(),
      /** Base64 of little-endian 32-bit floats, or the numbers themselves. */
      embedding: z.union([z.string(), z.array(z.number().nullable())]),
    }),
  ),
  usage: z
    .looseObject({
      prompt_tokens: z.number().min(0).max(1e12).nullish(),
      total_tokens: z.number().min(0).max(1e12).nullish(),
    })
    .nullish()
    .catch(undefined),
});

/** No embedding model is that wide; the widest known have 4,096 or 8,192 numbers. */
const widest = 16_384;

/**
 * Reads an answer to `count` texts. Throws a ZodError for what has not the shape of an answer, and `WrongVectors` for
 * another count, another width than `dimensions` (undefined: not known yet), and vectors that have no direction.
 */
export function readVectors(answer: unknown, count: number, dimensions: number | undefined): EmbeddedTexts {
  const { data, usage } = answerSchema.parse(answer);
  if (data.length !== count) throw new WrongVectors(`sent ${data.length} vectors for ${count} texts`);
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  for (const [at, { index, embedding }] of data.entries()) {
    const place = index ?? at;
    if (place >= count || vectors[place] !== undefined)
      throw new WrongVectors("numbered its vectors in no order that can be followed");
    const vector =
      typeof embedding === "string"
        ? decode(embedding)
        : Float32Array.from(embedding, (value) => value ?? Number.NaN);
    const width = dimensions ?? vectors.find((one) => one !== undefined)?.length ?? vector.length;
    if (vector.length !== width || width === 0 || width > widest)
      throw new WrongVectors(
        `sent a vector of ${vector.length} numbers instead of ${width || "some"}`,
        dimensions === undefined ? "broken" : "width",
      );
    vectors[place] = normalised(vector);
  }
  return {
    vectors: vectors as readonly Float32Array[],
    tokens: usage?.prompt_tokens ?? usage?.total_tokens ?? undefined,
  };
}

function decode(base64: string): Float32Array {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length % 4 !== 0) throw new WrongVectors("sent a vector that is cut off");
  const vector = new Float32Array(bytes.length / 4);
  for (let at = 0; at < vector.length; at++) vector[at] = bytes.readFloatLE(at * 4);
  return vector;
}

/** To length 1, so that a product of two is their cosine. */
function normalised(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  if (!Number.isFinite(length)) throw new WrongVectors("sent a vector with something that is no number");
  if (length === 0) throw new WrongVectors("sent a vector of zeros");
  return vector.map((value) => value / length);
}
