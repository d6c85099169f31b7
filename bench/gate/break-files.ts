import { formatFaults } from "../../src/checks/formats.ts";
import { languageOf } from "../../src/languages/registry.ts";
import type { Commit } from "../edits/commits.ts";
import { damages, randomFrom } from "./damage.ts";
import { accepted, oracleOf } from "./oracles.ts";

/** A file that its parser took before it was damaged, and takes no more. */
export interface Broken {
  readonly repository: string;
  readonly part: Commit["part"];
  readonly oracle: string;
  readonly damage: string;
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Characters: larger files cost time and say no more. */
const largest = 200_000;
/** Damaged files for each broken one that is wanted: much damage breaks nothing. */
const tries = 2.5;

/** At most `each` of every parser, drawn at random from the files that the commits left behind; all damages alike often. */
export function breakFiles(
  commits: readonly Commit[],
  { each, seed }: { readonly each: number; readonly seed: number },
): readonly Broken[] {
  const random = randomFrom(seed);
  const files = commits.flatMap(({ repository, part, changes }) =>
    changes.flatMap(({ path, after }) => {
      const oracle = oracleOf(path);
      const judged = languageOf(path) !== undefined || formatFaults(path, "") !== undefined;
      return oracle && judged && after && after.length <= largest
        ? [{ repository, part, oracle, path, before: after }]
        : [];
    }),
  );
  const kinds = Object.keys(damages);
  const damaged = [...Map.groupBy(files, ({ oracle }) => oracle).values()].flatMap((ofOracle) => {
    const valid = valuesThat(
      ofOracle,
      accepted(ofOracle.map(({ path, before }) => ({ path, text: before }))),
    );
    if (valid.length === 0) return [];
    return Array.from({ length: Math.ceil(each * tries) }, (_, at) => {
      const file = valid[Math.floor(random() * valid.length)]!;
      const damage = kinds[at % kinds.length]!;
      const after = damages[damage]!(file.before, random);
      return after === undefined || after === file.before ? [] : [{ ...file, damage, after }];
    }).flat();
  });
  const stillFine = accepted(damaged.map(({ path, after }) => ({ path, text: after })));
  const broken = damaged.filter((_, at) => stillFine[at] === false);
  return [...Map.groupBy(broken, ({ oracle }) => oracle).values()].flatMap((some) => some.slice(0, each));
}

const valuesThat = <T>(all: readonly T[], hold: readonly (boolean | undefined)[]): readonly T[] =>
  all.filter((_, at) => hold[at] === true);
