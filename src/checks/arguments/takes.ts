/** What a function takes, what a call gives it, and whether that goes together; the same for every language. */
import { counted } from "../../source/counted.ts";

export interface Parameter {
  /** Empty where it has none that a call could say. */
  readonly name: string;
  readonly required: boolean;
}

export interface Takes {
  /** By their place, in order; those with a name also by that. */
  readonly placed: readonly Parameter[];
  /** By their name alone. */
  readonly named: readonly Parameter[];
  /** Any number more by place: `*args`, `...rest`. */
  readonly rest: boolean;
  /** Any other names: `**kwargs`. */
  readonly anyName: boolean;
}

export interface Gives {
  /** Without those of an unknown number: `*args`, `...rest`. */
  readonly placed: number;
  readonly named: readonly string[];
  /** There are more, and nobody knows how many. */
  readonly more: boolean;
  /** There are other names, and nobody knows which. */
  readonly moreNames: boolean;
}

/** What does not go together, as the end of a sentence about the call; undefined where all does, as far as can be told. */
export function misfit(takes: Takes, gives: Gives): string | undefined {
  const { placed, named, rest, anyName } = takes;
  const most = placed.length;
  if (gives.placed > most && !rest)
    return `is given ${given(gives.placed, gives.named.length > 0)} and takes ${range(takes)}`;
  const known = new Set([...placed, ...named].map(({ name }) => name));
  const unknown = gives.named.find((name) => !known.has(name));
  if (unknown !== undefined && !anyName) return `is given \`${unknown}\`, which it does not take`;
  const twice = placed
    .slice(0, gives.placed)
    .find(({ name }) => name !== "" && gives.named.includes(name) && !anyName);
  if (twice) return `is given \`${twice.name}\` twice, by its place and by its name`;
  if (gives.moreNames) return undefined;
  const said = new Set(gives.named);
  const missing = [...(gives.more ? [] : placed.slice(gives.placed)), ...named].filter(
    ({ name, required }) => required && !said.has(name),
  );
  if (missing.length === 0) return undefined;
  const names = missing.map(({ name }) => name);
  return names.every((name) => name !== "")
    ? `is not given ${names.map((name) => `\`${name}\``).join(", ")}`
    : `is given ${given(gives.placed, false)} and takes ${range(takes)}`;
}

const given = (number: number, isByPlace: boolean): string =>
  `${counted(number, "argument")}${isByPlace ? " by place" : ""}`;

function range({ placed, rest }: Takes): string {
  const least = placed.filter(({ required }) => required).length;
  if (rest) return `at least ${least}`;
  return least === placed.length ? `${least}` : `${least} to ${placed.length}`;
}
