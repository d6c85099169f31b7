import { baseName } from "../../source/paths.ts";
import type { NodeColumns, NodeDraft } from "../columns/node-columns.ts";
import { drawColumns, type FreshFile, type KeptNodes } from "../columns/node-runs.ts";
import { targetOf } from "../files/expando-members.ts";
import type { FileTable } from "../files/file-table.ts";
import type { NodeKind, Visibility } from "../graph.ts";
import type { Linker } from "../linker.ts";
import type { Memory } from "../memory/memory.ts";
import { classesNamed } from "../open-types/open-types.ts";
import type { Definition } from "../outline.ts";
import { isTestPath } from "../tests/test-names.ts";
import { createVisibility } from "./visibility.ts";

/** Nodes of the graph, and the mapping from definitions to them. */
export interface Nodes {
  readonly length: number;
  /** Modules in file order, each followed by its definitions in source order. */
  readonly columns: NodeColumns;
  /** By node: the index of its definition in its file; -1 for modules. */
  readonly definitions: Int32Array;
  /** By definition id: its node; -1 for objects and namespaces, which are no nodes. */
  readonly ofDefinition: Int32Array;
  /** By file: the node of its module; at the end, the number of nodes. */
  readonly ofFile: Int32Array;
  /** By earlier node: its number today, -1 where it is gone; undefined after a full link. */
  readonly renumbered: Int32Array | undefined;
  /** Facts outside of the file that its nodes depend on. */
  consulted(file: number): Uint32Array;
  /** The class of a method that is defined outside of it. */
  home(file: FileTable, index: number): number | undefined;
  /** The innermost node that contains a scope; at least the module. */
  holder(file: FileTable, scope: number): number;
}

/** The node of a definition, if it has one. */
export const nodeOf = ({ ofDefinition }: Nodes, id: number): readonly number[] =>
  ofDefinition[id]! < 0 ? noNodes : [ofDefinition[id]!];

export const noNodes: readonly number[] = [];

export function createNodes(linker: Linker, memory: Memory, kept: KeptNodes | undefined): Nodes {
  const { tables } = linker;
  const draft: Draft = {
    files: [],
    length: 0,
    ofDefinition: new Int32Array(tables.definitionCount).fill(-1),
    homes: new Map(),
  };
  const { ofDefinition } = draft;
  const ofFile = new Int32Array(tables.heads.length + 1);
  const consulted = new Map<number, Uint32Array>();
  for (let index = 0; index < tables.heads.length; index++) {
    ofFile[index] = draft.length;
    memory.begin();
    if (kept?.isKept(index)) keep(draft, tables.firstOf(index), kept, index);
    else addNodes(draft, linker, tables.file(index));
    consulted.set(index, memory.consulted());
  }
  ofFile[tables.heads.length] = draft.length;
  finish(draft);
  const drawn = drawColumns(draft.files, ofFile, kept);
  return {
    ...{ length: draft.length, columns: drawn.columns, renumbered: drawn.renumbered },
    definitions: definitionsOf(draft, ofFile, kept),
    consulted: (file) => consulted.get(file)!,
    home: (file, index) => {
      const home = draft.homes.get(file.base + index);
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

interface Draft {
  /** The files that are not kept, with `index` among all files. */
  readonly files: FreshFile[];
  /** The number of nodes so far. */
  length: number;
  readonly ofDefinition: Int32Array;
  /** By node: the class of a method that is defined outside of it. */
  readonly homes: Map<number, number>;
}

function keep(draft: Draft, base: number, kept: KeptNodes, file: number): void {
  const { columns, definitions } = kept;
  const place = kept.placeBefore[file]!;
  for (let node = columns.firstNode[place]!; node < columns.firstNode[place + 1]!; node++) {
    const definition = definitions[node]!;
    if (definition >= 0) draft.ofDefinition[base + definition] = draft.length;
    draft.length++;
  }
}

function definitionsOf({ files, length }: Draft, ofFile: Int32Array, kept: KeptNodes | undefined) {
  const all = new Int32Array(length);
  for (const { index, definitions } of files) all.set(definitions, ofFile[index]!);
  if (!kept) return all;
  const { firstNode } = kept.columns;
  for (let file = 0; file + 1 < ofFile.length; file++) {
    if (!kept.isKept(file)) continue;
    const place = kept.placeBefore[file]!;
    all.set(kept.definitions.subarray(firstNode[place], firstNode[place + 1]), ofFile[file]!);
  }
  return all;
}

function addNodes(draft: Draft, linker: Linker, file: FileTable): void {
  const { ofDefinition, homes } = draft;
  const { path } = file.outline;
  const fresh: FreshFile = {
    ...{ index: file.index, path, first: draft.length },
    nodes: [moduleNode(file)],
    definitions: [-1],
  };
  draft.files.push(fresh);
  const names: string[] = [];
  const taken = new Map<string, number>();
  const visibility = createVisibility(file);
  const isTest = testsIn(file);
  file.outline.definitions.forEach((definition, index) => {
    const id = file.base + index;
    const home =
      definition.on !== undefined && (file.rules?.openTypes || file.rules?.methodsAcrossFiles)
        ? classesNamed(linker, file, definition.scope, targetOf(definition.on))[0]
        : undefined;
    if (home !== undefined) homes.set(id, home);
    names[index] = qualifiedName(file, definition, names);
    if (definition.kind !== "class" && definition.kind !== "function") return;
    if (file.superseded.has(index)) return;
    if (definition.bodiless && linker.bodies(id)[0] !== id) return;
    // An out-of-line definition has the visibility of its last declaration.
    const declared = linker.declarations(id).at(-1);
    const owner = holderOf(file, definition.scope, ofDefinition);
    ofDefinition[id] = fresh.first + fresh.nodes.length;
    fresh.definitions.push(index);
    fresh.nodes.push({
      tail: unique(names[index]!, taken),
      kind: home === undefined || definition.kind === "class" ? kindOf(file, definition) : "Method",
      name: nameOf(file, definition),
      qualifiedName: names[index]!,
      startLine: definition.startLine,
      endLine: definition.endLine,
      signature: definition.signature,
      doc: definition.doc,
      owner,
      test: isTest(index),
      visibility: declared === undefined ? visibility(definition) : visibilityOf(linker, declared),
      decorators: definition.decorators ?? noDecorators,
    });
  });
  draft.length += fresh.nodes.length;
}

/** Parents of out-of-line methods, whose class may come later. */
function finish({ files, ofDefinition, homes }: Draft): void {
  let at = 0;
  // In ascending order, as the files are.
  for (const [id, home] of homes) {
    const number = ofDefinition[id]!;
    if (number < 0) continue;
    while (at + 1 < files.length && files[at + 1]!.first <= number) at++;
    const { first, nodes } = files[at]!;
    const known = nodes[number - first];
    if (known) nodes[number - first] = { ...known, owner: ofDefinition[home]! };
  }
}

function visibilityOf({ tables }: Linker, id: number): Visibility {
  return createVisibility(tables.fileOf(id))(tables.definition(id));
}

function moduleNode({ outline }: FileTable): NodeDraft {
  return {
    tail: "",
    kind: "Module",
    name: baseName(outline.path),
    qualifiedName: "",
    startLine: 1,
    endLine: Math.max(1, outline.lineCount),
    signature: outline.path,
    doc: outline.doc || undefined,
    owner: -1,
    test: isTestPath(outline.path),
    visibility: "public",
    decorators: noDecorators,
  };
}

/** Which definitions are tests: all of a test file, else those marked as tests, with what they contain. */
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

function holderOf(file: FileTable, scope: number, ofDefinition: Int32Array): number {
  const { scopes } = file.outline;
  for (let at = scope; at > 0; at = scopes[at]!.parent) {
    const index = scopes[at]!.definition;
    if (index >= 0 && ofDefinition[file.base + index]! >= 0) return ofDefinition[file.base + index]!;
  }
  return -1;
}

/** The enclosing names and its own, joined; `Foo.prototype.bar = function` is `Foo.bar`. */
function qualifiedName(file: FileTable, definition: Definition, names: readonly string[]): string {
  const { scopes } = file.outline;
  let prefix = "";
  for (let at = definition.scope; at > 0 && prefix === ""; at = scopes[at]!.parent)
    if (scopes[at]!.definition >= 0) prefix = `${names[scopes[at]!.definition]}.`;
  const on = definition.on === undefined ? "" : `${definition.on.replace(/\.prototype$/, "")}.`;
  return `${prefix}${on}${nameOf(file, definition)}`;
}

/** `UserCard` of `UserCard.client.vue`. */
const nameOf = ({ outline }: FileTable, { name, ofFile }: Definition): string =>
  ofFile ? /^.[^.]*/s.exec(baseName(outline.path))![0] : name;

function kindOf(file: FileTable, definition: Definition): NodeKind {
  if (definition.kind === "class") return "Class";
  const outer = file.outline.definitions[file.outline.scopes[definition.scope]!.definition];
  if (outer?.kind === "class") return "Method";
  return definition.on?.endsWith(".prototype") ? "Method" : "Function";
}

/** Numbers duplicates (a setter after its getter, both branches of an `if`). */
function unique(tail: string, taken: Map<string, number>): string {
  let number = taken.get(tail) ?? 0;
  let name = tail;
  // A name may itself look like that: `f~2`.
  do name = ++number === 1 ? tail : `${tail}~${number}`;
  while (name !== tail && taken.has(name));
  taken.set(tail, number);
  if (name !== tail) taken.set(name, 1);
  return name;
}
