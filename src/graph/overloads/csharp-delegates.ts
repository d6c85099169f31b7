/** Delegate types of C#, and which lambdas and method groups convert to them, by shape. */

import { closing, splitTop } from "../notation/brackets.ts";
import { impossible, type Parameter, possible, wider } from "./argument.ts";

/** Parameters and result of a delegate. */
interface Delegate {
  readonly takes: number;
  /** Undefined for `void`. */
  readonly gives: string | undefined;
}

/** Library delegates besides `Action` and `Func`: number of parameters, and result. */
const others: Readonly<Record<string, readonly [number, string | undefined]>> = {
  AsyncCallback: [1, undefined],
  Comparison: [2, "int"],
  Converter: [1, "T"],
  EventHandler: [2, undefined],
  MatchEvaluator: [1, "string"],
  ParameterizedThreadStart: [1, undefined],
  Predicate: [1, "bool"],
  SendOrPostCallback: [1, undefined],
  ThreadStart: [0, undefined],
  TimerCallback: [1, undefined],
  WaitCallback: [1, undefined],
};

const whole = /^(?:Action|Func|Delegate|MulticastDelegate|Expression)$/;

export const isDelegate = (name: string): boolean => whole.test(name) || Object.hasOwn(others, name);

/** Undefined where the type is no library delegate, or does not tell its parameters. */
function delegateOf(text: string): Delegate | undefined {
  const type = text.trim().replace(/\?$/, "");
  const open = type.indexOf("<");
  const name = (open < 0 ? type : type.slice(0, open)).replace(/^.*\./, "");
  const given = open < 0 ? [] : splitTop(type.slice(open + 1, closing(type, open)), ",");
  if (name === "Expression" && given.length === 1) return delegateOf(given[0]!);
  if (name === "Action") return { takes: given.length, gives: undefined };
  if (name === "Func" && given.length > 0) return { takes: given.length - 1, gives: given.at(-1) };
  if (!Object.hasOwn(others, name)) return undefined;
  const [takes, gives] = others[name]!;
  return { takes, gives };
}

/**
 * Ranks a function as the argument of a delegate parameter.
 * @param shape `:lambda`, the number of parameters, `a` for async, `v` or `n` for whether it returns a value, `p` for
 * a primitive
 */
export function functionLevel(shape: string, { text, name }: Parameter): number {
  const wanted = delegateOf(text);
  if (!wanted) return isDelegate(name) ? possible : /^I\p{Lu}/u.test(name) ? impossible : possible / 2;
  const [, count = "", isAsync, gives = ""] = /^:lambda(\d*)(a?)([nvp]?)$/.exec(shape) ?? [];
  if (count !== "" && Number(count) !== wanted.takes) return impossible;
  return isAsync ? asyncLevel(gives, wanted) : plainLevel(gives, wanted);
}

const task = /^(?:[\w.]*\.)?(?:Value)?Task\b/;

function plainLevel(gives: string, wanted: Delegate): number {
  if (gives === "v") return wanted.gives === undefined ? impossible : wider;
  if (gives === "p") return wanted.gives === undefined || task.test(wanted.gives) ? impossible : wider;
  if (gives === "n") return wanted.gives === undefined ? wider : impossible;
  return possible;
}

function asyncLevel(gives: string, { gives: wanted }: Delegate): number {
  // For a delegate that returns nothing, the async function cannot be awaited.
  if (wanted === undefined) return gives === "n" || gives === "" ? possible / 2 : impossible;
  const givesValue = task.test(wanted) ? wanted.includes("<") : undefined;
  if (givesValue === undefined) return /^\p{Lu}\w*$/u.test(wanted) ? possible : impossible;
  if (gives === "") return possible;
  return givesValue === (gives !== "n") ? wider : impossible;
}
