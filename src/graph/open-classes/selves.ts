/** Ruby's object model: a class is itself an object with methods of its own, and a bare name may be a call on `self`. */

import {
  callableOf,
  type Entity,
  exactly,
  external,
  type Found,
  inferred,
  isResolved,
  maxCandidates,
  union,
  unresolved,
} from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker, Selves } from "../linker.ts";
import { modelMember } from "../members/models.ts";
import type { Memory } from "../memory/memory.ts";
import { type Chain, exampleGroup, topClass } from "../outline.ts";
import { isTestPath } from "../tests/test-names.ts";
import { factOfDeclaring, factOfSubclasses } from "./class-facts.ts";
import type { ClassesKnown } from "./class-merge.ts";
import { findOrder, originalOf, own, type Place, placeOf, type Side } from "./method-order.ts";
import type { ReopenedRules } from "./reopened-rules.ts";
import {
  describedAround,
  functionAround,
  functionOfFiles,
  modulesIncludedAround,
  parentOf,
  selfIn,
  variable,
} from "./self-scopes.ts";
import { classOfItself, isItself, itself, subclassesWith } from "./subclasses.ts";
import { createViews } from "./views.ts";

/** Limit of aliases of aliases. */
const maxAliases = 4;
const isConstant = (name: string): boolean => /^(?:::)?\p{Lu}/u.test(name);

/** @param known Called only where the repository has open classes. */
export function createSelves(linker: Linker, memory: Memory, known: () => ClassesKnown): Selves {
  // While a superclass is resolved through the class itself, its order is the class alone.
  const orders = memory.store<string, readonly Place[]>((key) => [placeOf(key)]);
  const order = (name: string, side: Side): readonly Place[] =>
    orders(`${side} ${name}`, () => findOrder(linker, name, side, order, classesNamed));
  const find = (places: readonly Place[], name: string, aliases = 0): Found | undefined => {
    for (const place of places) {
      const merged = linker.reopened.member(place.name, name);
      if (!merged) continue;
      const found = own(linker, merged, place.side, name);
      if (found) return found;
      const original = aliases < maxAliases ? originalOf(linker, merged, name) : undefined;
      if (original !== undefined && original !== name) return find(places, original, aliases + 1);
    }
    // `a.b = 1` where `attr_accessor :b`.
    if (!/[\p{L}\p{N}_]=$/u.test(name)) return undefined;
    const written = find(places, name.slice(0, -1));
    return written?.entities.some((one) => isAccessor(linker, one)) ? written : undefined;
  };
  const constant = (file: FileTable, scope: number, name: string): Found | undefined => {
    const { reopened } = linker;
    if (name.startsWith("::")) return reopened.at(name.slice(2));
    const around = reopened.around(file, scope);
    const inherited = around[0] === undefined ? [] : order(around[0], "object").map((place) => place.name);
    for (const outer of [...around, ...inherited]) {
      const found = reopened.at(`${outer}.${name}`);
      if (found) return found;
    }
    const found = reopened.at(name);
    if (found) return found;
    const taken = firstOf(order(topClass, "object").slice(1), (place) =>
      reopened.at(`${place.name}.${name}`),
    );
    return taken && inferred(taken);
  };
  /** Without the cache of chains, whose query for this constant may be what asks for the order of its class. */
  const classesNamed = (file: FileTable, scope: number, base: Chain): readonly string[] => {
    const [head = "", ...rest] = base.split(".");
    const start =
      head === ":class" ? linker.reopened.around(file, scope)[0] : classOf(constant(file, scope, head));
    const whole = [start, ...rest].join(".");
    const found = start === undefined ? undefined : classOf(linker.reopened.at(whole));
    return found === undefined ? [] : [found];
  };
  const classOf = (found: Found | undefined): string | undefined => {
    const first = found?.entities[0];
    if (first?.kind === "expando") return first.on;
    return first?.kind === "definition" ? linker.reopened.qualifiedName(first.id) || undefined : undefined;
  };
  const member: Selves["member"] = (entity, name) => {
    const definition = linker.tables.definition(entity.id);
    if (definition.kind !== "class") return external;
    const whole = linker.reopened.qualifiedName(entity.id);
    const side =
      entity.kind === "instance" || (entity.kind === "parent" && !entity.isStatic) ? "object" : "class";
    const places = order(whole, side);
    if (entity.kind === "parent")
      return find(places.slice(1 + places.findIndex((place) => place.name === whole)), name) ?? external;
    if (side === "class" && isConstant(name))
      return (
        firstOf(order(whole, "object"), (place) => linker.reopened.at(`${place.name}.${name}`)) ?? external
      );
    const found = find(places, name);
    if (found) return found;
    const { models, reopened } = linker.tables.fileOf(entity.id).rules!;
    const buildsOn = (base: RegExp): boolean =>
      places.some((place) =>
        linker.reopened.declarations(place.name)?.bases.some(({ own }) => base.test(own.base)),
      );
    const ofModel = models && buildsOn(models.bases) ? modelMember(models, entity, name) : undefined;
    if (ofModel) return ofModel;
    if (side === "class")
      for (const { base, called, runs = name } of reopened!.runsOnObjects) {
        const run = called.test(name) && buildsOn(base) ? find(order(whole, "object"), runs) : undefined;
        if (run) return inferred(run);
      }
    return builtIn(linker, entity, name);
  };
  /** Members of modules that test groups include, here or in any file: of several, any may be meant. */
  const includedByTests = (file: FileTable, scope: number, name: string): Found | undefined => {
    const taken = modulesIncludedAround(file, scope);
    if (!taken) return undefined;
    for (const [around, module] of taken)
      for (const whole of classesNamed(file, around, module)) {
        const found = find(order(whole, "object"), name);
        if (found) return inferred(found);
      }
    if (!isTestPath(file.outline.path)) return undefined;
    const all = order(exampleGroup, "object").flatMap((place) => find([place], name) ?? []);
    if (all.length > 0) return inferred(union(all));
    const found = firstOf(file.rules!.reopened!.libraryBases.get(exampleGroup) ?? [], (one) =>
      find(order(one, "object"), name),
    );
    return found && inferred(found);
  };
  const saying = new Map<string, readonly string[]>();
  const classesDeclaring = (name: string): readonly string[] => {
    memory.touch(factOfDeclaring(name));
    const all = saying.get(name) ?? known().classesDeclaring(name);
    saying.set(name, all);
    return all;
  };
  const views = createViews(linker, {
    order,
    find,
    classAt: (whole) => classOf(linker.reopened.at(whole)),
    classesDeclaring: (name) => classesDeclaring(name),
  });
  const heirs = new Map<string, readonly string[]>();
  /** A method that a class calls on itself or its objects and lacks, as its subclasses define it (template method). */
  const ofHeirs = (
    classes: readonly Extract<Entity, { id: number }>[],
    name: string,
    { maker, initializer }: ReopenedRules,
  ): Found => {
    if (classes.length === 0) return unresolved;
    const method = name === maker ? initializer : name;
    const saying = classesDeclaring(method);
    if (saying.length === 0 || saying.length > maxCandidates) return unresolved;
    const all = classes.flatMap(({ id, kind }) => {
      const whole = linker.reopened.qualifiedName(id);
      const asked = kind === "instance" ? whole : itself(whole);
      // These facts decide whether two classes have a common subclass.
      for (const one of [asked, ...saying.flatMap((each) => [each, itself(each)])])
        memory.touch(factOfSubclasses(one));
      const key = `${asked} ${name}`;
      const found = heirs.get(key) ?? subclassesWith(known().subclasses(), asked, saying);
      heirs.set(key, found);
      // `new` in a module that classes extend makes objects of these.
      return name === maker
        ? found.filter((one) => isItself(one) && known().subclasses().of(asked).has(one))
        : found;
    });
    return union(
      all.map((heir) => {
        const isClass = isItself(heir);
        if (name === maker) return linker.reopened.at(classOfItself(heir)) ?? unresolved;
        const merged = linker.reopened.member(isClass ? classOfItself(heir) : heir, name);
        return (merged && own(linker, merged, isClass ? "class" : "object", name)) ?? unresolved;
      }),
    );
  };
  return {
    member,
    head: (file, scope, head) => {
      if (head === "?") return unresolved;
      if (head === "this" || head === ":class") return selfIn(linker, file, scope).found;
      if (head.startsWith("<")) return inferred(linker.typed(file, scope, head.slice(1, -1)));
      if (head === "super") return parentOf(selfIn(linker, file, scope).found);
      if (isConstant(head)) return constant(file, scope, head) ?? external;
      const found = variable(linker, file, scope, head) ?? views.attribute(file, head);
      // In return values, unlike elsewhere, the outline does not spell out the object, `this.@name`.
      return found ?? (head.startsWith("@") ? linker.chain(file, scope, `this.${head}`) : external);
    },
    onSelf: (file, scope, name) => {
      const self = selfIn(linker, file, scope);
      const classes = self.found.entities.filter(
        (one) => one.kind === "definition" || one.kind === "instance",
      );
      const near = functionAround(file, scope, name);
      if (near) return near;
      const about = describedAround(linker, file, scope, name);
      if (about) return about;
      const found = union(classes.map((one) => member(one, name)));
      if (isResolved(found)) return found;
      // A block in a class body mostly runs later, with an instance as `self`: `before_action { load }`.
      const later = self.inBlock
        ? union(classes.map(({ id }) => member({ kind: "instance", id }, name)))
        : unresolved;
      if (isResolved(later)) return inferred(later);
      const ofView = classes.length === 0 ? views.method(file, name) : undefined;
      if (ofView) return ofView;
      const atTop = functionOfFiles(linker, file, name);
      if (atTop) return atTop;
      const ofTests = classes.length === 0 ? includedByTests(file, scope, name) : undefined;
      if (ofTests) return ofTests;
      const below = ofHeirs(classes, name, file.rules!.reopened!);
      if (isResolved(below)) return inferred(below);
      const ofAll = find(order(topClass, "object").slice(1), name);
      return ofAll ? inferred(ofAll) : classes.length > 0 ? found : external;
    },
  };
}

function firstOf<T>(all: readonly T[], find: (one: T) => Found | undefined): Found | undefined {
  for (const one of all) {
    const found = find(one);
    if (found) return found;
  }
  return undefined;
}

/** Members of every object: `new`, which runs the initializer, `class`, and methods that return the receiver (`tap`). */
function builtIn(linker: Linker, entity: Extract<Entity, { id: number }>, name: string): Found {
  const { reopened, givesItself } = linker.tables.fileOf(entity.id).rules!;
  if (entity.kind === "definition" && name === reopened!.maker) return exactly(entity);
  const own: Entity = { kind: "definition", id: entity.id };
  if (entity.kind === "instance" && name === reopened!.classOf)
    return exactly({ kind: "callable", returns: exactly(own) });
  return givesItself?.has(name) ? callableOf(exactly(entity)) : external;
}

const isAccessor = (linker: Linker, one: Entity): boolean =>
  one.kind === "definition" && linker.tables.definition(one.id).signature.startsWith("attr_accessor ");
