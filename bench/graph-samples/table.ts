/** The scores as a table in Markdown, and the list of what is wrong and missed. */
import type { Score } from "./score.ts";

/** One row for each repository of each sample, and one for each sample as a whole. */
export function table(scores: readonly Score[]): string {
  const groups = new Map<string, Score[]>();
  const into = (name: string, score: Score): void => {
    groups.set(name, [...(groups.get(name) ?? []), score]);
  };
  for (const score of scores) into(`${score.call.repository}, ${score.call.sample}`, score);
  for (const score of scores) into(`**all, ${score.call.sample}**`, score);
  for (const score of scores)
    if (scores.some(({ call }) => call.inMacro))
      into(score.call.inMacro ? "in macros" : "not in macros", score);
  return [
    "| sample | judged / open | inside | right | wrong | missed | precision (95 %) | recall (95 %) | ambiguous right / wrong |",
    "|---|---|---|---|---|---|---|---|---|",
    ...[...groups].map(([name, group]) => row(name, group)),
  ].join("\n");
}

function row(name: string, scores: readonly Score[]): string {
  const count = (answer: Score["answer"]): number => scores.filter((score) => score.answer === answer).length;
  const inside = scores.filter(({ isInside }) => isInside);
  const right = count("right");
  const wrong = count("wrong");
  const open = count("open");
  return `| ${[
    name,
    `${scores.length - open} / ${open}`,
    inside.length,
    right,
    wrong,
    inside.length - right,
    share(right, right + wrong),
    share(right, inside.length),
    `${count("ambiguous")} / ${count("ambiguous wrong")}`,
  ].join(" | ")} |`;
}

/** A share with the interval of Wilson (1927) at 95 %. */
function share(hits: number, all: number): string {
  if (all === 0) return "-";
  const z = 1.96;
  const p = hits / all;
  const middle = (p + (z * z) / (2 * all)) / (1 + (z * z) / all);
  const half = (z * Math.sqrt((p * (1 - p)) / all + (z * z) / (4 * all * all))) / (1 + (z * z) / all);
  return `${p.toFixed(3)} (${(middle - half).toFixed(2)} to ${(middle + half).toFixed(2)})`;
}

/** Every call that was not answered right, with the truth and with what was said instead. */
export function told(scores: readonly Score[]): string {
  return scores
    .filter(({ answer }) => !["right", "silent", "open"].includes(answer))
    .map(({ call, answer, said }) => {
      const truth = call.truth === "dynamic" ? (call.candidates ?? []).join(" or ") : call.truth;
      const note = call.note === undefined ? "" : ` (${call.note})`;
      const instead = said.length > 0 ? `; said ${said.join(", ")}` : "";
      return `${answer}: ${call.repository} ${call.file}:${call.line} ${call.name} -> ${truth}${note}${instead}`;
    })
    .join("\n");
}
