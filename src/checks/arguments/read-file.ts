import { tooLarge } from "../../languages/limits.ts";
import { readOutline } from "../../languages/outlines/outline-one.ts";
import { loadGrammar, type Node, withTreeIfAny } from "../../languages/parsing/parser.ts";
import { languageOf } from "../../languages/registry.ts";
import { go, hasSelf, java, rust } from "./compiled.ts";
import { line, type Notation, type WrittenCall } from "./notation.ts";
import { dataclassTakes, python } from "./python.ts";
import type { Takes } from "./takes.ts";
import { typescript } from "./typescript.ts";

/** Calls of JavaScript may leave arguments out, and give more than is taken: nothing is judged there. */
const notations: Readonly<Record<string, Notation>> = {
  ...{ python, typescript, go, java, rust },
  tsx: typescript,
};

/** True for a file whose calls can be judged. */
export const isJudged = (path: string): boolean => (languageOf(path) ?? "") in notations;

export interface PlacedCall extends WrittenCall {
  /** 1-based, of the call's name. */
  readonly line: number;
}

export interface WrittenFunction {
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly takes: Takes | undefined;
  /** It has an object among its parameters that is written (Rust). */
  readonly hasSelf: boolean;
}

/** A class whose fields are what its constructor takes, by the line of its name (Python). */
export interface WrittenFields {
  readonly name: string;
  readonly line: number;
  readonly takes: Takes | undefined;
}

/** What calls and functions stand in a file. */
export interface FileFacts {
  /** Names that stand for something else somewhere in it: parameters, variables. */
  readonly taken: ReadonlySet<string>;
  readonly lines: readonly string[];
  readonly language: string;
  readonly calls: readonly PlacedCall[];
  readonly functions: readonly WrittenFunction[];
  readonly fields: readonly WrittenFields[];
}

/** By which a test says that what follows is wrong, and is to be; so many lines above it at most. */
const wrongOnPurpose = /raises|throw|@ts-(?:expect-error|ignore)|type: ignore|pyright: ignore|should_panic/i;
const linesAbove = 3;

export type ReadFacts = (path: string) => Promise<FileFacts | undefined>;

/** Undefined for a file of another language, and one that does not parse. */
export async function factsOf(path: string, text: string): Promise<FileFacts | undefined> {
  const language = languageOf(path);
  const notation = language === undefined ? undefined : notations[language];
  if (language === undefined || !notation || tooLarge(text) !== undefined) return undefined;
  if (/^\s*\/\/ @ts-nocheck/m.test(text.slice(0, 2_000))) return undefined;
  const outline = await readOutline({ language, text });
  if (!outline) return undefined;
  const taken = new Set(outline.bindings.map(({ name }) => name));
  const lines = text.split("\n");
  const isWanted = ({ line }: PlacedCall): boolean =>
    !lines.slice(Math.max(0, line - 1 - linesAbove), line).some((one) => wrongOnPurpose.test(one));
  return withTreeIfAny(await loadGrammar(language), text, ({ rootNode: root }) => {
    if (root.hasError) return undefined;
    const { calls, ...facts } = read(root, language, notation);
    return { ...facts, taken, lines, calls: calls.filter(isWanted) };
  });
}

function read(root: Node, language: string, notation: Notation): Omit<FileFacts, "taken" | "lines"> {
  const all = (types: readonly string[]): readonly Node[] =>
    root.descendantsOfType([...types]).filter((node): node is Node => node !== null);
  return {
    language,
    calls: all(notation.calls).flatMap((node) => {
      const call = notation.call(node);
      return call ? [{ ...call, line: nameLine(node, call.name) }] : [];
    }),
    functions: all(notation.functions).flatMap((node) => {
      const name = notation.nameOf(node);
      if (name === undefined) return [];
      const [startLine, endLine] = [line(node), node.endPosition.row + 1];
      const self = language === "rust" && hasSelf(node);
      return [{ name, startLine, endLine, takes: notation.takes(node), hasSelf: self }];
    }),
    fields:
      language === "python"
        ? all(["class_definition"]).flatMap((node) => {
            const body = node.childForFieldName("body");
            const name = notation.nameOf(node) ?? "";
            return body ? [{ name, line: line(node), takes: dataclassTakes(body) }] : [];
          })
        : [],
  };
}

/** What is called ends where its arguments begin. */
function nameLine(node: Node, name: string): number {
  const list = node.childForFieldName("arguments");
  const before = list ? node.text.slice(0, list.startIndex - node.startIndex) : node.text;
  const at = before.lastIndexOf(name);
  return line(node) + (before.slice(0, Math.max(0, at)).match(/\n/g)?.length ?? 0);
}
