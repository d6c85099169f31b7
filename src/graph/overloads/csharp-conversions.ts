/**
 * Ranks implicit conversions of C# (sections 10.2 and 12.6.4 of its specification, as far as type names and the
 * shapes of functions tell).
 */

import { splitTop } from "../notation/brackets.ts";
import { arityOf, countIn, headOf } from "../notation/heads.ts";
import type { Definition } from "../outline.ts";
import {
  type ArgumentType,
  bareName,
  type Conversions,
  type FunctionShape,
  impossible,
  named,
  type Parameter,
  possible,
  same,
  unlikely,
  wider,
} from "./argument.ts";
import { functionLevel, isDelegate } from "./csharp-delegates.ts";

/** The keyword of a platform type: `string` for `String`. */
export const wordFor = (name: string): string => aliases.get(name) ?? name;

/** Boxing to `object` ranks after all declared types. */
const byObject = 0.75;
/** A generic method matches exactly, but a non-generic one wins. */
const byGeneric = 2.9;

const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Boolean: "bool",
    Byte: "byte",
    Char: "char",
    Decimal: "decimal",
    Double: "double",
    Int16: "short",
    Int32: "int",
    Int64: "long",
    Object: "object",
    SByte: "sbyte",
    Single: "float",
    String: "string",
    UInt16: "ushort",
    UInt32: "uint",
    UInt64: "ulong",
    boolean: "bool",
    dynamic: "object",
    nint: "long",
    nuint: "ulong",
  }),
);

/** Each converts implicitly to those behind it, except where `becomes` rules the sign out. */
const numbers = ["sbyte", "byte", "short", "ushort", "int", "uint", "long", "ulong", "float", "double"];
const unsigned = new Set(["byte", "ushort", "uint", "ulong"]);
const values = new Set([...numbers, "bool", "char", "decimal"]);
/** Library structs: any other library type may be `null`, even without `?`. */
const structs = new Set("DateTime DateTimeOffset TimeSpan Guid CancellationToken KeyValuePair".split(" "));
/** Sealed, and without conversions to them. */
const finals = new Set(["string", "Type", "Uri", "Version", "Encoding", "CultureInfo", ...structs]);
const sequence =
  /^(?:Span|ReadOnlySpan|Memory|ReadOnlyMemory|Array|I?Enumerable|I?(?:ReadOnly)?(?:Collection|List))$/;

interface Named {
  readonly name: string;
  readonly isNullable: boolean;
}

/** `?` matters for value types alone. */
function plain(type: string): Named {
  const bare = bareName(type.replace(/^(?:out|ref|in|this|params|readonly|scoped)\s+/, ""));
  const isNullable = bare.endsWith("?");
  const name = isNullable ? bare.slice(0, -1) : bare;
  return {
    name: wordFor(name),
    isNullable: isNullable && (values.has(name) || structs.has(name)),
  };
}

const withArity = (name: string, arity: number): string => (arity === 0 ? name : `${name}<${arity}>`);

/** The number of type arguments. */
function arityIn(text: string): number {
  const open = text.indexOf("<");
  return open < 0 ? 0 : countIn(text.slice(open));
}

/** A parsed parameter, kept, since the same types recur in many calls. */
interface Wanted extends Parameter {
  /** `out` or `ref`, which the argument must repeat. */
  readonly way: string | undefined;
  readonly isNullable: boolean;
  /** The name with its arity. */
  readonly whole: string;
  /** As written, without blanks. */
  readonly bare: string;
}

/** An expression tree accepts what its delegate accepts: `Expression<Action>`. */
const quoted = /^(?:[\w.]+\.)?Expression<([\s\S]+)>$/;

function parameterOf(written: string): Wanted {
  const text = quoted.exec(written)?.[1] ?? written;
  const { name, isNullable } = plain(text);
  return {
    text: written,
    name,
    isNullable,
    way: /^(out|ref)\s/.exec(text)?.[1],
    whole: withArity(name, arityIn(text)),
    bare: text.replace(/\s+|\?$/g, ""),
    isPrimitive: (values.has(name) || structs.has(name)) && !isNullable,
    isFinal: finals.has(name) || isDelegate(name),
    isAny: name === "object" || isTypeParameter(name),
  };
}

const isTypeParameter = (name: string): boolean => /^(?:T\p{Lu}\w*|\p{Lu}\d?)$/u.test(name);

function level(argument: ArgumentType, parameter: Parameter, isOurs: (name: string) => boolean): number {
  const wanted = parameter as Wanted;
  if (wanted.way !== undefined) return argument.name === `:${wanted.way}` ? same : impossible;
  if (argument.name === ":null")
    return parameter.isPrimitive ? impossible : wanted.name === "object" ? possible / 2 : possible;
  if (argument.whole !== undefined && argument.whole === wanted.bare) return same;
  if (/^:(?!\[\])/.test(argument.name)) return ofExpression(argument.name, parameter, isOurs);
  const given = argument.bases
    ? { name: argument.name, isNullable: wanted.isNullable }
    : plain(argument.name);
  if (given.isNullable && parameter.isPrimitive) return impossible;
  const lost = given.isNullable === wanted.isNullable ? 0 : 1 / 100;
  // `Foo` and `Foo<T>` are two classes of the repository; the arity of external ones is unknown.
  const whole = argument.bases ? wanted.whole : wanted.name;
  if (given.name === whole) return lost > 0 ? wider : same;
  const step = argument.bases?.indexOf(whole) ?? -1;
  // A nearer base is more specific.
  if (step > 0) return wider - step / 1000;
  if (parameter.isAny) return wanted.name === "object" ? byObject : byGeneric;
  const found = unlike(given.name, parameter, argument, isOurs);
  return found > lost ? found - lost : found;
}

/** Expressions without a type: `out x`, lambdas. */
function ofExpression(shape: string, parameter: Parameter, isOurs: (name: string) => boolean): number {
  if (!shape.startsWith(":lambda")) return impossible;
  if (parameter.isPrimitive || finals.has(parameter.name) || parameter.name.endsWith("[]")) return impossible;
  if (parameter.name === "object" || isOurs(parameter.name)) return impossible;
  return functionLevel(shape, parameter);
}

/** Unrelated types. */
function unlike(
  name: string,
  { name: wanted, isPrimitive, isFinal }: Parameter,
  { bases, complete }: ArgumentType,
  isOurs: (name: string) => boolean,
): number {
  // No implicit conversion leads from `object`.
  if (name === "object") return impossible;
  const base = wanted.replace(/\?$/, "");
  const isArray = base.endsWith("[]");
  if (name.endsWith("[]")) return isArray ? betweenArrays(name, base) : ofSequence(base, isOurs);
  if (values.has(name)) {
    if (values.has(base)) return becomes(name, base);
    if (isArray || isFinal) return impossible;
    return /^(?:IComparable|IFormattable|IConvertible|IEquatable|ValueType)$/.test(base)
      ? wider / 2
      : unlikely;
  }
  if (isArray || isDelegate(base)) return impossible;
  if (name === "string")
    return values.has(base) || isFinal
      ? impossible
      : /^(?:IComparable|IConvertible|IEquatable|I?Enumerable|ReadOnlySpan|ReadOnlyMemory)$/.test(base)
        ? wider
        : unlikely;
  if (values.has(base) || (isFinal && finals.has(name))) return impossible;
  if (bases) return complete === true || isFinal || isPrimitive ? unlikely : possible;
  // By naming convention, `Dictionary` implements `IDictionary`; all of these are enumerable.
  if (base === `I${name}`) return wider;
  if (
    /^(?:List|Dictionary|HashSet|Collection|Queue|Stack|I\w*(?:List|Collection|Dictionary|Set))$/.test(
      name,
    ) &&
    sequence.test(base)
  )
    return wider - 1 / 10;
  if (finals.has(name) || isFinal) return /^I\p{Lu}|^MemberInfo$/u.test(base) ? wider : unlikely;
  // External types do not inherit from the repository's.
  return isOurs(wanted) ? unlikely : possible;
}

/** Numeric conversions; a constant may also narrow. */
function becomes(name: string, wanted: string): number {
  const from = name === "char" ? numbers.indexOf("ushort") - 1 / 2 : numbers.indexOf(name);
  const to = numbers.indexOf(wanted);
  if (from < 0) return impossible;
  if (wanted === "decimal") return from < numbers.indexOf("float") ? wider - 1 / 2 : impossible;
  if (to < 0) return impossible;
  const losesSign = unsigned.has(wanted) && !unsigned.has(name) && name !== "char";
  if (to > from && !losesSign) return wider - (to - from) / 20;
  return name === "int" && to < numbers.indexOf("float") ? possible / 2 : impossible;
}

/** A collection expression, `[1, 2]`, has no declared element type. */
const betweenArrays = (name: string, wanted: string): number =>
  name === ":[]"
    ? wider
    : values.has(name.slice(0, -2)) || values.has(wanted.slice(0, -2))
      ? impossible
      : possible;

const ofSequence = (wanted: string, isOurs: (name: string) => boolean): number =>
  sequence.test(wanted) ? wider : isOurs(wanted) || /^I\p{Lu}/u.test(wanted) ? unlikely : impossible;

/** Results of common library methods and constants. */
const usual: Readonly<Record<string, string>> = {
  ToString: "string",
  Trim: "string",
  Substring: "string",
  ToLower: "string",
  ToUpper: "string",
  ToLowerInvariant: "string",
  ToUpperInvariant: "string",
  nameof: "string",
  GetType: "Type",
  GetHashCode: "int",
  Count: "int",
  Equals: "bool",
  Any: "bool",
  All: "bool",
  StartsWith: "bool",
  EndsWith: "bool",
};

/** Static members of these mostly have the type itself: `TimeSpan.Zero`, `DateTime.Parse(...)`. */
const own =
  /^(?:System\.)?(TimeSpan|DateTime|DateTimeOffset|Guid|CancellationToken|Encoding|CultureInfo|StringComparison|StringComparer|BindingFlags|RegexOptions)\.\w+(?:\([^()]*\))?$/;

/** `int.MaxValue`, `double.NaN`. */
const constant =
  /^(?:System\.)?(\w+)\.(?:M(?:ax|in)Value|NaN|Epsilon|(?:Posi|Nega)tiveInfinity|Parse\([^()]*\))$/;

function given(chain: string): ArgumentType | undefined {
  const type = own.exec(chain)?.[1];
  if (type !== undefined) return named(type);
  const number = plain(constant.exec(chain)?.[1] ?? "").name;
  if (values.has(number)) return named(number);
  if (/^(?:string|String)\.(?:Empty|(?:Format|Join|Concat)\([^()]*\))$/.test(chain)) return named("string");
  if (/\.Length$/.test(chain)) return named("int");
  const name = /(?:^|\.)(\w+)\([^()]*\)$/.exec(chain)?.[1] ?? "";
  return Object.hasOwn(usual, name) ? named(usual[name]!) : undefined;
}

/** External bases as written in class heads; further bases of these are unknown. */
function outside(definitions: readonly Definition[]): { names: readonly string[]; areAll: boolean } {
  const own = new Set(definitions.map(nameOf));
  const named = definitions.flatMap((definition) =>
    splitTop(headOf(definition).replace(/^[^:]*:/, ""), ",").map((base) => {
      const type = base.replace(/\(.*$/s, "");
      return withArity(bareName(type), arityIn(type));
    }),
  );
  return { names: named.filter((name) => !own.has(name)), areAll: false };
}

const nameOf = (definition: Definition): string => withArity(definition.name, arityOf(definition));

export const csharpConversions: Conversions = {
  parameter: parameterOf,
  level,
  given,
  outside,
  isBuiltIn: (type) => /^[a-z]+\??$/.test(type) && isValueOrText(plain(type).name),
  nameOf,
  function: (shape) => {
    const argument = named(`:lambda${shape.takes ?? ""}${gives(shape)}`);
    const { whole } = shape;
    return whole === undefined ? argument : { ...argument, key: `${argument.key} ${whole}`, whole };
  },
};

const isValueOrText = (name: string): boolean => values.has(name) || name === "string" || name === "object";

const gives = ({ type = "" }: FunctionShape): string =>
  /^Func\b|^Predicate\b/.test(type) ? "v" : /^Action\b|^EventHandler\b/.test(type) ? "n" : "";
