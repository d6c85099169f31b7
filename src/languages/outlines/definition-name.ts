/** What a definition is called: by its name, its path, what a macro is given; where it has none, what a module exports or a function gives is. */
import { camelCase } from "../chains/class-words.ts";
import type { Node } from "../parsing/syntax-node.ts";
import { capture, isCaptured } from "./facts.ts";
import { type Draft, namelessClass, textOf } from "./outline-draft.ts";
import type { DefinitionFact } from "./place-definitions.ts";

export interface DefinitionName {
  /** Where it has a name. */
  readonly node: Node | undefined;
  readonly name: string;
  /** Of a name with a path (`ns::f`) all parts, else none. */
  readonly path: readonly string[];
}

export function nameOf(draft: Draft, { opens, captures }: DefinitionFact): DefinitionName {
  const word = capture(captures, "name.word");
  const node = word ?? capture(captures, "name") ?? capture(captures, "name.path");
  const around = draft.definitions[draft.frames.at(-1)!.definition];
  const given = around?.kind === "class" ? undefined : capture(captures, "name.given");
  // `TEST(Log, opens) { }` is told from others by what the macro is given: that stays when more are written before it. In a class it makes an object.
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

/** `ns::Foo<T>::bar` by its names. */
const pathOf = (text: string): string[] =>
  text
    .replace(/(?<!operator\s*)<[^()]*>(?=::|$)/g, "")
    .split("::")
    .map((part) => part.trim().replace(macroBefore, "").replace(inBrackets, "$1"))
    .filter((part) => part !== "");

/** What a grammar takes for a part of the name between a type and the name: `int ZEXPORT deflate(...)`. */
const macroBefore = /^(?!operator\b)(?:\w+\s+)+(?=\w+$)/;
/** No macro of that name is meant: `API int (gettop) (State* state)`. */
const inBrackets = /^(?:\w+\s+)*\(\s*(\w+)\s*\)$/;
