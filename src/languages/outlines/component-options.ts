/** The Options API of Vue: `this` has the functions in `methods` and `computed`, and what `data` and `setup` return. */
import { splitTop } from "../../graph/notation/brackets.ts";
import type { FileOutline, Reference } from "../../graph/outline.ts";
import { fieldOf, type Node, parentOf } from "../parsing/syntax-node.ts";
import { addBinding } from "./outline-bindings.ts";
import { type Draft, type Frame, textOf } from "./outline-draft.ts";
import type { DefinitionFact } from "./place-definitions.ts";

/** The option that contains a function; `own` where it is a member of the component by its name. */
export interface Option {
  readonly own: boolean;
  readonly isValue: boolean;
}

/** Options with functions that run on the component, and their depth: `watch: { user: { handler() {} } }`. */
const depths: ReadonlyMap<string, number> = new Map([
  ["methods", 1],
  ["computed", 2],
  ["watch", 2],
]);

/** The option that contains a function. */
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

/** A function in an object literal is a member only where the object is a definition's body, or holds methods of one. */
export function isDetached(draft: Draft, fact: DefinitionFact, option: Option | undefined): boolean {
  if (fact.parentType !== "object" || option?.own) return false;
  const outer = draft.frames.at(-1)!;
  return draft.definitions[outer.definition]?.kind !== "object" || fact.parentStart !== outer.bodyStart;
}

/** An options object: in a Vue file, or as the argument of a call that defines a component. */
const isComponent = /^let component\b|\bdefine\w*Component\b|\bVue\.extend\b/;

/** Members of the object that `data` or `setup` returns become members of the component. */
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
          addBinding(draft, { scope: maker.scope, name, value: `${object.name}.${maker.name}().${name}` });
      }
}

/** Bare names in markup are members of the component, unless its script's own scope declares them. */
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
