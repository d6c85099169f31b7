/** Import edges: the files that a file depends on. */
import type { EdgeCollector } from "../columns/edges.ts";
import { unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { ofOwnModule } from "../names/projects.ts";
import type { ImportFact, Outline } from "../outline.ts";
import type { SeenTarget } from "../project.ts";
import type { Nodes } from "./nodes.ts";

interface Imported {
  readonly kind?: ImportFact["kind"];
  readonly from: string;
  readonly line: number;
  readonly name?: string | undefined;
}

export function addImports(linker: Linker, nodes: Nodes, edges: EdgeCollector, file: FileTable): void {
  const from = nodes.ofFile[file.index]!;
  const used = namesUsed(linker, file);
  const add = (fact: Imported): void => {
    for (const target of filesImported(linker, file, fact, used))
      if (target !== file.index) edges.add(from, nodes.ofFile[target]!, "Import", "exact", fact.line);
  };
  file.outline.imports.forEach(add);
  for (const { from: module, line, imported } of file.outline.exports)
    if (module !== undefined) add({ from: module, line, name: imported });
}

/** The imported files, by place. `from package import module` depends on the module rather than on the package. */
function filesImported(linker: Linker, file: FileTable, fact: Imported, used: NamesUsed): readonly number[] {
  const target = linker.tables.resolve(file, fact.from);
  if (!target) return [];
  if (target.kind === "package") return filesOfPackage(linker, file, target, fact, used);
  const { queries } = linker.tables;
  const inner =
    fact.name === undefined ? undefined : queries.member(target, file.outline.language, fact.name);
  const found = inner?.kind === "file" ? inner : target;
  const index = found.kind === "file" ? linker.tables.indexOf(found.path) : undefined;
  return index === undefined ? [] : [index];
}

/** Of a package with several files, those that declare a name which is used. */
function filesOfPackage(
  linker: Linker,
  file: FileTable,
  target: SeenTarget,
  fact: Imported,
  used: NamesUsed,
): readonly number[] {
  const { language } = file.outline;
  if (!linker.tables.hasPackage(target.path)) {
    // A static import of a class member depends on the class.
    const outer = file.rules?.outer?.(target);
    return outer ? filesOfPackage(linker, file, outer.target, { ...fact, name: outer.name }, used) : [];
  }
  if (fact.kind === "all" && fact.name === undefined) return used.bare(target);
  const names = fact.name === undefined ? used.qualified(target) : [fact.name];
  const files = new Set<number>();
  for (const name of names)
    for (const entity of ofOwnModule(linker, file, linker.exported(target, language, name) ?? unresolved)
      .entities)
      if (entity.kind === "definition" || entity.kind === "instance")
        files.add(linker.tables.fileOf(entity.id).index);
  return [...files];
}

interface NamesUsed {
  /** `A` of each `pkg.A` in the file's code and types, where `pkg` is a local name of that package. */
  qualified(target: SeenTarget): Iterable<string>;
  /** The files of a package under a wildcard import (`using A;`, `import a.*`) whose names are used unqualified. */
  bare(target: SeenTarget): readonly number[];
}

/** Lazy: the file is scanned once for all of its imports, and only if one needs it. */
function namesUsed(linker: Linker, file: FileTable): NamesUsed {
  let byPackage: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  let files: ReadonlyMap<string, ReadonlySet<number>> | undefined;
  return {
    qualified: ({ path }) => {
      byPackage ??= namesByPackage(linker, file);
      return byPackage.get(path) ?? [];
    },
    bare: ({ path }) => {
      files ??= filesByPackage(linker, file);
      return [...(files.get(path) ?? [])];
    },
  };
}

/** In the languages with wildcard imports, types are capitalised. */
const bareName = /(?<![\w$.\x80-\uffff])\p{Lu}[\w$\x80-\uffff]*/gu;

/** By package path: the files that declare the unqualified names used here. */
function filesByPackage(linker: Linker, file: FileTable): ReadonlyMap<string, ReadonlySet<number>> {
  const names = new Set<string>();
  for (const text of mentions(file.outline)) for (const [name] of text.matchAll(bareName)) names.add(name);
  const byPackage = new Map<string, Set<number>>();
  for (const name of names)
    for (const entity of linker.name(file, 0, name)?.entities ?? []) {
      if (entity.kind !== "definition") continue;
      const declaring = linker.tables.fileOf(entity.id);
      if (declaring.package === undefined) continue;
      const files = byPackage.get(declaring.package) ?? new Set();
      byPackage.set(declaring.package, files.add(declaring.index));
    }
  return byPackage;
}

/** By package path: the names used behind its local name. */
function namesByPackage(linker: Linker, file: FileTable): ReadonlyMap<string, ReadonlySet<string>> {
  const byPackage = new Map<string, Set<string>>();
  /** By local name: the sets of its packages. */
  const byName = new Map<string, Set<string>[]>();
  for (const [as, { imports: facts = [] }] of file.names.all())
    for (const { from } of facts) {
      const path = linker.tables.resolve(file, from)?.path;
      if (path === undefined) continue;
      const names = byPackage.get(path) ?? new Set();
      byPackage.set(path, names);
      byName.set(as, [...(byName.get(as) ?? []), names]);
    }
  for (const text of mentions(file.outline))
    if (text.includes("."))
      for (const [, head, name] of text.matchAll(memberOfName))
        for (const names of byName.get(head!) ?? []) names.add(name!);
  return byPackage;
}

/** `a.b` at the start of a chain. */
const memberOfName = /(?<![\w$.\x80-\uffff])([\w$\x80-\uffff]+)\.([\w$\x80-\uffff]+)/g;

function* mentions(outline: Outline): Iterable<string> {
  for (const { chain } of outline.references) yield chain;
  for (const { type, value } of outline.bindings) {
    if (type !== undefined) yield type;
    if (value !== undefined) yield value;
  }
  for (const { bases, interfaces, returns, alias } of outline.definitions) {
    yield* bases ?? [];
    yield* interfaces ?? [];
    if (returns !== undefined) yield returns;
    if (alias !== undefined) yield alias;
  }
}
