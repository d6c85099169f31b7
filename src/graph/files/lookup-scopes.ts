/**
 * From which scope the look-up of a name may begin. Most names in a function are declared at the top of its file or
 * nowhere: scopes in between that do not declare a name are skipped, so that one cached answer serves all of them.
 */
import type { ImportFact, Outline } from "../outline.ts";
import type { FamilyRules } from "../project.ts";

/** The part of a FileTable that this needs. */
interface Scoped {
  readonly outline: Outline;
  readonly rules: FamilyRules | undefined;
  readonly allWildcards: readonly (readonly ImportFact[] | undefined)[];
  readonly scopeKinds: Uint8Array;
  find(name: string, scope: number): unknown;
  wildcards(scope: number): unknown;
}

/** Its names are not visible unqualified from scopes inside: the members of a class or an object. */
const skipped = 1;
/** Look-up must stop there: the top of the file, scopes with wildcard imports, classes whose members are visible unqualified. */
const open = 2;

type WithScopes = Pick<Scoped, "outline" | "rules" | "allWildcards">;

/** For each scope of a file which of these it is. */
export function scopeKinds({ outline, rules, allWildcards }: WithScopes): Uint8Array {
  const { scopes, definitions } = outline;
  const kinds = new Uint8Array(scopes.length);
  // Where code in the body of a class sees what code further inside does not, scopes are not alike.
  if (rules?.bareMembers && rules.classBodyIsScope) return kinds.fill(open);
  for (let scope = 1; scope < scopes.length; scope++) {
    const { definition: index } = scopes[scope]!;
    const definition = index < 0 ? undefined : definitions[index]!;
    const isClass = definition?.kind === "class";
    const isApart =
      rules?.separateDeclarations && (definition?.kind === "namespace" || definition?.on !== undefined);
    if (isApart || (isClass && rules?.bareMembers) || allWildcards[scope]) kinds[scope] = open;
    else if (isClass || definition?.kind === "object") kinds[scope] = skipped;
  }
  kinds[0] = open;
  return kinds;
}

/** The scope, from `start` outwards, from which a look-up of the name gives the same result as from `start`. */
export function lookupScope(file: Scoped, start: number, name: string): number {
  const { scopeKinds: kinds } = file;
  if (kinds[start] === skipped && file.rules?.classBodyIsScope) return start;
  const { scopes } = file.outline;
  let isPassed = false;
  let at = start;
  for (; kinds[at] !== open; at = scopes[at]!.parent) {
    if (kinds[at] === skipped) continue;
    // The look-up depends on every scope that it passes: one may come to declare the name, or import it by a wildcard.
    const entry = file.find(name, at);
    if (entry) return isPassed ? passed(file, at) : at;
    isPassed = true;
    if (entry === null) continue;
    // No scope says it.
    while (kinds[at] !== open) at = scopes[at]!.parent;
    break;
  }
  return isPassed ? passed(file, at) : at;
}

/** A scope behind others that were passed: recorded, since it may come to have wildcard imports. */
function passed(file: Scoped, at: number): number {
  file.wildcards(at);
  return at;
}
