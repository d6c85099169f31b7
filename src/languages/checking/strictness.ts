import { unclosedTags } from "../erb/unclosed.ts";
import { faultsOfGo } from "../go/strict.ts";
import { faultsOfJava } from "../java/strict.ts";
import type { Tree } from "../parsing/parser.ts";
import { lineFaults } from "../python/indentation.ts";
import { faultsOfPython } from "../python/strict.ts";
import { faultsOfRuby, strayWords } from "../ruby/strict.ts";
import { faultsOfRust } from "../rust/strict.ts";
import type { SyntaxFault } from "./syntax-fault.ts";
import { faultsOfModule } from "./twice-imported.ts";

/** By the name of the language. */
const rules: Readonly<Record<string, (tree: Tree) => SyntaxFault[]>> = {
  python: faultsOfPython,
  go: faultsOfGo,
  java: faultsOfJava,
  rust: faultsOfRust,
  ruby: faultsOfRuby,
  erb: strayWords,
  javascript: faultsOfModule,
  typescript: faultsOfModule,
  tsx: faultsOfModule,
};

const clearer: Readonly<Record<string, (text: string) => readonly SyntaxFault[]>> = {
  python: lineFaults,
  erb: unclosedTags,
};

/**
 * What a grammar lets pass and its language does not: grammars are made to read what is half written. Nothing of a tree
 * with errors, whose recovery made up nodes that say nothing about the author.
 */
export function strictFaults(language: string, tree: Tree): SyntaxFault[] {
  return tree.rootNode.hasError ? [] : (rules[language]?.(tree) ?? []);
}

/**
 * The faults of a tree with errors, some of them said as the language itself says them: where the grammar stumbles is often
 * far from what is wrong. Never fewer than before, since only what is new is judged.
 */
export function clearerFaults(
  language: string,
  text: string,
  faults: readonly SyntaxFault[],
): readonly SyntaxFault[] {
  const find = faults.length === 0 ? undefined : clearer[language];
  const better = find?.(text) ?? [];
  return [...better, ...faults.slice(better.length)];
}
