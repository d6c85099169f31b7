import { parseAllDocuments } from "yaml";
import { splitByteOrderMark } from "../source/lines.ts";
import { yamlNesting } from "../source/nesting.ts";
import type { Pointed } from "./draw.ts";

/** The YAML parser needs a second for some hundred kilobytes of mappings; larger files are left unchecked. */
const largestYaml = 200_000;
/** A hostile file has one at every line, and each costs a walk to its place. */
const mostFaults = 50;
/** Nesting beyond this exhausts the YAML parser's stack. */
const deepestYaml = 200;

/**
 * Where a JSON or YAML file does not parse; undefined for other formats and for what cannot be judged: JSON with
 * comments, templates that become YAML later, YAML beyond the limits.
 */
export function formatFaults(path: string, text: string): readonly Pointed[] | undefined {
  const { body } = splitByteOrderMark(text);
  if (/\.(?:json|webmanifest|ipynb|geojson)$/i.test(path)) {
    const faults = jsonFaults(body);
    return faults.length > 0 && commented(path) ? undefined : faults;
  }
  if (/\.ya?ml$/i.test(path)) return /(?<!\$)\{[{%]/.test(body) ? undefined : yamlFaults(body);
  return undefined;
}

/** Tools read these with comments and trailing commas. */
function commented(path: string): boolean {
  return /(?:^|\/)(?:[tj]sconfig[^/]*|\.[^/]*|devcontainer|api-extractor|turbo|nx|wrangler|deno|biome)\.json$|(?:^|\/)\.vscode\//i.test(
    path,
  );
}

function jsonFaults(text: string): readonly Pointed[] {
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = /at position (\d+)/.exec(error.message)?.[1];
    const message = error.message.replace(
      / in JSON at position.*| \(line \d+ column \d+\)|^JSON\.parse: /gs,
      "",
    );
    return [
      {
        ...placeOf(text, position === undefined ? text.trimEnd().length : Number(position)),
        message: firstLine(message),
      },
    ];
  }
}

function yamlFaults(text: string): readonly Pointed[] | undefined {
  if (text.length > largestYaml || yamlNesting(text) > deepestYaml) return undefined;
  // Duplicate keys are compared pair by pair, which takes a minute for a hostile file; they are not syntax.
  const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent", prettyErrors: false });
  const errors = documents.flatMap((document) => document.errors).slice(0, mostFaults);
  return errors.map(({ pos, message }) => ({ ...placeOf(text, pos[0]), message: firstLine(message) }));
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const above = text.slice(0, offset);
  const start = above.lastIndexOf("\n") + 1;
  return { line: above.split("\n").length, column: offset - start + 1 };
}

function firstLine(message: string): string {
  return message.split("\n", 1)[0]!.slice(0, 200);
}
