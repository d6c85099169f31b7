/** Parses chains into steps, interned: the same few thousand chains occur in every scope. */
import { type Chain, callMark } from "../outline.ts";

/** The last step of a chain, and the chain before it. */
export interface ChainStep {
  /** The identity of the interned chain. */
  readonly number: number;
  /** The whole chain. */
  readonly text: Chain;
  /** A head has no `rest`. */
  readonly kind: "head" | "member" | "call" | "index" | "iterate" | "place" | "list" | "parameter";
  /** Of a member its name; of a call what is in its parentheses; else an index or position. */
  readonly name: string;
  readonly rest: ChainStep | undefined;
  /** The identifier at the head, without a mark; undefined for another head. */
  readonly head: string | undefined;
  /** True where it begins with `this` or `super`. */
  readonly isOfOwner: boolean;
  /** True where a call in it has something in its parentheses, which is resolved in the scope of the chain. */
  readonly hasContent: boolean;
  /** Then the chain before the first such call, where only members and calls with argument types follow. */
  readonly beforeContent: ChainStep | undefined;
  /** True where the chain ends in a name. */
  readonly isNamed: boolean;
}

export interface ChainSteps {
  of(chain: Chain): ChainStep;
  /** By number. */
  at(number: number): ChainStep;
  /** The same chain as a callee, in languages that keep functions in a namespace of their own. */
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
    const hasContent =
      rest?.hasContent === true ||
      (kind === "call" && name !== "" && !isCount.test(name)) ||
      contentBehindPlace(kind, name) !== undefined ||
      (kind === "parameter" && isGuard.test(name));
    const isPlain = kind === "member" || (kind === "call" && hasArgumentTypes(name));
    const step: ChainStep = {
      number: all.length,
      text: chain,
      kind,
      name,
      rest,
      head: rest ? rest.head : headOf(chain),
      isOfOwner: rest ? rest.isOfOwner : chain === "this" || chain === "super",
      hasContent,
      beforeContent: hasContent && isPlain ? (rest!.hasContent ? rest!.beforeContent : rest) : undefined,
      isNamed: isNamed(chain),
    };
    known.set(chain, step);
    all.push(step);
    return step;
  };
  // One reference looks up its chain several times.
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

/** Behind the first segment of a path, which is no variable. */
export const pathMark = ":";

/** A qualified type as a chain, whose qualifier no variable shadows: `ast` of `ast.Literal`. */
export const pathOf = (type: string): Chain => type.replace(pathStart, `$1${pathMark}.`);

const pathStart = /^((?!self\.|super\.|crate\.)[a-z_]\w*)\./;

/** The name of a callee, without `callMark`; undefined of any other name. */
export const calledName = (name: string): string | undefined =>
  name.endsWith(callMark) ? name.slice(0, -callMark.length) : undefined;

/** A name without `callMark`, whether it has one or not. */
export const uncalled = (name: string): string => calledName(name) ?? name;

/** `Map` of `java.util.Map`. */
export const lastName = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

/** The member of a `Result` that stands for its error (Rust). No field has that name. */
export const failure = "Err";

/** Begins the summary of an external function in its call: `(=other.chain)`, escaped. */
export const summaryMark = "=";

/** Begins explicit type arguments, where these alone decide the result: `(@Foo)`. */
export const explicitTypesMark = "@";

const plainMarks = ".()[]<>{};,";
/** Escapes are private use characters: one for each mark, and a further level for each time it is escaped again. */
const firstSign = 0xe000;
const signsOfLevel = 0x10;

/** Begin, in a call: explicit type arguments, the chain of its first argument, and the chain of its callback's result. */
export const typeArgumentsMark = "%";
export const firstArgumentMark = "&";
export const callbackMark = "~";

/** Begins argument types, for overload resolution: `(|:String;name)`, see `Reference.argTypes`. */
export const argumentTypesMark = "|";
/** Stands for arguments of which not even the number is known. */
export const unknownArguments = "?";

/** Argument types as the content of a call in a chain. */
export const packedArguments = (all: readonly string[]): string =>
  all.length === 0 ? "" : argumentTypesMark + packedText(all.join(";"));

/** The reverse. */
export const argumentsIn = (content: string): readonly string[] =>
  content === "" ? [] : unpacked(content).split(";");

/** Argument types without any type: only their number is known. */
const isCount = /^(?:\?|\|[\ue000-\ue0ff]*)$/;

const hasArgumentTypes = (name: string): boolean =>
  name === "" || name === unknownArguments || name.startsWith(argumentTypesMark);

/** `isFoo[is]` is the type that the guard function `isFoo` narrows its argument to. */
export const guarded = "is";

/** Begin a step that narrows a name by a type guard, in the branch where it holds, `x[is=Foo()]`, and in the other, `x[not=Foo()]`. */
export const narrowedTo = "is";
export const narrowedAway = "not";

/** The type guard's chain; undefined of another step. */
export const guardIn = ({ kind, name }: ChainStep): Chain | undefined =>
  kind === "parameter" && isGuard.test(name) ? unpacked(name.slice(name.indexOf("="))) : undefined;

const isGuard = /^(?:is|not)=/;

/** What a method yields for a parameter of its block (Ruby). */
export const blockStep = (place: number): string => `[do${place}]`;

/** The index of that parameter, from the name of such a step. */
export const blockPlace = (name: string): number | undefined =>
  name.startsWith("do") ? Number(name.slice(2)) : undefined;

/** A chain, escaped, as the summary in a call of another one. */
export const packed = (chain: Chain): string => summaryMark + packedText(chain);

/** What a parameter step has of the call behind its position. */
export const contentBehindPlace = (kind: ChainStep["kind"], name: string): string | undefined =>
  kind === "parameter" ? contentOfCall.exec(name)?.[0] : undefined;

/** The position alone. */
export const placeAlone = (name: string): string => name.replace(contentOfCall, "");

/** From the first of the marks above that begin the content of a call. */
const contentOfCall = /[%&~@|].*$/s;

export const packedText = (text: string): string =>
  text.replace(/[.()[\]<>{};,\ue000-\ue0ff]/g, (mark) => {
    const place = plainMarks.indexOf(mark);
    return String.fromCharCode(place < 0 ? mark.charCodeAt(0) + signsOfLevel : firstSign + place);
  });

/** Unescapes a chain, without the mark that it begins with. */
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

/** Keywords, which mean something else in every scope; heads that begin with one of the marks are no names. */
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
