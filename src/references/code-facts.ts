import type { FileOutline } from "../graph/outline.ts";
import { outlineOne } from "../languages/outline-one.ts";
import { languageOf } from "../languages/registry.ts";

/** What a file says about itself without one line of its code: names only. Survives JSON. */
export interface CodeFacts {
  /** Lines that are neither empty nor comments. */
  readonly lines: number;
  /** Classes and functions, `Class.method` as `method`. */
  readonly defines: readonly string[];
  /** Modules, as they are written. */
  readonly imports: readonly string[];
  /** What is called, as dotted names. */
  readonly calls: readonly string[];
}

/** Names of one kind that are told. */
const most = 60;

/** Of a file that no grammar reads only the lines are known. Names are a stranger's. */
export async function codeFacts(path: string, text: string): Promise<CodeFacts> {
  const lines = text.split("\n").filter((line) => /^\s*[^\s#/*"'-]/.test(line)).length;
  const language = languageOf(path);
  const read = language === undefined ? undefined : await outlineOne({ language, text });
  if (read === undefined || "skipped" in read) return { lines, defines: [], imports: [], calls: [] };
  const { definitions, imports, references } = JSON.parse(read.json) as FileOutline;
  return {
    lines,
    defines: distinct(definitions.map(({ name }) => name)),
    imports: distinct(imports.map(({ from }) => from)),
    calls: distinct(references.map(({ chain }) => chain.replace(/^(?:this|\?)\.|\(\)|\[.*?\]/g, ""))),
  };
}

const distinct = (names: readonly string[]): readonly string[] =>
  [...new Set(names)].filter((name) => /^[\p{L}_@./][\p{L}\p{N}_@./:-]{0,80}$/u.test(name)).slice(0, most);
