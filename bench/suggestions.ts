/**
 * Suggestions on real commits: each is replayed as a pull request that lacks a few of its lines, with scripted right and
 * wrong answers, through the whole pipeline and an emulated GitHub that refuses what GitHub refuses.
 *
 *     npm exec -c 'node bench/suggestions.ts --mirrors DIR [--write] [--list COUNT] [OWNER+NAME...]'
 *
 * DIR holds bare clones as `OWNER+NAME/repo`. `--list` writes the list of commits anew, COUNT of each repository.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startGitHub } from "../test/helpers/github/start.ts";
import { startModelEndpoint } from "../test/helpers/model-endpoint.ts";
import { type Listed, listedCommits, readCase, writeCommits } from "./suggestions/commits.ts";
import { type Judged, judge } from "./suggestions/judge.ts";
import { replay, scriptOf } from "./suggestions/replay.ts";

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    mirrors: { type: "string" },
    list: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const { mirrors } = options;
if (!mirrors) throw new Error("See the head of this file.");
const results = new URL("results/suggestions.md", import.meta.url);
const gitDirOf = (repository: string): string => join(mirrors, repository, "repo");

if (options.list !== undefined) {
  const repositories = wanted.map((name) => ({ name, gitDir: gitDirOf(name) }));
  await writeCommits(repositories, Number(options.list));
} else await run();

async function run(): Promise<void> {
  const all = listedCommits().filter(({ repository }) => wanted.length === 0 || wanted.includes(repository));
  const rows: string[] = [];
  const total: Judged[] = [];
  for (const [repository, commits] of Map.groupBy(all, (one) => one.repository)) {
    const judged = await ofRepository(repository, commits);
    total.push(...judged);
    rows.push(rowOf(repository.replace("+", "/"), judged));
    console.log(rows.at(-1));
  }
  rows.push(rowOf("**all**", total));
  console.log(rows.at(-1));
  if (options.write) writeFileSync(results, `${page(rows)}${writtenByHand()}`);
}

/** What stands below the figures: the sections that no run makes. */
function writtenByHand(): string {
  const [, ...sections] = readFileSync(results, "utf8").split(/^(?=## )/m);
  return sections.length === 0 ? "" : `\n${sections.join("")}`;
}

async function ofRepository(repository: string, commits: readonly Listed[]): Promise<readonly Judged[]> {
  const home = mkdtempSync(join(tmpdir(), "coderag-suggestions-"));
  const gitDir = gitDirOf(repository);
  const [owner, name] = repository.split("+") as [string, string];
  let script: ReturnType<typeof scriptOf> = () => ({});
  const github = await startGitHub({ repositories: [{ owner, name, fromBare: gitDir }] });
  const model = await startModelEndpoint({ script: (request) => script(request) });
  const judged: Judged[] = [];
  try {
    for (const [index, listed] of commits.entries()) {
      const one = await readCase(listed, gitDir);
      if (!one) throw new Error(`${repository} ${listed.sha} gives no case any more.`);
      script = scriptOf(one, index % 2 === 1);
      const pull = await github.openPull(Object.fromEntries(one.head), { as: owner, base: `${listed.sha}^` });
      const replayed = await replay(one, pull, { github, model, home });
      judged.push(await judge(one, replayed, github));
    }
  } finally {
    await Promise.all([github.close(), model.close()]);
    rmSync(home, { recursive: true, force: true });
  }
  return judged;
}

function rowOf(name: string, judged: readonly Judged[]): string {
  const sum = (key: keyof Judged): number => judged.reduce((all, one) => all + one[key], 0);
  const suggestions = sum("committed");
  const lost = judged.filter(({ reviews }) => reviews !== 1).length;
  const cells = [
    ...[
      name,
      judged.length,
      `${sum("suggested")} of ${sum("right")}`,
      `${sum("folded")} of ${sum("elsewhere")}`,
    ],
    ...[`${sum("told")} of ${sum("wrong")}`, suggestions, sum("sound"), sum("exact"), sum("refused"), lost],
  ];
  return `| ${cells.join(" | ")} |`;
}

function page(rows: readonly string[]): string {
  const load = loadavg()[0]!.toFixed(1);
  const date = new Date().toISOString().slice(0, 10);
  return `# Suggestions on real commits

Made by \`npm exec -c 'node bench/suggestions.ts --mirrors DIR --write'\`; the commits are listed in \`bench/suggestions/commits.json\`. Each is replayed as a pull request on the emulated GitHub: the head is the commit without some of its lines, at most three places of which the right answer is what the commit did. A scripted model hands in right and wrong findings through the whole pipeline. Every suggestion is committed as GitHub's button does it, one after the other.

- **suggested**: right answers on lines that the diff shows, and how many became suggestions.
- **folded**: answers outside the diff or across two hunks, and how many stand in the review's body.
- **told**: wrong answers (tag of another line, a bracket too many, no such line), and how many were told to anybody. Of every second commit the model insists on them to the end.
- **committed**: suggestions that the button took. **sound**: they leave a file that parses no worse. **exact**: the file is the one that the commit made. **422**: reviews that GitHub refused. **lost**: commits without exactly one review.

| repository | commits | suggested | folded | told | committed | sound | exact | 422 | lost |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
${rows.join("\n")}

Machine: ${cpus().length} cores, Node ${process.versions.node}, load ${load}, ${date}; nothing here depends on it.
`;
}
