/** Which files a file depends on by what it imports. */
import type { EdgeCollector } from "./edges.ts";
import type { FileTable } from "./file-table.ts";
import type { Linker } from "./linker.ts";
import type { Nodes } from "./nodes.ts";
import type { Outline } from "./outline.ts";
import type { ModuleTarget } from "./project.ts";

interface Imported {
  readonly from: string;
  readonly line: number;
  readonly name?: string | undefined;
}

export function addImports(linker: Linker, nodes: Nodes, edges: EdgeCollector, file: FileTable): void {
  const from = nodes.ofFile[file.index]!;
  const add = (fact: Imported): void => {
    for (const target of filesImported(linker, file, fact))
      if (target !== file.index) edges.add(from, nodes.ofFile[target]!, "Import", "exact", fact.line);
  };
  file.outline.imports.forEach(add);
  for (const { from: module, line, imported } of file.outline.exports)
    if (module !== undefined) add({ from: module, line, name: imported });
}

/** Places of files. `from package import module` depends on the module rather than on the package. */
function filesImported(linker: Linker, file: FileTable, fact: Imported): readonly number[] {
  const target = linker.tables.resolve(file, fact.from);
  if (!target) return [];
  if (target.kind === "package") return filesOfPackage(linker, file, target, fact);
  const { questions } = linker.tables;
  const inner =
    fact.name === undefined ? undefined : questions.member(target, file.outline.language, fact.name);
  const found = inner?.kind === "file" ? inner : target;
  const index = found.kind === "file" ? linker.tables.indexOf(found.path) : undefined;
  return index === undefined ? [] : [index];
}

/** Of a package of several files those that declare what is used of it. */
function filesOfPackage(
  linker: Linker,
  file: FileTable,
  target: ModuleTarget,
  fact: Imported,
): readonly number[] {
  const { language } = file.outline;
  if (!linker.tables.hasPackage(target.path)) {
    // What is imported is a member of a class: the file depends on that class.
    const outer = file.rules?.outer?.(target);
    return outer ? filesOfPackage(linker, file, outer.target, { ...fact, name: outer.name }) : [];
  }
  const names = fact.name === undefined ? namesUsedOf(linker, file, target) : [fact.name];
  const files = new Set<number>();
  for (const name of names)
    for (const entity of linker.exported(target, language, name)?.entities ?? [])
      if (entity.kind === "definition" || entity.kind === "instance")
        files.add(linker.tables.fileOf(entity.id).index);
  return [...files];
}

/** `A` for each `pkg.A` in the file's code and types, where `pkg` is a name of that package here. */
function namesUsedOf(linker: Linker, file: FileTable, target: ModuleTarget): Iterable<string> {
  const { outline } = file;
  const names = new Set<string>();
  for (const [as, { imports: facts }] of file.names.all()) {
    if (!facts?.some((fact) => linker.tables.resolve(file, fact.from)?.path === target.path)) continue;
    const used = new RegExp(`(?<![\\w$.])${as.replaceAll("$", "\\$")}\\.([\\w$]+)`, "g");
    for (const text of mentions(outline)) for (const match of text.matchAll(used)) names.add(match[1]!);
  }
  return names;
}

function* mentions(outline: Outline): Iterable<string> {
  for (const { chain } of outline.references) yield chain;
  for (const { type, value } of outline.bindings) {
    if (type !== undefined) yield type;
    if (value !== undefined) yield value;
  }
  for (const { bases, returns, alias } of outline.definitions) {
    yield* bases ?? [];
    if (returns !== undefined) yield returns;
    if (alias !== undefined) yield alias;
  }
}
