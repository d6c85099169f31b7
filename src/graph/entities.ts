import type { Sureness } from "./graph.ts";
import type { ModuleTarget } from "./project.ts";

/** What an expression can stand for. `id` numbers the definitions of the whole repository. */
export type Entity =
  /** The class, function or object itself. */
  | { readonly kind: "definition"; readonly id: number }
  /** An object of a class, or of a function used as one. */
  | { readonly kind: "instance"; readonly id: number }
  /** `super` inside this class. */
  | { readonly kind: "parent"; readonly id: number; readonly onClass?: true }
  | { readonly kind: "module"; readonly target: ModuleTarget; readonly language: string }
  /** A name to which functions are added one by one: `app.use = function`. */
  | { readonly kind: "bag"; readonly path: string; readonly on: string }
  | {
      readonly kind: "collection";
      readonly elements: Found;
      readonly keys: Found;
      /** Its type as written: `int[]`, `List`. */
      readonly name?: string;
    }
  /** A method of a collection that gives what is in it. */
  | { readonly kind: "giver"; readonly gives: Found }
  /** Known to come from outside of the repository; `name` where it is an object of a type that is written. */
  | { readonly kind: "external"; readonly name?: string };

/** What was found, and how: `exact` by the language's rules alone, `inferred` where a type or a value was followed. */
export interface Found {
  readonly entities: readonly Entity[];
  readonly sureness: Exclude<Sureness, "ambiguous">;
}

/** Nothing is known. */
export const nothing: Found = { entities: [], sureness: "exact" };
export const outside: Found = { entities: [{ kind: "external" }], sureness: "exact" };

export const exactly = (...entities: readonly Entity[]): Found => ({ entities, sureness: "exact" });
export const inferred = (found: Found): Found => ({ ...found, sureness: "inferred" });

/** More candidates than this say nothing. */
const maxEntities = 6;

/** All of several findings, each thing once. */
export function together(all: readonly Found[]): Found {
  if (all.length === 1) return all[0]!;
  const sureness = all.every((found) => found.sureness === "exact") ? "exact" : "inferred";
  const known = all.filter((found) => found.entities.length > 0);
  if (known.length <= 1 && (known[0]?.entities.length ?? 0) <= 1)
    return { entities: known[0]?.entities ?? [], sureness };
  const distinct = new Map<string, Entity>();
  for (const { entities } of known) for (const entity of entities) distinct.set(keyOf(entity), entity);
  return {
    entities: [...distinct.values()].slice(0, maxEntities),
    sureness,
  };
}

function keyOf(entity: Entity): string {
  if (entity.kind === "module") return `module ${entity.target.path}`;
  if (entity.kind === "collection") return `collection ${entity.elements.entities.map(keyOf).join()}`;
  if (entity.kind === "giver") return `giver ${entity.gives.entities.map(keyOf).join()}`;
  if (entity.kind === "bag") return `bag ${entity.path} ${entity.on}`;
  return entity.kind === "external" ? `external ${entity.name ?? ""}` : `${entity.kind} ${entity.id}`;
}
