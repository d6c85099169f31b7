/** Constructors that have the name of their class (C#, Java). */

import { type Entity, mostCandidates } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import type { Definition, Outline } from "../outline.ts";

type DefinitionEntity = Extract<Entity, { kind: "definition" }>;

/** What runs where it is called: of a class its constructors, of which more than these are not asked. */
export const madeOrCalled = (linker: Linker, entity: DefinitionEntity): readonly DefinitionEntity[] =>
  linker.tables.definition(entity.id).kind === "class"
    ? constructorsOf(linker, entity.id)
        .slice(0, mostCandidates)
        .map((id) => ({ ...entity, id }))
    : [entity];

/** By file, and there by the scope inside of their class. */
const byFile = new WeakMap<FileTable, ReadonlyMap<number, readonly number[]>>();

/** The constructors of a class, which have its name, of all of its parts. */
export const constructorsOf = (linker: Linker, id: number): readonly number[] =>
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
