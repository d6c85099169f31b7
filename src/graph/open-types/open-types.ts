/**
 * Out-of-line members and bases, block by block: `impl Foo {}`, `impl Trait for Foo {}`, `void Foo::bar() {}`. The
 * classes that blocks are for are stored with the graph, by file, so that a push does not resolve them for all files
 * again.
 */
import type { Found } from "../entities.ts";
import { targetOf } from "../files/expando-members.ts";
import type { FileTable } from "../files/file-table.ts";
import { factNumber } from "../memory/fact-numbers.ts";
import { pathOf } from "../notation/chain-steps.ts";
import type { Chain, Definition, Outline } from "../outline.ts";

export interface Block {
  readonly scope: number;
  /** The type that it is for. */
  readonly of: Chain;
  /** Definition indices. */
  readonly members: readonly number[];
  /** Traits or bases that it adds. */
  readonly bases: readonly Chain[];
  /** In a block with bases: its functions by name; `type` is the type that it is for, as written. */
  readonly methods: ReadonlyMap<string, number>;
  readonly type: string | undefined;
}

const knownBlocks = new WeakMap<Outline, readonly Block[]>();

/** In source order; members of one chain in one scope make one block. */
export function blocksOf(outline: Outline): readonly Block[] {
  const blocks = knownBlocks.get(outline) ?? readBlocks(outline);
  knownBlocks.set(outline, blocks);
  return blocks;
}

const noMethods: Block["methods"] = new Map();

function readBlocks({ definitions, outOfLineBases = [] }: Outline): readonly Block[] {
  const scopes = new Map(outOfLineBases.map(({ scope }) => [scope, new Map<string, number>()]));
  const types = new Map<number, string>();
  const blocks = new Map<string, Block & { members: number[]; bases: Chain[] }>();
  const blockOf = (scope: number, of: Chain) => {
    const key = `${scope} ${of}`;
    let block = blocks.get(key);
    if (!block) {
      const methods = scopes.get(scope) ?? noMethods;
      block = { scope, of, members: [], bases: [], methods, type: types.get(scope) };
      blocks.set(key, block);
    }
    return block;
  };
  definitions.forEach(({ on, onType, kind, name, scope }, index) => {
    const methods = on !== undefined && kind === "function" ? scopes.get(scope) : undefined;
    methods?.set(name, index);
    if (methods && onType !== undefined) types.set(scope, onType);
  });
  definitions.forEach(({ on, scope }, index) => {
    if (on !== undefined) blockOf(scope, targetOf(on)).members.push(index);
  });
  for (const { scope, of, base } of outOfLineBases) blockOf(scope, of).bases.push(base);
  return [...blocks.values()];
}

/** The part of a linker that resolves chains. */
interface Follower {
  chain(file: FileTable, scope: number, chain: Chain): Found;
  readonly tables: { definition(id: number): Definition; fileOf(id: number): FileTable };
}

/** Limit of aliases of aliases. */
const maxNames = 4;

/** The classes that a chain names; in Rust, aliases are resolved. */
export function classesNamed(
  linker: Follower,
  file: FileTable,
  scope: number,
  chain: Chain,
  names = 0,
): readonly number[] {
  return linker.chain(file, scope, chain).entities.flatMap((one) => {
    if (one.kind !== "definition") return [];
    const { kind, alias, scope: home } = linker.tables.definition(one.id);
    if (kind !== "class") return [];
    const isName =
      alias !== undefined && file.rules?.separateFieldNames && names < maxNames && isPath.test(alias);
    const meant = isName
      ? classesNamed(
          linker,
          linker.tables.fileOf(one.id),
          home,
          pathOf(alias.replaceAll("::", ".")),
          names + 1,
        )
      : [];
    return meant.length > 0 ? meant : [one.id];
  });
}

const isPath = /^\w+(?:::\w+)*$/;

/** The classes that a file's blocks are for, and the facts that this depends on. */
export interface Subjects {
  /**
   * For each block: the number of its classes, these as definition ids, the number of its bases, and for each base
   * the number of its traits, and these.
   */
  readonly rows: Int32Array;
  readonly consulted: Uint32Array;
}

/** One block, decoded from `rows`. */
export interface Subject {
  readonly heirs: Int32Array;
  /** By base; only for a block on external types, or on all types. */
  readonly traits: readonly Int32Array[];
}

/** Resolves the subjects of a file's blocks, encoded as rows. */
export function askSubjects(linker: Follower, file: FileTable): Int32Array {
  const rows: number[] = [];
  for (const block of blocksOf(file.outline)) {
    const { scope, of, bases } = block;
    const heirs = classesNamed(linker, file, scope, of);
    rows.push(heirs.length, ...heirs, bases.length);
    const areTraits = bases.length > 0 && isForOthers(file, block, heirs);
    for (const base of bases) {
      const traits = areTraits ? classesNamed(linker, file, scope, base) : [];
      rows.push(traits.length, ...traits);
    }
  }
  return Int32Array.from(rows);
}

/** A block on external types, or on all types. Not `impl<T> Trait for &T`, which the look-up on `T` mostly finds. */
function isForOthers(file: FileTable, { scope, of, type }: Block, heirs: readonly number[]): boolean {
  if (!file.rules?.separateFieldNames) return false;
  return isOpen(file, scope, of) ? !type?.startsWith("&") : heirs.length === 0;
}

/** Whether a block is for its own type parameter, and so for all types: `impl<T> Trait for T`. */
export const isOpen = (file: FileTable, scope: number, of: Chain): boolean =>
  file.names.get(of, scope)?.bindings !== undefined;

/** Decodes rows; undefined where they are malformed. */
export function subjectsIn(rows: Int32Array): readonly Subject[] | undefined {
  const subjects: Subject[] = [];
  let at = 0;
  /** Reads a length; an impossible one makes `at` NaN. */
  const count = (): number => {
    const listLength = rows[at++] ?? -1;
    if (listLength < 0 || listLength > rows.length - at) at = Number.NaN;
    return Number.isNaN(at) ? 0 : listLength;
  };
  const list = (): Int32Array => {
    const length = count();
    at += length;
    return rows.subarray(at - length, at);
  };
  while (at < rows.length) {
    const heirs = list();
    const traits: Int32Array[] = [];
    for (let left = count(); left > 0; left--) traits.push(list());
    subjects.push({ heirs, traits });
  }
  return at === rows.length ? subjects : undefined;
}

const knownOrdinals = new WeakMap<Outline, Int32Array>();

/** By definition: its number among those of its name and scope, which is stable while these are unchanged. */
export function ordinalsOf({ outline, seeds }: FileTable): Int32Array {
  let ordinals = knownOrdinals.get(outline);
  if (!ordinals) {
    const counts = new Map<string, number>();
    ordinals = Int32Array.from(outline.definitions, ({ name, scope }) => {
      const key = `${seeds[scope]} ${name}`;
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      return count;
    });
    knownOrdinals.set(outline, ordinals);
  }
  return ordinals;
}

/** Seed of the facts about out-of-line parts of a class. */
export function seedOfClass(file: FileTable, index: number): number {
  const { name, scope } = file.outline.definitions[index]!;
  return factNumber(file.seeds[scope]!, `impl ${ordinalsOf(file)[index]} ${name}`);
}

/** Names of facts about a class that are not about a member. */
export const basesOfClass = " bases";
export const blocksOfTrait = " blocks";
