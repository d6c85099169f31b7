/**
 * Functions that a text names where one is wanted: `[Foo::class, "run"]`, `add_action("init", "run")`, `"App\Foo@run"`
 * of PHP, `#[serde(default = "run")]` of Rust.
 */
import type { Chain } from "../../graph/outline.ts";
import { pathHead } from "../chains/chain.ts";
import type { Node } from "../parsing/syntax-node.ts";
import { type Captures, capture } from "./facts.ts";
import { isOnlyAsked } from "./handed-on.ts";
import { addReference } from "./outline-calls.ts";
import { chainIn, type Draft, textOf } from "./outline-draft.ts";

/** Which of them is a function is known once all files are. */
export function takeNamed(draft: Draft, captures: Captures): void {
  const invoked = capture(captures, "passed.invoked");
  const whose = invoked && chainIn(draft, invoked);
  if (whose !== undefined) addReference(draft, invoked!, `${whose}.__invoke`, undefined, { passed: true });
  const text = capture(captures, "passed.text");
  if (!text) return;
  if (draft.language.family === "rust") {
    takeOfSerde(draft, text);
    return;
  }
  const name = textOf(draft, text).slice(1, -1).replaceAll("\\\\", "\\");
  const on = capture(captures, "passed.on");
  const own = capture(captures, "passed.own");
  const chain = own ? `:class.${name}` : on ? methodOf(chainIn(draft, on), name) : chainOf(name);
  if (chain === undefined || !isName.test(name) || isOnlyAsked(draft, text, argumentDepth)) return;
  addReference(draft, text, chain, undefined, { passed: true });
}

/** Of a module that `with` names its two functions. */
function takeOfSerde(draft: Draft, text: Node): void {
  const before = draft.text.slice(Math.max(0, text.startIndex - keyLength), text.startIndex);
  const [, key] = serdeKey.exec(before) ?? [];
  const path = textOf(draft, text).slice(1, -1);
  if (key === undefined || !isPath.test(path)) return;
  const paths = key === "with" ? [`${path}::serialize`, `${path}::deserialize`] : [path];
  for (const one of paths) {
    const [head = "", ...rest] = one.split("::");
    const chain = rest.length === 0 ? head : [pathHead(head), ...rest].join(".");
    addReference(draft, text, chain, undefined, { passed: true });
  }
}

const serdeKey = /\b(default|with|(?:de)?serialize_with|skip_serializing_if|getter)\s*=\s*$/;
const keyLength = 40;
const isPath = /^\w+(?:::\w+)*$/;

const methodOf = (on: Chain | undefined, name: string): Chain | undefined =>
  on === undefined ? undefined : `${on}.${name}`;

/** What a text names is looked for from outside of every namespace. */
function chainOf(name: string): Chain {
  const [on = "", method] = name.split(/@|::/);
  const whole = on.startsWith("\\") ? on : `\\${on}`;
  return method === undefined ? whole : `${whole}.${method}`;
}

/** So far above a text the call stands that is given it, in an array or alone. */
const argumentDepth = 5;
const isName = /^\\?\w+(?:\\\w+)*(?:(?:@|::)\w+)?$/;
