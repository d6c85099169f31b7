/**
 * Components whose options are an object (Vue): what `this` is in it has the functions in `methods` and `computed`, and
 * what `data` and `setup` give.
 */
import { splitTop } from "../../graph/notation/brackets.ts";
import type { FileOutline, Reference } from "../../graph/outline.ts";
import { fieldOf, type Node, parentOf } from "../parsing/syntax-node.ts";
import { type Draft, type Frame, textOf } from "./outline-draft.ts";
import { add } from "./outline-facts.ts";
import type { DefinitionFact } from "./place-definitions.ts";

/** Where a function stands in such options: `own` where the component has it by its name. */
export interface Option {
  readonly own: boolean;
  readonly isValue: boolean;
}

/** The options with functions that are called on the component, and how deep in them: `watch: { user: { handler() {} } }`. */
const depths: ReadonlyMap<string, number> = new Map([
  ["methods", 1],
  ["computed", 2],
  ["watch", 2],
]);

/** The option that a function stands in. */
export function optionAround(draft: Draft, fact: DefinitionFact, name: Node | undefined): Option | undefined {
  const outer = draft.frames.at(-1)!;
  if (fact.opens !== "function" || fact.parentType !== "object" || !name) return undefined;
  if (draft.definitions[outer.definition]?.kind !== "object" || fact.parentStart === outer.bodyStart)
    return undefined;
  let object: Node | undefined = parentOf(parentOf(name) ?? name);
  for (let depth = 1; object && depth <= 2; depth++) {
    const pair = parentOf(object);
    object = pair?.type === "pair" ? parentOf(pair) : undefined;
    if (object?.startIndex !== outer.bodyStart) continue;
    const key = textOf(draft, fieldOf(pair!, "key")!);
    if (depth > (depths.get(key) ?? 0)) return undefined;
    return { own: depth === 1 && key !== "watch", isValue: depth === 1 && key === "computed" };
  }
  return undefined;
}

/** A function in an object literal is a member only where that is itself a definition's body, or holds methods of such a one. */
export function isDetached(draft: Draft, fact: DefinitionFact, option: Option | undefined): boolean {
  if (fact.parentType !== "object" || option?.own) return false;
  const outer = draft.frames.at(-1)!;
  return draft.definitions[outer.definition]?.kind !== "object" || fact.parentStart !== outer.bodyStart;
}

/** The object is a component's: Vue's file has one, elsewhere a call says so. */
const isComponent = /^let component\b|\bdefine\w*Component\b|\bVue\.extend\b/;

/** What a component's `data` or `setup` gives the component has under the same names. */
export function giveMembers(draft: Draft, { definition }: Frame): void {
  const { definitions, scopes } = draft;
  const maker = definitions[definition];
  if (maker?.kind !== "function" || !/^(?:data|setup)$/.test(maker.name)) return;
  const object = definitions[scopes[maker.scope]!.definition];
  if (object?.kind !== "object" || object.name === "default" || !isComponent.test(object.signature)) return;
  for (const value of maker.returnValues ?? [])
    if (value.startsWith("<{"))
      for (const part of splitTop(value.slice(2, -2), ";")) {
        const name = /^[\w$]+(?=:)/.exec(part)?.[0];
        if (name !== undefined)
          add(draft, { scope: maker.scope, name, value: `${object.name}.${maker.name}().${name}` });
      }
}

/** Markup knows what its component has by bare names; those that the script's own scope knows are that. */
export function withOptions(
  { definitions, bindings, imports, scopes }: FileOutline,
  options: number,
  own: number,
  references: readonly Reference[],
): readonly Reference[] {
  const scope = scopes.findIndex(({ definition }) => definition === options);
  const { name, bases } = definitions[options]!;
  const namesIn = (wanted: number): ReadonlySet<string> =>
    new Set(
      [...definitions, ...bindings, ...imports.map((one) => ({ ...one, name: one.as ?? "" }))].flatMap(
        (one) => (one.scope === wanted ? [one.name] : []),
      ),
    );
  const [known, members] = [namesIn(0), namesIn(scope)];
  return references.map((one) => {
    const head = /^[\w$]+/.exec(one.chain)?.[0];
    if (one.scope !== own || head === undefined || known.has(head)) return one;
    return members.has(head) || (bases && /^[a-z]/.test(head))
      ? { ...one, chain: `${name}.${one.chain}` }
      : one;
  });
}
