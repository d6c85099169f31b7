import { indentOf } from "../source/lines.ts";

/** Lines above a function in which its stubs are looked for. */
const farthest = 120;

/**
 * The first line of the stubs directly above a function that say how else it is called: `@overload` of Python,
 * signatures of TypeScript, prototypes. Who adds a parameter has to change them, too. Without any its own first line.
 */
export function stubsAbove(lines: readonly string[], name: string, startLine: number): number {
  const base = indentOf(lines[startLine - 1] ?? "");
  const declared = new RegExp(`(?<![\\w$.])${name.replace(/[^\w]/g, "\\$&")}\\s*[(<]`);
  let first = startLine;
  let end: string | undefined;
  for (let line = startLine - 1; line > Math.max(0, startLine - farthest); line--) {
    const text = lines[line - 1]!;
    const said = text.trim();
    if (said === "") continue;
    const indent = indentOf(text);
    if (end === undefined) {
      if (indent < base) break;
      // What stands above a stub or the function belongs to it; else it must be the end of a stub.
      if (indent === base && /^(?:@|\/\/|#|\/?\*)/.test(said)) first = line;
      else if (/(?:\.\.\.|;)$/.test(said)) end = said;
      else break;
    }
    if (end === undefined || indent > base) continue;
    if (indent < base) break;
    if (declared.test(text)) [first, end] = [line, undefined];
    else if (!/^[)\]}>|&]/.test(said)) break;
  }
  return first;
}
