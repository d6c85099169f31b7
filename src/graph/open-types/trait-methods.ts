/**
 * Methods of traits on types that the repository does not define, `impl Ext for u32`, or on all types, `impl<T: Foo>
 * Ext for T`: found by their name, where the trait is in scope, for without that nobody can call them.
 */

import { type Entity, type Found, inferred, together } from "../entities.ts";
import { type FileTable, factOf } from "../files/file-table.ts";
import type { Linker, TraitBlock, TraitMethods } from "../linker.ts";
import type { Memory } from "../memory/memory.ts";
import { callMark } from "../outline.ts";
import { classesNamed, isOpen } from "./open-types.ts";
import { methodsOfTraits, traitFact } from "./trait-names.ts";

/** Of one name more traits are not asked, and of one trait more blocks. */
const mostTraits = 16;
const mostBlocks = 64;

export function createTraitMethods(linker: Linker, memory: Memory): TraitMethods {
  const { tables } = linker;
  const named = memory.store<string, readonly number[]>(() => []);
  const blocks = memory.store<number, readonly TraitBlock[]>(() => []);
  return {
    named: (name) =>
      named(name, () => {
        memory.touch(traitFact(name));
        const traits = tables.filesExtending(name).flatMap((file) => traitsWith(file, name));
        return [...new Set(traits)].filter(linker.elsewhere.isForOthers).slice(0, mostTraits);
      }),
    blocks: (trait) =>
      blocks(trait, () =>
        linker.elsewhere
          .blocksFor(trait)
          .slice(0, mostBlocks)
          .map(({ file, block }) => ({
            type: isOpen(file, block.scope, block.of) ? undefined : nameOf(block.type ?? block.of),
            method: (name) => {
              memory.touch(factOf(file.seed, name));
              const index = block.methods.get(name);
              return index === undefined ? undefined : file.base + index;
            },
          })),
      ),
  };
}

const traitsWith = ({ base, outline, rules }: FileTable, called: string): readonly number[] =>
  rules?.fieldsApart
    ? methodsOfTraits(outline).flatMap(({ trait, name }) => (name === called ? [base + trait] : []))
    : [];

/** `*const`, `[]`, or the last name. */
const nameOf = (type: string): string =>
  /^\*\w+/.exec(type)?.[0] ?? (type.startsWith("[") ? "[]" : /\w*$/.exec(type.replace(/<[\s\S]*/, ""))![0]);

/** What a call on these means where nothing better is known; undefined without any. */
export function traitMethod(
  linker: Linker,
  file: FileTable,
  scope: number,
  receivers: Found,
  called: string,
): Found | undefined {
  if (!called.endsWith(callMark)) return undefined;
  const name = called.slice(0, -callMark.length);
  const found: Found[] = [];
  for (const trait of linker.traitMethods.named(name)) {
    if (!isInScope(linker, file, scope, trait)) continue;
    const id = methodFor(linker, trait, linker.traitMethods.blocks(trait), receivers.entities, name);
    const on = receivers.entities.flatMap((one) => (one.kind === "instance" ? [one.id] : []))[0];
    const entity: Entity = { kind: "definition", id: id ?? -1, ...(on === undefined ? {} : { on }) };
    if (id !== undefined) found.push({ entities: [entity], sureness: "inferred" });
  }
  return found.length === 0 ? undefined : inferred(together(found));
}

/** Whether a trait is known somewhere, also without a name: `use Ext as _`. */
export const isInScope = (linker: Linker, file: FileTable, scope: number, trait: number): boolean =>
  [linker.tables.definition(trait).name, "_"].some((name) =>
    classesNamed(linker, file, scope, name).includes(trait),
  );

/** That of the block for the type, else that of the block for all types, else the trait's own. */
function methodFor(
  linker: Linker,
  trait: number,
  blocks: readonly TraitBlock[],
  receivers: readonly Entity[],
  name: string,
): number | undefined {
  const types = receivers.flatMap((one) =>
    one.kind === "external" && one.name !== undefined
      ? [one.name]
      : one.kind === "collection"
        ? ["[]", one.name ?? ""]
        : [],
  );
  const block =
    blocks.find(({ type }) => type !== undefined && types.includes(type)) ??
    openBlock(blocks, receivers, name);
  if (!block) return undefined;
  const own = block.method(name);
  if (own !== undefined) return own;
  const declared = linker.declared(trait, name)?.entities[0];
  return declared?.kind === "definition" ? declared.id : undefined;
}

/** What a type has itself comes first, and of most types nothing is known but that they are not the repository's. */
function openBlock(
  blocks: readonly TraitBlock[],
  receivers: readonly Entity[],
  name: string,
): TraitBlock | undefined {
  const open = blocks.find(({ type }) => type === undefined);
  const isOurs = receivers.some((one) => one.kind === "instance");
  return isOurs || (!usual.has(name) && blocks.length === 1) ? open : undefined;
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
