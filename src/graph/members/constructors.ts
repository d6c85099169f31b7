/** Constructors that have the name of their class (C#, Java), and classes that are written in several parts, each with a node of its own (`partial` in C#). */
import { type Entity, maxCandidates } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import type { Definition, Outline } from "../outline.ts";
import { takes } from "../overloads/candidates.ts";

type DefinitionEntity = Extract<Entity, { kind: "definition" }>;

/** What runs where it is called: of a class its constructors, of which more than these are not asked. */
export const madeOrCalled = (linker: Linker, entity: DefinitionEntity): readonly DefinitionEntity[] =>
  linker.tables.definition(entity.id).kind === "class"
    ? constructorsOf(linker, entity.id)
        .slice(0, maxCandidates)
        .map((id) => ({ ...entity, id }))
    : [entity];

/** By file, and there by the scope inside of their class. */
const byFile = new WeakMap<FileTable, ReadonlyMap<number, readonly number[]>>();

/** The constructors of a class, which have its name, of all of its parts. */
const constructorsOf = (linker: Linker, id: number): readonly number[] =>
  linker.parts(id).flatMap((part) => {
    const file = linker.tables.fileOf(part);
    const known = byFile.get(file) ?? constructorsIn(file);
    byFile.set(file, known);
    return (known.get(file.inside[part - file.base]!) ?? []).map((index) => file.base + index);
  });

function constructorsIn({ outline }: FileTable): ReadonlyMap<number, readonly number[]> {
  const { definitions } = outline;
  const all = definitions.flatMap((one, index) => (hasNameOfClass(outline, one) ? [index] : []));
  return Map.groupBy(all, (index) => definitions[index]!.scope);
}

/** Whether what a definition stands in has its name, too. */
export const hasNameOfClass = ({ definitions, scopes }: Outline, { name, scope }: Definition): boolean =>
  definitions[scopes[scope]!.definition]?.name === name;

/** Of more parts the first stands for all: no code has so many. */
const maxParts = 64;

/** All parts of a class, this one first. */
export function partsOfClass({ tables }: Linker, id: number): readonly number[] {
  const parts = [id, ...tables.partsOf(id)];
  return parts.length > maxParts ? [id] : parts;
}

/** The part with the constructor that takes so many arguments, or any; else this one. */
export function findMade(linker: Linker, id: number, args: number | undefined): number {
  if (linker.parts(id).length === 1) return id;
  const all = constructorsOf(linker, id);
  const made = all.find((one) => takes(linker.tables.definition(one), args)) ?? all[0];
  return made === undefined ? id : (linker.parts(id).find((part) => isIn(linker, made, part)) ?? id);
}

function isIn({ tables }: Linker, made: number, part: number): boolean {
  const file = tables.fileOf(part);
  return tables.fileOf(made) === file && tables.definition(made).scope === file.inside[part - file.base];
}
