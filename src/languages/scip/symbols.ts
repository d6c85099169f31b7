/**
 * Symbols of an index as words: `scip-python python click 0 \`click.core\`/Group#command().` is scheme, manager,
 * package, version and then the names from the outside in, each with a sign that tells its kind.
 */
import type { CodeGraph } from "../../graph/graph.ts";

/** `local 4` is another thing in each file. */
export const symbolKey = (path: string, symbol: string): string =>
  symbol.startsWith("local ") ? `${path} ${symbol}` : symbol;

/** Known in its file alone; scip-python also calls names local that it found in no file. */
export const isLocal = (symbol: string): boolean => /(?:^| )local \S*$/.test(symbol);

/** A file or package. */
export const isModule = (symbol: string): boolean => /[/:]$/.test(symbol);

/** Scheme, manager and package, without the version; undefined for local symbols. A space in a word is doubled. */
export function packageOf(symbol: string): string | undefined {
  let words = 0;
  for (let at = symbol.indexOf(" "); at >= 0; at = symbol.indexOf(" ", at + 1)) {
    if (symbol[at + 1] === " ") at++;
    else if (++words === 3) return symbol.slice(0, at + 1);
  }
  return undefined;
}

/** The class of a constructor that has a symbol of its own; the symbol itself otherwise. */
export const withoutConstructor = (symbol: string): string =>
  symbol.replace(/`<constructor>`\([^()]*\)\.$/, "");

/** How a mention of the symbol is spelled; undefined where its last word is no name of the source's. */
export function nameOf(symbol: string): string | undefined {
  // Symbols are as long as a stranger likes: no step here looks back twice.
  const words = symbol.replace(/(?:\([^()]*\)\.|[#./:!\])])$/, "");
  if (words.endsWith("`")) {
    const start = words.lastIndexOf("`", words.length - 2);
    return start < 0 ? undefined : words.slice(start + 1, -1).replace(/^<[gs]et>/, "");
  }
  let start = words.length;
  while (start > 0 && /[\p{L}\p{N}\p{Cs}_+$-]/u.test(words[start - 1]!)) start--;
  return start === words.length ? undefined : words.slice(start);
}

/**
 * A symbol of Python by its own words, where no place defines it under them: overloads, names also built in,
 * members that only a stub has, and files under `src/`, which scip-python calls `src.flask.app` where it reads them and `flask.app` where they are used.
 */
export function nodeDescribed(graph: CodeGraph, symbol: string): string | undefined {
  const found = /^scip-python python \S+ \S+ `?([\w.]+)`?\/(.+)$/.exec(symbol);
  if (!found || found[2] === "__init__:") return undefined;
  const file = found[1]!.replaceAll(".", "/");
  const name = found[2]!.replace(/(?:\(\)\.|[#.])$/, "").replace(/\(\)\.|#/g, ".");
  for (const root of ["", "src/"])
    for (const ending of [".py", "/__init__.py", ".pyi", "/__init__.pyi"]) {
      const node = graph.node(`${root}${file}${ending}#${name}`);
      if (node) return node.id;
    }
  return undefined;
}

/** Indexers list a base's own bases too; those are no edges. Class to bases, both of any kind. */
export function withoutShortcuts<T>(bases: ReadonlyMap<T, ReadonlySet<T>>): Map<T, Set<T>> {
  return new Map(
    [...bases].map(([heir, all]) => {
      const direct = [...all].filter(
        (base) => ![...all].some((middle) => middle !== base && bases.get(middle)?.has(base)),
      );
      return [heir, new Set(direct)];
    }),
  );
}
