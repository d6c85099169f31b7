/**
 * Methods of traits on types that the repository does not define, `impl Ext for u32`, or on all types, `impl<T: Foo>
 * Ext for T`: found by their name, where the trait is in scope, for without that nobody can call them.
 */
import { classesNamed } from "./elsewhere.ts";
import { type Entity, type Found, inferred, together } from "./entities.ts";
import { callMark, type FileTable } from "./file-table.ts";
import type { Linker, TraitBlock, TraitMethods } from "./linker.ts";

export const noTraitMethods = (): TraitMethods => ({ blocks: new Map(), byName: new Map() });

/** Of one name more traits are not asked, and of one trait more blocks. */
const mostTraits = 16;
const mostBlocks = 64;

/** Adds what a file says of types that are not the repository's. */
export function collectTraitMethods(linker: Linker, file: FileTable, all: TraitMethods): void {
  const { definitions, laterBases = [] } = file.outline;
  const byScope = new Map<number, Map<string, number>>();
  const types = new Map<number, string>();
  definitions.forEach(({ on, onType, scope, kind, name }, index) => {
    if (on === undefined || kind !== "function") return;
    const methods = byScope.get(scope) ?? new Map<string, number>();
    byScope.set(scope, methods.set(name, file.base + index));
    if (onType !== undefined) types.set(scope, onType);
  });
  for (const { scope, of, base } of laterBases) {
    // A reference to any type is asked of that type, as a rule.
    if (types.get(scope)?.startsWith("&")) continue;
    const isOpen = file.names.get(of, scope)?.bindings !== undefined;
    if (!isOpen && classesNamed(linker, file, scope, of).length > 0) continue;
    const type = isOpen ? undefined : nameOf(types.get(scope) ?? of);
    for (const trait of classesNamed(linker, file, scope, base)) {
      const known = all.blocks.get(trait);
      const block = { type, methods: byScope.get(scope) ?? noMethods };
      if (!known) all.blocks.set(trait, [block]);
      else if (known.length < mostBlocks) known.push(block);
      // All of its methods were noted with its first block.
      for (const name of known ? [] : methodsOf(linker, trait)) {
        const traits = all.byName.get(name) ?? new Set();
        if (traits.size < mostTraits) all.byName.set(name, traits.add(trait));
      }
    }
  }
}

/** `*const`, `[]`, or the last name. */
const nameOf = (type: string): string =>
  /^\*\w+/.exec(type)?.[0] ?? (type.startsWith("[") ? "[]" : /\w*$/.exec(type.replace(/<[\s\S]*/, ""))![0]);

const noMethods: ReadonlyMap<string, number> = new Map();

function methodsOf({ tables }: Linker, trait: number): readonly string[] {
  const { inside, base, outline } = tables.fileOf(trait);
  const scope = inside[trait - base]!;
  return outline.definitions.flatMap((one) =>
    one.scope === scope && one.kind === "function" ? [one.name] : [],
  );
}

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
  const all = linker.traitMethods();
  const found: Found[] = [];
  for (const trait of all.byName.get(name) ?? []) {
    if (!isInScope(linker, file, scope, trait)) continue;
    const id = methodFor(linker, trait, all.blocks.get(trait) ?? [], receivers.entities, name);
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
  const own = block.methods.get(name);
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
