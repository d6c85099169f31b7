/**
 * The gate's syntax check against each language's own parser: does it stop real commits (it should not), and does it
 * find files that were broken by an edit gone wrong (it should)?
 *
 *     npm exec -c 'node bench/gate.ts --clones FOLDER [--part learn|aside] [--broken 900] [--seed 1] [--show 20] [--only php] [--skip alarms|broken]'
 *     npm exec -c 'node bench/gate.ts --clones FOLDER --imports [--only go]'
 *     npm exec -c 'node bench/gate.ts --arguments CLONE...'
 *
 * `--clones`: bare clones as `owner+name`. `--broken`: broken files of each language. `--show`: so many misses and
 * alarms are drawn. Needs python3, go, a JDK, rustc, php and ruby; what is not judged by a parser is counted apart.
 * `--imports`: instead, what the commits begin to import and nothing in the repository stands behind. `--arguments`:
 * instead, calls in work trees whose arguments would be told as wrong.
 */
import { parseArgs } from "node:util";
import { checkSyntax } from "../src/checks/syntax.ts";
import { type Commit, listedCommits, readCommits } from "./edits/commits.ts";
import { argumentAlarms } from "./gate/arguments.ts";
import { breakFiles } from "./gate/break-files.ts";
import { type Alarm, alarmsOf } from "./gate/false-alarms.ts";
import { importAlarms, importTable } from "./gate/imports.ts";
import { alarmTable, brokenTable, drawMiss } from "./gate/tables.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clones: { type: "string" },
    part: { type: "string" },
    broken: { type: "string", default: "900" },
    seed: { type: "string", default: "1" },
    show: { type: "string", default: "0" },
    only: { type: "string" },
    skip: { type: "string" },
    imports: { type: "boolean", default: false },
    arguments: { type: "boolean", default: false },
  },
});
if (values.arguments) {
  for (const clone of positionals) {
    const { files, judged, told } = await argumentAlarms(clone, AbortSignal.timeout(3_600_000));
    console.log(`${clone}: ${files} files, ${judged} calls judged, ${told.length} told`);
    for (const { path, line, name, why } of told) console.log(`  ${path}:${line} ${name} ${why}`);
  }
  process.exit();
}
if (values.clones === undefined) throw new Error("Give --clones FOLDER.");
const folder = values.clones;
const rows = listedCommits().filter(
  ({ part, language }) =>
    (values.part === undefined || part === values.part) &&
    (values.only === undefined || language.toLowerCase() === values.only.toLowerCase()),
);
const commits: Commit[] = rows.flatMap((row) => readCommits(row, folder));

if (values.imports) {
  const found = await importAlarms(commits, folder);
  console.log(importTable(commits, found));
  for (const { repository, sha, path, name } of found.filter(({ certain }) => certain))
    console.log(`${repository} ${sha.slice(0, 12)} ${path}: ${name}`);
  process.exit();
}

const alarms: readonly Alarm[] = values.skip === "alarms" ? [] : await alarmsOf(commits);
if (alarms.length > 0) console.log(alarmTable(commits, alarms));

for (const one of alarms.filter(({ alarm }) => alarm !== undefined).slice(0, Number(values.show)))
  console.log(`\n# ${one.repository} ${one.sha.slice(0, 12)} ${one.path}\n${one.alarm}`);
if (values.skip === "broken") process.exit();
const broken = breakFiles(commits, { each: Number(values.broken), seed: Number(values.seed) });
const judged = [];
for (const one of broken) {
  const { complaints } = await checkSyntax({ path: one.path, before: one.before, after: one.after });
  judged.push({ ...one, found: complaints.length > 0 });
}
console.log(brokenTable(judged));
for (const one of judged.filter(({ found }) => !found).slice(0, Number(values.show)))
  console.log(drawMiss(one));
