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

/** What such a type says of a member, as written; a method is said as the type of its function. */
export function saidOf(type: string, name: string): string | undefined {
  if (!type.includes(name)) return undefined;
  for (const part of partsOf(type)) {
    const [, said, colon, rest = ""] =
      /^(?:readonly\s+)?([\w$]+)\??\s*(:|(?=[(<]))\s*([\s\S]*)$/.exec(part) ?? [];
    if (said !== name) continue;
    if (colon) return rest;
    const end = closing(rest, rest.indexOf("(")) + 1;
    return `${rest.slice(0, end)} => ${rest.slice(end).replace(/^\s*:/, "").trim() || "void"}`;
  }
  return undefined;
}

/** What such a type says of calls of it: `{ (foo: Foo): void }`. */
export const callsSaid = (type: string): readonly string[] =>
  partsOf(type).filter((part) => part.startsWith("(") || part.startsWith("<"));

const partsOf = (type: string): readonly string[] =>
  splitTop(type.slice(1, -1), ";")
    .flatMap((part) => splitTop(part, ","))
    .flatMap((part) => (part.includes("\n") ? linesOf(part) : part));

/** Members that nothing but lines parts, where nobody writes semicolons. A type may go on in the next line. */
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

/** Objects that are put together of more others than this are not read further. */
const maxObjects = 32;

/** @param open Types that are being read: an object may begin with all of itself, `options = { ...options, a }`. */
function memberOf(linker: Linker, record: RecordEntity, name: string, open: Set<string>): Found {
  const said = saidOf(record.type, name);
  if (said !== undefined || !record.type.includes("...")) return typed(linker, record, said);
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
 * What indexing such an object gives, or by a name: `{ [id: string]: Foo }`, `{ [K in Keys]: Foo }`. Of `{ [K in keyof
 * Foo]: Foo[K] }` that is what a Foo has of the name.
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

/** Of more members than this any may be meant. */
const maxAsked = 24;

/** What indexing an object gives that says its members one by one: any of them. */
export function anyMember(linker: Linker, record: RecordEntity): Found {
  const parts = partsOf(record.type);
  if (parts.length > maxAsked) return unresolved;
  const names = parts.flatMap((part) => memberNamed.exec(part)?.[1] ?? []);
  return inferred(union(names.map((name) => typed(linker, record, saidOf(record.type, name)))));
}

const memberNamed = /^(?:readonly\s+)?([\w$]+)\??\s*[:(<]/;

const indexed = /^(?:[+-]?readonly\s+)?\[([\s\S]*?)\](?:[+-]?\?)?\s*:([\s\S]*)$/;

/** What such a type says of every member that it does not name. */
export function saidOfOthers(type: string): string | undefined {
  const said = partsOf(type).map((part) => indexed.exec(part)?.[2]);
  return said.find((one) => one !== undefined)?.trim();
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
 * Of a type with a name what is written out of it, `type Options = Basic & { more: Foo }`, modules that it is, `type
 * Methods = typeof reading & typeof writing`, and what its own parameters stand for, `type Kept<T> = Stamp & T`.
 */
export function writtenIn(linker: Linker, { id, typeArguments }: Named): readonly Entity[] {
  const { alias, scope } = linker.tables.definition(id);
  if (alias === undefined) return none;
  const file = linker.tables.fileOf(id);
  // Its own parameters for types are known inside of it.
  const { entities } = linker.typed(file, typeArguments ? file.inside[id - file.base]! : scope, alias);
  const written = entities.filter(({ kind }) => kind === "record" || kind === "module");
  if (!typeArguments) return written;
  const own = entities.filter((one) => "typeVariable" in one && one.typeVariable?.of === id);
  const meant = substitute(linker, exactly(...own), typeArguments).entities.filter(
    ({ kind }) => kind !== "external",
  );
  return [...substitute(linker, exactly(...written), typeArguments).entities, ...meant];
}

/** A member of what the parameter stands for that comes first in such a type: `type Served<S> = S & Hooks`. */
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
