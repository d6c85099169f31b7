/**
 * Whether a path fits a glob as in `.gitattributes`, without case: `*`, `?` and `[a-z]` within a part, `**` over parts;
 * a backslash makes a plain character of the next one; a glob without `/` fits at any depth, one that ends with `/`
 * everything below it. Matched by hand and not by a regular expression, since globs come from the repository and stars
 * backtrack.
 */
export function fitsGlob(glob: string, path: string): boolean {
  return eaten(glob, path).at(-1)!;
}

/** The same as in `.gitignore`: a folder that fits stands for everything below it. */
export function coversPath(glob: string, path: string): boolean {
  return eaten(glob, path).includes(true, 1);
}

/** At `n`: whether the glob can have eaten the first n parts of the path, no more and no less. */
function eaten(glob: string, path: string): readonly boolean[] {
  const anchored = glob.slice(0, -1).includes("/");
  const body = (glob.endsWith("/") ? `${glob}**` : glob).replace(/^\//, "").toLowerCase();
  return fitParts([...(anchored ? [] : ["**"]), ...body.split("/")], path.toLowerCase().split("/"));
}

function fitParts(globs: readonly string[], parts: readonly string[]): readonly boolean[] {
  let reachable = parts.map(() => false);
  reachable.unshift(true);
  for (const [index, glob] of globs.entries()) {
    const next = reachable.map(() => false);
    const first = reachable.indexOf(true);
    if (first === -1) return reachable;
    for (let at = first; at <= parts.length; at++) {
      // At the end `a/**` wants something below `a`; elsewhere `**` may eat nothing.
      const last = index === globs.length - 1;
      if (glob === "**") next[at] = !last || at > first;
      else next[at] = at > 0 && reachable[at - 1]! && fitsPart(glob, parts[at - 1]!);
    }
    reachable = next;
  }
  return reachable;
}

/** Greedy with one place to return to: the last star. */
function fitsPart(glob: string, text: string): boolean {
  let [inGlob, inText] = [0, 0];
  let [star, taken] = [-1, 0];
  while (inText < text.length) {
    const next = glob[inGlob] === "*" ? -1 : fitsOne(glob, inGlob, text[inText]!);
    if (glob[inGlob] === "*") [star, taken] = [inGlob++, inText];
    else if (next >= 0) [inGlob, inText] = [next, inText + 1];
    else if (star === -1) return false;
    else [inGlob, inText] = [star + 1, ++taken];
  }
  while (glob[inGlob] === "*") inGlob++;
  return inGlob === glob.length;
}

/** Where the glob goes on behind what stands for this one character; -1 where that stands for another. */
function fitsOne(glob: string, at: number, character: string): number {
  const wanted = glob[at];
  if (wanted === "?") return at + 1;
  if (wanted === "\\" && at + 1 < glob.length) return glob[at + 1] === character ? at + 2 : -1;
  set.lastIndex = at;
  const [all, not, members] = (wanted === "[" && set.exec(glob)) || [];
  if (all === undefined) return wanted === character ? at + 1 : -1;
  return holds(members!, character) === (not === "") ? at + all.length : -1;
}

/** `[a-z]`, `[!a-z]`; a closing bracket that comes first is a member. */
const set = /\[([!^]?)(\]?(?:\[:[a-z]{1,10}:\]|\\.|[^\]\\])*)\]/y;
const member = /\[:([a-z]{1,10}):\]|(\\?.)-(\\?[^\]])|\\?(.)/gs;

function holds(members: string, character: string): boolean {
  for (const [, kind, from, to, one] of members.matchAll(member)) {
    if (kind !== undefined && kinds[kind]?.test(character)) return true;
    if (from !== undefined && from.at(-1)! <= character && character <= to!.at(-1)!) return true;
    if (one === character) return true;
  }
  return false;
}

/** Globs are compared without case. */
const kinds: Readonly<Record<string, RegExp>> = {
  ...{ alnum: /[a-z0-9]/, alpha: /[a-z]/, lower: /[a-z]/, upper: /[a-z]/, digit: /\d/, space: /\s/ },
  ...{ blank: /[ \t]/, punct: /[!-/:-@[-`{-~]/, xdigit: /[\da-f]/ },
};
