/**
 * The outlines that this process had in hand last. Whoever brings a graph up to date asks for those that the changed
 * files lead to, and the next push mostly leads to the same ones: reading them from a pack takes a third of its time.
 */
import type { FileOutline } from "../graph/outline.ts";
import type { OutlineCache } from "../languages/cache/outline-cache.ts";

/** A cache that remembers what was read from it. */
export interface RememberingCache extends OutlineCache {
  /** Remembers an outline that was not read from the cache. */
  keep(hash: string, outline: FileOutline): void;
}

/** Of all outlines that are remembered: definitions, mentions and the like, of about 100 bytes each. */
const mostFacts = 400_000;

/** By folder, content and language; those used longest ago first. */
const kept = new Map<string, { readonly outline: FileOutline; readonly facts: number }>();
let facts = 0;

/** @param folder That of the cache: what another one holds is for that one to say. */
export function remembering(cache: OutlineCache, folder: string): RememberingCache {
  const keyOf = (hash: string, language: string): string => `${folder}\0${hash} ${language}`;
  return {
    ...cache,
    get: (hash, language) => {
      const key = keyOf(hash, language);
      const outline = kept.get(key)?.outline ?? cache.get(hash, language);
      if (outline) remember(key, outline);
      return outline;
    },
    keep: (hash, outline) => remember(keyOf(hash, outline.language), outline),
  };
}

function remember(key: string, outline: FileOutline): void {
  forget(key);
  const own = factsIn(outline);
  if (own > mostFacts) return;
  kept.set(key, { outline, facts: own });
  facts += own;
  for (const [oldest] of kept) {
    if (facts <= mostFacts) return;
    forget(oldest);
  }
}

function forget(key: string): void {
  facts -= kept.get(key)?.facts ?? 0;
  kept.delete(key);
}

const factsIn = ({ scopes, definitions, references, imports, bindings, exports }: FileOutline): number =>
  scopes.length + definitions.length + references.length + imports.length + bindings.length + exports.length;
