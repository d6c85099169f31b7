/**
 * Compares the matches of a language's patterns with those that tree-sitter's own cursor finds, file by file:
 *
 *     npm exec -c 'node bench/graph-speed/matches.ts FOLDER...'
 *
 * Prints a line for each folder, a git repository: how many matches there are, and how many only one of the two finds.
 */
import { basename } from "node:path";
import { Query } from "web-tree-sitter";
import { tooLarge } from "../../src/languages/limits.ts";
import { eachMatch } from "../../src/languages/parsing/match-patterns.ts";
import { loadGrammar, patternsOf, syntaxOf, withTree } from "../../src/languages/parsing/parser.ts";
import { languageOf, queryText } from "../../src/languages/registry.ts";
import { openLocal } from "../../src/workspace/open-local.ts";

interface Place {
  readonly type: string;
  readonly startIndex: number;
  readonly endIndex: number;
}

const never = { milliseconds: Number.POSITIVE_INFINITY, isOver: () => false };
const queries = new Map<string, Query>();
for (const folder of process.argv.slice(2)) {
  const workspace = await openLocal(folder);
  const paths = [...workspace.entries.keys()].filter((path) => languageOf(path) !== undefined);
  const texts = await workspace.readMany(paths);
  await workspace.close();
  let matches = 0;
  let differing = 0;
  for (const [path, text] of texts) {
    const grammar = await loadGrammar(languageOf(path)!);
    if (tooLarge(text) !== undefined || grammar.language.embedded) continue;
    const query =
      queries.get(grammar.language.name) ?? new Query(grammar.grammar, queryText(grammar.language));
    queries.set(grammar.language.name, query);
    withTree(
      grammar,
      text,
      (tree) => {
        const counts = new Map<string, number>();
        const count = (names: readonly string[], nodes: readonly Place[], by: 1 | -1): void => {
          const key = names
            .map((name, at) => `${name} ${nodes[at]!.type} ${nodes[at]!.startIndex} ${nodes[at]!.endIndex}`)
            .join(", ");
          counts.set(key, (counts.get(key) ?? 0) + by);
        };
        for (const { captures } of query.matches(tree.rootNode)) {
          matches++;
          count(
            captures.map(({ name }) => name),
            captures.map(({ node }) => node),
            1,
          );
        }
        const syntax = syntaxOf(grammar, tree);
        eachMatch(patternsOf(grammar), syntax, text, never.isOver, ({ list }, nodes) =>
          count(list, nodes, -1),
        );
        for (const left of counts.values()) differing += Math.abs(left);
      },
      never,
    );
  }
  console.log(`${basename(folder)}: ${matches} matches, ${differing} of only one`);
}
