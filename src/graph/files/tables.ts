import { folderOf } from "../../source/paths.ts";
import { propertyKeys, subclassesKeys } from "../members/subclass-keys.ts";
import { noUnit } from "../memory/answer-rows.ts";
import type { Notes } from "../memory/answers.ts";
import { createQueries, type Queries } from "../memory/queries.ts";
import { arityOf } from "../notation/heads.ts";
import { interfacesIn } from "../open-types/interface-keys.ts";
import { methodsOfTraits } from "../open-types/trait-names.ts";
import type { Definition, Outline } from "../outline.ts";
import type { FamilyRules, ModuleTarget, Project, SeenTarget } from "../project.ts";
import { createFileTable, type FileTable, factOf } from "./file-table.ts";
import { createPackages, type Member, numberOf, numbersOf, placesByNumber, topsOf } from "./packages.ts";

/** What must be known of every file, without its outline. */
export interface FileHead extends Member {
  readonly definitionCount: number;
  /** Numbers of the names of its methods that are called on objects of other types or that its traits say, and of what its interfaces are found by that types have without saying so. */
  readonly extensions: Uint32Array;
}

/** The files of a repository, ordered by path; the outline of one is got when it is asked for. */
export interface Sources {
  readonly heads: readonly FileHead[];
  outline(index: number): Outline;
  /** What stands for the content of a file: as long as that is the same, its outline is. Undefined where nothing is known. */
  contentOf(index: number): string | undefined;
}

export const headOf = (outline: Outline): FileHead => ({
  ...{ path: outline.path, language: outline.language, package: outline.package },
  ...{ definitionCount: outline.definitions.length, tops: topsOf(outline) },
  extensions: extensionsOf(outline),
});

const extensionsOf = (outline: Outline): Uint32Array => {
  const such = outline.definitions.filter((one) => one.extends !== undefined);
  const keys = interfacesIn(outline).map(({ key }) => key);
  const ofTraits = methodsOfTraits(outline).map(({ name }) => name);
  return numbersOf(
    new Set([
      ...such.map(({ name }) => name),
      ...keys,
      ...ofTraits,
      ...subclassesKeys(outline),
      ...propertyKeys(outline),
    ]),
  );
};

export interface Tables {
  readonly heads: readonly FileHead[];
  readonly rules: ReadonlyMap<string, FamilyRules>;
  readonly definitionCount: number;
  readonly contentOf: Sources["contentOf"];
  file(index: number): FileTable;
  fileAt(path: string): FileTable | undefined;
  /** The place of a file among all; its outline is not read. */
  indexOf(path: string): number | undefined;
  /** Those that have a method of that name which is called on objects of other types or is a trait's, or an interface that is found by it, and perhaps others, in order. */
  filesExtending(name: string): readonly FileTable[];
  /** Whether there is a package of several files with that key. */
  hasPackage(key: string): boolean;
  /** Of a package of several files those that say something of a name at their top, and perhaps others, in order. */
  filesDeclaring(packageKey: string, name: string): readonly FileTable[];
  /** Number of a file's first definition among those of the whole repository. */
  firstOf(index: number): number;
  /** The place of the file that a definition is in; the file is not read. */
  placeOf(id: number): number;
  fileOf(id: number): FileTable;
  definition(id: number): Definition;
  /** The other parts of a class that is written in several places. */
  partsOf(id: number): readonly number[];
  /** What is asked about the files of the repository. */
  readonly queries: Queries;
  /** The module that `specifier` means in a file; undefined where it is not in this repository. */
  resolve(file: FileTable, specifier: string): SeenTarget | undefined;
}

/**
 * Tables of files are made when they are first asked for, so that a few files can be linked without reading all.
 * `notes` hears of every look-up in a file, by the number of the fact.
 */
export function createTables({ heads, outline, contentOf }: Sources, project: Project, notes: Notes): Tables {
  const { touch, touchInside } = notes;
  const files: FileTable[] = [];
  const firsts = new Int32Array(heads.length + 1);
  heads.forEach((head, index) => {
    firsts[index + 1] = firsts[index]! + head.definitionCount;
  });
  const owners = ownersOf(firsts);
  const packages = createPackages(heads, project);
  const numbers = new Map(heads.map(({ path }, index) => [path, index]));
  const file = (index: number): FileTable => {
    files[index] ??= createFileTable(outline(index), {
      rules: project.rules.get(heads[index]!.language),
      ...{ packages, index, base: firsts[index]!, notes },
    });
    return files[index];
  };
  const filesDeclaring = (key: string, name: string): readonly FileTable[] => {
    touch(packages.factOf(key, name));
    for (const other of packages.beside(key, name)) touch(packages.factOf(other, name));
    return packages.declaring(key, name).map(file);
  };
  const facts = new Int32Array(owners.length);
  const units = new Int32Array(owners.length);
  const fileOf = (id: number): FileTable => {
    const found = file(owners[id]!);
    if (facts[id] === 0) {
      const { name, scope } = found.outline.definitions[id - found.base]!;
      // What is said of its name where it stands.
      facts[id] = factOf(found.seeds[scope]!, name);
      units[id] = found.units[scope]!;
    }
    if (units[id] === noUnit) touch(facts[id]!);
    else if (!notes.isOwn(units[id]!)) touchInside(facts[id]!, units[id]!);
    return found;
  };
  const partsOf = (id: number): readonly number[] => {
    const file = fileOf(id);
    const definition = file.outline.definitions[id - file.base]!;
    const { name, signature, scope } = definition;
    if (file.package === undefined || !file.rules?.partialClass?.test(signature)) return [];
    const arity = arityOf(definition);
    const isPart = (one: Definition): boolean =>
      file.rules!.partialClass!.test(one.signature) && arityOf(one) === arity;
    const partsIn = (other: FileTable, inside: number): readonly number[] =>
      (other.lookup(name, inside)?.definitions ?? [])
        .filter((index) => isPart(other.outline.definitions[index]!))
        .map((index) => other.base + index)
        .filter((one) => one !== id);
    if (scope === 0) {
      const [project] = projectsOf({ queries: questions }, file) ?? [];
      const isSame = (other: FileTable): boolean =>
        other === file || projectsOf({ queries: questions }, other)?.[0] === project;
      return filesDeclaring(file.package, name)
        .filter(isSame)
        .flatMap((other) => partsIn(other, 0));
    }
    // A class in a class has parts in the parts of that.
    const around = file.outline.scopes[scope]!.definition;
    const parts = around < 0 ? [] : [file.base + around, ...partsOf(file.base + around)];
    return parts.flatMap((part) => {
      const other = fileOf(part);
      return partsIn(other, other.inside[part - other.base]!);
    });
  };
  let extending: ReadonlyMap<number, readonly number[]> | undefined;
  const packageOf = (path: string): string | undefined => heads[numbers.get(path) ?? -1]?.package;
  const questions = createQueries(project.rules, packages, packageOf, touch);
  return {
    heads,
    rules: project.rules,
    definitionCount: owners.length,
    contentOf,
    file,
    fileAt: (path) => {
      const index = numbers.get(path);
      return index === undefined ? undefined : file(index);
    },
    indexOf: (path) => numbers.get(path),
    filesExtending: (name) => {
      extending ??= placesByNumber(heads.keys(), (index) => heads[index]!.extensions);
      return (extending.get(numberOf(name)) ?? []).map(file);
    },
    hasPackage: packages.has,
    filesDeclaring,
    firstOf: (index) => firsts[index]!,
    placeOf: (id) => owners[id]!,
    fileOf,
    definition: (id) => {
      const file = fileOf(id);
      return file.outline.definitions[id - file.base]!;
    },
    partsOf,
    queries: questions,
    resolve: ({ outline, condition }, specifier) =>
      seenFrom(condition, questions.resolve(outline, specifier)),
  };
}

/** The projects whose definitions a file sees, its own first; undefined where it is in none. */
export function projectsOf(
  { queries }: Pick<Tables, "queries">,
  { rules, outline }: FileTable,
): readonly string[] | undefined {
  if (rules?.projects === undefined) return undefined;
  const folder = { kind: "folder", path: folderOf(outline.path) } as const;
  return queries.member(folder, outline.language, rules.projects)?.path.split("\n");
}

const seenFrom = (condition: string | undefined, target: ModuleTarget | undefined): SeenTarget | undefined =>
  condition === undefined || target?.kind !== "package" ? target : { ...target, condition };

function ownersOf(firsts: Int32Array): Int32Array {
  const owners = new Int32Array(firsts.at(-1)!);
  for (let index = 0; index + 1 < firsts.length; index++)
    owners.fill(index, firsts[index]!, firsts[index + 1]!);
  return owners;
}
