import type { FileOutline } from "../../graph/outline.ts";
import type { FileChange } from "../../source/file.ts";
import { languageOf } from "../registry.ts";
import { readOutline } from "./outline-one.ts";

/** Undefined where the text does not exist, or is in no known language. */
export interface ChangeOutlines {
  readonly language: string;
  readonly before: FileOutline | undefined;
  readonly after: FileOutline | undefined;
}

const made = new WeakMap<FileChange, Promise<ChangeOutlines | undefined>>();

/** The outlines of a changed file, shared by all checks; undefined for a file in no known language. */
export function outlinesOf(change: FileChange): Promise<ChangeOutlines | undefined> {
  const outlines = made.get(change) ?? outline(change);
  made.set(change, outlines);
  return outlines;
}

async function outline({ path, before, after }: FileChange): Promise<ChangeOutlines | undefined> {
  const language = languageOf(path);
  if (language === undefined) return undefined;
  const read = async (text: string | undefined) =>
    text === undefined ? undefined : await readOutline({ language, text });
  return { language, before: await read(before), after: await read(after) };
}
