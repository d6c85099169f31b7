/**
 * Loads how each family of languages finds its modules: `modules.ts` in the family's folder, which exports
 * `createRules` and, where it reads files such as package.json, `projectFiles` (what their base names look like).
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FamilyRules, Project } from "../graph/project.ts";
import { baseName } from "../source/paths.ts";
import { allLanguages, languagesAmong } from "./registry.ts";

export interface FamilyModule {
  /** What base names of the files that say how modules are found look like. */
  readonly projectFiles?: RegExp;
  /** `paths`: every tracked path. `files`: the texts of the project files. Pure. */
  createRules(paths: readonly string[], files: ReadonlyMap<string, string>): FamilyRules;
}

/** Project files larger than this are not read; a hand-written one is a few kilobytes. */
const maxProjectFile = 64_000;

/**
 * The rules for a repository, of languages that it has.
 * @param read Texts of the tracked files with the given paths; those that cannot be read are absent.
 */
export async function loadProject(
  paths: readonly string[],
  read: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<Project> {
  const rules = new Map<string, FamilyRules>();
  const byFamily = new Map<string, FamilyRules>();
  const present = new Set(paths.map(languagesAmong(paths)));
  for (const { name, family } of allLanguages().values()) {
    if (!present.has(name)) continue;
    if (!byFamily.has(family)) {
      const module = await loadFamily(family);
      if (!module) continue;
      const wanted = paths.filter((path) => module.projectFiles?.test(baseName(path)));
      const texts = wanted.length === 0 ? new Map<string, string>() : await read(wanted);
      const files = new Map([...texts].filter(([, text]) => text.length <= maxProjectFile));
      byFamily.set(family, module.createRules(paths, files));
    }
    rules.set(name, byFamily.get(family)!);
  }
  return { rules };
}

/** Tells the files that say how modules are found, in any language, from others. */
export async function projectFiles(): Promise<(path: string) => boolean> {
  const families = new Set([...allLanguages().values()].map(({ family }) => family));
  const modules = await Promise.all([...families].map(loadFamily));
  return (path) => modules.some((module) => module?.projectFiles?.test(baseName(path)));
}

async function loadFamily(family: string): Promise<FamilyModule | undefined> {
  const file = ["modules.ts", "modules.js"]
    .map((name) => join(import.meta.dirname, family, name))
    .find((path) => existsSync(path));
  return file === undefined ? undefined : ((await import(file)) as FamilyModule);
}
