/**
 * Whether a change should look at public code first: the maintainer asks for it (`--refs`), or the request names a
 * library, format or service that the repository neither needs nor speaks of yet.
 */
export type WantedBecause =
  | { readonly kind: "asked" }
  /** As it was written; untrusted. */
  | { readonly kind: "new-name"; readonly name: string };

const name = String.raw`[A-Za-z][\w+#-]*(?:\.[A-Za-z]\w*)*`;
const either = `(?:(?<code>\`${name}\`)|(?<named>${name}))`;
const kinds = String.raw`(?<!\s)\s+(?:library|package|module|sdk|api|client|framework|format|protocol|crate|gem|plugin)\b`;
const article = String.raw`(?:the\s+|an?\s+)?`;
const introduced = [
  // "using Pillow", "switch to `httpx`": what is named is to be used; not "switch to `next` branch".
  new RegExp(
    String.raw`\b(?:using|use|via|integrate|adopt|switch to|migrate to|based on|built on)\s+${article}${either}(?![\w-]|\s+(?:branch|tag|tab|page|folder|directory|mode)\b)(?<kind>${kinds})?`,
    "gi",
  ),
  // "with the rich library", "a library such as segno": only what is called a library is one.
  new RegExp(String.raw`\b(?:with|through|like|such as|the)\s+${article}${either}(?<kind>${kinds})`, "gi"),
  new RegExp(String.raw`${kinds}\s+(?:such as|like|called|named)\s+${either}(?<kind>)`, "gi"),
];
/** Written as names are: a capital, a digit or `.js` in it, but no mere abbreviation, and nothing that is thrown. */
const isName = (written: string): boolean =>
  /[a-z]/.test(written) &&
  /[A-Z]|[A-Za-z][0-9]|\.js$/.test(written) &&
  !/(?:Error|Exception|Warning)$/.test(written);
/** Names of one text that are looked up. */
const most = 20;

/**
 * The first name that the request brings in and the repository does not know; undefined where there is none. A plain
 * word counts only where it stands as code or is called a library.
 */
export function newName(request: string, isKnown: (name: string) => boolean): string | undefined {
  const text = request.slice(0, 20_000);
  const found = introduced.flatMap((pattern) => [...text.matchAll(pattern)]);
  for (const { groups } of found.sort((a, b) => a.index - b.index).slice(0, most)) {
    const { code, named, kind } = groups!;
    const written = (code?.replaceAll("`", "") ?? named ?? "").replace(/[.-]+$/, "");
    const isMeant =
      kind !== undefined || isName(written) || (code !== undefined && /^[a-z][\w-]*$/.test(written));
    if (written.length >= 3 && isMeant && !plain.has(written.toLowerCase()) && !isKnown(written))
      return written;
  }
  return undefined;
}

/** Words that stand before "library" or "API" without being its name. */
const plain = new Set(
  "the this that our your its same new old public private internal external existing standard built-in native official open source third-party any some other another core main own json rest http web test".split(
    " ",
  ),
);
