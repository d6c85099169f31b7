import { readFileSync } from "node:fs";
import type { SpokenAnswer } from "./model-endpoint.ts";

/** A recording: who answered, when, and that nobody answers now. */
export interface Recording {
  readonly recording: string;
  readonly answeredBy: string;
  readonly recordedAt: string;
  readonly answers: readonly SpokenAnswer[];
}

/** Reads a recording and refuses one that does not say plainly what it is. */
export function readRecording(path: string): Recording {
  const value = JSON.parse(readFileSync(path, "utf8")) as Partial<Recording>;
  for (const field of ["recording", "answeredBy", "recordedAt"] as const)
    if (typeof value[field] !== "string" || value[field] === "")
      throw new Error(`${path}: a recording says in "${field}" what it is and who answered.`);
  if (!Array.isArray(value.answers)) throw new Error(`${path}: no answers.`);
  return value as Recording;
}
