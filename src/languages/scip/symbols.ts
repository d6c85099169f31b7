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

/** A function, method or class, rather than a variable, a parameter or a module. */
export const isCallable = (symbol: string): boolean => /(?:\(\S*\)\.|#)$/.test(symbol);

/** A file or package. */
export const isModule = (symbol: string): boolean => /[/:]$/.test(symbol);

/** Scheme, manager and package, without the version; undefined for local symbols. */
export function packageOf(symbol: string): string | undefined {
  return /^(?:[^ ]| {2})+ (?:[^ ]| {2})* (?:[^ ]| {2})* /.exec(symbol)?.[0];
}

/** The class of a constructor that has a symbol of its own; the symbol itself otherwise. */
export const withoutConstructor = (symbol: string): string => symbol.replace(/`<constructor>`\(\S*\)\.$/, "");

const lastName = /(?:`((?:[^`]|``)*)`|([\p{L}\p{N}_+$-]+))(?:\([^)]*\)\.|[#./:!\])]|)$/u;

/** How a mention of the symbol is spelled; undefined where its last word is no name of the source's. */
export function nameOf(symbol: string): string | undefined {
  const found = lastName.exec(symbol);
  const name = found?.[1] ?? found?.[2];
  return name?.replace(/^<[gs]et>/, "");
}

/**
 * A symbol of Python by its own words, where no place defines it under them: overloads, names also built in, and
 * files under `src/`, which scip-python calls `src.flask.app` where it reads them and `flask.app` where they are used.
 */
export function nodeDescribed(graph: CodeGraph, symbol: string): string | undefined {
  const found = /^scip-python python \S+ \S+ `?([\w.]+)`?\/(.+)$/.exec(symbol);
  if (!found || found[2] === "__init__:") return undefined;
  const file = found[1]!.replaceAll(".", "/");
  const name = found[2]!.replace(/(?:\(\)\.|[#.])$/, "").replace(/\(\)\.|#/g, ".");
  for (const root of ["", "src/"])
    for (const ending of [".py", "/__init__.py"]) {
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
