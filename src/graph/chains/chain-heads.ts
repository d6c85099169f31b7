/** Resolution of the head of a chain: names, `this`, types, and targets of expando members. */

import { exactly, external, type Found, inferred, isResolved, union, unresolved } from "../entities.ts";
import { expandoKeyIn } from "../files/expando-members.ts";
import type { FileTable } from "../files/file-table.ts";
import { ownerOf } from "../files/owners.ts";
import type { Linker } from "../linker.ts";
import { imported } from "../names/imported.ts";
import { explicitThis, findName } from "../names/names.ts";
import { pathStart } from "../names/paths.ts";
import { seenAmong } from "../names/projects.ts";
import { pathMark } from "../notation/chain-steps.ts";
import { moduleOf } from "../notation/module-heads.ts";
import { callMark } from "../outline.ts";
import { classesOfArity } from "../types/arity.ts";
import { objectsOn } from "../types/typed.ts";

/** What the name, or the word, means that a chain begins with. */
export function headOf(linker: Linker, file: FileTable, scope: number, head: string): Found {
  if (file.rules?.reopened) return linker.selves.head(file, scope, head);
  if (head === "?") return unresolved;
  if (head.startsWith("::")) return linker.name(file, 0, head.slice(2)) ?? external;
  if (head.startsWith("<")) return inferred(linker.typed(file, scope, head.slice(1, -1)));
  if (head === "this" || (head === "super" && !file.rules?.pathHead)) {
    const typed = head === "this" ? explicitThis(linker, file, scope) : undefined;
    if (typed && !file.rules?.dynamic) return typed;
    const owner = ownerOf(file, scope);
    if (!owner) return pathStart(linker, file, scope, "self") ?? unresolved;
    if ("on" in owner) return objectsOn(linker, file, owner);
    const id = file.base + owner.index;
    const onClass = isOnClass(file, scope);
    if (head === "super")
      return exactly({
        kind: "parent",
        id,
        ...(onClass && file.rules?.separateStaticNames ? { isStatic: onClass } : {}),
      });
    const kind = linker.tables.definition(id).kind === "class" && !onClass ? "instance" : "definition";
    return typed ? withAnnotation(linker, id, exactly({ kind, id }), typed) : exactly({ kind, id });
  }
  if (head === ":class" || (head === "Self" && file.rules?.pathHead))
    return classOf(linker, linker.chain(file, scope, "this"));
  if (file.rules?.pathHead && (head === "super" || head === "crate"))
    return pathStart(linker, file, scope, head) ?? unresolved;
  const from = moduleOf(head);
  if (from !== undefined) {
    const found = imported(linker, file, { kind: "module", scope: 0, line: 0, from });
    if (isResolved(found)) return found;
  }
  const isMarked = head.endsWith(pathMark) || (file.rules?.separateFieldNames && head.endsWith(callMark));
  const name = isMarked ? head.slice(0, -1) : head;
  const found = isMarked ? findName(linker, file, scope, name, marked(head)) : linker.name(file, scope, name);
  if (found && found.entities.length > 0) {
    const seen = seenAmong(linker, file, found.entities);
    const meant = isMarked ? classesOfArity(linker, file, name, seen, 0) : seen;
    return meant === found.entities ? found : { ...found, entities: meant };
  }
  return (
    bagOf(file, scope, name) ??
    found ??
    pathStart(linker, file, scope, name) ??
    ownModule(file, name) ??
    external
  );
}

/** What a method says of its object, `self: Foo`, where that is more than its class: of an heir, that it is one; of another class, that it is both. */
function withAnnotation(linker: Linker, id: number, own: Found, { entities }: Found): Found {
  const annotated = entities.filter((one) => one.kind === "instance" || one.kind === "definition");
  const bases = linker.ancestors(id).ids;
  if (annotated.every((one) => bases.includes(one.id))) return own;
  const isHeir = annotated.some((one) => linker.ancestors(one.id).ids.includes(id));
  return inferred(union([...(isHeir ? [] : [own]), exactly(...annotated)]));
}

/** `exports` of a script, and `module`, of which that is a member. */
function ownModule({ rules, outline: { path, language } }: FileTable, name: string): Found | undefined {
  if (rules?.ownModule === undefined) return undefined;
  if (name === "module") return exactly({ kind: "expando", path, on: name });
  return name === rules.ownModule
    ? exactly({ kind: "module", target: { kind: "file", path }, language })
    : undefined;
}

const marked = (head: string): "called" | "path" => (head.endsWith(pathMark) ? "path" : "called");

const classOf = (linker: Linker, found: Found): Found => ({
  ...found,
  entities: found.entities.map((one) =>
    one.kind === "instance" && linker.tables.definition(one.id).kind === "class"
      ? { kind: "definition", id: one.id, ...(one.typeArguments ? { typeArguments: one.typeArguments } : {}) }
      : one,
  ),
});

/** What a block is written on that is written for all types is no type of that name elsewhere: `impl<T> Foo for T`. */
const isOpenBlock = ({ expandoMembers, names, outline }: FileTable, on: string): boolean =>
  names.get(on, outline.definitions[expandoMembers.get(on)!.all.values().next().value![0]!]!.scope) !==
  undefined;

function bagOf(file: FileTable, scope: number, name: string): Found | undefined {
  const on = expandoKeyIn(file, name, scope);
  const isBag = file.expandoMembers.has(on) && !(file.rules?.separateFieldNames && isOpenBlock(file, on));
  return isBag ? exactly({ kind: "expando", path: file.outline.path, on }) : undefined;
}

/** In a method of the class itself `this` is the class, and calling it makes an object. */
function isOnClass(file: FileTable, scope: number): boolean {
  const { scopes, definitions } = file.outline;
  for (let at = scope; at > 0; at = scopes[at]!.parent) {
    const definition = definitions[scopes[at]!.definition];
    if (definition?.kind === "class") return false;
    if (definition?.isStatic) return true;
  }
  return false;
}
