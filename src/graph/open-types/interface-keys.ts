/** How interfaces are found that a type has without saying so, in what one file says of them. */

import type { FileTable } from "../files/file-table.ts";
import { factNumber } from "../memory/fact-numbers.ts";
import { lastName } from "../notation/chain-steps.ts";
import type { Definition, Outline } from "../outline.ts";

export interface KeyedInterface {
  /** Of its definition in the file. */
  readonly index: number;
  readonly key: string;
  /** Indices of the methods that it says itself. */
  readonly methods: readonly number[];
}

/** The interfaces at the top of a file, with what each is found by. */
export function interfacesIn({ scopes, definitions }: Outline): readonly KeyedInterface[] {
  // Most files have none, in most languages all.
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

/** The longest name of its methods, since few have that; of an interface without, the first that it is made of. */
function keyOf({ bases }: Definition, [first, ...others]: readonly string[]): string | undefined {
  if (first !== undefined)
    return others.reduce((key, name) => (name.length > key.length ? name : key), first);
  const base = bases?.[0];
  return base === undefined ? undefined : keyOfHeir(lastName(base));
}

/** What an interface is found by that has no method but those of what it names. */
export const keyOfHeir = (base: string): string => `interface ${base}`;

/** Which interfaces are found by a key, and what they say. */
export const factOfKey = (key: string): number => factNumber(0, `implicit ${key}`);
/** Which methods a file has for a type that may be another file's. */
export const factOfMethods = (seed: number, type: string): number => factNumber(seed, `methods ${type}`);

/** The facts of these kinds that a file tells, each with what it says. */
export function* implicitFacts({
  outline,
  seed,
  expandoMembers,
  rules,
}: FileTable): Iterable<readonly [fact: number, text: string]> {
  if (!rules?.implicit) return;
  const said = (indices: readonly number[]): string =>
    indices
      .map((index) => `${outline.definitions[index]!.name} ${outline.definitions[index]!.signature}`)
      .join("\n");
  for (const { index, key, methods } of interfacesIn(outline)) {
    const { name, bases = [] } = outline.definitions[index]!;
    yield [factOfKey(key), `${name} ${bases.join()} ${said(methods)}`];
  }
  for (const [type, methods] of expandoMembers.all)
    yield [factOfMethods(seed, type), said([...methods.all.values()].flat())];
}
