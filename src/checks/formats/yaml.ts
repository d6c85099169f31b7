import { type Document, isScalar, parseAllDocuments, visit } from "yaml";
import { unlessTooDeep } from "../../source/nesting.ts";
import type { Pointed } from "../draw.ts";
import { firstLine, placeOf } from "./place.ts";

/** The parser needs a second for some hundred kilobytes of mappings; larger files are left unchecked. */
const largest = 200_000;
/** A hostile file has one at every line, and each costs a walk to its place. */
const mostFaults = 50;
const deepest = 200;

/** Where YAML does not parse; undefined beyond the limits. */
export function yamlFaults(text: string): readonly Pointed[] | undefined {
  if (text.length > largest) return undefined;
  const faults = unlessTooDeep(text, deepest, () => faultsIn(text).slice(0, mostFaults));
  return faults?.map(({ at, message }) => ({ ...placeOf(text, at), message }));
}

function faultsIn(text: string): readonly { readonly at: number; readonly message: string }[] {
  // Duplicate keys are compared pair by pair, which takes a minute for a hostile file; they are not syntax.
  const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent", prettyErrors: false });
  return documents.flatMap((document) => [
    ...document.errors.map(({ pos, message }) => ({ at: pos[0], message: firstLine(message) })),
    ...emptyKeys(document).map((at) => ({ at, message: "a key is missing before this `:`" })),
  ]);
}

/** `: value` has an empty key, which the standard allows; nobody means it, and other parsers refuse it. */
function emptyKeys(document: Document.Parsed): readonly number[] {
  const found: number[] = [];
  visit(document, {
    Pair(_, { key }) {
      if (!isScalar(key) || key.value !== null || !key.range) return;
      if (key.source === "" || key.source === undefined) found.push(key.range[0]);
    },
  });
  return found;
}
