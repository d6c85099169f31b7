/**
 * Structural interface implementation (Go; "Implementing an interface" in its specification). Interfaces are indexed
 * by one of their methods, so that a type need not be compared with all of them.
 */

import { maxCandidates } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Implemented, Linker } from "../linker.ts";
import { filesAddingTo } from "../members/added-members.ts";
import type { Memory } from "../memory/memory.ts";
import { factOfKey, factOfMethods, interfacesIn, type KeyedInterface, keyOfHeir } from "./interface-keys.ts";

export interface ImplicitInterfaces {
  /** The interfaces that a type, a definition of the file, implements. */
  of(file: FileTable, index: number): readonly Implemented[];
}

/** By name: the definition of a method; for an external one its signature instead. */
type Methods = ReadonlyMap<string, number | MethodType>;

/** A canonical signature, with `?` for what may be anything: a type parameter, or what cannot be parsed. */
type MethodType = string;

export function createImplicitInterfaces(linker: Linker, memory: Memory): ImplicitInterfaces {
  const { tables } = linker;
  const inFile = new Map<FileTable, readonly KeyedInterface[]>();
  const interfacesOf = (file: FileTable): readonly KeyedInterface[] => {
    const known = inFile.get(file) ?? interfacesIn(file.outline);
    inFile.set(file, known);
    return known;
  };
  const byKey = new Map<string, readonly number[]>();
  const allOf = (key: string): readonly number[] =>
    tables.filesExtending(key).flatMap((file) =>
      interfacesOf(file)
        .filter((one) => one.key === key)
        .map(({ index }) => file.base + index),
    );
  const foundBy = (key: string): readonly number[] => {
    memory.touch(factOfKey(key));
    const known = byKey.get(key) ?? allOf(key);
    byKey.set(key, known);
    // Too common a method to tell anything.
    return known.length > maxCandidates ? [] : known;
  };

  /** The method set: of a type including embedded ones; of an interface complete, or empty where a part is unknown. */
  const findMethods = (id: number): Methods => {
    const { implicit, alias, scope } = tables.definition(id);
    const ids = alias === undefined ? linker.ancestors(id).ids : [id];
    const methods = new Map<string, number | MethodType>();
    if (scope !== 0) return methods;
    for (const one of ids) {
      const isInterface = tables.definition(one).implicit === true;
      const others = standardBases(linker, one);
      if (implicit && !(isInterface && others)) return new Map();
      for (const [name, method] of [...(isInterface ? asked(one) : added(one)), ...(others ?? [])])
        if (!methods.has(name)) methods.set(name, method);
    }
    return methods;
  };
  const asked = (id: number): readonly (readonly [name: string, id: number])[] => {
    const file = tables.fileOf(id);
    const keyed = interfacesOf(file).find(({ index }) => file.base + index === id);
    if (!keyed) return [];
    memory.touch(factOfKey(keyed.key));
    return keyed.methods.map((index) => [file.outline.definitions[index]!.name, file.base + index]);
  };
  const added = (id: number): readonly (readonly [name: string, id: number])[] => {
    const { name, scope } = tables.definition(id);
    const own = tables.fileOf(id);
    if (scope !== 0 || own.package === undefined) return [];
    return filesAddingTo(linker, own, own.package, id).flatMap((file) => {
      memory.touch(factOfMethods(file.seed, name));
      const methods = file.expandoMembers.all.get(name);
      return methods
        ? [...methods.all].map(([method, [index]]) => [method, file.base + index!] as const)
        : [];
    });
  };
  const methods = memory.store<number, Methods>(() => new Map());
  const methodsOf = (id: number): Methods => methods(id, () => findMethods(id));
  const types = memory.store<number, MethodType>(() => anything);
  const typeOf = (method: number | MethodType): MethodType =>
    typeof method === "number" ? types(method, () => findType(linker, method)) : method;
  const packageOf = (method: number | MethodType): string | undefined =>
    typeof method === "number" ? tables.fileOf(method).package : undefined;

  const fits = (own: Methods, file: FileTable, id: number): Implemented["sureness"] | undefined => {
    const wanted = methodsOf(id);
    if (wanted.size === 0 || wanted.size > own.size) return undefined;
    for (const name of wanted.keys()) if (!own.has(name)) return undefined;
    if (!canMeet(file, tables.fileOf(id))) return undefined;
    let sureness: Implemented["sureness"] = "exact";
    for (const [name, method] of wanted) {
      const mine = own.get(name)!;
      if (!isExported(name) && packageOf(mine) !== packageOf(method)) return undefined;
      const [one, two] = [typeOf(mine), typeOf(method)];
      if (!isLike(one, two) && !isLike(two, one)) return undefined;
      if (one.includes(anything) || two.includes(anything)) sureness = "inferred";
    }
    return sureness;
  };
  return {
    of: (file, index) => {
      const { implicit, kind, alias, signature } = file.outline.definitions[index]!;
      // An alias has no methods of its own: `type A = B`.
      if (implicit || kind !== "class" || (alias !== undefined && signature.includes("="))) return none;
      const own = methodsOf(file.base + index);
      const found = new Map<number, Implemented>();
      const standard = file.rules?.implicit?.standardAmong(own) ?? [];
      const keys = [...own.keys(), ...standard.map(keyOfHeir)];
      for (const key of keys)
        for (const id of foundBy(key)) {
          if (found.size === maxOfType) return [...found.values()];
          const sureness = found.has(id) ? undefined : fits(own, file, id);
          if (sureness === undefined) continue;
          found.set(id, { id, sureness });
          keys.push(keyOfHeir(tables.definition(id).name));
        }
      return [...found.values()];
    },
  };
}

/** Limit per type; the most in moby, with its vendored modules, is 51. */
const maxOfType = 256;

const none: readonly Implemented[] = [];
const anything: MethodType = "?";

/** Whether a signature matches a pattern with `?` wildcards. */
function isLike(type: MethodType, form: MethodType): boolean {
  const [first, ...others] = form.split(anything);
  const last = others.pop();
  if (last === undefined) return type === form;
  if (!type.startsWith(first!) || !type.endsWith(last)) return false;
  let at = first!.length;
  for (const part of others) {
    const found = type.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= type.length - last.length;
}

const isExported = (name: string): boolean => /^\p{Lu}/u.test(name);

const canMeet = ({ condition, rules }: FileTable, other: FileTable): boolean =>
  condition === undefined ||
  other.condition === undefined ||
  rules?.conditions?.canMeet(condition, other.condition) !== false;

/** A method's signature, with type names made canonical across files. */
function findType(linker: Linker, id: number): MethodType {
  const file = linker.tables.fileOf(id);
  const { signature, scope } = file.outline.definitions[id - file.base]!;
  const around = file.outline.scopes[scope]!.definition;
  const parameters = around < 0 ? receiverParameters(signature) : linker.typeParameters(file.base + around);
  const named = (name: string): string =>
    parameters.includes(name) ? anything : typeNamed(linker, file, name, 0);
  return file.rules?.implicit?.methodType(signature, named) ?? anything;
}

/** `K` and `V` of `func (b *Box[K, V]) Get(key K) V`. */
const receiverParameters = (signature: string): readonly string[] =>
  /^func \([^[()]*\[([^\]]*)\]\)/.exec(signature)?.[1]?.split(/\s*,\s*/) ?? [];

/** Methods of external bases; undefined where an interface embeds an unknown one. */
function standardBases(
  linker: Linker,
  id: number,
): readonly (readonly [name: string, type: MethodType])[] | undefined {
  const file = linker.tables.fileOf(id);
  const found: (readonly [string, MethodType])[] = [];
  let areKnown = true;
  for (const base of linker.tables.definition(id).bases ?? []) {
    if (linker.base(id, base).entities.some(({ kind }) => kind === "definition")) continue;
    const methods = file.rules?.implicit?.standard(typeNamed(linker, file, base, 0));
    if (!methods) areKnown = false;
    for (const [name, text] of methods ?? []) found.push([name, text]);
  }
  return areKnown || !linker.tables.definition(id).implicit ? found : undefined;
}

/** Limit of aliases of aliases. */
const maxNames = 8;

function typeNamed(linker: Linker, file: FileTable, name: string, depth: number): string {
  const { rules, outline } = file;
  for (const one of linker.chain(file, 0, name).entities) {
    if (one.kind !== "definition") continue;
    const { alias, signature } = linker.tables.definition(one.id);
    const other = linker.tables.fileOf(one.id);
    const isName = alias !== undefined && signature.includes("=") && depth < maxNames;
    const meant = (inner: string): string => typeNamed(linker, other, inner, depth + 1);
    return (isName ? rules?.implicit?.typeText(alias, meant) : undefined) ?? `#${one.id}`;
  }
  const [module, member] = name.split(".");
  if (member === undefined) return name;
  const imported = outline.imports.find(({ as, from }) => (as ?? rules?.importedName?.(from)) === module);
  const whole = `${imported?.from ?? module}.${member}`;
  return rules?.implicit?.movedType(whole) ?? whole;
}
