import { faultsOfGo } from "../go/strict.ts";
import { faultsOfJava } from "../java/strict.ts";
import type { Tree } from "../parsing/parser.ts";
import { faultsOfPython } from "../python/strict.ts";
import { faultsOfRuby } from "../ruby/strict.ts";
import { faultsOfRust } from "../rust/strict.ts";
import type { SyntaxFault } from "./syntax-fault.ts";

/** By the name of the language. */
const rules: Readonly<Record<string, (tree: Tree) => SyntaxFault[]>> = {
  python: faultsOfPython,
  go: faultsOfGo,
  java: faultsOfJava,
  rust: faultsOfRust,
  ruby: faultsOfRuby,
};

/**
 * What a grammar lets pass and its language does not: grammars are made to read what is half written. Nothing of a tree
 * with errors, whose recovery made up nodes that say nothing about the author.
 */
export function strictFaults(language: string, tree: Tree): SyntaxFault[] {
  return tree.rootNode.hasError ? [] : (rules[language]?.(tree) ?? []);
}
