/** Library types and functions that a family models by name. */

import { exactly, type Found, inferred } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { splitTop } from "../notation/brackets.ts";
import {
  type ChainStep,
  callbackMark,
  firstArgumentMark,
  packed,
  summaryMark,
  typeArgumentsMark,
  unpacked,
} from "../notation/chain-steps.ts";

/** An object of a generic library type, by name: `React.RefObject`. */
export function libraryType(
  linker: Linker,
  file: FileTable,
  scope: number,
  name: string,
  args: readonly string[],
): Found | undefined {
  const types = file.rules?.libraryTypes;
  const last = name.lastIndexOf(".") + 1;
  // `session.get`, where `get` alone would be too common.
  const before = name.lastIndexOf(".", last - 2) + 1;
  const known = types?.get(name.slice(last)) ?? (last > 0 ? types?.get(name.slice(before)) : undefined);
  if (known === undefined) return undefined;
  const type = known.replace(/\$(\d)/g, (_, at: string) => args[Number(at)] ?? "unknown");
  const found = linker.typed(file, scope, type);
  return {
    ...found,
    entities: found.entities.map((one) =>
      one.kind === "record" && one.type === type ? { ...one, name } : one,
    ),
  };
}

/** An object of an external type, as a modelled factory function returns it. */
export function externalConstruction({ rules }: FileTable, { rest }: ChainStep): Found | undefined {
  const maker = rest?.kind === "member" ? rest.name : undefined;
  if (maker === undefined || !rules?.makesOther?.test(maker)) return undefined;
  const type = /(?:^|\.)(\p{Lu}\w*)$/u.exec(rest!.rest!.text)?.[1];
  return type === undefined ? undefined : exactly({ kind: "external", name: type });
}

/** Marks the name of a function that takes a class, or something that stands for one. */
const classArgumentMark = "&";

/** The result of a modelled library function: by explicit type arguments, else by its first argument. */
export function libraryCall(
  linker: Linker,
  file: FileTable,
  scope: number,
  { rest, name: content }: ChainStep,
): Found | undefined {
  if (!file.rules?.libraryTypes || !rest?.isNamed) return undefined;
  const sign = content.charAt(0);
  if (sign === typeArgumentsMark)
    return libraryType(linker, file, scope, rest.text, splitTop(unpacked(content), ","));
  const isSigned = sign === firstArgumentMark || sign === callbackMark;
  const made = isSigned
    ? undefined
    : libraryType(linker, file, scope, rest.text + classArgumentMark, [content]);
  if (made) return inferred(made);
  const called = sign === callbackMark ? rest.text + callbackMark : rest.text;
  return libraryType(linker, file, scope, called, [
    isSigned ? summaryMark + content.slice(1) : packed(content),
  ]);
}
