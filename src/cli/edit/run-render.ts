import { realpath } from "node:fs/promises";
import { basename, dirname, relative, resolve, sep } from "node:path";
import { loadLocalConfig, takeEnvironment } from "../../config.ts";
import { type FileView, type Place, viewFile } from "../../context/file-view.ts";
import { createSheet, type Sheet } from "../../context/sheet.ts";
import { isUserError, UserError } from "../../errors.ts";
import type { CodeGraph } from "../../graph/graph.ts";
import { countTokens } from "../../llm/tokens.ts";
import { stripInvisible } from "../../source/invisible.ts";
import { shownPath } from "../../source/paths.ts";
import { findRepository } from "../../workspace/open-local.ts";
import { findSymbol } from "../graph/find-symbol.ts";
import { jsonText, printOut, tell } from "../print.ts";
import { readText } from "../read-text.ts";
import { printable } from "../style.ts";
import { graphOfFile } from "./graph-of-file.ts";
import { visible } from "./text.ts";

export interface RenderOptions {
  /** Where `file` is looked for. */
  readonly repo: string;
  readonly around?: readonly string[];
  readonly outline: number;
  readonly whole?: boolean;
  readonly json?: boolean;
}

/** Prints the file as a model sees it; how much that is of the whole file stands on standard error. */
export async function runRender(file: string, options: RenderOptions): Promise<void> {
  const { path, text } = await readSource(file, options.repo);
  const { graph, note } = await graphOfFile(path, text);
  if (note !== undefined) tell(note);
  const sheet = createSheet(path, text);
  const places = (options.around ?? []).map((place) => placeOf(place, graph, sheet));
  const all: Place = { from: 1, to: sheet.lineCount };
  const view = viewFile(sheet, graph, {
    places: options.whole ? [all] : places,
    outlineTokens: options.outline,
  });
  const head = `=== ${shownPath(path)}#${sheet.stamp} (${sheet.lineCount} ${sheet.lineCount === 1 ? "line" : "lines"})`;
  const shown = view.text === "" ? head : `${head}\n${view.text}`;
  const tokens = { shown: countTokens(shown), plain: countTokens(text) };
  if (options.json) return printOut([`${json(path, sheet, view, shown, tokens)}\n`]);
  await printOut([`${process.stdout.isTTY ? visible(shown) : stripInvisible(shown).text}\n`]);
  process.stderr.write(
    `i ${view.lines} of ${sheet.lineCount} lines, ${tokens.shown} tokens (the bare file has ${tokens.plain})\n`,
  );
}

function json(
  path: string,
  { lineCount }: Sheet,
  { windows, lines }: FileView,
  text: string,
  tokens: { readonly shown: number; readonly plain: number },
): string {
  return jsonText({ path, lineCount, lines, windows, tokens, text });
}

/** The file and its path in the repository that it lies in; from the caller's folder where it lies in none. */
async function readSource(
  file: string,
  repo: string,
): Promise<{ readonly path: string; readonly text: string }> {
  const config = loadLocalConfig(takeEnvironment());
  const place = resolve(config.callerFolder, repo, file);
  const text = await readText(place, file, "Name a text file, or - to read standard input.");
  if (file === "-") return { path: "stdin", text };
  const real = await realpath(place);
  const root = await rootAround(dirname(real), await realpath(config.callerFolder));
  const path = relative(root, real).split(sep).join("/");
  return { path: path.startsWith("../") ? basename(place) : path, text };
}

async function rootAround(folder: string, callerFolder: string): Promise<string> {
  try {
    return (await findRepository(folder)).repository.directory;
  } catch (error) {
    if (isUserError(error)) return callerFolder;
    throw error;
  }
}

function placeOf(asked: string, graph: CodeGraph, { path, lineCount }: Sheet): Place {
  const lines = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(asked);
  if (lines !== null) {
    const [from, to] = [Number(lines[1]), Number(lines[2] ?? lines[1])];
    if (from >= 1 && from <= to && from <= lineCount) return { from, to };
    throw new UserError(
      `${path} has the lines 1 to ${lineCount}, not ${asked}.`,
      "Give --around LINE or FROM-TO.",
    );
  }
  const found = findSymbol(graph, asked);
  if (found.kind === "one") return found.node;
  throw new UserError(
    `${found.nodes.length} definitions are called ${printable(asked)}.`,
    `Give a line or one of these ids: ${found.nodes
      .slice(0, 10)
      .map(({ id }) => printable(id))
      .join(", ")}`,
  );
}
