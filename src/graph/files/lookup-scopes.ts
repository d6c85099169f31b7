/**
 * From which scope a name is looked for. What a function mentions is mostly said at the top of its file or nowhere:
 * scopes in between that say nothing of a name are left out, so that what it leads to is found once for all of them.
 */
import type { ImportFact, Outline } from "../outline.ts";
import type { FamilyRules } from "../project.ts";

/** A file as far as its scopes are concerned; see FileTable. */
interface Scoped {
  readonly outline: Outline;
  readonly rules: FamilyRules | undefined;
  readonly allWildcards: readonly (readonly ImportFact[] | undefined)[];
  readonly scopeKinds: Uint8Array;
  find(name: string, scope: number): unknown;
  wildcards(scope: number): unknown;
}

/** Its names are not seen bare from scopes inside. Others, of which nothing is noted, say what is written in them. */
const skipped = 1;
/** Any name may be found there or by it: the top, what imports whole modules, classes whose members are seen bare. */
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

/** The innermost scope, from `start` outwards, from which a name means the same as from `start`. */
export function lookupScope(file: Scoped, start: number, name: string): number {
  const { scopeKinds: kinds } = file;
  if (kinds[start] === skipped && file.rules?.classBodyIsScope) return start;
  const { scopes } = file.outline;
  let isPassed = false;
  let at = start;
  for (; kinds[at] !== open; at = scopes[at]!.parent) {
    if (kinds[at] === skipped) continue;
    // A scope that is passed may come to say the name, or to import a whole module that does.
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

/** A scope that some were passed on the way to, which may come to import whole modules. */
function passed(file: Scoped, at: number): number {
  file.wildcards(at);
  return at;
}
