import { remembering } from "../retrieval/remember.ts";
import type { LineRange } from "../source/line-range.ts";

/** Constants of one body, lines of one declaration and of a macro, and characters of a line that is read. */
const limits = { constants: 6, lines: 6, macro: 12, characters: 300 };
/** The line goes on in the next one. */
const goesOn = /\\\s*$/;

/** A name in capitals, as constants are written in most languages. */
const capitals = /(?<![\w$])[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]|(?<![\w$])[A-Z][A-Z0-9]{3,}(?![\w$])/g;
/** `#define MOST 5`, `MOST = 5`, `private static final int MOST = 5;`, `pub const MOST: usize = 5;`, `int MOST[] = {`. */
const declaration =
  /^\s*(?:#\s*define\s+([A-Z][A-Z0-9_]*)|(?:[\w$<>[\],.:&*'() ]*[\s*&])?([A-Z][A-Z0-9_]*)\s*(?:\[[^\]]*\]\s*)?(?::[^=]*)?=(?![=>]))/;

/**
 * Where the file declares the constants that a body of it names: `if (count >= MAX_REDIRECTS)` says little without
 * `MAX_REDIRECTS = 20`, which often stands a thousand lines above.
 */
export function ownConstants(lines: readonly string[], { from, to }: LineRange): readonly LineRange[] {
  const declared = declarationsIn(lines);
  const names = new Set(lines.slice(from - 1, to).flatMap((line) => line.match(capitals) ?? []));
  return [...names]
    .flatMap((name) => declared.get(name) ?? [])
    .filter((line) => line < from || line > to)
    .slice(0, limits.constants)
    .map((line) => ({ from: line, to: endOf(lines, line) }));
}

/** The first declaration of each name; 1-based. */
const declarationsIn = remembering((lines: readonly string[]): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    if (line.length > limits.characters) continue;
    const [, defined, assigned] = declaration.exec(line) ?? [];
    const name = defined ?? assigned;
    if (name !== undefined && !found.has(name)) found.set(name, at + 1);
  }
  return found;
});

/** The last line of a declaration that closes its brackets soon, or of a short macro; else its first. */
function endOf(lines: readonly string[], from: number): number {
  let open = 0;
  const most = goesOn.test(lines[from - 1] ?? "") ? limits.macro : limits.lines;
  for (let line = from; line < from + most; line += 1) {
    const text = lines[line - 1] ?? "";
    open += (text.match(/[([{]/g)?.length ?? 0) - (text.match(/[)\]}]/g)?.length ?? 0);
    if (open <= 0 && !goesOn.test(text)) return Math.min(line, lines.length);
  }
  return from;
}
