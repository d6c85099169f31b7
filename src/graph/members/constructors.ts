/** Constructors named like their class (C#, Java), and partial classes (C#), each part of which has a node of its own. */
import { type Entity, maxCandidates } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import type { Definition, Outline } from "../outline.ts";
import { takes } from "../overloads/candidates.ts";

type DefinitionEntity = Extract<Entity, { kind: "definition" }>;

/** What runs when an entity is called: the constructors of a class, up to `maxCandidates`. */
export const madeOrCalled = (linker: Linker, entity: DefinitionEntity): readonly DefinitionEntity[] =>
  linker.tables.definition(entity.id).kind === "class"
    ? constructorsOf(linker, entity.id)
        .slice(0, maxCandidates)
        .map((id) => ({ ...entity, id }))
    : [entity];

/** By file, then by the scope of the class body. */
const byFile = new WeakMap<FileTable, ReadonlyMap<number, readonly number[]>>();

/** The constructors of a class, from all of its parts. */
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

/** Whether a definition has the name of the class around it. */
export const hasNameOfClass = ({ definitions, scopes }: Outline, { name, scope }: Definition): boolean =>
  definitions[scopes[scope]!.definition]?.name === name;

/** Limit of parts; beyond, the first stands for all. */
const maxParts = 64;

/** All parts of a class, this one first. */
export function partsOfClass({ tables }: Linker, id: number): readonly number[] {
  const parts = [id, ...tables.partsOf(id)];
  return parts.length > maxParts ? [id] : parts;
}

/** The part whose constructor takes so many arguments, or which has any; else this one. */
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
