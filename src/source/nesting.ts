/** Deepest flow or block nesting of a YAML text, counted generously: the parser's stack is exhausted by a few hundred. */
export function yamlNesting(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const character of text) {
    if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === "]" || character === "}") depth--;
  }
  for (const [indentation] of text.matchAll(/^[ \-?:]+/gm))
    deepest = Math.max(deepest, indentation.length / 2);
  return deepest;
}
