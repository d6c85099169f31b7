/** Structural types: `{ status: Status; open(name: string): File; [id: string]: Entry }`. */

import {
  type Entity,
  exactly,
  type Found,
  inferred,
  isResolved,
  type RecordEntity,
  type TypeArguments,
  union,
  unresolved,
} from "../entities.ts";
import type { Linker } from "../linker.ts";
import { closing, splitTop } from "../notation/brackets.ts";
import { substitute } from "./type-arguments.ts";

/** The declared type of a member, as text; a method has a function type. */
export function memberTypeIn(type: string, name: string): string | undefined {
  if (!type.includes(name)) return undefined;
  for (const part of partsOf(type)) {
    const [, member, colon, rest = ""] =
      /^(?:readonly\s+)?([\w$]+)\??\s*(:|(?=[(<]))\s*([\s\S]*)$/.exec(part) ?? [];
    if (member !== name) continue;
    if (colon) return rest;
    const end = closing(rest, rest.indexOf("(")) + 1;
    return `${rest.slice(0, end)} => ${rest.slice(end).replace(/^\s*:/, "").trim() || "void"}`;
  }
  return undefined;
}

/** Its call signatures: `{ (foo: Foo): void }`. */
export const callTypesIn = (type: string): readonly string[] =>
  partsOf(type).filter((part) => part.startsWith("(") || part.startsWith("<"));

const partsOf = (type: string): readonly string[] =>
  splitTop(type.slice(1, -1), ";")
    .flatMap((part) => splitTop(part, ","))
    .flatMap((part) => (part.includes("\n") ? linesOf(part) : part));

/** Members separated by newlines alone, without semicolons; a type may span lines. */
function linesOf(part: string): readonly string[] {
  const members: string[] = [];
  for (const line of splitTop(part, "\n")) {
    const before = members.at(-1);
    if (before !== undefined && (goesOn.test(line) || isOpen.test(before)))
      members[members.length - 1] = `${before} ${line}`;
    else members.push(line);
  }
  return members;
}

const goesOn = /^(?:[|&?:=]|\.(?!\.)|extends\b)/;
const isOpen = /(?:[|&?:=]|=>|\b(?:extends|keyof|typeof|infer|is|in|readonly))$/;

export const recordMember = (linker: Linker, record: RecordEntity, name: string): Found =>
  memberOf(linker, record, name, new Set());

/** Limit of objects that a spread combines. */
const maxObjects = 32;

/** @param open Types being read, against cycles: an object may spread itself, `options = { ...options, a }`. */
function memberOf(linker: Linker, record: RecordEntity, name: string, open: Set<string>): Found {
  const declared = memberTypeIn(record.type, name);
  if (declared !== undefined || !record.type.includes("...")) return typed(linker, record, declared);
  if (open.has(record.type) || open.size >= maxObjects) return unresolved;
  open.add(record.type);
  const all = partsOf(record.type).flatMap((part) =>
    part.startsWith("...") ? typed(linker, record, part.slice(3)).entities : [],
  );
  const found = all.map((one) =>
    one.kind === "record" ? memberOf(linker, one, name, open) : linker.member(one, name),
  );
  return inferred(union(found));
}

/**
 * An element, or the one named: by an index signature, `{ [id: string]: Foo }`, or a mapped type, `{ [K in Keys]: Foo
 * }`. In `{ [K in keyof Foo]: Foo[K] }` it is that member of `Foo`.
 */
export function recordElement(linker: Linker, record: RecordEntity, name?: string): Found {
  for (const part of partsOf(record.type)) {
    const [, key, type] = indexed.exec(part) ?? [];
    if (type === undefined) continue;
    const mapped = /^\s*([\w$]+)\s+in\s/.exec(key!)?.[1];
    const [, owner, by] = /^\s*([\w$.]+)\[([\w$]+)\]\s*$/.exec(type) ?? [];
    if (mapped === undefined || by !== mapped) return typed(linker, record, type);
    if (name === undefined) return unresolved;
    return inferred(union(typed(linker, record, owner).entities.map((one) => linker.member(one, name))));
  }
  return unresolved;
}

/** With more members than this, an index tells nothing. */
const maxAsked = 24;

/** An element of an object without an index signature: any of its members. */
export function anyMember(linker: Linker, record: RecordEntity): Found {
  const parts = partsOf(record.type);
  if (parts.length > maxAsked) return unresolved;
  const names = parts.flatMap((part) => memberNamed.exec(part)?.[1] ?? []);
  return inferred(union(names.map((name) => typed(linker, record, memberTypeIn(record.type, name)))));
}

const memberNamed = /^(?:readonly\s+)?([\w$]+)\??\s*[:(<]/;

const indexed = /^(?:[+-]?readonly\s+)?\[([\s\S]*?)\](?:[+-]?\?)?\s*:([\s\S]*)$/;

/** The type of its index signature. */
export function indexSignatureType(type: string): string | undefined {
  const types = partsOf(type).map((part) => indexed.exec(part)?.[2]);
  return types.find((one) => one !== undefined)?.trim();
}

function typed(linker: Linker, { file, scope, within = [] }: RecordEntity, type: string | undefined): Found {
  if (type === undefined) return unresolved;
  const found = inferred(linker.typed(linker.tables.file(file), scope, type));
  return within.reduce((known, typeArguments) => substitute(linker, known, typeArguments), found);
}

interface Named {
  readonly id: number;
  readonly typeArguments?: TypeArguments | undefined;
}

/**
 * The parts of an aliased type that are no named class: object types, `type Options = Basic & { more: Foo }`,
 * modules, `type Methods = typeof reading & typeof writing`, and type arguments, `type Kept<T> = Stamp & T`.
 */
export function writtenIn(linker: Linker, { id, typeArguments }: Named): readonly Entity[] {
  const { alias, scope } = linker.tables.definition(id);
  if (alias === undefined) return none;
  const file = linker.tables.fileOf(id);
  // Resolved inside, where its type parameters are in scope.
  const { entities } = linker.typed(file, typeArguments ? file.inside[id - file.base]! : scope, alias);
  const written = entities.filter(({ kind }) => kind === "record" || kind === "module");
  if (!typeArguments) return written;
  const own = entities.filter((one) => "typeVariable" in one && one.typeVariable?.of === id);
  const meant = substitute(linker, exactly(...own), typeArguments).entities.filter(
    ({ kind }) => kind !== "external",
  );
  return [...substitute(linker, exactly(...written), typeArguments).entities, ...meant];
}

/** A member of the type argument that comes first in an intersection: `type Served<S> = S & Hooks`. */
export function memberOfFirst(linker: Linker, { id, typeArguments }: Named, name: string): Found | undefined {
  const first = typeArguments && /^\s*([\w$]+)\s*&/.exec(linker.tables.definition(id).alias ?? "")?.[1];
  const { entities = none } =
    typeArguments?.types[first ? linker.typeParameters(id).indexOf(first) : -1] ?? {};
  const found = union(
    entities.map((one) => (one.kind === "external" ? unresolved : linker.member(one, name))),
  );
  return isResolved(found) ? found : undefined;
}

const none: readonly Entity[] = [];
