/**
 * What a file says of classes outside of them, block by block: `impl Foo {}`, `impl Trait for Foo {}`, `void Foo::bar() {}`.
 * Which classes these are is asked once and kept with the graph, by file, so that not every push asks it of all files.
 */
import type { Found } from "../entities.ts";
import { targetOf } from "../files/expando-members.ts";
import type { FileTable } from "../files/file-table.ts";
import { factNumber } from "../memory/fact-numbers.ts";
import { pathOf } from "../notation/chain-steps.ts";
import type { Chain, Definition, Outline } from "../outline.ts";

export interface Block {
  readonly scope: number;
  /** What it speaks of. */
  readonly of: Chain;
  /** Indices of its definitions. */
  readonly members: readonly number[];
  /** What it says that those build on. */
  readonly bases: readonly Chain[];
  /** Where it says so: the functions in its scope by name, and the type as written that they say they are for. */
  readonly methods: ReadonlyMap<string, number>;
  readonly type: string | undefined;
}

const knownBlocks = new WeakMap<Outline, readonly Block[]>();

/** In the order of the source; what is said of one chain in one scope is one block. */
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

/** What of a linker follows chains. */
interface Follower {
  chain(file: FileTable, scope: number, chain: Chain): Found;
  readonly tables: { definition(id: number): Definition; fileOf(id: number): FileTable };
}

/** Names for names are followed so far. */
const maxNames = 4;

/** The classes that a chain names, where it stands for classes or aliases of them: in Rust what these are names for. */
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

/** Which classes the blocks of a file speak of, and from which facts that was made. */
export interface Subjects {
  /** Block by block: how many classes it is for, these as definition numbers, how many bases it says, and for each of them how many traits that is, and these. */
  readonly rows: Int32Array;
  readonly consulted: Uint32Array;
}

/** What `rows` say of one block. */
export interface Subject {
  readonly heirs: Int32Array;
  /** By base; only of a block for types that are not the repository's, or for all. */
  readonly traits: readonly Int32Array[];
}

/** Asks what the blocks of a file speak of: the rows of its subjects. */
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

/** A reference to any type is asked of that type, as a rule. */
function isForOthers(file: FileTable, { scope, of, type }: Block, heirs: readonly number[]): boolean {
  if (!file.rules?.separateFieldNames) return false;
  return isOpen(file, scope, of) ? !type?.startsWith("&") : heirs.length === 0;
}

/** Whether a block is for a parameter of it: for all types. */
export const isOpen = (file: FileTable, scope: number, of: Chain): boolean =>
  file.names.get(of, scope)?.bindings !== undefined;

/** Undefined where the numbers are no such rows. */
export function subjectsIn(rows: Int32Array): readonly Subject[] | undefined {
  const subjects: Subject[] = [];
  let at = 0;
  /** How much comes next; where that cannot be, the place is no number any more. */
  const count = (): number => {
    const said = rows[at++] ?? -1;
    if (said < 0 || said > rows.length - at) at = Number.NaN;
    return Number.isNaN(at) ? 0 : said;
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

/** The how many-th definition of its name each is in its scope, which is the same while what that says of the name is. */
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

/** Begins the numbers of the facts what is said of a class elsewhere. */
export function seedOfClass(file: FileTable, index: number): number {
  const { name, scope } = file.outline.definitions[index]!;
  return factNumber(file.seeds[scope]!, `impl ${ordinalsOf(file)[index]} ${name}`);
}

/** Names of what is said of a class that is no member. */
export const basesOfClass = " bases";
export const blocksOfTrait = " blocks";
