/** Local variables. */

interface Names {
  readonly frames: readonly { readonly scope: number; readonly definition: number }[];
  readonly definitions: readonly { readonly kind: string }[];
  readonly known: ReadonlySet<string>;
  readonly bindings: ReadonlyMap<string, unknown>;
}

/** Whether the name was assigned before, in this function or an enclosing block's. */
export function isLocal({ frames, definitions, known, bindings }: Names, name: string): boolean {
  for (let i = frames.length - 1; i >= 0; i--) {
    const { scope, definition } = frames[i]!;
    const key = `${scope} ${name}`;
    if (known.has(key) || bindings.has(key)) return true;
    if (definition >= 0 && definitions[definition]!.kind !== "object") return false;
  }
  return false;
}
