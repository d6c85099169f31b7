/** Which type parameters a class or a function declares, read from its head: the `T` of `class Repo<T>`. */
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import type { Memory } from "../memory/memory.ts";
import { closing, splitTop } from "../notation/brackets.ts";
import { afterName, appliedIn, bracketedAt, isNameless, typeParametersOf } from "../notation/heads.ts";
import type { Definition } from "../outline.ts";
import { associatedIn } from "./associated-types.ts";

/** Most heads show without any look-up that there are none: those are not cached. */
export function createTypeParameters(linker: Linker, memory: Memory): Linker["typeParameters"] {
  const known = memory.store<number, readonly string[]>(() => none);
  const generic = new Map<number, boolean>();
  const isGeneric = (id: number): boolean => {
    const before = generic.get(id) ?? mayBeGeneric.test(linker.tables.definition(id).signature);
    generic.set(id, before);
    return before;
  };
  return (id) => (isGeneric(id) ? known(id, () => findTypeParameters(linker, id)) : none);
}

const mayBeGeneric = /[<[]|\btrait /;

const none: readonly string[] = [];

/** Type parameters from the brackets behind a name, `class Repo<T>`, before a signature, `template <class T>`, or from the arguments of bases, `Generic[T]`. */
function findTypeParameters(linker: Linker, id: number): readonly string[] {
  const definition = linker.tables.definition(id);
  const { genericFunctions, typesOfCalls } = linker.tables.fileOf(id).rules ?? {};
  if (definition.kind === "function" && genericFunctions)
    return typeParametersOf(definition).flatMap((part) => declared(part));
  if (definition.kind !== "class" && !(definition.kind === "function" && typesOfCalls)) return none;
  if (isNameless(definition)) return none;
  const { signature } = definition;
  if (typesOfCalls && /\btrait /.test(signature)) {
    const file = linker.tables.fileOf(id);
    return [...new Set([...inBrackets(definition), ...associatedIn(file, file.inside[id - file.base]!)])];
  }
  if (signature.startsWith("template")) return ofTemplate(signature);
  const rest = afterName(definition);
  if (/^[<[]/.test(rest)) return inBrackets(definition);
  return rest.startsWith("(") ? variablesIn(linker.tables.fileOf(id), rest) : none;
}

function inBrackets(definition: Definition): readonly string[] {
  const rest = afterName(definition);
  return /^[<[]/.test(rest) ? bracketedAt(rest, 0).flatMap((part) => declared(part)) : none;
}

/** `template <class T, int N = 3>`: the name comes last in each parameter. */
function ofTemplate(signature: string): readonly string[] {
  const open = signature.indexOf("<");
  const end = open < 0 ? signature.length : closing(signature, open);
  if (end === signature.length) return none;
  return splitTop(signature.slice(open + 1, end), ",").map(
    (part) => /([\p{L}_][\p{L}\p{N}_]*)\s*(?:=[\s\S]*)?$/u.exec(part)?.[1] ?? "",
  );
}

const declared = (part: string): readonly string[] =>
  /^(?:(?:in|out|const)\s+)?\*{0,2}([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(part)?.slice(1) ?? none;

/** `class Repo(Generic[T])`; without that, the file's type variables among the arguments of bases, in order. */
function variablesIn(file: FileTable, heads: string): readonly string[] {
  const generic = /(?:^|[\s,(.])(?:Generic|Protocol)\[([^\]]*)\]/.exec(heads)?.[1];
  if (generic !== undefined) return splitTop(generic, ",").flatMap((part) => declared(part));
  const names = appliedIn(heads).flatMap((type) => type.match(/\w+/g) ?? []);
  return [...new Set(names)].filter((name) =>
    file
      .lookup(name, 0)
      ?.bindings?.some(({ value }) => value !== undefined && /\bTypeVar\([^()]*\)$/.test(value)),
  );
}
