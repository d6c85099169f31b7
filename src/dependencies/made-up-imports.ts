import type { ImportFact } from "../graph/outline.ts";
import { outlinesOf } from "../languages/outlines/change-outlines.ts";
import { languageOf } from "../languages/registry.ts";
import { loadProject } from "../languages/rules.ts";
import type { FileChange } from "../source/file.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { MadeUpMember } from "./made-up-members.ts";
import { mayGive } from "./may-give.ts";

const looked = new Set(["python", "javascript", "typescript", "tsx"]);

/**
 * Names that a change begins to import from a module of the repository that does not have them: a model made them up.
 * Where a module may pass names on, or is not found, nothing is said.
 */
export async function madeUpImports(
  changes: readonly FileChange[],
  workspace: Pick<Workspace, "entries" | "readMany">,
): Promise<readonly MadeUpMember[]> {
  const fresh = (await Promise.all(changes.map(newNames))).flat();
  if (fresh.length === 0) return [];
  const after = new Map(changes.map((change) => [change.path, change.after]));
  const paths = [...new Set([...workspace.entries.keys(), ...after.keys()])].filter(
    (path) => !after.has(path) || after.get(path) !== undefined,
  );
  const { rules } = await loadProject(paths, (some) => workspace.readMany(some));
  const found: MadeUpMember[] = [];
  for (const { path, language, line, from, name } of fresh) {
    const family = rules.get(language);
    const target = family?.resolve(path, from);
    if (target?.kind !== "file" || family?.member?.(target, name)) continue;
    if (language === "python" && !isOwn(path, from, target.path)) continue;
    // What is written in JavaScript may be declared beside it.
    const files = paths.filter((one) => stem(one) === stem(target.path));
    const texts = new Map(await workspace.readMany(files));
    for (const file of files) texts.set(file, after.get(file) ?? texts.get(file) ?? "");
    if (files.length > 0 && ![...texts.values()].some((text) => mayGive(text, name)))
      found.push({ path, line, name, from });
  }
  return found;
}

const stem = (path: string): string => path.replace(/(?:\.d)?\.[^./]+$/, "");

/** Folders from which absolute names are usually imported. */
const usualRoots: ReadonlySet<string> = new Set(["", "src/", "lib/", "python/"]);

/** False where an absolute name more likely means what is installed: `pydantic`, also where `examples/pydantic` is a package. */
function isOwn(path: string, from: string, target: string): boolean {
  if (from.startsWith(".")) return true;
  const module = from.replaceAll(".", "/");
  const at = `/${target}`.lastIndexOf(`/${module}`);
  const root = target.slice(0, Math.max(0, at));
  return usualRoots.has(root) || (from.includes(".") && path.startsWith(root));
}

interface NewName {
  readonly path: string;
  readonly language: string;
  readonly line: number;
  readonly from: string;
  readonly name: string;
}

async function newNames(change: FileChange): Promise<readonly NewName[]> {
  const { path } = change;
  const language = languageOf(path);
  if (language === undefined || !looked.has(language)) return [];
  const { before, after } = (await outlinesOf(change)) ?? {};
  const key = ({ from, name }: ImportFact): string => `${from} ${name}`;
  const old = new Set(before?.imports.map(key));
  return (after?.imports ?? []).flatMap((fact) => {
    const { kind, line, from, name = "default" } = fact;
    return kind === "name" && !/^(?:default|__\w+__)$/.test(name) && !old.has(key(fact))
      ? [{ path, language, line, from, name }]
      : [];
  });
}
