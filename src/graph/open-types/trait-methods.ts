/**
 * Methods of traits on types that the repository does not define, `impl Ext for u32`, or on all types, `impl<T: Foo>
 * Ext for T`: found by their name, where the trait is in scope, for without that nobody can call them.
 */

import { type Entity, exactly, type Found, inferred, union } from "../entities.ts";
import { type FileTable, factOf } from "../files/file-table.ts";
import type { Linker, TraitBlock, TraitMethods } from "../linker.ts";
import type { Memory } from "../memory/memory.ts";
import { type ChainStep, calledName, lastName, pathMark } from "../notation/chain-steps.ts";
import { type Block, classesNamed, isOpen } from "./open-types.ts";
import { hasItself, isBuiltIn } from "./own-methods.ts";
import { methodsOfTraits, traitFact } from "./trait-names.ts";

/** Of one name more traits are not asked, and of one trait more blocks. */
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

/** Whether a block is for any type, and what that has to have: `impl<T: Draw> Ext for T`. */
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

/** `*const`, `[]`, or the last name; undefined of what has none, such as a tuple. */
function nameOf(written: string): string | undefined {
  const type = written.replace(reference, "");
  if (type.startsWith("[")) return "[]";
  return /^\*\w+/.exec(type)?.[0] ?? /\w+$/.exec(type.replace(/<[\s\S]*/, ""))?.[0];
}

/** The whole of a path without what it is given. */
const pathIn = (written: string): string =>
  written
    .replace(reference, "")
    .replace(/<[\s\S]*/, "")
    .replaceAll("::", ".")
    .replaceAll(pathMark, "");

const reference = /^(?:&\s*(?:'\w+\s+)?(?:mut\s+)?)+/;

/**
 * What a call on these means where nothing better is known; undefined without any, or where their type has it itself.
 * @param rest What stands before the name; left out where the trait is named: then it does not count what types have.
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
  // What is written for all types is not meant by a path from elsewhere, which may be one of a trait: `Service::call(self)`.
  const isPath = before.some((path) => !isBuiltIn(path));
  if (rest && types.some((type) => hasItself(type, name))) return undefined;
  const on = receivers.entities.flatMap((one) => (one.kind === "instance" ? [one.id] : []))[0];
  const found: Found[] = [];
  for (const trait of traits) {
    const all = linker.traitMethods.blocks(trait);
    const asked = isPath ? all.filter(({ isOpen }) => !isOpen) : all;
    const blocks = blocksFor(asked, receivers.entities, types, name, linker);
    if (blocks.length === 0 || !isInScope(linker, file, scope, trait)) continue;
    for (const block of blocks.length > 1 && rest ? ofHolder(linker, file, scope, rest, blocks) : blocks) {
      const id = methodOf(linker, trait, block, name);
      if (id === undefined) continue;
      found.push(exactly({ kind: "definition", id, ...(on === undefined ? {} : { on }) }));
    }
  }
  return found.length === 0 ? undefined : inferred(union(found));
}

/** Whether a trait is known somewhere, also without a name: `use Ext as _`. */
export const isInScope = (linker: Linker, file: FileTable, scope: number, trait: number): boolean =>
  [linker.tables.definition(trait).name, "_"].some((name) =>
    classesNamed(linker, file, scope, name).includes(trait),
  );

/** The method of a block, else the trait's own. */
function methodOf(linker: Linker, trait: number, block: TraitBlock, name: string): number | undefined {
  const own = block.method(name);
  if (own !== undefined) return own;
  const declared = linker.declared(trait, name)?.entities[0];
  return declared?.kind === "definition" ? declared.id : undefined;
}

/**
 * The block for the type, else the block for all types, else those for what may be around it. What a type has itself
 * comes first, and of most types nothing is known but that they are not the repository's.
 */
function blocksFor(
  blocks: readonly TraitBlock[],
  receivers: readonly Entity[],
  types: readonly string[],
  name: string,
  linker: Linker,
): readonly TraitBlock[] {
  const isFor = ({ type, isOpen }: TraitBlock, names: readonly string[]): boolean =>
    !isOpen && type !== undefined && names.includes(type) && !(type === "[]" && usual.has(name));
  const names = types.map(lastName);
  const own = blocks.filter((block) => isFor(block, names));
  const behind = names.flatMap((one) => referred[one] ?? []);
  const ofType = own.length > 0 ? own : blocks.filter((block) => isFor(block, behind));
  // What is referred to is not told apart from the reference.
  const values = ofType.filter(({ isReference }) => !isReference);
  const first = values[0] ?? ofType[0];
  const others = values.filter(({ path }) => path !== first!.path);
  if (others.length > 0) return ofPath(values, types);
  if (first) return [first];
  // A function has no methods but those of traits.
  const ours = receivers.filter(
    (one) =>
      one.kind === "instance" ||
      (one.kind === "definition" && linker.tables.definition(one.id).kind === "function"),
  );
  const open = blocks.find(({ isOpen }) => isOpen);
  if (open && ours.some((one) => hasBounds(linker, one, open))) return [open];
  if (open && ours.length === 0 && !usual.has(name) && blocks.length === 1) return [open];
  // An object of these is followed like what is in it.
  return usual.has(name)
    ? []
    : blocks.filter(({ type, isOpen }) => !isOpen && (type === "Result" || type === "Option"));
}

/** What types of the standard library stand for where they lack a method (`Deref`). */
const referred: Readonly<Record<string, string>> = {
  CString: "CStr",
  OsString: "OsStr",
  PathBuf: "Path",
  String: "str",
};

/** Of blocks for several types of one name that for the one whose path is written, where that tells: `std::time::Duration`. */
function ofPath(blocks: readonly TraitBlock[], types: readonly string[]): readonly TraitBlock[] {
  const meant = blocks.filter(({ path }) => types.includes(path));
  return meant.length > 0 ? meant : blocks;
}

/** Of what has another name here, and of a function, it is not known. */
const hasBounds = (linker: Linker, one: Entity, { bounds }: TraitBlock): boolean =>
  one.kind !== "instance" ||
  linker.tables.definition(one.id).alias !== undefined ||
  bounds.every((trait) => linker.ancestors(one.id).ids.includes(trait));

/** The names of types from elsewhere that it may be: of a number that has another name here that of the number. */
function typesOf(linker: Linker, one: Entity): readonly string[] {
  if (one.kind === "external") return one.name === undefined ? [] : [one.name];
  if (one.kind === "collection") return one.name === undefined ? ["[]"] : ["[]", one.name];
  const { alias } = one.kind === "instance" ? linker.tables.definition(one.id) : {};
  return alias === undefined ? [] : [nameOf(alias) ?? ""];
}

/** `u64` of `u64::smallest()`, `Duration` of `Duration::saturating(3)`, by its whole path where it is imported. */
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

/** Of blocks for `Result` and `Option` that for what the function before is written to give, where one is called there. */
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

/** What values of the standard library have themselves. */
const usual = new Set(
  (
    "all and_then any as_bytes as_mut as_ref as_slice as_str borrow bytes chars chunks clear clone cloned cmp collect concat contains copied count " +
    "dedup drain entry enumerate eq extend filter find first flatten fold for_each get get_mut insert into into_iter intersperse is_empty iter iter_mut join keys last len " +
    "lines map max max_by max_by_key min min_by min_by_key next next_chunk nth parse partition peek pop position product push push_str read remove repeat replace retain rev " +
    "reverse send set skip sort sorted split step_by sum swap take to_owned to_string trim try_from try_into unwrap update values windows write zip"
  ).split(" "),
);
