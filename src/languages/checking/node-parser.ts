import { stripTypeScriptTypes } from "node:module";
import { isNativeError } from "node:util/types";
import type { SyntaxFault } from "./syntax-fault.ts";

/** Node's parser recurses; a text nested deeper than this is not shown to it. */
const maxNesting = 200;

/** Refused as a module or by the strict mode of one, and fine in the scripts that most `.js` files are. */
const fineInScripts = /strict mode|Return statement|'with' statement|octal/i;

/**
 * What Node's own parser of TypeScript and JavaScript has against a text: its first fault, nothing where it takes it,
 * and undefined where it is not asked. It knows newer syntax than the grammars, forgives less, and no JSX.
 */
export function nodeFaults(text: string): readonly SyntaxFault[] | undefined {
  if (nesting(text) > maxNesting) return undefined;
  const refusal = refusalOf(text, "strip");
  // `enum` and the like are refused before all of the text is judged; transforming them forgives other faults.
  const isPartial = refusal?.code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX";
  const error = isPartial ? refusalOf(text, "transform") : refusal;
  if (error === undefined) return isPartial ? undefined : [];
  if (fineInScripts.test(error.message)) return undefined;
  const message = error.message.split("\n", 1)[0]!.replace(/\.$/, "").slice(0, 200);
  return [{ ...placeIn(error.stack ?? ""), message: message.charAt(0).toLowerCase() + message.slice(1) }];
}

function refusalOf(
  text: string,
  mode: "strip" | "transform",
): (Error & { readonly code: unknown }) | undefined {
  try {
    stripTypeScriptTypes(text, { mode });
    return undefined;
  } catch (error) {
    if (!isNativeError(error) || !("code" in error)) throw error;
    return error;
  }
}

/** The stack begins with `:LINE`, some lines of the source and carets below the place. */
function placeIn(stack: string): { readonly line: number; readonly column: number } {
  const [, line = "1", drawn = ""] = /^[^\n]*:(\d+)\n([\s\S]*?)\n\n/.exec(stack) ?? [];
  const carets = drawn.split("\n").find((row) => /^\s*\^+\s*$/.test(row));
  return { line: Number(line), column: carets === undefined ? 1 : carets.indexOf("^") + 1 };
}

/** Deepest nesting; `<` counts within a statement, since most of them compare. */
function nesting(text: string): number {
  let [depth, angles, deepest] = [0, 0, 0];
  for (const character of text) {
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character) && depth > 0) depth--;
    else if (character === "<") angles++;
    else if (character === ">" && angles > 0) angles--;
    if (";{}".includes(character)) angles = 0;
    deepest = Math.max(deepest, depth + angles);
  }
  return deepest;
}
