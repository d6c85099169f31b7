/** Names that were given a value. */

interface Names {
  readonly frames: readonly { readonly scope: number; readonly definition: number }[];
  readonly definitions: readonly { readonly kind: string }[];
  readonly known: ReadonlySet<string>;
  readonly bindings: ReadonlyMap<string, unknown>;
}

/** True where a value was given to the name further up, in this function or around the block. */
export const isLocal = (names: Names, name: string): boolean => localKey(names, name) !== undefined;

/** Such a name with the number of its scope before it. */
export function localKey({ frames, definitions, known, bindings }: Names, name: string): string | undefined {
  for (let i = frames.length - 1; i >= 0; i--) {
    const { scope, definition } = frames[i]!;
    const key = `${scope} ${name}`;
    if (known.has(key) || bindings.has(key)) return key;
    if (definition >= 0 && definitions[definition]!.kind !== "object") return undefined;
  }
  return undefined;
}
