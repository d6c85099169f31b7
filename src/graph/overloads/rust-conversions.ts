/**
 * Tells Rust methods of one name apart that are in several implementations of a generic trait (`impl From<A> for
 * Foo`, `impl From<B> for Foo`). There are no implicit conversions between these: types match or do not, as far as
 * both are known ("Type coercions" in the Rust Reference).
 */

import { splitTop } from "../notation/brackets.ts";
import {
  type ArgumentType,
  type Conversions,
  givenByLast,
  impossible,
  type Parameter,
  possible,
  same,
  unlikely,
  wider,
} from "./argument.ts";

/** A parsed type. */
interface Shape {
  readonly references: number;
  /** `[]`, `[;]`, `()`, `*`, or a name with its path. */
  readonly name: string;
  readonly inside: readonly Shape[];
}

const integers = new Set("i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize".split(" "));
/** Built-in and library types whose names are unambiguous in practice. */
const known = new Set(
  (
    `${[...integers].join(" ")} f32 f64 bool char str String Vec VecDeque Option Result Box Rc Arc Cow HashMap HashSet BTreeMap BTreeSet ` +
    "Path PathBuf OsStr OsString CStr CString Duration Instant SystemTime Mutex RwLock RefCell Cell Pin [] [;] () * {integer} {float} fn"
  ).split(" "),
);
/** Wrappers that are read as what they contain. */
const transparent = /^(?:Option|Result|Box|Rc|Arc|Cow|Mutex|RwLock|RefCell|Cell|Pin|Ref|RefMut|MutexGuard)$/;

const shapes = new Map<string, Shape>();

function shapeOf(text: string): Shape {
  const before = shapes.get(text);
  if (before) return before;
  if (shapes.size > maxShapes) shapes.clear();
  const shape = parse(text.replace(/'\w+\s*|\b(?:mut|dyn|const)\s+/g, "").trim());
  shapes.set(text, shape);
  return shape;
}

const maxShapes = 10_000;

function parse(text: string, depth = 0): Shape {
  const references = /^(?:&\s*)*/.exec(text)![0].replace(/\s/g, "").length;
  const bare = text.replace(/^(?:&\s*)*/, "");
  const of = (name: string, inside: string): Shape => ({
    ...{ references, name },
    inside: depth > maxDepth ? [] : splitTop(inside, ",").map((part) => parse(part, depth + 1)),
  });
  if (bare.startsWith("*")) return of("*", bare.slice(1).trim());
  if (bare.startsWith("[")) {
    const [, element = "", length] = /^\[([\s\S]*?)(;[^;\]]*)?\]$/.exec(bare) ?? [];
    return of(length === undefined ? "[]" : "[;]", element);
  }
  if (bare.startsWith("(")) return of("()", bare.slice(1, -1));
  const open = bare.indexOf("<");
  const name = (open < 0 ? bare : bare.slice(0, open)).replaceAll(" ", "");
  return of(name, open < 0 ? "" : bare.slice(open + 1, bare.lastIndexOf(">")));
}

const maxDepth = 8;

const lastOf = (name: string): string => name.slice(name.lastIndexOf(":") + 1);

/** By convention, the name of a type parameter. */
const isParameter = (name: string): boolean => /^\p{Lu}\d?$/u.test(name);

function writtenParameter(text: string): Parameter {
  const { name } = shapeOf(text);
  const isAny = text === "" || isParameter(name) || /^(?:impl\s|Self\b)/.test(text);
  return { text, name, isPrimitive: known.has(name), isFinal: false, isAny };
}

type ClassNamed = (name: string) => string | undefined;

function conversion(argument: ArgumentType, { text, isAny }: Parameter, classNamed: ClassNamed): number {
  const wanted = shapeOf(text);
  if (isAny && classNamed(wanted.name) === undefined) return possible;
  return argument.bases
    ? ofClass(argument.name, argument.bases, wanted, classNamed)
    : alike(shapeOf(argument.name), wanted, classNamed);
}

/** References are ignored: in `&x`, `x` may be one itself. */
function ofClass(
  own: string,
  bases: readonly string[],
  { name, inside }: Shape,
  classNamed: ClassNamed,
): number {
  const last = lastOf(name);
  const meant = classNamed(name);
  if (meant === undefined && transparent.test(last) && inside[0])
    return ofClass(own, bases, inside[0], classNamed);
  if (meant === undefined && isParameter(name)) return possible;
  if ((meant ?? last) === own) return same;
  if (bases.includes(meant ?? last)) return wider;
  return meant !== undefined || known.has(name) ? impossible : possible;
}

/** Compares external types component by component. */
function alike(given: Shape, wanted: Shape, classNamed: ClassNamed): number {
  if (given.name === "_" || given.name === "..") return possible;
  if (given.inside[0]?.name === ".." && wanted.name === "str") return possible;
  if (isParameter(wanted.name) && classNamed(wanted.name) === undefined) return possible;
  if (given.name === "{integer}" && integers.has(wanted.name)) return wanted.name === "i32" ? same : wider;
  if (given.name === "{float}" && /^f\d\d$/.test(wanted.name)) return wanted.name === "f64" ? same : wider;
  const [mine, theirs] = [lastOf(given.name), lastOf(wanted.name)];
  if (mine !== theirs || classNamed(wanted.name) !== undefined) {
    if (!known.has(mine)) return possible;
    if (classNamed(wanted.name) !== undefined) return impossible;
    // Wrappers are read as their contents, so whether there is one is unknown.
    if (transparent.test(theirs) && given.inside.length === 0 && wanted.inside[0])
      return Math.min(wider, alike(given, wanted.inside[0], classNamed));
    return known.has(theirs) ? impossible : possible;
  }
  let level = given.references === wanted.references || mine === "str" ? same : unlikely;
  const count = Math.min(given.inside.length, wanted.inside.length);
  for (let at = 0; at < count; at++) {
    const part = alike(given.inside[at]!, wanted.inside[at]!, classNamed);
    if (part === impossible) return impossible;
    level = Math.min(level, part);
  }
  return level;
}

/** Results of library methods by name. */
const usual: Readonly<Record<string, string>> = {
  to_string: "String",
  len: "usize",
  is_empty: "bool",
  to_vec: "Vec<_>",
  as_bytes: "&[u8]",
  as_slice: "&[_]",
  as_str: "&str",
  into_boxed_slice: "Box<[_]>",
  into_boxed_str: "Box<str>",
  into_bytes: "Vec<u8>",
  to_string_lossy: "Cow<str>",
  to_path_buf: "PathBuf",
};

export const rustConversions: Conversions = {
  parameter: writtenParameter,
  level: (argument, parameter, _isOurs, _functionOf, classNamed) =>
    conversion(argument, parameter, classNamed),
  given: givenByLast(usual),
  isBuiltIn: (type) => known.has(lastOf(shapeOf(type).name)),
};
