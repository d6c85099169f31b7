/**
 * Parses symbols: `scip-python python click 0 \`click.core\`/Group#command().` is scheme, manager, package, version
 * and then descriptors from the outside in, each with a suffix that tells its kind.
 */
import type { CodeGraph } from "../../graph/graph.ts";

/** Qualifies local symbols by file. */
export const symbolKey = (path: string, symbol: string): string =>
  symbol.startsWith("local ") ? `${path} ${symbol}` : symbol;

/** A local symbol; scip-python also marks names as local that it could not resolve. */
export const isLocal = (symbol: string): boolean => /(?:^| )local \S*$/.test(symbol);

/** A file or package. */
export const isModule = (symbol: string): boolean => /[/:]$/.test(symbol);

/** Scheme, manager and package, without the version; undefined for local symbols. Spaces inside are doubled. */
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

/** The symbol's name in source text; undefined where its last descriptor is none. */
export function nameOf(symbol: string): string | undefined {
  // Untrusted input of any length, so no pattern here may backtrack quadratically.
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
 * Finds the node of a Python symbol by its descriptors, where no occurrence defines it: overloads, names also built
 * in, members in stubs alone, and files under `src/`, which scip-python calls `src.flask.app` where it reads them and
 * `flask.app` where they are used.
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

/** Removes indirect bases, which indexers list as well. By class, both of any kind. */
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
