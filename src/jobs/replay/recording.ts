/**
 * A recording: one run as plain JSON, with all that is needed to go through it again without network, key or database.
 * It comes from strangers as often as from us, so nothing of it is believed before `readRecording` has looked at it.
 */
import { z } from "zod";
import { mostAttempts } from "../../command/flags.ts";
import { isJobVerb } from "../../command/verbs.ts";
import { UserError } from "../../errors.ts";
import { repositoryConfigSchema } from "../../repository-config/schema.ts";
import type { JobRun } from "../job-run.ts";

const count = z.number().min(0).max(1e12);
const texts = z.array(z.string().max(1_000)).max(1_000);
const sha = z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/);

/** What a step left; as a durable step records it (`step-record.ts`), but for what was only put off. */
const recordSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("done"), value: z.unknown().optional() }),
  z.object({ kind: z.literal("cancelled"), message: z.string() }),
  z.object({ kind: z.literal("user"), message: z.string(), cure: z.string() }),
  z.object({
    ...{ kind: z.literal("bug"), name: z.string(), message: z.string() },
    stack: z.string().optional(),
  }),
]);

const promptSchema = z.object({
  /** Lines at its beginning that are those of the prompt before it. */
  same: z.int().min(0).max(10_000_000),
  /** The lines behind them. */
  text: z.string(),
});

/** What stood around the run: of what the host and the repository decide, that which shapes it. No address, no key. */
const settingsSchema = z.object({
  /** Absent where the host had none. */
  model: z.string().max(1_000).optional(),
  config: repositoryConfigSchema,
  us: z.object({ login: z.string().max(200), command: z.string().max(200).optional() }),
  webUrl: z.string().max(1_000).optional(),
  /** Which of what a run can have this one had. What these said is in the steps. */
  has: z.object({
    ...{
      references: z.boolean(),
      paid: z.boolean(),
      packages: z.boolean(),
      web: z.boolean(),
      tests: z.boolean(),
    },
    ...{ embedder: z.boolean(), meaning: z.boolean(), trace: z.boolean(), redactor: z.boolean() },
  }),
  limits: z.object({
    ...{ maxTurns: count, maxTokens: count, maxMilliseconds: count, maxOutputTokens: count },
    maxCost: count.optional(),
  }),
  attempts: z.int().min(1).max(mostAttempts),
  contextTokens: z.int().min(0).max(1_000_000),
  retrieval: z.enum(["none", "bm25", "graph", "bigraph"]),
  checks: z.object({
    ...{ protectedPaths: texts, mostFiles: count.optional(), allowPackages: z.boolean().optional() },
  }),
  language: z.string().max(100).optional(),
  format: z.enum(["on", "off"]),
  tools: texts,
});

const verbSchema = z.string().refine((word) => isJobVerb(word) && word !== "retry", "is no verb that works");

const runSchema = z.looseObject({
  ...{ id: z.string(), owner: z.string(), name: z.string(), issueNumber: z.number() },
  ...{ verb: verbSchema, request: z.string(), actorLogin: z.string(), actorId: z.number() },
  frozenAt: z.iso.datetime(),
});

const recordingSchema = z.object({
  kind: z.literal("coderag-recording"),
  format: z.literal(1),
  note: z.string(),
  /** Of the program that wrote the recording. */
  version: z.string().max(100),
  recordedAt: z.iso.datetime(),
  /** What the run worked on; absent where it ended before that was settled. */
  commit: sha.optional(),
  run: runSchema,
  settings: settingsSchema,
  /** In their order. `prompts`: what models were asked in it; absent where that is not known. */
  steps: z
    .array(
      z.object({
        name: z.string().max(200),
        record: recordSchema,
        prompts: z.array(promptSchema).optional(),
      }),
    )
    .max(100_000),
  end: z.object({
    kind: z.enum(["delivered", "declined", "failed", "cancelled"]),
    message: z.string(),
    /** The step at which it failed, and the trace of what was thrown, where they are known. */
    step: z.string().max(200).optional(),
    stack: z.string().optional(),
  }),
});

export type Recording = Omit<z.output<typeof recordingSchema>, "run"> & { readonly run: JobRun };
export type RecordedStep = Recording["steps"][number];
export type RecordSettings = Recording["settings"];
export type RecordEnd = Recording["end"];
export type PackedPrompt = z.output<typeof promptSchema>;

/** Said in each recording, first of all. */
export const recordingNote =
  "A recorded run of CodeRAG. It holds code of the repository, the request and its thread, and what the model said: give it to nobody who may not read these. `coderag replay FILE` goes through the run again.";

/** Bytes of the largest recording that is read; the usual one has a few hundred thousand. */
export const mostRecordingBytes = 100_000_000;
const deepest = 200;

const cure = "Name a file that `coderag export` or `--record` of this version wrote.";

/** Reads a recording. Throws a `UserError` for what is none; `name` is what the person called it. */
export function readRecording(text: string, name: string): Recording {
  if (isTooDeep(text)) throw new UserError(`${name} is nested too deeply for a recording.`, cure);
  const value = parsed(text, name);
  const { kind, format, version } = Object(value) as Record<string, unknown>;
  if (kind !== "coderag-recording") throw new UserError(`${name} is no recording of a run.`, cure);
  if (format !== 1) {
    const by = typeof version === "string" ? ` It was written by CodeRAG ${version}.` : "";
    throw new UserError(`${name} is a recording in another format than this version reads.${by}`, cure);
  }
  const read = recordingSchema.safeParse(value);
  if (!read.success) {
    const { path, message } = read.error.issues[0]!;
    throw new UserError(`${name} is a damaged recording: ${path.join(".")}: ${message}.`, cure);
  }
  const names = new Set(read.data.steps.map((step) => step.name));
  if (names.size < read.data.steps.length)
    throw new UserError(`${name} is a damaged recording: a step is in it twice.`, cure);
  return { ...read.data, run: { delivery: undefined, ...read.data.run } as JobRun };
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text, (key, value) => {
      // It is summed up and printed, and a text would be, too.
      if (key === "usage" && Object.values(Object(value)).some((one) => !isCount(one)))
        throw new UserError(`${name} is a damaged recording: a usage is no number.`, cure);
      return value;
    });
  } catch (error) {
    if (error instanceof SyntaxError) throw new UserError(`${name} is no recording: it is no JSON.`, cure);
    throw error;
  }
}

const isCount = (value: unknown): boolean =>
  typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value));

/** Whether brackets are nested deeper than in any recording: what walks the value afterwards would run out of stack. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === backslash) at++;
      else if (code === quote) quoted = false;
    } else if (code === quote) quoted = true;
    else if (code === openList || code === openObject) {
      if (++depth > deepest) return true;
    } else if (code === closeList || code === closeObject) depth--;
  }
  return false;
}

const [quote, backslash] = [0x22, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
