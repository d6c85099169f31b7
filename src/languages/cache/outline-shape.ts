import type { FileOutline } from "../../graph/outline.ts";
import { isObject } from "../../source/json-object.ts";

/**
 * Whether a value read back from disk is an outline that the graph can be built from: lists of the right things,
 * numbers that point into them, and scopes that lead to the file.
 */
export function isFileOutline(value: unknown): value is FileOutline {
  if (!isObject(value)) return false;
  const { scopes, definitions, references, imports, bindings, exports, outOfLineBases = [] } = value;
  if (typeof value["language"] !== "string" || typeof value["faulty"] !== "boolean") return false;
  if (value["condition"] !== undefined && typeof value["condition"] !== "string") return false;
  if (!isCount(value["lineCount"]) || !isCount(value["opaqueCalls"])) return false;
  if (!isList(scopes) || !isList(definitions) || !isList(references)) return false;
  if (
    !isList(imports) ||
    !isList(bindings) ||
    !isList(exports) ||
    !isList(outOfLineBases) ||
    scopes.length === 0
  )
    return false;
  const inScope = (one: Record<string, unknown>): boolean =>
    isCount(one["scope"]) && one["scope"] < scopes.length;
  return (
    scopes.every(
      (one, index) =>
        isNumber(one["parent"]) &&
        one["parent"] < index &&
        (index === 0 ? one["parent"] === -1 : one["parent"] >= 0) &&
        isNumber(one["definition"]) &&
        one["definition"] < definitions.length,
    ) &&
    definitions.every(
      (one) =>
        inScope(one) &&
        areStrings(one, "kind", "name", "signature") &&
        isCount(one["startLine"]) &&
        (one["visibility"] === undefined || areStrings(one, "visibility")) &&
        (one["decorators"] === undefined || isListOfStrings(one["decorators"])),
    ) &&
    references.every((one) => inScope(one) && areStrings(one, "chain") && isCount(one["line"])) &&
    imports.every((one) => inScope(one) && areStrings(one, "kind", "from") && isCount(one["line"])) &&
    bindings.every((one) => inScope(one) && areStrings(one, "name")) &&
    outOfLineBases.every((one) => inScope(one) && areStrings(one, "of", "base") && isCount(one["line"])) &&
    exports.every((one) => areStrings(one, "name") && isCount(one["line"]))
  );
}

const isList = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.every(isObject);
const isListOfStrings = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "string");
const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);
const isCount = (value: unknown): value is number => isNumber(value) && value >= 0;
const areStrings = (one: Record<string, unknown>, ...keys: readonly string[]): boolean =>
  keys.every((key) => typeof one[key] === "string");
