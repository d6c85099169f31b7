import { posix } from "node:path";
import type { CodeGraph } from "../graph/graph.ts";
import type { ImportFact } from "../graph/outline.ts";
import { outlinesOf } from "../languages/outlines/change-outlines.ts";
import { languageOf } from "../languages/registry.ts";
import type { FileChange } from "../source/file.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { mayGive } from "./may-give.ts";

/** `text.CleanBase`, where `text` is a module of the repository that has no `CleanBase`. */
export interface MadeUpMember {
  readonly path: string;
  /** 1-based, in the changed file. */
  readonly line: number;
  readonly name: string;
  readonly from: string;
}

/** The repository before the change. */
export interface Before {
  readonly graph: CodeGraph;
  readonly workspace: Pick<Workspace, "entries" | "readMany">;
}

const looked = new Set(["go", "python", "javascript", "typescript", "tsx"]);

/**
 * Members of modules of the repository that new lines call and that no file of the module has: a model made them up.
 * Only modules are judged that the file imported before; what may pass names on is left alone.
 */
export async function madeUpMembers(
  changes: readonly FileChange[],
  before: Before,
): Promise<readonly MadeUpMember[]> {
  const found: MadeUpMember[] = [];
  for (const change of changes) found.push(...(await inFile(change, changes, before)));
  return found;
}

async function inFile(
  change: FileChange,
  changes: readonly FileChange[],
  { graph, workspace }: Before,
): Promise<readonly MadeUpMember[]> {
  const { path, before, after } = change;
  if (before === undefined || after === undefined || !looked.has(languageOf(path) ?? "")) return [];
  const { before: was, after: now } = (await outlinesOf(change)) ?? {};
  if (!was || !now) return [];
  const old = new Set(before.split("\n"));
  const lines = after.split("\n");
  const modules = new Map(
    now.imports.flatMap((fact) => (fact.kind === "module" ? [[localName(fact), fact]] : [])),
  );
  const found: MadeUpMember[] = [];
  for (const { line, chain } of now.references) {
    const [, module = "", name = ""] = /^([A-Za-z_$][\w$]*)\.([A-Za-z_$][\w$]*)$/.exec(chain) ?? [];
    const from = modules.get(module)?.from;
    if (from === undefined || old.has(lines[line - 1]!) || isTaken(module, after)) continue;
    const imported = was.imports.find((fact) => fact.kind === "module" && fact.from === from);
    const reached = graph.outgoing(path, "Import").filter((edge) => edge.line === imported?.line);
    const targets = reached.flatMap(({ to }) => graph.node(to)?.path ?? []);
    if (targets.length > 0 && !(await gives(name, targets, changes, workspace)))
      found.push({ path, line, name: `${module}.${name}`, from });
  }
  return found;
}

const localName = ({ as, from }: ImportFact): string => as ?? from.split(/[./]/).at(-1)!;

/** True where the file has the name of the module for something else, too: a parameter, a variable, a field. */
function isTaken(module: string, text: string): boolean {
  const name = module.replaceAll("$", "\\$");
  return new RegExp(`(?<![\\w$."'/])${name}(?![\\w$"'/]|\\s*\\.)`).test(
    text.replace(/^[ \t]*(?:import|from)\b.*$/gm, ""),
  );
}

/** A package of Go is all files of its folder; one of Python may have a file of that name. */
async function gives(
  name: string,
  targets: readonly string[],
  changes: readonly FileChange[],
  { entries, readMany }: Before["workspace"],
): Promise<boolean> {
  const folders = new Set(targets.map((target) => posix.dirname(target)));
  const isPackage = targets.some((target) => /\.go$|\/__init__\.pyi?$/.test(target));
  const beside = isPackage ? [...entries.keys()].filter((entry) => folders.has(posix.dirname(entry))) : [];
  const files = [...new Set([...targets, ...beside])];
  if (files.some((file) => posix.basename(file).replace(/\..*$/, "") === name)) return true;
  if (
    [...folders].some((folder) => [...entries.keys()].some((entry) => entry.startsWith(`${folder}/${name}/`)))
  )
    return true;
  const texts = new Map(await readMany(files));
  for (const { path, after } of changes) if (texts.has(path) && after !== undefined) texts.set(path, after);
  return (
    targets.some((target) => !texts.has(target)) || [...texts.values()].some((text) => mayGive(text, name))
  );
}
