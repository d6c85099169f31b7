import type { Binding, Definition, ImportFact, Outline } from "./outline.ts";
import type { FamilyRules, ModuleTarget, Project } from "./project.ts";

/** One file's outline, arranged for look-up by name. */
export interface FileTable {
  /** Its place among the files. */
  readonly index: number;
  readonly outline: Outline;
  readonly rules: FamilyRules | undefined;
  /** Number of its first definition among those of the whole repository. */
  readonly base: number;
  /** Key of the package whose names it shares; undefined in languages where each file stands alone. */
  readonly package: string | undefined;
  /** `scope name` to the file's own definition indices, in order. */
  readonly definitions: ReadonlyMap<string, readonly number[]>;
  readonly imports: ReadonlyMap<string, readonly ImportFact[]>;
  readonly bindings: ReadonlyMap<string, readonly Binding[]>;
  /** Imports of every public name, by scope. */
  readonly stars: ReadonlyMap<number, readonly ImportFact[]>;
  /** The scope inside of each definition, by index. */
  readonly inside: readonly number[];
  /** What functions written as `X.y = function` and `X.prototype.y = function` add: `X` to name to indices. */
  readonly added: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
  /** Declarations that another definition of the same name stands for: overloads. */
  readonly superseded: ReadonlySet<number>;
  /** Attributes given through `this`: definition index of the owner to name to bindings. */
  readonly attributes: ReadonlyMap<number, ReadonlyMap<string, readonly Binding[]>>;
}

export interface Tables {
  readonly files: readonly FileTable[];
  readonly byPath: ReadonlyMap<string, FileTable>;
  readonly rules: ReadonlyMap<string, FamilyRules>;
  /** The files of each package of several files, by its key. */
  readonly packages: ReadonlyMap<string, readonly FileTable[]>;
  readonly definitionCount: number;
  fileOf(id: number): FileTable;
  definition(id: number): Definition;
  /** The other parts of a class that is written in several places. */
  partsOf(id: number): readonly number[];
  /** The module that `specifier` means in a file; undefined where it is not in this repository. */
  resolve(file: FileTable, specifier: string): ModuleTarget | undefined;
  /** The files whose top names a file sees bare, itself first. */
  together(file: FileTable): readonly FileTable[];
}

/** Put behind the name of what is called, where functions have names of their own. */
export const callMark = "!";

export function createTables(outlines: readonly Outline[], project: Project): Tables {
  const files: FileTable[] = [];
  const owners: number[] = [];
  const packages = new Map<string, FileTable[]>();
  const saidNames = namesOfPackages(outlines, project);
  for (const outline of outlines) {
    const rules = project.rules.get(outline.language);
    const file = createFileTable(outline, rules, saidNames, owners.length, files.length);
    if (file.package !== undefined) push(packages, file.package, file);
    for (let i = 0; i < outline.definitions.length; i++) owners.push(files.length);
    files.push(file);
  }
  const fileOf = (id: number): FileTable => files[owners[id]!]!;
  const partsOf = (id: number): readonly number[] => {
    const file = fileOf(id);
    const { name, signature, scope } = file.outline.definitions[id - file.base]!;
    const isPartial = scope === 0 && file.package !== undefined && file.rules?.partialClass?.test(signature);
    return !isPartial
      ? []
      : packages.get(file.package!)!.flatMap((other) =>
          (other.definitions.get(`0 ${name}`) ?? [])
            .filter((index) => file.rules!.partialClass!.test(other.outline.definitions[index]!.signature))
            .map((index) => other.base + index)
            .filter((one) => one !== id),
        );
  };
  const isKnown = (target: ModuleTarget, rules: FamilyRules): boolean => {
    if (target.kind !== "package" || packages.has(target.path)) return true;
    const outer = rules.outer?.(target);
    return outer !== undefined && isKnown(outer.target, rules);
  };
  return {
    files,
    byPath: new Map(files.map((file) => [file.outline.path, file])),
    rules: project.rules,
    packages,
    definitionCount: owners.length,
    fileOf,
    definition: (id) => {
      const file = fileOf(id);
      return file.outline.definitions[id - file.base]!;
    },
    partsOf,
    resolve: (file, specifier) => {
      const target = file.rules?.resolve(file.outline.path, specifier);
      return target && isKnown(target, file.rules!) ? target : undefined;
    },
    together: (file) => {
      const all = file.package === undefined ? undefined : packages.get(file.package);
      return all ? [file, ...all.filter((other) => other !== file)] : [file];
    },
  };
}

/** The names that packages of several files have in their own files, by key. */
function namesOfPackages(outlines: readonly Outline[], project: Project): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { path, language, package: said } of outlines) {
    const key = said === undefined ? undefined : project.rules.get(language)?.packageOf?.(path, said);
    if (key !== undefined) names.set(key, said!);
  }
  return names;
}

/** The definition by which `this` is meant in a scope: a class, an object, or what a function was added to. */
export function ownerOf(
  file: FileTable,
  scope: number,
): { index: number } | { on: string; scope: number } | undefined {
  const { scopes, definitions } = file.outline;
  for (let at = scope; at > 0; at = scopes[at]!.parent) {
    const { definition: index, ownThis } = scopes[at]!;
    if (ownThis) return undefined;
    const definition = definitions[index];
    if (!definition) continue;
    if (definition.kind === "class" || definition.kind === "object") return { index };
    if (definition.keepsThis) {
      // An arrow in an object literal does not have that object as its `this`.
      const outer = scopes[definition.scope]!;
      if (definitions[outer.definition]?.kind === "object") at = definition.scope;
      continue;
    }
    if (definition.on !== undefined)
      return { on: definition.on.replace(/\.prototype$/, ""), scope: definition.scope };
    if (definition.detached) return undefined;
    // `function Point() { this.reset() }`, where Point.prototype.reset is given elsewhere in the file.
    if (definition.scope === 0 && file.added.has(definition.name)) return { on: definition.name, scope: 0 };
  }
  return undefined;
}

function createFileTable(
  outline: Outline,
  rules: FamilyRules | undefined,
  packageNames: ReadonlyMap<string, string>,
  base: number,
  index: number,
): FileTable {
  const inside = new Array<number>(outline.definitions.length).fill(-1);
  outline.scopes.forEach((scope, number) => {
    if (scope.definition >= 0) inside[scope.definition] = number;
  });
  const definitions = new Map<string, number[]>();
  const added = new Map<string, Map<string, number[]>>();
  outline.definitions.forEach((definition, number) => {
    if (definition.detached || isConstructor(outline, definition, rules)) return;
    const mark = rules?.functionsApart && definition.kind === "function" ? callMark : "";
    const name = definition.name + mark;
    if (definition.on === undefined) push(definitions, `${definition.scope} ${name}`, number);
    else push(nested(added, definition.on.replace(/\.prototype$/, "")), name, number);
  });
  const superseded = rules?.overloads ? new Set<number>() : dropOverloads(outline, definitions);
  const imports = new Map<string, ImportFact[]>();
  const stars = new Map<number, ImportFact[]>();
  for (const fact of outline.imports) {
    const as = fact.as ?? importedName(outline.path, fact, rules, packageNames);
    if (fact.kind === "all") push(stars, fact.scope, fact);
    else if (as !== undefined) push(imports, `${fact.scope} ${as}`, fact);
  }
  const file = {
    superseded,
    index,
    outline,
    rules,
    base,
    package: rules?.packageOf?.(outline.path, outline.package),
    definitions,
    imports,
    stars,
    inside,
    added,
  };
  return { ...file, ...bindingTables(file) };
}

/** No call says its name: `new Foo()` leads to the class, also inside of it. */
const isConstructor = ({ scopes, definitions }: Outline, one: Definition, rules?: FamilyRules): boolean =>
  rules?.functionsApart === true &&
  one.kind === "function" &&
  definitions[scopes[one.scope]!.definition]?.name === one.name;

/** `import "a/b"` makes a package known by the name that its files say, else by the one its path suggests. */
function importedName(
  path: string,
  { kind, from }: ImportFact,
  rules: FamilyRules | undefined,
  packageNames: ReadonlyMap<string, string>,
): string | undefined {
  if (kind !== "module" || !rules?.importedName) return undefined;
  const target = rules.resolve(path, from);
  return (target && packageNames.get(target.path)) ?? rules.importedName(from);
}

/** Keeps the implementations of a name, or its last declaration where there are none. */
function dropOverloads(outline: Outline, definitions: ReadonlyMap<string, number[]>): Set<number> {
  const superseded = new Set<number>();
  for (const numbers of definitions.values()) {
    if (numbers.length === 1) continue;
    const declared = numbers.filter((number) => outline.definitions[number]!.bodiless);
    const keeper = declared.length === numbers.length ? declared.at(-1) : undefined;
    for (const number of declared) if (number !== keeper) superseded.add(number);
    numbers.splice(0, numbers.length, ...numbers.filter((number) => !superseded.has(number)));
  }
  return superseded;
}

function bindingTables(
  file: Omit<FileTable, "bindings" | "attributes">,
): Pick<FileTable, "bindings" | "attributes"> {
  const bindings = new Map<string, Binding[]>();
  const attributes = new Map<number, Map<string, Binding[]>>();
  for (const binding of file.outline.bindings) {
    if (!binding.name.startsWith("this.")) {
      push(bindings, `${binding.scope} ${binding.name}`, binding);
      continue;
    }
    const owner = ownerOf({ ...file, bindings, attributes }, binding.scope);
    if (owner && "index" in owner) push(nested(attributes, owner.index), binding.name.slice(5), binding);
  }
  return { bindings, attributes };
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function nested<K, V>(map: Map<K, Map<string, V>>, key: K): Map<string, V> {
  let inner = map.get(key);
  if (!inner) {
    inner = new Map();
    map.set(key, inner);
  }
  return inner;
}
