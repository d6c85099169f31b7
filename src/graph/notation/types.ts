import { closing, splitTop } from "./brackets.ts";
import { lastName, summaryMark, unpacked } from "./chain-steps.ts";
import { moduleHead } from "./module-heads.ts";
import {
  boxes,
  givingLast,
  isMapOfPairs,
  lists,
  maps,
  memberType,
  ofOneType,
  pairs,
  saysNothing,
  structRecord,
  taking,
  transparent,
} from "./type-names.ts";

/**
 * A type annotation, parsed as far as resolution needs it: which names an object may have, and what its elements are.
 * One parser for every language: `Optional[Foo]`, `Foo | None`, `Promise<Foo>`, `Foo[]`, `[]Foo`, `list[Foo]`, `&mut Foo`.
 */
export interface TypeShape {
  /** Dotted names of the nominal types that a value may have. */
  readonly names: readonly string[];
  /** The element type of a collection: what indexing gives, and iterating where `keys` does not differ. */
  readonly elements: TypeShape | undefined;
  /** Of a tuple the type of each element, and the labels of labelled elements: `[start: Foo, end: Bar]`. */
  readonly tupleElements?: readonly TypeShape[];
  readonly labels?: readonly string[];
  /** Of a map its key type, which is what iterating gives. */
  readonly keys: TypeShape | undefined;
  /** The name before the brackets of a known collection or wrapper; the repository may declare its own. */
  readonly written?: string;
  /** Type arguments as written: most are never looked at. */
  readonly args?: readonly string[];
  /** Those of a known collection, for a class of the repository that has the same name. */
  readonly inside?: readonly string[];
  /** A structural type, as written: `{ one: Foo }`. */
  readonly record?: string;
  /** The members of a union or intersection, where one of them has type arguments. */
  readonly parts?: readonly TypeShape[];
  /** The chain of a type query: `typeof make`. */
  readonly value?: string;
  /** Of a function type what calling gives. */
  readonly returns?: TypeShape;
  /** Of a function type with unnamed parameters their types: `Func<Foo, Bar>`. */
  readonly parameters?: readonly TypeShape[];
  /** The same function type as written, without blanks: `Func<Foo,Bar>`. */
  readonly whole?: string;
  /** A function type with named parameters, as written: `(one: Foo) => Bar`. */
  readonly head?: string;
  /** True for the class itself: `type[Foo]`. */
  readonly isClass: boolean;
}

const none: TypeShape = { names: [], elements: undefined, keys: undefined, isClass: false };

/** The shape of a type as written; longer or stranger than understood gives no names. */
export function typeShape(text: string): TypeShape {
  return read(text.trim().replace(/^:\s*/, ""), 0);
}

/** Longer types are not read. */
const maxLength = 2000;

/** Of a value in C# it says that there may be none, which another overload may take. */
const nullable =
  /^(?:s?byte|u?(?:short|int|long)|bool|char|float|double|decimal|DateTime(?:Offset)?|TimeSpan|Guid)\?$/;

function read(text: string, depth: number): TypeShape {
  if (depth > 8 || text.length > maxLength) return none;
  // Most types are a name.
  if (/^[A-Za-z_][\w.]*$/.test(text)) return named(text);
  // A member of an object that is written out: see object-literals.ts.
  const value = text.trimStart();
  if (value.startsWith(summaryMark)) return { ...none, value: unpacked(value) };
  const record = structRecord(text);
  if (record !== undefined) return { ...none, record };
  const [, pointer, pointee] = /^\s*\*(const|mut)\s+([\s\S]+)$/.exec(text) ?? [];
  if (pointee !== undefined) {
    const shape = read(pointee, depth + 1);
    return { ...shape, names: [...shape.names, `*${pointer}`] };
  }
  if (cString.test(text)) return { ...none, names: ["char*"] };
  if (nullable.test(text)) return { ...none, names: [text] };
  const bare = text
    .trim()
    .replaceAll("::", ".")
    .replace(/^["']([^"']*)["']$/, "$1")
    .replace(
      /^(?:(?:readonly|const|mut|dyn|impl|asserts|struct|class|union|enum|typename|extends|super|abstract(?=\s+new\b))\s+|new\s*(?=[(<])|'\w+\s+|for<[^<>]*>\s*|[&*?]\s*)+/,
      "",
    )
    .replace(/(?:\s*(?:[?*&]|\bconst))+$/, "")
    .replace(/^\./, "")
    .trim();
  if (/^func\s*\(/.test(bare)) {
    const end = closing(bare, bare.indexOf("("));
    return { ...none, returns: read(bare.slice(end + 1), depth + 1) };
  }
  const [, sent] = /^(?:<-\s*)?chan\b(?:\s*<-)?\s*([\s\S]+)$/.exec(bare) ?? [];
  if (sent !== undefined) return { ...none, elements: read(sent, depth + 1) };
  const closure = closureShape(bare, depth);
  if (closure) return closure;
  if (isFunctionType(bare))
    return { ...none, head: bare, returns: read(bare.slice(arrowIn(bare) + 2).trimStart(), depth + 1) };
  if (importing.test(bare))
    return read(
      bare.replace(importing, (_, from: string) => moduleHead(from)),
      depth + 1,
    );
  const either = branchesOf(bare);
  if (either) return union(either.map((part) => read(part, depth + 1)));
  for (const sign of "|&+") {
    // Most types have none, and to look for brackets takes long.
    const parts = bare.includes(sign) ? splitTop(bare, sign) : [];
    if (parts.length > 1) return union(parts.map((part) => read(part, depth + 1)));
  }
  if (bare.startsWith("{") && !bare.endsWith("[]"))
    return bare.endsWith("}") ? { ...none, record: bare } : none;
  if (bare.startsWith("(") && closing(bare, 0) === bare.length - 1) {
    const parts = splitTop(bare.slice(1, -1), ",");
    if (parts.length === 1) return read(parts[0]!, depth + 1);
    const labels = parts.map(labelOf);
    const places = parts.map((part, at) => read(part.slice(0, part.length - labels[at]!.length), depth + 1));
    return { ...tuple(places), ...(labels.some(Boolean) ? { labels } : {}) };
  }
  if (bare.startsWith("[") && closing(bare, 0) === bare.length - 1)
    return tuple(
      splitTop(bare.slice(1, -1).replace(arrayLength, ""), ",").map((part) =>
        read(unlabelled(part), depth + 1),
      ),
    );
  const valued = /^typeof\s+([\w$.]+)$/.exec(bare)?.[1] ?? memberType(bare);
  if (valued !== undefined) return { ...none, value: valued };
  const list = /\[,*\]$/.exec(bare);
  if (list) return { ...none, elements: read(bare.slice(0, list.index), depth + 1), written: bare };
  const [prefix, keys] = /^(?:\[[\w.]*\]|map\[([^\]]+)\]|\.\.\.)/.exec(bare) ?? [];
  if (prefix !== undefined) {
    const elements = read(bare.slice(prefix.length), depth + 1);
    return { ...none, elements, keys: keys === undefined ? undefined : read(keys, depth + 1) };
  }
  // A member of a type by another type, which is not followed: `T[typeof key]`.
  if (/^[\w.$]+\[(?:typeof|keyof)\b/.test(bare)) return none;
  const container = iterating.exec(bare)?.[1];
  if (container !== undefined) {
    const { elements, keys, written = "" } = read(container, depth + 1);
    return (isMapOfPairs(written) ? keys : elements) ?? none;
  }
  const generic = /^([\w.$]+)\s*([[<])([\s\S]*)[\]>]$/.exec(bare);
  if (generic) {
    const [, name, bracket, args] = generic;
    const types = splitTop(args!, ",").filter((part) => !lifetime.test(part));
    return application({ name: name!, isAngled: bracket === "<" }, types, depth);
  }
  return /^[\p{L}_$\\][\p{L}\p{N}_$.\\]*$/u.test(bare) ? named(bare) : none;
}

const named = (name: string): TypeShape => (saysNothing(name) ? none : { ...none, names: [name] });

/** `foo` of `Foo foo` among the places of a tuple of C#, nothing of other places. */
const labelOf = (part: string): string =>
  /^\s*[A-Z]/.test(part) ? (/(?<=[\w>\]?] )[\p{L}_]\w*$/u.exec(part)?.[0] ?? "") : "";

/** A module that is imported in a type, which stands for the module. */
const importing = /(?<![\w$])import\(\s*["']([^"'\n]{1,200})["']\s*\)/;

/** The two types of `A extends B ? C : D`, which may be either. */
function branchesOf(type: string): readonly string[] | undefined {
  if (!conditional.test(type)) return undefined;
  const [condition, ...rest] = splitTop(type, "?");
  if (rest.length === 0 || !/\sextends\s/.test(condition!)) return undefined;
  const [first, ...others] = splitTop(rest.join(" ? "), ":");
  return others.length === 0 ? undefined : [first!, others.join(" : ")];
}

const conditional = /\sextends\s[\s\S]*\?[\s\S]*:/;

/** Of Rust's `[Foo; 3]`. */
const arrayLength = /;[^;[\]()]*$/;
/** `'a` among the types that a type is given; a name in quotes ends in one. */
const lifetime = /^'\w+$/;

/** `Fn(&mut Foo) -> Bar`, `fn(Foo)`: what a closure or a pointer to a function takes and gives. */
function closureShape(text: string, depth: number): TypeShape | undefined {
  const [start] = /^(?:Fn|FnMut|FnOnce|(?:unsafe\s+)?(?:extern\s*"\w+"\s*)?fn)\s*\(/.exec(text) ?? [];
  if (start === undefined) return undefined;
  const end = closing(text, start.length - 1);
  const [, given] = /^\)\s*->\s*([\s\S]+)$/.exec(text.slice(end)) ?? [];
  const takes = splitTop(text.slice(start.length, end), ",");
  return {
    ...none,
    returns: given === undefined ? none : read(given, depth + 1),
    parameters: takes.map((part) => read(unlabelled(part), depth + 1)),
  };
}

/** A pointer to what has no members is no object of that. */
const cString = /^\s*(?:const\s+)?(?:char|wchar_t|void)\s*(?:const\s*)?\*/;

/** What a type of C++ says of what it holds: `std::vector<Foo>::iterator` stands for a Foo. */
const iterating =
  /^([\w.]+<[\s\S]*>)\.(?:(?:const_)?(?:reverse_)?iterator|value_type|(?:const_)?(?:reference|pointer))$/;

/** `(a: A) => B`, perhaps with type parameters before it. */
export const isFunctionType = (type: string): boolean =>
  (type.startsWith("(") || type.startsWith("<")) && arrowIn(type) > 0;

/** Where the arrow of a type of functions stands; -1 without one. */
function arrowIn(type: string): number {
  const start = type.startsWith("<") ? closing(type, 0) + 1 : 0;
  const open = start + /^\s*/.exec(type.slice(start))![0].length;
  const end = type.startsWith("(", open) ? closing(type, open) + 1 : type.length;
  const gap = /^\s*(?==>)/.exec(type.slice(end))?.[0];
  return gap === undefined ? -1 : end + gap.length;
}

function application(
  { name, isAngled }: { readonly name: string; readonly isAngled: boolean },
  args: readonly string[],
  depth: number,
): TypeShape {
  const last = lastName(name);
  const argument = (index: number) =>
    args[index] === undefined ? none : read(args[index].replace(associated, ""), depth + 1);
  if (last === "Union") return union(args.map((part) => read(part, depth + 1)));
  if (last === "Coroutine") return argument(2);
  if (last === "Callable") return { ...none, returns: argument(1) };
  if (last === "type" || last === "Type") return classShape(argument(0), name, args);
  const called = isAngled ? functionShape(last, args, argument) : undefined;
  const handled = last === "function" && /^([^()]+)\(/.exec(args[0] ?? "")?.[1];
  if (handled) return { ...none, returns: read(handled, depth + 1) };
  if (called)
    return { ...none, ...called, written: name, whole: `${last}<${args.join()}>`.replaceAll(" ", "") };
  if (isAngled && pairs.has(last) && args.length === 2)
    return { ...tuple(args.map((_, index) => argument(index))), written: name, inside: args };
  if (isAngled ? boxes.has(last) : last === "ContextVar")
    return { ...none, elements: argument(0), written: name, inside: args };
  if (transparent.has(last)) return { ...argument(0), written: name, args };
  // `tuple[A, ...]` is a list.
  if (/^tuple$/i.test(last) && args.length > 1 && args[1] !== "...")
    return { ...tuple(args.map((_, index) => argument(index))), written: name };
  if (lists.has(last)) return { ...none, elements: argument(0), written: name, inside: args };
  const keys = isMapOfPairs(last) ? tuple([argument(0), argument(1)]) : argument(0);
  if (maps.has(last)) return { ...none, elements: argument(1), keys, written: name, inside: args };
  return { ...none, names: [name], args };
}

/** A name for `type[Foo]` is none for Foo: calling what it says gives one. */
const classShape = (of: TypeShape, written: string, args: readonly string[]): TypeShape =>
  of.isClass ? { ...none, returns: { ...of, isClass: false } } : { ...of, isClass: true, written, args };

/** `Iterator<Item = Foo>`. */
const associated = /^(?:Item|Output|Target)\s*=\s*/;

function functionShape(
  name: string,
  args: readonly string[],
  argument: (index: number) => TypeShape,
): Pick<TypeShape, "returns" | "parameters"> | undefined {
  const all = args.map((_, index) => argument(index));
  if (givingLast.has(name)) return { returns: all.at(-1) ?? none, parameters: all.slice(0, -1) };
  if (taking.has(name)) return { returns: none, parameters: all };
  if (!Object.hasOwn(ofOneType, name)) return undefined;
  const [count, isGiven] = ofOneType[name]!;
  const first = argument(0);
  return { returns: isGiven ? first : none, parameters: new Array<TypeShape>(count).fill(first) };
}

const tuple = (all: readonly TypeShape[]): TypeShape => ({ ...none, elements: all[0], tupleElements: all });

/** `name: Foo` and `name?: Foo` in a tuple. */
const unlabelled = (part: string): string => part.replace(/^\.{0,3}[\w$]+\??\s*:\s*/, "");

/** `undefined` and the like add nothing to another type. */
function union(all: readonly TypeShape[]): TypeShape {
  const shapes = all.filter((shape) => shape !== none);
  if (shapes.length === 1) return shapes[0]!;
  const saying = (key: keyof TypeShape): readonly TypeShape[] =>
    shapes.filter((shape) => shape[key] !== undefined);
  const first = <K extends keyof TypeShape>(key: K): Partial<Pick<TypeShape, K>> => {
    const [shape] = saying(key);
    return shape ? ({ [key]: shape[key] } as Pick<TypeShape, K>) : {};
  };
  const isEach = saying("args").length > 0 || saying("value").length > 1 || saying("record").length > 1;
  return {
    ...(isEach ? { parts: shapes } : {}),
    names: [...new Set(shapes.flatMap((shape) => shape.names))],
    elements: first("elements").elements,
    keys: first("keys").keys,
    ...first("tupleElements"),
    ...first("value"),
    ...first("returns"),
    ...first("head"),
    ...first("record"),
    isClass: shapes.some((shape) => shape.isClass),
  };
}
