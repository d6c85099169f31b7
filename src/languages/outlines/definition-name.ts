/**
 * The name of a definition: its own, a qualified one, or a macro's argument; without any, that of an export or of the
 * enclosing function's result.
 */
import { camelCase } from "../chains/class-words.ts";
import type { Node } from "../parsing/syntax-node.ts";
import { capture, isCaptured } from "./facts.ts";
import { type Draft, namelessClass, textOf } from "./outline-draft.ts";
import type { DefinitionFact } from "./place-definitions.ts";

export interface DefinitionName {
  /** The node of the name, if any. */
  readonly node: Node | undefined;
  readonly name: string;
  /** All parts of a qualified name, `ns::f`; else empty. */
  readonly path: readonly string[];
}

export function nameOf(draft: Draft, { opens, captures }: DefinitionFact): DefinitionName {
  const word = capture(captures, "name.word");
  const node = word ?? capture(captures, "name") ?? capture(captures, "name.path");
  const around = draft.definitions[draft.frames.at(-1)!.definition];
  const given = around?.kind === "class" ? undefined : capture(captures, "name.arguments");
  // `TEST(Log, opens) { }` is named by the macro's arguments, which stay the same when tests are inserted before it.
  // In a class it makes an object.
  if (given) return { name: (textOf(draft, given).match(/[\w:]+/g) ?? []).join("."), path: [], node };
  if (word) return { name: textOf(draft, word), path: [], node };
  const camel = capture(captures, "name.camel");
  if (camel) return { name: camelCase(textOf(draft, camel)), path: [], node: camel };
  if (!node) {
    const isNameless = opens === "class" && /^(?:anonymous_)?class$/.test(capture(captures, opens)!.type);
    return { name: isNameless ? namelessClass : "default", path: [], node };
  }
  const text = textOf(draft, node);
  const path = isCaptured(captures, "name.path") ? pathOf(text) : [];
  return { name: path.at(-1) ?? plainName(text), path, node };
}

const plainName = (text: string): string => text.replace(/^:(?!:)/, "").replaceAll("::", ".");

/** The names of `ns::Foo<T>::bar`. */
const pathOf = (text: string): string[] =>
  text
    .replace(/(?<!operator\s*)<[^()]*>(?=::|$)/g, "")
    .split("::")
    .map((part) => part.trim().replace(macroBefore, "").replace(inBrackets, "$1"))
    .filter((part) => part !== "");

/** A macro between type and name, which a grammar takes for part of the name: `int ZEXPORT deflate(...)`. */
const macroBefore = /^(?!operator\b)(?:\w+\s+)+(?=\w+$)/;
/** A name in parentheses, which keeps a macro of that name from expanding: `API int (gettop) (State* state)`. */
const inBrackets = /^(?:\w+\s+)*\(\s*(\w+)\s*\)$/;
