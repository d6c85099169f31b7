/**
 * Languages in which a class is itself an object with methods of its own, and a name alone may be a call of a method
 * of `self` (Ruby): what `self` is, in which order classes are asked for a method, and what a name means.
 */
import { type Entity, exactly, type Found, inferred, nothing, outside, together } from "./entities.ts";
import type { FileTable } from "./file-table.ts";
import type { Linker, Selves } from "./linker.ts";
import type { Memory } from "./memory.ts";
import { boundTo } from "./names.ts";
import type { Chain } from "./outline.ts";

/** Methods of the objects of a class, or of the class itself. */
type Side = "object" | "class";

interface Place {
  /** Whole name of a class. */
  readonly name: string;
  readonly side: Side;
}

/** Aliases of aliases are followed this far. */
const maxAliases = 4;
const isConstant = (name: string): boolean => /^(?:::)?\p{Lu}/u.test(name);

export function createSelves(linker: Linker, memory: Memory): Selves {
  // A base that is looked up through the class itself sees the class alone.
  const orders = memory.store<string, readonly Place[]>((key) => [placeOf(key)]);
  const order = (name: string, side: Side): readonly Place[] =>
    orders(`${side} ${name}`, () => findOrder(linker, name, side, order, classesNamed));
  const find = (places: readonly Place[], name: string, aliases = 0): Found | undefined => {
    for (const place of places) {
      const found = own(linker, place, name);
      if (found) return found;
      const original = aliases < maxAliases ? originalOf(linker, place, name) : undefined;
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
    return reopened.at(name);
  };
  /** Read without the memory of chains: the constant itself may be what asks for the order of its class. */
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
    return first?.kind === "definition" ? linker.reopened.wholeName(first.id) || undefined : undefined;
  };
  const member: Selves["member"] = (entity, name) => {
    const definition = linker.tables.definition(entity.id);
    if (definition.kind !== "class") return outside;
    const whole = linker.reopened.wholeName(entity.id);
    const side =
      entity.kind === "instance" || (entity.kind === "parent" && !entity.onClass) ? "object" : "class";
    const places = order(whole, side);
    if (entity.kind === "parent")
      return find(places.slice(1 + places.findIndex((place) => place.name === whole)), name) ?? outside;
    if (side === "class" && isConstant(name))
      return (
        firstOf(order(whole, "object"), (place) => linker.reopened.at(`${place.name}.${name}`)) ?? outside
      );
    return find(places, name) ?? builtIn(linker, entity, name);
  };
  return {
    member,
    head: (file, scope, head) => {
      if (head === "?") return nothing;
      if (head === "this" || head === ":class") return selfIn(linker, file, scope).found;
      if (head === "super") return parentOf(selfIn(linker, file, scope).found);
      if (isConstant(head)) return constant(file, scope, head) ?? outside;
      return variable(linker, file, scope, head) ?? outside;
    },
    onSelf: (file, scope, name) => {
      const self = selfIn(linker, file, scope);
      const classes = self.found.entities.filter(
        (one) => one.kind === "definition" || one.kind === "instance",
      );
      const near = functionAround(file, scope, name);
      if (near) return near;
      const found = together(classes.map((one) => member(one, name)));
      if (isInside(found)) return found;
      // A block in the body of a class is most often run later, with an object of the class as `self`.
      const later = self.inBlock
        ? together(classes.map(({ id }) => member({ kind: "instance", id }, name)))
        : nothing;
      if (isInside(later)) return inferred(later);
      return functionOfFiles(linker, file, name) ?? (classes.length > 0 ? found : outside);
    },
  };
}

const placeOf = (key: string): Place => ({
  name: key.slice(key.indexOf(" ") + 1),
  side: key.startsWith("object ") ? "object" : "class",
});

const isInside = ({ entities }: Found): boolean => entities.some(({ kind }) => kind !== "external");

function firstOf<T>(all: readonly T[], find: (one: T) => Found | undefined): Found | undefined {
  for (const one of all) {
    const found = find(one);
    if (found) return found;
  }
  return undefined;
}

/** What every object or class has: `new`, which runs the initializer, `class`, and methods that give the object itself. */
function builtIn(linker: Linker, entity: Extract<Entity, { id: number }>, name: string): Found {
  const { reopened, givesItself } = linker.tables.fileOf(entity.id).rules!;
  if (entity.kind === "definition" && name === reopened!.maker) return exactly(entity);
  const own: Entity = { kind: "definition", id: entity.id };
  if (entity.kind === "instance" && name === reopened!.classOf)
    return exactly({ kind: "giver", gives: exactly(own) });
  return givesItself?.has(name) ? inferred(exactly({ kind: "giver", gives: exactly(entity) })) : outside;
}

const isAccessor = (linker: Linker, one: Entity): boolean =>
  one.kind === "definition" && linker.tables.definition(one.id).signature.startsWith("attr_accessor ");

/** The order in which a method is looked for: what was prepended, the class, what it includes, what it inherits from. */
function findOrder(
  linker: Linker,
  name: string,
  side: Side,
  order: (name: string, side: Side) => readonly Place[],
  classesNamed: (file: FileTable, scope: number, base: Chain) => readonly string[],
): readonly Place[] {
  const said = linker.reopened.said(name);
  if (!said) return [{ name, side }];
  const namesOf = (file: FileTable, scope: number, base: string): readonly string[] =>
    classesNamed(file, scope, base).filter((one) => one !== name || side === "class");
  const mixed = (how: string): readonly Place[] =>
    said.mixins
      .filter((mixin) => mixin.how === how)
      .reverse()
      .flatMap(({ file, scope, base }) => namesOf(file, scope, base))
      .flatMap((one) => order(one, "object"));
  const inherited = said.parts.flatMap((id) => {
    const { bases = [], scope } = linker.tables.definition(id);
    return bases.flatMap((base) => namesOf(linker.tables.fileOf(id), scope, base));
  });
  const own = { name, side };
  const above = [...new Set(inherited)].flatMap((one) => order(one, side));
  const all =
    side === "object"
      ? [...mixed("prepend"), own, ...mixed("include"), ...above]
      : [own, ...mixed("extend"), ...above];
  // A module that a base has already is not put in once more.
  return all.filter(
    (one, at) => !all.slice(at + 1).some((two) => two.name === one.name && two.side === one.side),
  );
}

/** What the parts of a class themselves say of a method or attribute. Parts that disagree all count. */
function own(linker: Linker, { name: whole, side }: Place, name: string): Found | undefined {
  const said = linker.reopened.said(whole);
  if (!said) return undefined;
  const found: Found[] = [];
  for (const id of said.parts) {
    const file = linker.tables.fileOf(id);
    if (name.startsWith("@")) {
      const bindings = file.attributes.get(id - file.base, name);
      if (bindings) found.push(boundTo(linker, file, bindings));
      continue;
    }
    const own = (file.definitions.get(file.inside[id - file.base]!, name) ?? []).findLast((at) =>
      isMethod(linker, file.base + at, side),
    );
    if (own !== undefined) found.push(exactly({ kind: "definition", id: file.base + own }));
  }
  for (const id of said.methods)
    if (linker.tables.definition(id).name === name && isMethod(linker, id, side))
      found.push(exactly({ kind: "definition", id }));
  return found.length === 0 ? undefined : together(found);
}

function isMethod(linker: Linker, id: number, side: Side): boolean {
  const { kind, onClass } = linker.tables.definition(id);
  return kind === "function" && (onClass === true) === (side === "class");
}

/** The method that a name is another name of. */
function originalOf(linker: Linker, { name: whole }: Place, name: string): string | undefined {
  for (const id of linker.reopened.said(whole)?.parts ?? []) {
    const file = linker.tables.fileOf(id);
    const said = name.startsWith("@") ? undefined : file.attributes.get(id - file.base, name);
    if (said) return said[0]!.value;
  }
  return undefined;
}

/** `self` in a scope, and whether a block of a class body lies between. */
function selfIn(linker: Linker, file: FileTable, scope: number): { found: Found; inBlock: boolean } {
  const { scopes, definitions } = file.outline;
  let [method, inBlock] = [-1, false];
  for (let at = scope; at > 0; at = scopes[at]!.parent) {
    const { definition: index, ownThis } = scopes[at]!;
    if (ownThis) break;
    const definition = definitions[index];
    if (definition?.kind === "class") {
      const isObject = method >= 0 && !definitions[method]!.onClass;
      const id = file.base + index;
      return {
        found: exactly({ kind: isObject ? "instance" : "definition", id }),
        inBlock: inBlock && method < 0,
      };
    }
    if (!definition) {
      // A method in a block belongs to whatever class the block is run for.
      if (method >= 0) break;
      inBlock = true;
    } else if (definition.on !== undefined)
      return { found: linker.chain(file, definition.scope, definition.on), inBlock: false };
    else method = index;
  }
  return { found: nothing, inBlock };
}

const parentOf = (self: Found): Found => ({
  ...self,
  entities: self.entities.flatMap((one): readonly Entity[] =>
    one.kind === "instance"
      ? [{ kind: "parent", id: one.id }]
      : one.kind === "definition"
        ? [{ kind: "parent", id: one.id, onClass: true }]
        : [],
  ),
});

/** A variable of this function or of the blocks around. */
function variable(linker: Linker, file: FileTable, start: number, name: string): Found | undefined {
  const { scopes } = file.outline;
  for (let scope = start; scope >= 0; scope = scopes[scope]!.parent) {
    const bindings = file.bindings.get(scope, name);
    if (bindings) return boundTo(linker, file, bindings);
    if (scopes[scope]!.definition >= 0) return undefined;
  }
  return undefined;
}

/** A method that is defined in a block around, as the helpers of a group of tests are. */
function functionAround(file: FileTable, start: number, name: string): Found | undefined {
  const { scopes, definitions } = file.outline;
  for (let scope = start; scope > 0; scope = scopes[scope]!.parent) {
    const { definition } = scopes[scope]!;
    if (definitions[definition]?.kind === "class") return undefined;
    const own = definition < 0 ? functionIn(file, scope, name) : undefined;
    if (own) return own;
  }
  return undefined;
}

function functionIn(file: FileTable, scope: number, name: string): Found | undefined {
  const own = file.definitions
    .get(scope, name)
    ?.filter((at) => file.outline.definitions[at]!.kind === "function");
  return own?.length ? exactly({ kind: "definition", id: file.base + own.at(-1)! }) : undefined;
}

/** More required files than this are not searched. */
const maxFiles = 1_000;

/** A method that this file, or a file that it requires, directly or not, has at its top. */
function functionOfFiles(linker: Linker, file: FileTable, name: string): Found | undefined {
  if (!linker.reopened.isAtSomeTop(name)) return undefined;
  const files = new Set([file]);
  for (const one of files) {
    const found = functionIn(one, 0, name);
    if (found) return found;
    for (const { from } of one.stars.all.flatMap((names) => names?.get("*") ?? [])) {
      const target = linker.tables.resolve(one, from);
      const next = target && linker.tables.fileAt(target.path);
      if (next && files.size < maxFiles) files.add(next);
    }
  }
  return undefined;
}
