/** What a parameter is that has no type where it stands: of a test what the fixture gives that pytest hands over for it, else what a base says. */
import { elementsOf, type Found, inferred, union, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { parametersIn } from "../notation/signatures.ts";
import type { Binding, Definition } from "../outline.ts";
import { fixtureKey, fixtureName, isFixture, parameterNames } from "../tests/fixtures.ts";
import { isTestPath } from "../tests/test-names.ts";

export function fixtureValue(
  linker: Linker,
  file: FileTable,
  scope: number,
  name: string,
): Found | undefined {
  if (!file.rules?.fixtures) return undefined;
  const index = file.outline.scopes[scope]!.definition;
  const classes = index < 0 ? undefined : classesAround(file, file.outline.definitions[index]!);
  if (!classes) return undefined;
  const id = file.base + index;
  const user = linker.tables.definition(id);
  if (!parametersOf(user).includes(name) || isMock(user, name)) return undefined;
  if ([user, ...classes.map((one) => linker.tables.definition(one))].some((one) => isParametrized(one, name)))
    return undefined;
  const found = fixturesNamed(linker, file, classes, name, id);
  return found.length === 0 ? undefined : inferred(union(found.map((one) => valueOfFixture(linker, one))));
}

/** By function: each mentions its parameters in many chains. */
const known = new WeakMap<Definition, readonly string[]>();

function parametersOf(user: Definition): readonly string[] {
  const names = known.get(user) ?? parameterNames(user.signature);
  known.set(user, names);
  return names;
}

/** The classes around what pytest runs, innermost first; undefined where it runs something else. */
function classesAround({ base, outline }: FileTable, one: Definition): readonly number[] | undefined {
  const isTest = one.name.startsWith("test") && isTestPath(outline.path);
  if (one.kind !== "function" || !(isTest || isFixture(one))) return undefined;
  const classes: number[] = [];
  for (let scope = one.scope; scope > 0; scope = outline.scopes[scope]!.parent) {
    const { definition } = outline.scopes[scope]!;
    if (outline.definitions[definition]?.kind !== "class") return undefined;
    classes.push(base + definition);
  }
  return classes;
}

/** Whether values for it are written on a test, or may be: a decorator is cut short. */
const isParametrized = ({ decorators = [] }: Definition, name: string): boolean =>
  decorators.some((one) => {
    if (!/\bparametrize\(/.test(one)) return false;
    const [, names] = /\bparametrize\(\s*((["'])[\w\s,]*\2|[[(][^\])]*[\])])/.exec(one) ?? [];
    return names?.match(/\w+/g)?.includes(name) ?? true;
  });

/** `@mock.patch("a.b")` hands over what stands in the place of that, before all fixtures. */
function isMock({ decorators = [], signature }: Definition, name: string): boolean {
  const mocks = decorators.filter((one) => /^(?:\w+\.)*patch(?:\.object)?\(/.test(one)).length;
  const names = mocks === 0 ? [] : (parametersIn(signature) ?? []).filter((one) => one.trim() !== "self");
  return names.slice(0, mocks).some((one) => one.trim() === name);
}

/** The nearest fixtures of a name: of the class, of the file, of `conftest.py` in its folder or one above. One that asks for its own name means the next. */
function fixturesNamed(
  linker: Linker,
  file: FileTable,
  classes: readonly number[],
  name: string,
  user: number,
): readonly number[] {
  for (const one of classes) {
    const found = ofClass(linker, one, name);
    if (found !== undefined && found !== user) return [found];
  }
  for (let at: FileTable | undefined = file; at; at = sharedWith(linker, at)) {
    const found = atTop(linker, at, name).filter((one) => one !== user);
    if (found.length > 0) return found;
  }
  return [];
}

function ofClass(linker: Linker, of: number, name: string): number | undefined {
  for (const id of linker.ancestors(of).ids) {
    const { base, inside, lookup } = linker.tables.fileOf(id);
    const index = lookup(fixtureKey(name), inside[id - base]!)?.definitions?.at(-1);
    if (index !== undefined) return base + index;
  }
  return undefined;
}

/** What a file has at its top, or imports there. */
function atTop(linker: Linker, file: FileTable, name: string): readonly number[] {
  const { path, language } = file.outline;
  const named = (one: string): Found | undefined => linker.exported({ kind: "file", path }, language, one);
  const own = named(fixtureKey(name));
  const { entities } = own ?? named(name) ?? unresolved;
  return entities.flatMap((one) =>
    one.kind === "definition" && isNamed(linker.tables.definition(one.id), name, own !== undefined)
      ? [one.id]
      : [],
  );
}

/** One that is imported by another name than its own has that, unless it says one for tests. */
const isNamed = (one: Definition, name: string, isKeyed: boolean): boolean => {
  const fixture = fixtureName(one);
  return fixture !== undefined && (isKeyed || fixture === name || fixture === one.name);
};

function sharedWith(linker: Linker, file: FileTable): FileTable | undefined {
  const target = linker.tables.resolve(file, file.rules!.fixtures!);
  return target && linker.tables.fileAt(target.path);
}

/** What it returns, or the one thing that it yields. */
function valueOfFixture(linker: Linker, id: number): Found {
  const found = linker.call({ kind: "definition", id });
  return linker.tables.definition(id).yields ? elementsOf(found) : found;
}

/** What one file says of a name. */
interface TypedParameter {
  readonly file: FileTable;
  readonly bindings: readonly Binding[];
}

/** What the nearest base says: a method that overrides another one is given what that says. */
export function overriddenParameter(
  linker: Linker,
  file: FileTable,
  scope: number,
  name: string,
): TypedParameter | undefined {
  if (!file.rules?.dynamic) return undefined;
  const { scopes, definitions } = file.outline;
  const method = definitions[scopes[scope]!.definition];
  const around = method?.kind === "function" ? scopes[method.scope]!.definition : -1;
  if (around < 0 || !method!.signature.includes(name) || definitions[around]!.kind !== "class")
    return undefined;
  for (const base of linker.ancestors(file.base + around).ids.slice(1)) {
    const other = linker.tables.fileOf(base);
    const [index] = other.lookup(method!.name, other.inside[base - other.base]!)?.definitions ?? [];
    if (index === undefined) continue;
    const entry = other
      .lookup(name, other.inside[index]!)
      ?.bindings?.filter(({ type }) => type !== undefined);
    // The nearest one that says a type counts: those between may leave it out as well.
    if (entry && entry.length > 0) return { file: other, bindings: entry };
  }
  return undefined;
}
