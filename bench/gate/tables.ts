import { unifiedDiff } from "../../src/edits/diff.ts";
import type { Commit } from "../edits/commits.ts";
import type { Broken } from "./break-files.ts";
import type { Alarm } from "./false-alarms.ts";

export type JudgedBroken = Broken & { readonly found: boolean };

export function alarmTable(commits: readonly Commit[], alarms: readonly Alarm[]): string {
  const rows = (["learn", "aside"] as const).flatMap((part) => {
    const mine = commits.filter((commit) => commit.part === part);
    if (mine.length === 0) return [];
    const judged = alarms.filter((alarm) => alarm.part === part);
    const wrong = judged.filter(({ alarm }) => alarm !== undefined);
    const stopped = new Set(wrong.map(({ repository, sha }) => `${repository} ${sha}`)).size;
    return [
      `| ${part} | ${mine.length} | ${stopped} (${percent(stopped, mine.length)}) | ${judged.length} | ${wrong.length} |`,
    ];
  });
  const byOracle = [...Map.groupBy(alarms, ({ oracle }) => oracle)].map(
    ([oracle, ofOne]) =>
      `| ${oracle} | ${ofOne.length} | ${ofOne.filter(({ alarm }) => alarm !== undefined).length} |`,
  );
  return [
    "\n| repositories | commits | stopped by mistake | files | alarms |\n|---|---|---|---|---|",
    ...rows,
    "\n| parser | files | alarms |\n|---|---|---|",
    ...byOracle.sort(),
  ].join("\n");
}

export function brokenTable(judged: readonly JudgedBroken[]): string {
  const lines = (title: string, keyOf: (one: JudgedBroken) => string): string[] => [
    `\n| ${title} | broken | found |\n|---|---|---|`,
    ...[...Map.groupBy(judged, keyOf)].map(([key, ofOne]) => row(key, ofOne)).sort(),
  ];
  return [
    ...lines("repositories", ({ part }) => part),
    row("all", judged),
    ...lines("parser", ({ oracle }) => oracle),
    ...lines("damage", ({ damage }) => damage),
  ].join("\n");
}

function row(key: string, ofOne: readonly JudgedBroken[]): string {
  const found = ofOne.filter((one) => one.found).length;
  return `| ${key} | ${ofOne.length} | ${found} (${percent(found, ofOne.length)}) |`;
}

export const drawMiss = ({ repository, oracle, damage, path, before, after }: Broken): string =>
  `\n# missed: ${oracle}, ${damage}, ${repository}\n${unifiedDiff({ path, before, after }, { context: 2 }).slice(0, 1_200)}`;

const percent = (part: number, of: number): string => `${((100 * part) / Math.max(1, of)).toFixed(2)} %`;
