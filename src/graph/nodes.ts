import { classesNamed, plainOn } from "./elsewhere.ts";
import type { CodeNode, NodeKind, Visibility } from "./graph.ts";
import type { Linker } from "./linker.ts";
import type { Definition } from "./outline.ts";
import type { FileTable, Tables } from "./tables.ts";
import { isTestPath } from "./test-names.ts";
import { createVisibility } from "./visibility.ts";

/** The nodes of every file, and how definitions find theirs. */
export interface Nodes {
  /** Modules in the order of the files, each followed by its definitions in the order of the source. */
  readonly list: readonly CodeNode[];
  /** Definition number to index into `list`; -1 for objects and namespaces, which are no nodes. */
  readonly ofDefinition: Int32Array;
  /** Index into `list` of each file's module. */
  readonly ofFile: Int32Array;
  /** The class of a method that stands outside of it. */
  home(file: FileTable, index: number): number | undefined;
  /** The node in which code of a scope stands: the innermost definition that is one, else the module. */
  holder(file: FileTable, scope: number): number;
}

export function createNodes(tables: Tables, linker: Linker): Nodes {
  const list: CodeNode[] = [];
  const ofDefinition = new Int32Array(tables.definitionCount).fill(-1);
  const ofFile = new Int32Array(tables.files.length);
  const taken = new Set<string>();
  const homes = new Map<number, number>();
  const declared = new Map<number, Visibility>();
  const decorators = createDecorators();
  tables.files.forEach((file) => {
    ofFile[file.index] = list.length;
    list.push(moduleNode(file));
    const names: string[] = [];
    const visibility = createVisibility(file);
    const isTest = testsIn(file);
    file.outline.definitions.forEach((definition, index) => {
      const open = file.rules?.openTypes && definition.on !== undefined;
      const home = open
        ? classesNamed(linker, file, definition.scope, plainOn(definition.on!))[0]
        : undefined;
      if (home !== undefined) homes.set(file.base + index, home);
      names[index] = qualifiedName(file, definition, names);
      if (definition.kind !== "class" && definition.kind !== "function") return;
      if (file.superseded.has(index)) return;
      const body = definition.bodiless ? linker.bodies(file.base + index)[0]! : file.base + index;
      if (body !== file.base + index) {
        declared.set(body, visibility(definition));
        return;
      }
      const path = file.outline.path;
      const owner = holderOf(file, definition.scope, ofDefinition);
      ofDefinition[file.base + index] = list.length;
      list.push({
        id: unique(`${path}#${names[index]}`, taken),
        kind: home === undefined || definition.kind === "class" ? kindOf(file, definition) : "Method",
        name: definition.name,
        qualifiedName: names[index]!,
        path,
        startLine: definition.startLine,
        endLine: definition.endLine,
        signature: definition.signature,
        doc: definition.doc,
        owner: owner < 0 ? undefined : list[owner]!.id,
        test: isTest(index),
        visibility: visibility(definition),
        decorators: decorators(definition.decorators),
      });
    });
  });
  // The class of a method that stands elsewhere may come after it.
  for (const [id, home] of homes) {
    const number = ofDefinition[id]!;
    if (number >= 0) list[number] = { ...list[number]!, owner: list[ofDefinition[home]!]?.id };
  }
  // Who may use a function whose body stands elsewhere is said where it is declared.
  for (const [id, visibility] of declared) {
    const number = ofDefinition[id]!;
    if (number >= 0) list[number] = { ...list[number]!, visibility };
  }
  return {
    list,
    home: (file, index) => {
      const home = homes.get(file.base + index);
      return home === undefined ? undefined : ofDefinition[home]!;
    },
    ofDefinition,
    ofFile,
    holder: (file, scope) => {
      const holder = holderOf(file, scope, ofDefinition);
      return holder < 0 ? ofFile[file.index]! : holder;
    },
  };
}

function moduleNode({ outline }: FileTable): CodeNode {
  return {
    id: outline.path,
    kind: "Module",
    name: outline.path.slice(outline.path.lastIndexOf("/") + 1),
    qualifiedName: "",
    path: outline.path,
    startLine: 1,
    endLine: Math.max(1, outline.lineCount),
    signature: outline.path,
    doc: outline.doc || undefined,
    owner: undefined,
    test: isTestPath(outline.path),
    visibility: "public",
    decorators: noDecorators,
  };
}

/** Which definitions are tests: all of a test file, else those that are marked as one or stand in one that is. */
function testsIn({ outline, rules }: FileTable): (index: number) => boolean {
  if (isTestPath(outline.path)) return () => true;
  const mark = rules?.testMark;
  if (!mark) return () => false;
  const marked: boolean[] = [];
  outline.definitions.forEach(({ decorators, scope }, index) => {
    let at = scope;
    while (at > 0 && outline.scopes[at]!.definition < 0) at = outline.scopes[at]!.parent;
    const around = outline.scopes[at]!.definition;
    marked[index] = marked[around] === true || decorators?.some((one) => mark.test(one)) === true;
  });
  return (index) => marked[index]!;
}

const noDecorators: readonly string[] = [];

/** Gives one list for all definitions that are decorated alike: a repository has few kinds. */
function createDecorators(): (written: readonly string[] | undefined) => readonly string[] {
  const lists = new Map<string, readonly string[]>();
  return (written) => {
    if (!written) return noDecorators;
    const key = written.join("\n");
    const list = lists.get(key) ?? written;
    lists.set(key, list);
    return list;
  };
}

function holderOf(file: FileTable, scope: number, ofDefinition: Int32Array): number {
  const { scopes } = file.outline;
  for (let at = scope; at > 0; at = scopes[at]!.parent) {
    const index = scopes[at]!.definition;
    if (index >= 0 && ofDefinition[file.base + index]! >= 0) return ofDefinition[file.base + index]!;
  }
  return -1;
}

/** Names of what contains it, from the outside in; `Foo.prototype.bar = function` is `Foo.bar`. */
function qualifiedName(file: FileTable, definition: Definition, names: readonly string[]): string {
  const { scopes } = file.outline;
  let prefix = "";
  for (let at = definition.scope; at > 0 && prefix === ""; at = scopes[at]!.parent)
    if (scopes[at]!.definition >= 0) prefix = `${names[scopes[at]!.definition]}.`;
  const on = definition.on === undefined ? "" : `${definition.on.replace(/\.prototype$/, "")}.`;
  return `${prefix}${on}${definition.name}`;
}

function kindOf(file: FileTable, definition: Definition): NodeKind {
  if (definition.kind === "class") return "Class";
  const outer = file.outline.definitions[file.outline.scopes[definition.scope]!.definition];
  if (outer?.kind === "class") return "Method";
  return definition.on?.endsWith(".prototype") ? "Method" : "Function";
}

/** Two definitions of one name (a setter after its getter, both branches of an `if`) are told apart by number. */
function unique(id: string, taken: Set<string>): string {
  let name = id;
  for (let number = 2; taken.has(name); number++) name = `${id}~${number}`;
  taken.add(name);
  return name;
}
