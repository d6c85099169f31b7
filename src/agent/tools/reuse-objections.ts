import type { NearDefinition, Nearest } from "../../context/nearest.ts";
import type { Submission } from "../../delivery/submission.ts";
import type { Complaint } from "../../errors.ts";
import type { Definition } from "../../graph/outline.ts";
import { isTestPath } from "../../graph/tests/test-names.ts";
import { outlinesOf } from "../../languages/outlines/change-outlines.ts";
import type { FileChange } from "../../source/file.ts";

/** Complaints of one hand-in, and nearest definitions that one complaint names. */
const most = { complaints: 3, near: 4 };

/**
 * Speaks against a hand-in that adds a definition for some requirements and does not say what became of any of the
 * definitions nearest to these: no entry in `reuse`, none of them changed, called or named by the new lines. Who says
 * in `reuse` what became of a neighbour in the same file, or of something that the new lines do use, has thought of
 * it. A hint and not a rule, for nearness by words may mislead: it is told once.
 */
export async function reuseObjections(
  { requirements, reuse }: Submission,
  changes: readonly FileChange[],
  nearest: readonly Nearest[],
): Promise<readonly Complaint[]> {
  if (nearest.length === 0) return [];
  const judged = new Set([
    ...reuse.map(({ definition }) => definition),
    ...requirements.flatMap(({ where }) => where),
  ]);
  const complaints: Complaint[] = [];
  for (const change of changes)
    for (const name of isTestPath(change.path) ? [] : await newNames(change)) {
      const served = requirements.filter(
        ({ status, where }) =>
          status !== "not-done" && where.some((place) => means(place, change.path, name)),
      );
      const near = nearest
        .filter(({ requirement }) => served.some(({ id }) => id === requirement))
        .flatMap(({ definitions }) => definitions);
      const thoughtOf = reuse.some(
        ({ definition: id }) => id.startsWith(`${change.path}#`) || saidMore({ id }, changes),
      );
      if (near.length === 0 || thoughtOf) continue;
      if (near.some((one) => judged.has(one.id) || saidMore(one, changes))) continue;
      if ((await Promise.all(near.map((one) => isRewritten(one, changes)))).includes(true)) continue;
      complaints.push({ kind: "reuse/not-said", path: change.path, message: message(name, near) });
    }
  return complaints.slice(0, most.complaints);
}

function message(name: string, near: readonly NearDefinition[]): string {
  const listed = [...new Set(near.map(({ id }) => id))].slice(0, most.near).join(", ");
  return `You add ${name} and say nothing of the existing definitions nearest to what it is for: ${listed}. Use one of them if it does what is needed; if none does, say so in \`reuse\`, each as not-reused or followed, with the reason.`;
}

/** True where a place of the ledger is this definition of a file, or the whole file. */
function means(place: string, path: string, name: string): boolean {
  const [file, qualified] = place.split("#");
  return file === path && (qualified === undefined || qualified.split(".").at(-1) === name);
}

/** Names of functions and classes that a file declares more often than before; none where it cannot be told. */
async function newNames(change: FileChange): Promise<readonly string[]> {
  const { before, after } = (await outlinesOf(change)) ?? {};
  const known = new Map<string, number>();
  for (const { name } of before?.definitions ?? []) known.set(name, (known.get(name) ?? 0) + 1);
  return (after?.definitions ?? []).flatMap(({ name }) => {
    const left = known.get(name) ?? 0;
    known.set(name, left - 1);
    return left <= 0 ? [name] : [];
  });
}

/** True where the change writes the function anew; of a class, what is added to it says nothing of it. */
async function isRewritten({ id }: NearDefinition, changes: readonly FileChange[]): Promise<boolean> {
  const change = changes.find(({ path }) => id.startsWith(`${path}#`));
  const { before, after } = (change && (await outlinesOf(change))) ?? {};
  const texts = (definitions: readonly Definition[] = [], text = ""): ReadonlySet<string> => {
    const lines = text.split("\n");
    const named = definitions.filter(({ name, kind }) => kind !== "class" && name === nameIn(id));
    return new Set(named.map(({ startLine, endLine }) => lines.slice(startLine - 1, endLine).join("\n")));
  };
  const now = texts(after?.definitions, change?.after);
  return now.size > 0 && !texts(before?.definitions, change?.before).isSubsetOf(now);
}

/** True where the change uses its name more often than the code did before: it is called, or stands in a comment. */
function saidMore({ id }: Pick<NearDefinition, "id">, changes: readonly FileChange[]): boolean {
  const word = new RegExp(
    `(?<![\\p{L}\\p{N}_$])${nameIn(id).replace(/[^\p{L}\p{N}_]/gu, "\\$&")}(?![\\p{L}\\p{N}_$])`,
    "gu",
  );
  const count = (text = ""): number => text.match(word)?.length ?? 0;
  return changes.some(({ before, after }) => count(after) > count(before));
}

const nameIn = (id: string): string =>
  id.slice(Math.max(id.lastIndexOf("."), id.lastIndexOf("#")) + 1).replace(/~\d+$/, "");
