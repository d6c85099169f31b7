/** What `this` refers to in a scope. */
import { type Definition, type Outline, objectType } from "../outline.ts";
import type { FamilyRules } from "../project.ts";
import { expandoKey, targetOf } from "./expando-members.ts";
import type { SymbolTable } from "./symbol-table.ts";

/** The part of a FileTable that this needs. */
interface Owned {
  readonly outline: Outline;
  readonly rules: FamilyRules | undefined;
  readonly names: SymbolTable;
  /** The targets of expando members. */
  readonly expandoMembers: { has(name: string): boolean };
}

/** A definition of the file, or the target of an out-of-line definition or an expando member. */
export type Owner =
  | { readonly index: number }
  | {
      readonly on: string;
      readonly scope: number;
      readonly type?: string | undefined;
      /** Where names in `type` are read. */
      readonly typedIn?: number;
    };

/** A method that asks more of what its block is written for: `fn floor(self) where T: Floor`. */
const boundsOwn = /\swhere\s/;

/** Whether it binds `this`: functions do, arrow functions and object literals do not. */
export const bindsThis = ({ kind, lexicalThis }: Definition): boolean => kind === "function" && !lexicalThis;

/** What `this` refers to in a scope: a class, an object literal, or the target of an expando member. */
export function ownerOf(file: Owned, scope: number): Owner | undefined {
  const { scopes, definitions } = file.outline;
  let isInMethod = false;
  for (let at = scope; at > 0; at = scopes[at]!.parent) {
    const { definition: index, bindsThis } = scopes[at]!;
    if (bindsThis) return undefined;
    const definition = definitions[index];
    if (!definition) continue;
    if (definition.kind === "class") return { index };
    if (definition.kind === "object" && definition.on === undefined) {
      // `const a = { b: this.c() }`: the object is `this` in its methods only.
      if (isInMethod) return { index };
      continue;
    }
    if (definition.lexicalThis) continue;
    if (definition.on === undefined && definition.detached && !definition.ofOptions) return undefined;
    // `function Point() { this.reset() }`, where Point.prototype.reset is given elsewhere in the file.
    const key = definition.kind === "function" ? expandoKey(file, definition) : undefined;
    const isMaker = key !== undefined && file.expandoMembers.has(key);
    const { scope: around } = definition;
    if (definition.on !== undefined) {
      const on = targetOf(definition.on);
      if (isMaker) return { on: `${on}.${definition.name}`, scope: around };
      const typedIn = boundsOwn.test(definition.signature) ? at : around;
      return { on, scope: around, type: definition.onType, typedIn };
    }
    if (isMaker || (key !== undefined && definition.bases)) return { on: definition.name, scope: around };
    isInMethod ||= definition.kind === "function";
  }
  return undefined;
}

/** The outermost scope in which `this` and `super` mean the same as in `start`. */
export function ownerScope(
  { outline: { scopes, definitions }, names }: Pick<Owned, "outline" | "names">,
  start: number,
): number {
  let method: number | undefined;
  let at = start;
  for (; at > 0; at = scopes[at]!.parent) {
    if (names.get(objectType, at)) return at;
    const { definition: index, bindsThis } = scopes[at]!;
    if (bindsThis) return at;
    if (index < 0) continue;
    const { kind, scope, isStatic, lexicalThis, detached, ofOptions, on } = definitions[index]!;
    if (on !== undefined) return at;
    if (kind === "object") {
      if (method === undefined) continue;
      return method;
    }
    if (kind !== "function" || scope === 0 || isStatic || lexicalThis || (detached && !ofOptions)) return at;
    method = at;
  }
  return at;
}
