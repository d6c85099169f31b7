/**
 * Trait methods on external types, `impl Ext for u32`, or on all types, `impl<T: Foo> Ext for T`. They are found by
 * name, where the trait is in scope, as Rust requires.
 */

import { type Entity, exactly, type Found, inferred, union } from "../entities.ts";
import { type FileTable, factOf } from "../files/file-table.ts";
import type { Linker, TraitBlock, TraitMethods } from "../linker.ts";
import type { Memory } from "../memory/memory.ts";
import { type ChainStep, calledName, lastName, pathMark } from "../notation/chain-steps.ts";
import { type Block, classesNamed, isOpen } from "./open-types.ts";
import { hasItself, isBuiltIn } from "./own-methods.ts";
import { isTrait, methodsOfTraits, traitFact } from "./trait-names.ts";

/** Limits of traits per name, and of blocks per trait. */
const maxTraits = 16;
const maxBlocks = 64;

export function createTraitMethods(linker: Linker, memory: Memory): TraitMethods {
  const { tables } = linker;
  const named = memory.store<string, readonly number[]>(() => []);
  const blocks = memory.store<number, readonly TraitBlock[]>(() => []);
  return {
    named: (name) =>
      named(name, () => {
        memory.touch(traitFact(name));
        const traits = tables.filesExtending(name).flatMap((file) => traitsWith(file, name));
        return [...new Set(traits)].filter(linker.outOfLine.isForOthers).slice(0, maxTraits);
      }),
    blocks: (trait) =>
      blocks(trait, () =>
        linker.outOfLine
          .blocksFor(trait)
          .slice(0, maxBlocks)
          .map(({ file, block }) => ({
            ...openness(linker, file, block),
            type: nameOf(block.type ?? block.of),
            path: pathIn(block.type ?? block.of),
            isReference: reference.test(block.type ?? ""),
            method: (name) => {
              memory.touch(factOf(file.seed, name));
              const index = block.methods.get(name);
              return index === undefined ? undefined : file.base + index;
            },
          })),
      ),
  };
}

/** Whether it is a blanket implementation, and its bounds: `impl<T: Draw> Ext for T`. */
function openness(
  linker: Linker,
  file: FileTable,
  { scope, of }: Block,
): Pick<TraitBlock, "isOpen" | "bounds"> {
  if (!isOpen(file, scope, of)) return { isOpen: false, bounds: [] };
  const { entities } = linker.chain(file, scope, of);
  return { isOpen: true, bounds: entities.flatMap((one) => (one.kind === "instance" ? [one.id] : [])) };
}

const traitsWith = ({ base, outline, rules }: FileTable, called: string): readonly number[] =>
  rules?.separateFieldNames
    ? methodsOfTraits(outline).flatMap(({ trait, name }) => (name === called ? [base + trait] : []))
    : [];

/** `*const`, `[]`, or the unqualified name; undefined for nameless types such as tuples. */
function nameOf(written: string): string | undefined {
  const type = written.replace(reference, "");
  if (type.startsWith("[")) return "[]";
  return /^\*\w+/.exec(type)?.[0] ?? /\w+$/.exec(type.replace(/<[\s\S]*/, ""))?.[0];
}

/** A path without type arguments. */
const pathIn = (written: string): string =>
  written
    .replace(reference, "")
    .replace(/<[\s\S]*/, "")
    .replaceAll("::", ".")
    .replaceAll(pathMark, "");

const reference = /^(?:&\s*(?:'\w+\s+)?(?:mut\s+)?)+/;

/**
 * The trait method that a call may mean; undefined without any, or where the type has an inherent method of that
 * name.
 * @param rest The chain before the name; left out where the trait is named, so that inherent methods do not matter.
 */
export function methodOfTrait(
  linker: Linker,
  file: FileTable,
  scope: number,
  receivers: Found,
  { name: called, rest }: { readonly name: string; readonly rest?: ChainStep | undefined },
): Found | undefined {
  const name = calledName(called);
  if (name === undefined) return undefined;
  const traits = linker.traitMethods.named(name);
  if (traits.length === 0) return undefined;
  const types = receivers.entities.flatMap((one) => typesOf(linker, one));
  const before = rest ? typeBefore(file, scope, rest) : [];
  types.push(...before);
  const ours = receivers.entities.filter((one) => isOfRepository(linker, one));
  // A blanket implementation is not meant by an external path, which may be a trait: `Service::call(self)`.
  const isPath = ours.length === 0 && before.some((path) => !isBuiltIn(path));
  if (rest && types.some((type) => hasItself(type, name))) return undefined;
  const on = ours.flatMap((one) => (isFunction(linker, one) ? [] : [one.id]))[0];
  const found: Found[] = [];
  for (const trait of traits) {
    const all = linker.traitMethods.blocks(trait);
    const asked = isPath ? all.filter(({ isOpen }) => !isOpen) : all;
    const blocks = blocksFor(asked, ours, types, name, linker);
    if (blocks.length === 0 || !isInScope(linker, file, scope, trait)) continue;
    for (const block of blocks.length > 1 && rest ? ofHolder(linker, file, scope, rest, blocks) : blocks) {
      const id = methodOf(linker, trait, block, name);
      if (id === undefined) continue;
      found.push(exactly({ kind: "definition", id, ...(on === undefined ? {} : { on }) }));
    }
  }
  return found.length === 0 ? undefined : inferred(union(found));
}

/** Whether a trait is in scope, even anonymously: `use Ext as _`. */
export const isInScope = (linker: Linker, file: FileTable, scope: number, trait: number): boolean =>
  [linker.tables.definition(trait).name, "_"].some((name) =>
    classesNamed(linker, file, scope, name).includes(trait),
  );

/** The implementation in a block, else the trait's default method. */
function methodOf(linker: Linker, trait: number, block: TraitBlock, name: string): number | undefined {
  const own = block.method(name);
  if (own !== undefined) return own;
  const declared = linker.declared(trait, name)?.entities[0];
  return declared?.kind === "definition" ? declared.id : undefined;
}

/**
 * The implementations for the type, else the blanket one, else those for `Result` and `Option`, which may be around
 * the value. Inherent methods come first, and of most types nothing is known but that they are external.
 */
function blocksFor(
  blocks: readonly TraitBlock[],
  ours: readonly Known[],
  types: readonly string[],
  name: string,
  linker: Linker,
): readonly TraitBlock[] {
  const isFor = ({ type, isOpen }: TraitBlock, names: readonly string[]): boolean =>
    !isOpen && type !== undefined && names.includes(type) && !(type === "[]" && usual.has(name));
  const names = types.map(lastName);
  const own = blocks.filter((block) => isFor(block, names));
  const dereferenced = names.flatMap((one) => referred[one] ?? []);
  const ofType = own.length > 0 ? own : blocks.filter((block) => isFor(block, dereferenced));
  // References are not told apart from values.
  const values = ofType.filter(({ isReference }) => !isReference);
  const first = values[0] ?? ofType[0];
  const others = values.filter(({ path }) => path !== first!.path);
  if (others.length > 0) return ofPath(values, types);
  if (first) return [first];
  const open = blocks.find(({ isOpen }) => isOpen);
  if (open && ours.some((one) => hasBounds(linker, one, open))) return [open];
  if (open && ours.length === 0 && !usual.has(name) && blocks.length === 1) return [open];
  // `Result` and `Option` are read as their content.
  return usual.has(name)
    ? []
    : blocks.filter(({ type, isOpen }) => !isOpen && (type === "Result" || type === "Option"));
}

/** What library types dereference to (`Deref`). */
const referred: Readonly<Record<string, string>> = {
  CString: "CStr",
  OsString: "OsStr",
  PathBuf: "Path",
  String: "str",
};

/** Of implementations for several types of one name, those for the written path, if any: `std::time::Duration`. */
function ofPath(blocks: readonly TraitBlock[], types: readonly string[]): readonly TraitBlock[] {
  const meant = blocks.filter(({ path }) => types.includes(path));
  return meant.length > 0 ? meant : blocks;
}

type Known = Extract<Entity, { kind: "instance" | "definition" }>;

/** Objects and types of the repository, and functions, which have trait methods alone. */
function isOfRepository(linker: Linker, one: Entity): one is Known {
  if (one.kind !== "definition") return one.kind === "instance";
  const { kind, signature } = linker.tables.definition(one.id);
  return kind === "function" || (kind === "class" && !isTrait(signature));
}

const isFunction = (linker: Linker, one: Known): boolean =>
  linker.tables.definition(one.id).kind === "function";

/** Whether a type satisfies the bounds; unknown, so accepted, for aliases and functions. */
const hasBounds = (linker: Linker, one: Known, { bounds }: TraitBlock): boolean =>
  isFunction(linker, one) ||
  linker.tables.definition(one.id).alias !== undefined ||
  bounds.every((trait) => linker.ancestors(one.id).ids.includes(trait));

/** The external type names of an entity; of an alias, that of the aliased type. */
function typesOf(linker: Linker, one: Entity): readonly string[] {
  if (one.kind === "external") return one.name === undefined ? [] : [one.name];
  if (one.kind === "collection") return one.name === undefined ? ["[]"] : ["[]", one.name];
  const { alias } = one.kind === "instance" ? linker.tables.definition(one.id) : {};
  return alias === undefined ? [] : [nameOf(alias) ?? ""];
}

/** The type of a path, `u64` of `u64::smallest()`, by its full path where it is imported. */
function typeBefore(file: FileTable, scope: number, { kind, text }: ChainStep): readonly string[] {
  if (kind !== "head" && kind !== "member") return [];
  const path = text.replaceAll(pathMark, "");
  if (kind === "head" && isBuiltIn(path)) return [path];
  if (!/^\p{Lu}/u.test(lastName(path))) return [];
  return [kind === "head" ? importedPath(file, scope, path) : path];
}

function importedPath(file: FileTable, start: number, name: string): string {
  const { scopes } = file.outline;
  for (let scope = start; scope >= 0; scope = scopes[scope]!.parent) {
    const [fact] = file.lookup(name, scope)?.imports ?? [];
    if (fact?.kind === "name") return `${fact.from.replaceAll("::", ".")}.${fact.name}`;
  }
  return name;
}

/** Of implementations for `Result` and `Option`, the one for the return type of the call before. */
function ofHolder(
  linker: Linker,
  file: FileTable,
  scope: number,
  { kind, rest }: ChainStep,
  blocks: readonly TraitBlock[],
): readonly TraitBlock[] {
  if (kind !== "call") return blocks;
  const holders = linker.called(file, scope, rest!.text).entities.map((one) => {
    const returns = one.kind === "definition" ? linker.tables.definition(one.id).returns : undefined;
    return /^(?:\w+::)*(Result|Option)\b/.exec(returns ?? "")?.[1];
  });
  const meant = blocks.filter(({ type }) => holders.length > 0 && holders.every((one) => one === type));
  return meant.length > 0 ? meant : blocks;
}

/** Common inherent methods of the standard library. */
const usual = new Set(
  (
    "all and_then any as_bytes as_mut as_ref as_slice as_str borrow bytes chars chunks clear clone cloned cmp collect concat contains copied count " +
    "dedup drain entry enumerate eq extend filter find first flatten fold for_each get get_mut insert into into_iter intersperse is_empty iter iter_mut join keys last len " +
    "lines map max max_by max_by_key min min_by min_by_key next next_chunk nth parse partition peek pop position product push push_str read remove repeat replace retain rev " +
    "reverse send set skip sort sorted split step_by sum swap take to_owned to_string trim try_from try_into unwrap update values windows write zip"
  ).split(" "),
);
