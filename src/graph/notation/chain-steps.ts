/** Chains cut into steps, each chain once: the same few thousand are met in every scope. */
import { type Chain, callMark } from "../outline.ts";

/** The last step of a chain, and the chain before it. */
export interface ChainStep {
  /** Tells chains apart, more quickly than their texts. */
  readonly number: number;
  /** The whole chain. */
  readonly text: Chain;
  /** A head has no `rest`. */
  readonly kind: "head" | "member" | "call" | "index" | "iterate" | "place" | "list" | "parameter";
  /** Of a member its name; of a call the class that it is given first, or what it gives otherwise; else a place. */
  readonly name: string;
  readonly rest: ChainStep | undefined;
  /** The name that the chain begins with, without a mark; undefined where it begins with something else. */
  readonly head: string | undefined;
  /** True where it begins with `this` or `super`. */
  readonly isOfOwner: boolean;
  /** True where it has a call that says something in its parentheses: that may be another one in each scope. */
  readonly isGiven: boolean;
  /** Of one that has such a call, the chain before the first, where behind that are but names and calls that say what they are given. */
  readonly ungiven: ChainStep | undefined;
  /** True where the chain ends in a name. */
  readonly isNamed: boolean;
}

export interface ChainSteps {
  of(chain: Chain): ChainStep;
  /** That with a number. */
  at(number: number): ChainStep;
  /** The same chain as the name of a function, where functions have names of their own. */
  marked(step: ChainStep): ChainStep;
}

export function createChainSteps(): ChainSteps {
  const known = new Map<Chain, ChainStep>();
  const all: ChainStep[] = [];
  const withMark: (ChainStep | undefined)[] = [];
  const cut = (chain: Chain): ChainStep => {
    const found = known.get(chain);
    if (found) return found;
    const start = lastStep(chain);
    const rest = start <= 0 ? undefined : cut(chain.slice(0, start));
    const kind = rest ? kindOf(chain, start) : "head";
    const name =
      kind === "member"
        ? chain.slice(start + 1)
        : kind === "call" || kind === "parameter"
          ? chain.slice(start + 1, -1)
          : kind === "iterate" || kind === "place"
            ? chain.slice(start + 2, -1)
            : "";
    const isGiven =
      rest?.isGiven === true ||
      (kind === "call" && name !== "" && !isCount.test(name)) ||
      offered(kind, name) !== undefined ||
      (kind === "parameter" && isGuard.test(name));
    const isPlain = kind === "member" || (kind === "call" && saysArguments(name));
    const step: ChainStep = {
      number: all.length,
      text: chain,
      kind,
      name,
      rest,
      head: rest ? rest.head : headOf(chain),
      isOfOwner: rest ? rest.isOfOwner : chain === "this" || chain === "super",
      isGiven,
      ungiven: isGiven && isPlain ? (rest!.isGiven ? rest!.ungiven : rest) : undefined,
      isNamed: isNamed(chain),
    };
    known.set(chain, step);
    all.push(step);
    return step;
  };
  // One mention asks for its chain several times.
  let last: ChainStep | undefined;
  return {
    of: (chain) => {
      if (last?.text !== chain) last = cut(chain);
      return last;
    },
    at: (number) => all[number]!,
    marked: (step) => {
      withMark[step.number] ??= cut(step.text + callMark);
      return withMark[step.number]!;
    },
  };
}

/** Behind the name that a path begins with: no variable is meant. */
export const pathMark = ":";

/** A type as a chain, in which a module that its path begins with is hidden by no variable: `ast` of `ast.Literal`. */
export const pathOf = (type: string): Chain => type.replace(pathStart, `$1${pathMark}.`);

const pathStart = /^((?!self\.|super\.|crate\.)[a-z_]\w*)\./;

/** A name that is called, without the mark of that; undefined of one that is not. */
export const calledName = (name: string): string | undefined =>
  name.endsWith(callMark) ? name.slice(0, -callMark.length) : undefined;

/** A name without the mark of a call, whether it is called or not. */
export const uncalled = (name: string): string => calledName(name) ?? name;

/** `Map` of `java.util.Map`. */
export const lastName = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

/** As a member of a `Result` what it holds instead of a value (Rust). No field is called so. */
export const failure = "Err";

/** Begins what a call gives at least, where nothing is known of its method: `(=other.chain)`, with other marks. */
export const otherwise = "=";

/** Begins the types that a call writes for the parameters of a function, where it tells what they give by them alone: `(@Foo)`. */
export const writtenTypes = "@";

const plainMarks = ".()[]<>{};,";
/** Signs for the marks, and for these where they are packed once more, and so on. */
const firstSign = 0xe000;
const signsOfLevel = 0x10;

/** Begins the types that a call says, the chain of what it is given first, and that of what such a function gives. */
export const givenTypes = "%";
export const givenFirst = "&";
export const givenFunction = "~";

/** Begins what a call is given, where that tells which of several functions it means: `(|:String;name)`, see `Reference.argTypes`. */
export const givenArguments = "|";
/** Stands for what a call is given, where nothing is known of it, not even how much it is. */
export const unknownArguments = "?";

/** A call that is given so much, as part of a chain. */
export const packedArguments = (all: readonly string[]): string =>
  all.length === 0 ? "" : givenArguments + packedText(all.join(";"));

/** What was packed so. */
export const argumentsIn = (said: string): readonly string[] =>
  said === "" ? [] : unpacked(said).split(";");

/** Nothing but how many there are. */
const isCount = /^(?:\?|\|[\ue000-\ue0ff]*)$/;

const saysArguments = (name: string): boolean =>
  name === "" || name === unknownArguments || name.startsWith(givenArguments);

/** As the place of a parameter: `isFoo[is]` is what `x` is behind `isFoo(x)`. */
export const guarded = "is";

/** Begins the places that say what a name was asked to be, or not to be, before the chain of that: `x[is=Foo()]`. */
export const narrowedTo = "is";
export const narrowedAway = "not";

/** The chain of what it was asked to be; undefined of another step. */
export const guardIn = ({ kind, name }: ChainStep): Chain | undefined =>
  kind === "parameter" && isGuard.test(name) ? unpacked(name.slice(name.indexOf("="))) : undefined;

const isGuard = /^(?:is|not)=/;

/** What a method gives the block that it is called with, for a parameter of that (Ruby). */
export const blockStep = (place: number): string => `[do${place}]`;

/** The place of that parameter, of the place in such a step. */
export const blockPlace = (name: string): number | undefined =>
  name.startsWith("do") ? Number(name.slice(2)) : undefined;

/** A chain as part of a step of another one: what the call gives otherwise. */
export const packed = (chain: Chain): string => otherwise + packedText(chain);

/** What a place among arguments says behind it of the call. */
export const offered = (kind: ChainStep["kind"], name: string): string | undefined =>
  kind === "parameter" ? saidOfCall.exec(name)?.[0] : undefined;

/** The place alone. */
export const withoutOffered = (name: string): string => name.replace(saidOfCall, "");

/** From the first of the marks above that begin what a call says. */
const saidOfCall = /[%&~@|].*$/s;

export const packedText = (text: string): string =>
  text.replace(/[.()[\]<>{};,\ue000-\ue0ff]/g, (mark) => {
    const place = plainMarks.indexOf(mark);
    return String.fromCharCode(place < 0 ? mark.charCodeAt(0) + signsOfLevel : firstSign + place);
  });

/** The chain that was packed, behind the sign that says what it is. */
export const unpacked = (name: string): Chain =>
  name.slice(1).replace(/[\ue000-\ue0ff]/g, (sign) => {
    const place = sign.charCodeAt(0) - firstSign;
    return place < signsOfLevel
      ? plainMarks.charAt(place)
      : String.fromCharCode(sign.charCodeAt(0) - signsOfLevel);
  });

const endsName = /[\p{L}\p{N}_$]$/u;

function isNamed(chain: Chain): boolean {
  const last = chain.charCodeAt(chain.length - 1);
  // Most chains end in `)` or in a letter of ASCII.
  return last === 41 ? false : (last >= 97 && last <= 122) || endsName.test(chain);
}

/** These mean something else in every scope; what begins with one of the marks is no name at all. */
const places = new Set(["this", "super", "self", "Self", "crate"]);
const notNames = ":<?";

function headOf(chain: Chain): string | undefined {
  const name = chain.endsWith(callMark) || chain.endsWith(pathMark) ? chain.slice(0, -1) : chain;
  return places.has(name) || notNames.includes(name.charAt(0)) ? undefined : name;
}

function kindOf(chain: Chain, start: number): ChainStep["kind"] {
  if (chain[start] === ".") return "member";
  if (chain[start] === "(") return "call";
  const inside = chain[start + 1];
  if (inside === "*") return "iterate";
  if (inside === "+") return "list";
  return inside === "]" ? "index" : inside === "#" ? "place" : "parameter";
}

/** Where the last step starts; -1 where the chain ends in something else. */
function lastStep(chain: Chain): number {
  let at = chain.length - 1;
  if (isMark(chain.charCodeAt(at))) {
    if (chain.endsWith("()") || chain.endsWith("[]")) return chain.length - 2;
    if (chain.endsWith(")")) return chain.lastIndexOf("(");
    return chain.endsWith("]") ? chain.lastIndexOf("[") : -1;
  }
  while (at >= 0 && !isMark(chain.charCodeAt(at))) at--;
  return chain[at] === "." && at < chain.length - 1 ? at : -1;
}

const marks = new Uint8Array(128);
for (const mark of ".()[]<>") marks[mark.charCodeAt(0)] = 1;
const isMark = (unit: number): boolean => marks[unit] === 1;
