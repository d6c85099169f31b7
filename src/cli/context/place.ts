import { UserError } from "../../errors.ts";
import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { innermost } from "../../graph/innermost.ts";
import { splitLines } from "../../source/lines.ts";
import { baseName } from "../../source/paths.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { OpenedCode } from "../open-code.ts";
import { printable } from "../style.ts";

/** A place that a person gave: the definition that is to be written or changed, or the file of a new one. */
export interface GivenPlace {
  readonly path: string;
  readonly line: number | undefined;
  readonly node: CodeNode;
}

/**
 * What stands at `FILE:LINE`: the innermost definition around that line, or the file where there is none or no line
 * was given. The file is looked for by its whole path, from the top of the repository, then as the end of a path.
 * Throws a `UserError` that names the nearest.
 */
export async function placeAt(
  asked: string,
  graph: CodeGraph,
  { workspace, directory }: Pick<OpenedCode, "workspace" | "directory">,
): Promise<GivenPlace> {
  const [, file = asked, number] = /^(.+?)(?::(\d+))?(?::\d+)?$/.exec(asked) ?? [];
  const written = file.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  const path = fileOf(
    written.startsWith(`${directory}/`) ? written.slice(directory.length + 1) : written,
    workspace,
  );
  const module = graph.node(path);
  const text = await workspace.read(path);
  if (text === undefined || !module)
    throw new UserError(
      `${printable(path)} cannot be read as source: it is binary, too large, a link or not UTF-8.`,
      "Name a source file: --at FILE:LINE.",
    );
  if (number === undefined) return { path, line: undefined, node: module };
  const line = Number(number);
  const count = splitLines(text).length;
  // One line further than the last is where a person appends something.
  if (line < 1 || line > count + 1)
    throw new UserError(
      `${printable(path)} has ${count} lines; there is no line ${line}.`,
      `Give a line from 1 to ${count}, or the file alone for something new in it.`,
    );
  return { path, line, node: innermost(graph.inFile(path), line) ?? module };
}

function fileOf(file: string, { entries }: Pick<Workspace, "entries">): string {
  if (entries.has(file)) return file;
  const paths = [...entries.keys()];
  const ending = paths.filter((path) => path.endsWith(`/${file}`));
  if (ending.length === 1) return ending[0]!;
  const name = baseName(file).toLowerCase();
  const near = ending.length > 1 ? ending : paths.filter((path) => path.toLowerCase().endsWith(name));
  const named = near.slice(0, 5).map(printable).join(", ");
  throw new UserError(
    ending.length > 1
      ? `${ending.length} files are called ${printable(file)}.`
      : `There is no file ${printable(file)} here.`,
    near.length > 0
      ? `Name it from the top of the repository: ${named}.`
      : "Give its path from the top of the repository, like src/a.py:12.",
  );
}
