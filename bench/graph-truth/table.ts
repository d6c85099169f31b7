/** Comparisons as a table in Markdown, and lists of what is wrong and missed. */
import { shuffled } from "../shuffled.ts";
import type { Comparison, Difference } from "./compare.ts";

export const heading =
  "| repository | edges | both | wrong | missed | precision | recall | ambiguous right / wrong | not judged |\n" +
  "|---|---|---|---|---|---|---|---|---|";

/** One row of the table. */
export function row(name: string, kind: string, one: Comparison): string {
  const { right, wrong, missed, ambiguousRight, ambiguousWrong, unjudged } = one;
  const share = (other: number): string => (right + other === 0 ? "-" : (right / (right + other)).toFixed(3));
  return `| ${[
    name,
    kind,
    right,
    wrong.length,
    missed.length,
    share(wrong.length),
    share(missed.length),
    `${ambiguousRight} / ${ambiguousWrong}`,
    unjudged.length,
  ].join(" | ")} |`;
}

/** So many wrong, missed and unjudged edges of each comparison, in a fixed random order. */
export function drawn(
  name: string,
  comparisons: Readonly<Record<string, Comparison>>,
  count: number,
): readonly string[] {
  return Object.entries(comparisons).flatMap(([kind, { wrong, missed, unjudged }]) =>
    Object.entries({ wrong, missed, unjudged }).flatMap(([what, list]) =>
      shuffled(list)
        .slice(0, count)
        .map((difference) => `${name} ${kind} ${what}: ${told(difference)}`),
    ),
  );
}

function told({ path, line, from, to, instead }: Difference): string {
  return `${path}:${line} ${from.slice(from.indexOf("#"))} -> ${to} [${instead}]`;
}
