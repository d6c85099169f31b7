import type { DerivedStore } from "../../src/store/derived.ts";

/** Keeps what models said for as long as it is held. */
export function derivedInMemory(): DerivedStore {
  const kept = new Map<string, Buffer>();
  return {
    get: async (kind, keys) =>
      new Map(keys.flatMap((key) => (kept.has(kind + key) ? [[key, kept.get(kind + key)!] as const] : []))),
    put: async (kind, entries) => {
      for (const [key, value] of entries) kept.set(kind + key, Buffer.from(value));
    },
  };
}
