/**
 * An embedding endpoint over real HTTP. Its vectors are deterministic: each word of a text adds to a place that its
 * hash names, so texts with common words are alike.
 */
import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import { listen } from "./listen.ts";

export interface EmbeddingBody {
  readonly model: string;
  readonly input: readonly string[];
  readonly encoding_format?: string;
}

export type EmbeddingFault =
  | {
      readonly status: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** A body sent as it stands, with status 200. */
  | { readonly raw: unknown }
  /** Says nothing and keeps the connection open. */
  | { readonly stall: true }
  /** Changes the rows of a right answer. */
  | { readonly rows: (rows: readonly EmbeddingRow[]) => readonly unknown[] };

export interface EmbeddingRow {
  readonly object: "embedding";
  readonly index: number;
  readonly embedding: string | readonly number[];
}

export interface EmbeddingEndpointOptions {
  readonly dimensions?: number;
  /** Undefined: a right answer. */
  readonly fault?: (body: EmbeddingBody, index: number) => EmbeddingFault | undefined;
  readonly usage?: boolean;
}

export interface EmbeddingEndpoint {
  /** Base address, ending in `/v1`. */
  readonly url: string;
  readonly requests: readonly EmbeddingBody[];
  close(): Promise<void>;
}

export async function startEmbeddingEndpoint(
  options: EmbeddingEndpointOptions = {},
): Promise<EmbeddingEndpoint> {
  const requests: EmbeddingBody[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.url !== "/v1/embeddings") return send(response, 404, { error: { message: "no such route" } });
    const body = JSON.parse(Buffer.concat(parts).toString("utf8")) as EmbeddingBody;
    const index = requests.push(body) - 1;
    const fault = options.fault?.(body, index);
    if (fault && "stall" in fault) return;
    if (fault && "status" in fault)
      return send(
        response,
        fault.status,
        { error: { message: fault.message ?? `status ${fault.status}` } },
        fault.headers,
      );
    if (fault && "raw" in fault) return send(response, 200, fault.raw);
    const rows = body.input.map((text, index): EmbeddingRow => {
      const vector = hashedWords(text, options.dimensions ?? 64);
      const embedding =
        body.encoding_format === "base64"
          ? Buffer.from(Float32Array.from(vector).buffer).toString("base64")
          : vector;
      return { object: "embedding", index, embedding };
    });
    const usage = { prompt_tokens: body.input.length * 10, total_tokens: body.input.length * 10 };
    send(response, 200, {
      ...{ object: "list", model: body.model, data: fault ? fault.rows(rows) : rows },
      ...(options.usage === false ? {} : { usage }),
    });
  });
  const { url, close } = await listen(server);
  return { url: `${url}/v1`, requests, close };
}

/** Counts of hashed words; a text without words points the first way. */
export function hashedWords(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["nothing"]) {
    const hash = createHash("md5").update(word).digest();
    vector[hash.readUInt32LE(0) % dimensions]! += hash[4]! % 2 === 0 ? 1 : -1;
  }
  return vector.some((value) => value !== 0) ? vector : vector.map((_, at) => Number(at === 0));
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
