/**
 * Whether a path fits a glob as in `.gitignore` and `.gitattributes`, without case: `*` and `?` within a part, `**`
 * over parts; a glob without `/` fits at any depth, one that ends with `/` everything below it.
 * Matched by hand and not by a regular expression, since globs come from the repository and stars backtrack.
 */
export function fitsGlob(glob: string, path: string): boolean {
  const anchored = glob.slice(0, -1).includes("/");
  const body = (glob.endsWith("/") ? `${glob}**` : glob).replace(/^\//, "").toLowerCase();
  return fitsParts([...(anchored ? [] : ["**"]), ...body.split("/")], path.toLowerCase().split("/"));
}

/** `reachable[n]`: the globs so far can have eaten the first n parts. */
function fitsParts(globs: readonly string[], parts: readonly string[]): boolean {
  let reachable = parts.map(() => false);
  reachable.unshift(true);
  for (const [index, glob] of globs.entries()) {
    const next = reachable.map(() => false);
    const first = reachable.indexOf(true);
    if (first === -1) return false;
    for (let at = first; at <= parts.length; at++) {
      // At the end `a/**` wants something below `a`; elsewhere `**` may eat nothing.
      const last = index === globs.length - 1;
      if (glob === "**") next[at] = !last || at > first;
      else next[at] = at > 0 && reachable[at - 1]! && fitsPart(glob, parts[at - 1]!);
    }
    reachable = next;
  }
  return reachable[parts.length]!;
}

/** Greedy with one place to return to: the last star. */
function fitsPart(glob: string, text: string): boolean {
  let [inGlob, inText] = [0, 0];
  let [star, taken] = [-1, 0];
  while (inText < text.length) {
    const wanted = glob[inGlob];
    if (wanted === "*") [star, taken] = [inGlob++, inText];
    else if (wanted === "?" || wanted === text[inText]) [inGlob, inText] = [inGlob + 1, inText + 1];
    else if (star === -1) return false;
    else [inGlob, inText] = [star + 1, ++taken];
  }
  while (glob[inGlob] === "*") inGlob++;
  return inGlob === glob.length;
}
