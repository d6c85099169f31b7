/** Types of functions in C#, and which functions go with them by their shape. */

import { closing, splitTop } from "../notation/brackets.ts";
import { impossible, type Parameter, possible, wider } from "./argument.ts";

/** What a function takes and gives. */
interface Delegate {
  readonly takes: number;
  /** Undefined where it gives nothing. */
  readonly gives: string | undefined;
}

/** The library's own, but for `Action` and `Func`, by how many they take and what they give. */
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

/** Undefined where the type is no function of the library, or says nothing of what it takes. */
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
 * How well a function goes with a parameter that may be for one.
 * @param shape `:lambda`, how many parameters it has, `a` for async, `v` or `n` for whether it gives a value, `p` for a number or a text
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
  // Nobody can wait for it then.
  if (wanted === undefined) return gives === "n" || gives === "" ? possible / 2 : impossible;
  const givesValue = task.test(wanted) ? wanted.includes("<") : undefined;
  if (givesValue === undefined) return /^\p{Lu}\w*$/u.test(wanted) ? possible : impossible;
  if (gives === "") return possible;
  return givesValue === (gives !== "n") ? wider : impossible;
}
