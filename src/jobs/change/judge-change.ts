import { type Misfit, misfits } from "../../checks/arguments/misfits.ts";
import { isJudged } from "../../checks/arguments/read-file.ts";
import { type CheckReport, checkChanges } from "../../checks/gate.ts";
import { standingIn } from "../../checks/standing.ts";
import { madeUpImports } from "../../dependencies/made-up-imports.ts";
import { type MadeUpMember, madeUpMembers } from "../../dependencies/made-up-members.ts";
import { type UndeclaredImport, undeclaredImports } from "../../dependencies/undeclared.ts";
import type { Complaint } from "../../errors.ts";
import type { CodeGraph } from "../../graph/graph.ts";
import { type MarkedText, type TakenOver, takenOver } from "../../references/marks.ts";
import { words } from "../../retrieval/words.ts";
import type { FileChange } from "../../source/file.ts";
import type { PackageLookup } from "../../web/registries/look-up.ts";
import { overlay } from "../../workspace/overlay.ts";
import type { IndexedRepository } from "../reading/knowledge.ts";
import type { RunOptions } from "../surroundings.ts";
import { type VettedPackage, vetPackages } from "./vet-packages.ts";

export interface Judging {
  readonly checks: RunOptions["checks"];
  /** Other people's code that the run looked at. */
  readonly marked?: readonly MarkedText[] | undefined;
  /** How registries are asked whether a new package exists; undefined: not at all. */
  readonly packages?: PackageLookup | undefined;
  /** The code graph as it will be; without it arguments of calls are not held against what they call. */
  readonly graphAfter?:
    | ((changes: readonly FileChange[], signal: AbortSignal) => Promise<CodeGraph>)
    | undefined;
}

export interface Judgement extends CheckReport {
  /** Lines of the change that are other people's, also those that may be taken over. */
  readonly takenOver: readonly TakenOver[];
}

/** Finding of an import that perhaps leads nowhere: told to the model once, and to the reviewer. */
export const undeclared = "import/undeclared";
/** Finding of a name that its module does not have; told like it. Perhaps a build writes the file that has it. */
export const madeUp = "name/made-up";
/** Finding of a call whose arguments do not fit what it calls; told like it. Perhaps something else decides what fits. */
const misfitting = "call/arguments";

/** Kinds of findings that go back to the model once, before they are told to the reviewer. */
export const toldOnce: readonly string[] = [undeclared, madeUp, misfitting];

/**
 * Every check of a change, also those that need the repository around it: packages that nobody declares (security.md
 * S01), lines that are other people's (S04). A change that may not be written at all is not looked into.
 */
export async function judgeChange(
  changes: readonly FileChange[],
  { workspace, search, graph }: Pick<IndexedRepository, "workspace" | "search" | "graph">,
  { checks, marked = [], packages, graphAfter }: Judging,
  signal: AbortSignal,
): Promise<Judgement> {
  const { complaints, findings } = await checkChanges(changes, {
    ...checks,
    ...(await standingIn(workspace, changes)),
  });
  if (complaints.some(({ kind }) => kind.startsWith("limit/") || kind === "path/refused"))
    return { complaints, findings, takenOver: [] };
  const imports = await undeclaredImports(changes, {
    workspace,
    mentioning: (name, most) => {
      const terms = new Map(words(name).map((word) => [word, 1]));
      return search.files.search(terms, most).map(({ document }) => search.paths[document]!);
    },
  });
  const added = packages ? await vetPackages(changes, workspace, packages, signal) : [];
  const copied = takenOver(changes, marked);
  const members = [
    ...(await madeUpMembers(changes, { graph, workspace })),
    ...(await madeUpImports(changes, workspace)),
  ];
  const calls =
    graphAfter && changes.some(({ path }) => isJudged(path))
      ? await misfits(changes, {
          graph: await graphAfter(changes, signal),
          workspace: overlay(workspace, changes),
        })
      : [];
  return {
    complaints: [
      ...complaints,
      ...imports.filter(({ certain }) => certain).map((one) => importSaid(one, ` ${importCure}`)),
      ...copied.filter(({ source }) => !source.allowed).map(copySaid),
      ...added.filter(({ registry }) => registry === "unknown").map(packageSaid),
    ],
    findings: [
      ...findings,
      ...imports.filter(({ certain }) => !certain).map((one) => importSaid(one, "")),
      ...members.map(memberSaid),
      ...calls.slice(0, mostMisfits).map(misfitSaid),
    ],
    takenOver: copied,
  };
}

/** More of them have one cause. */
const mostMisfits = 12;

const importCure =
  "Use what the repository has, or leave it out and name in your note what a person should add.";

function importSaid({ path, line, name }: UndeclaredImport, cure: string) {
  const message = `\`${name}\` is imported, and no manifest and no other file of the repository knows it: it may not exist, or be somebody else's.${cure}`;
  return { kind: undeclared, path, line, message };
}

function memberSaid({ path, line, name, from }: MadeUpMember) {
  const [, member] = name.split(".");
  const message = member
    ? `\`${name}\` is used, and no file of \`${from}\` has a \`${member}\`.`
    : `\`${name}\` is imported from \`${from}\`, which has no such name.`;
  return { kind: madeUp, path, line, message };
}

function misfitSaid({ path, line, name, why, callee }: Misfit) {
  return { kind: misfitting, path, line, message: `\`${name}\` ${why} (\`${callee}\`).` };
}

function packageSaid({ path, ecosystem, name }: VettedPackage) {
  const message = `The ${ecosystem} registry has no package \`${name}\`: it must not be added, for somebody else could register it. ${importCure}`;
  return { kind: "package/unknown", path, message };
}

function copySaid({ path, from, to, source: { fullName, licence } }: TakenOver) {
  const terms = licence === undefined ? "which has no licence" : `under ${licence}`;
  const message = `Lines ${from} to ${to} of the result stand word for word in ${fullName}, ${terms}: they may not be taken over. Write what is needed in another way, or use what the repository has.`;
  return { kind: "licence/copied", path, line: from, message };
}

/** What speaks against a hand-in that its findings do not forbid, with the cure. */
export function objectionsIn(findings: CheckReport["findings"]): readonly Complaint[] {
  return findings
    .filter(({ kind }) => toldOnce.includes(kind))
    .map((one) => ({
      ...one,
      message: `${one.message} ${one.kind === misfitting ? misfitCure : importCure}`,
    }));
}

const misfitCure =
  "Look at what it takes, and give it that; where its parameters changed, every caller changes with them.";
