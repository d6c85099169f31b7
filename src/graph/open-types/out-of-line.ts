/** Look-up of out-of-line members: methods in `impl` blocks, implemented traits. See open-types.ts. */
import { factOf } from "../files/file-table.ts";
import { push } from "../files/maps.ts";
import { maxOfOneName } from "../files/symbol-table.ts";
import type { BlockInFile, Linker, OutOfLine, OutOfLineMembers } from "../linker.ts";
import type { Memory } from "../memory/memory.ts";
import {
  askSubjects,
  basesOfClass,
  blocksOf,
  blocksOfTrait,
  type Subject,
  type Subjects,
  seedOfClass,
  subjectsIn,
} from "./open-types.ts";

/** For classes of other languages, and for queries during collection. */
const nothing: OutOfLineMembers = { member: () => undefined, bases: () => [] };

export function createOutOfLine(linker: Linker, memory: Memory): OutOfLine {
  const { tables } = linker;
  let subjects: readonly (readonly Subject[] | undefined)[] | undefined;
  /** By class or trait: the files with blocks for it, in order. */
  const speaking = new Map<number, number[]>();
  const fulfilling = new Map<number, number[]>();
  const seeds = new Map<number, number>();
  const touch = (id: number, name: string): void => {
    const file = tables.fileOf(id);
    const seed = seeds.get(id) ?? seedOfClass(file, id - file.base);
    seeds.set(id, seed);
    memory.touch(factOf(seed, name));
  };
  const subjectsOf = (file: number): readonly Subject[] => subjects?.[file] ?? [];
  /** By file, then by class: the positions of its blocks, as a file may have thousands of both. */
  const places = new Map<number, ReadonlyMap<number, readonly number[]>>();
  const placesIn = (index: number): ReadonlyMap<number, readonly number[]> => {
    const before = places.get(index);
    if (before) return before;
    const found = new Map<number, number[]>();
    for (const [at, { heirs }] of subjectsOf(index).entries())
      for (const id of new Set(heirs)) push(found, id, at);
    places.set(index, found);
    return found;
  };
  const filesFor = (trait: number): readonly number[] => {
    if (!subjects) memory.cut();
    touch(trait, blocksOfTrait);
    return fulfilling.get(trait) ?? [];
  };
  const known = new Map<number, OutOfLineMembers>();
  const read = (id: number): OutOfLineMembers => {
    const members = new Map<string, number[]>();
    const bases: ReturnType<OutOfLineMembers["bases"]>[number][] = [];
    for (const index of speaking.get(id) ?? []) {
      const file = tables.file(index);
      const ofFile = blocksOf(file.outline);
      const blocks = (placesIn(index).get(id) ?? []).map((at) => ofFile[at]!);
      // Functions of several classes may be interleaved (C++).
      const all = blocks.flatMap((block) => block.members).sort((a, b) => a - b);
      for (const one of all) {
        const { name } = file.outline.definitions[one]!;
        const ids = members.get(name);
        if (!ids) members.set(name, [file.base + one]);
        else if (ids.length < maxOfOneName) ids.push(file.base + one);
      }
      for (const { scope, bases: own } of blocks) for (const base of own) bases.push({ file, scope, base });
    }
    return {
      member: (name) => {
        touch(id, name);
        return members.get(name);
      },
      bases: () => {
        touch(id, basesOfClass);
        return bases;
      },
    };
  };
  return {
    collect: (keptOf) => {
      const all = collect(linker, memory, keptOf);
      subjects = all.map((one) => one && subjectsIn(one.rows));
      for (const [file, own] of subjects.entries()) {
        for (const id of new Set(own?.flatMap(({ heirs }) => [...heirs]))) push(speaking, id, file);
        const traits = own?.flatMap((one) => one.traits.flatMap((found) => [...found]));
        for (const id of new Set(traits)) push(fulfilling, id, file);
      }
      return all;
    },
    membersOf: (id) => {
      if (!tables.fileOf(id).rules?.openTypes) return nothing;
      if (!subjects) {
        memory.cut();
        return nothing;
      }
      const members = known.get(id) ?? read(id);
      known.set(id, members);
      return members;
    },
    isForOthers: (trait) => filesFor(trait).length > 0,
    blocksFor: (trait) =>
      filesFor(trait).flatMap((index): readonly BlockInFile[] => {
        const file = tables.file(index);
        const own = subjectsOf(index);
        const isOf = (at: number): boolean => own[at]!.traits.some((traits) => traits.includes(trait));
        return blocksOf(file.outline).flatMap((block, at) => (isOf(at) ? [{ file, block }] : []));
      }),
  };
}

function collect(
  linker: Linker,
  memory: Memory,
  keptOf: (index: number) => Subjects | undefined,
): readonly (Subjects | undefined)[] {
  const { heads, rules, file } = linker.tables;
  return heads.map(({ language }, index) => {
    if (!rules.get(language)?.openTypes) return undefined;
    const kept = keptOf(index);
    if (kept) return kept;
    let rows: Int32Array = new Int32Array(0);
    const consulted = memory.settle(() => {
      rows = askSubjects(linker, file(index));
    });
    return { rows, consulted };
  });
}
