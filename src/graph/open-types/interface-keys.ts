/** Keys by which structurally implemented interfaces are found, from one file's outline. */

import type { FileTable } from "../files/file-table.ts";
import { factNumber } from "../memory/fact-numbers.ts";
import { lastName } from "../notation/chain-steps.ts";
import type { Definition, Outline } from "../outline.ts";

export interface KeyedInterface {
  /** Index of its definition. */
  readonly index: number;
  readonly key: string;
  /** Indices of the methods that it declares itself. */
  readonly methods: readonly number[];
}

/** The file-level interfaces, with their keys. */
export function interfacesIn({ scopes, definitions }: Outline): readonly KeyedInterface[] {
  // The common case: no interface in the file.
  if (!definitions.some(({ implicit }) => implicit)) return none;
  const inside = new Map<number, number[]>();
  for (const [index, { implicit, scope }] of definitions.entries())
    if (implicit && scope === 0) inside.set(index, []);
  for (const [index, { scope }] of definitions.entries()) inside.get(scopes[scope]!.definition)?.push(index);
  return [...inside].flatMap(([index, methods]) => {
    const key = keyOf(
      definitions[index]!,
      methods.map((method) => definitions[method]!.name),
    );
    return key === undefined ? [] : [{ index, key, methods }];
  });
}

const none: readonly KeyedInterface[] = [];

/** The longest method name, as the rarest; without methods, the first embedded interface. */
function keyOf({ bases }: Definition, [first, ...others]: readonly string[]): string | undefined {
  if (first !== undefined)
    return others.reduce((key, name) => (name.length > key.length ? name : key), first);
  const base = bases?.[0];
  return base === undefined ? undefined : keyOfHeir(lastName(base));
}

/** The key of an interface whose methods are all embedded. */
export const keyOfHeir = (base: string): string => `interface ${base}`;

/** Which interfaces have a key, and their content. */
export const factOfKey = (key: string): number => factNumber(0, `implicit ${key}`);
/** Which methods a file declares for a type, which may be in another file. */
export const factOfMethods = (seed: number, type: string): number => factNumber(seed, `methods ${type}`);

/** The facts of these kinds from one file, with their content. */
export function* implicitFacts({
  outline,
  seed,
  expandoMembers,
  rules,
}: FileTable): Iterable<readonly [fact: number, text: string]> {
  if (!rules?.implicit) return;
  const signaturesOf = (indices: readonly number[]): string =>
    indices
      .map((index) => `${outline.definitions[index]!.name} ${outline.definitions[index]!.signature}`)
      .join("\n");
  for (const { index, key, methods } of interfacesIn(outline)) {
    const { name, bases = [] } = outline.definitions[index]!;
    yield [factOfKey(key), `${name} ${bases.join()} ${signaturesOf(methods)}`];
  }
  for (const [type, methods] of expandoMembers.all)
    yield [factOfMethods(seed, type), signaturesOf([...methods.all.values()].flat())];
}
