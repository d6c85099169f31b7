import { parseAllDocuments } from "yaml";
import { yamlNesting } from "../../source/nesting.ts";
import type { Pointed } from "../draw.ts";
import { firstLine, placeOf } from "./place.ts";

/** The parser needs a second for some hundred kilobytes of mappings; larger files are left unchecked. */
const largest = 200_000;
/** A hostile file has one at every line, and each costs a walk to its place. */
const mostFaults = 50;
/** Nesting beyond this exhausts the parser's stack. */
const deepest = 200;

/** Where YAML does not parse; undefined beyond the limits. */
export function yamlFaults(text: string): readonly Pointed[] | undefined {
  if (text.length > largest || yamlNesting(text) > deepest) return undefined;
  // Duplicate keys are compared pair by pair, which takes a minute for a hostile file; they are not syntax.
  const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent", prettyErrors: false });
  const errors = documents.flatMap((document) => document.errors).slice(0, mostFaults);
  return errors.map(({ pos, message }) => ({ ...placeOf(text, pos[0]), message: firstLine(message) }));
}
