/** What a parser makes of a YAML text; undefined where it is nested deeper than that: a few hundred exhaust the parser's stack. */
export function unlessTooDeep<T>(text: string, deepest: number, parse: () => T): T | undefined {
  if (yamlNesting(text) > deepest) return undefined;
  try {
    return parse();
  } catch (error) {
    // `a: a: a:` nests within one line, which only the parser sees.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Deepest flow or block nesting, counted generously. */
function yamlNesting(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const character of text) {
    if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === "]" || character === "}") depth--;
  }
  for (const [indentation] of text.matchAll(/^[ \-?:]+/gm))
    deepest = Math.max(deepest, indentation.length / 2);
  return deepest;
}
