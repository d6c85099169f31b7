/** Applies one step of a chain to what the chain before it resolves to: member look-up, a call, an index. */
import { type Entity, type Found, inferred, isResolved, union, unresolved } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { elementAt, listLiteral } from "../members/elements.ts";
import { blockPlace, type ChainStep } from "../notation/chain-steps.ts";
import { differByArity, plainFirst } from "../types/arity.ts";
import { parameterType as takenFirst } from "../types/function-types.ts";
import { calledWith, type Offer } from "../types/inference.ts";
import { resultByArgument, takesClass } from "../types/type-variables.ts";

/** @param offer What the call offers for type inference. */
export function applyStep(linker: Linker, before: Found, step: ChainStep, offer?: Offer): Found {
  const { entities, sureness } = before;
  if (entities.length === 0) return unresolved;
  if (step.kind === "list") return listLiteral(before);
  if (entities.length === 1) {
    const found = takeStep(linker, entities[0]!, step, offer);
    return found.entities.length === 0 ? unresolved : sureness === "inferred" ? inferred(found) : found;
  }
  const known: Found[] = [];
  const areClasses = differByArity(linker, entities);
  for (const entity of areClasses ? plainFirst(linker, entities) : entities) {
    const found = takeStep(linker, entity, step, offer);
    if (found.entities.length > 0) known.push(found);
    if (areClasses && isResolved(found)) break;
  }
  if (known.length === 0) return unresolved;
  const all = union(known);
  return sureness === "inferred" ? inferred(all) : all;
}

function takeStep(linker: Linker, entity: Entity, step: ChainStep, offer?: Offer): Found {
  if (step.kind === "call") {
    const found = linker.call(entity);
    if (!offer) return found;
    const meant = calledWith(linker, entity, found, offer);
    // Explicit type arguments count, whatever they resolve to.
    if (meant && (isResolved(meant) || !offer.first)) return meant;
    const isAsked = offer.first && (!isResolved(found) || takesClass(linker, entity));
    return (isAsked && resultByArgument(linker, entity, offer.first!)) || found;
  }
  if (step.kind === "member") return linker.member(entity, step.name);
  if (step.kind === "parameter") {
    const found = passedToCallback(linker, entity, step.name);
    return (offer && calledWith(linker, entity, found, offer)) ?? found;
  }
  return elementAt(linker, entity, step);
}

/** What a function passes to a callback, or a Ruby method to its block, by the place in a chain step. */
function passedToCallback(linker: Linker, entity: Entity, name: string): Found {
  const place = blockPlace(name);
  if (place === undefined) return takenFirst(linker, entity, name);
  if (entity.kind !== "definition") return unresolved;
  const file = linker.tables.fileOf(entity.id);
  const values = linker.tables.definition(entity.id).blockValues?.[place] ?? [];
  const scope = file.inside[entity.id - file.base]!;
  return inferred(union(values.map((value) => linker.chain(file, scope, value))));
}
