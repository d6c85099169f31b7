import { readOutline } from "../languages/outlines/outline-one.ts";
import { languageOf } from "../languages/registry.ts";
import { type LineRange, linesOf } from "../source/line-range.ts";

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
  /** What gets a value or a type: variables, fields, attributes. */
  readonly keeps: readonly string[];
  /** Where each class and function stands. */
  readonly definitions: readonly LineRange[];
}

/** Names of one kind that are told. */
const most = 60;

/** Of a file that no grammar reads only the lines are known. Names are a stranger's. */
export async function codeFacts(path: string, text: string): Promise<CodeFacts> {
  const lines = text.split("\n").filter((line) => /^\s*[^\s#/*"'-]/.test(line)).length;
  const language = languageOf(path);
  const outline = language === undefined ? undefined : await readOutline({ language, text });
  if (!outline) return { lines, ...nothing };
  const { definitions, imports, references, bindings } = outline;
  return {
    lines,
    defines: distinct(definitions.map(({ name }) => name)),
    imports: distinct(imports.map(({ from }) => from)),
    calls: distinct(
      references
        .filter((one) => !one.assigned)
        .map(({ chain }) => chain.replace(/^(?:this|\?)\.|\(.*?\)|\[.*?\]/g, "")),
    ),
    keeps: distinct(bindings.map(({ name }) => name.replace(/^this\./, ""))),
    definitions: definitions.map(linesOf),
  };
}

const nothing = { defines: [], imports: [], calls: [], keeps: [], definitions: [] };

/**
 * Files of the same repository that an import may mean: `..app.models` or `./models.js` leads to `app/models.py`,
 * `src/models.ts`. By the path's end alone, the shortest first.
 */
export function importedFiles(from: string, paths: readonly string[]): readonly string[] {
  const wanted = from
    .replace(/\.(?:[cm]?[jt]sx?|py|rb|php)$/, "")
    .split(/[./:\\]+/)
    .filter((part) => part !== "");
  if (wanted.length === 0) return [];
  const end = `/${wanted.join("/")}`;
  return paths
    .filter((path) => `/${path.replace(/\.[^./]+$/, "")}`.endsWith(end))
    .toSorted((a, b) => a.length - b.length);
}

const distinct = (names: readonly string[]): readonly string[] =>
  [...new Set(names)].filter((name) => /^[\p{L}_@./][\p{L}\p{N}_@./:-]{0,80}$/u.test(name)).slice(0, most);
