import { expect, test } from "@jest/globals";
import type { Bm25 } from "../../src/retrieval/bm25.ts";
import { pathWordsIn, saidShare } from "../../src/retrieval/name-words.ts";
import { halvesIn, words } from "../../src/retrieval/words.ts";

/** Every word counts the same. */
const index = { idf: () => 1 } as unknown as Bm25;
const share = (path: string, text: string): number =>
  saidShare(pathWordsIn(index)(path).name, {
    words: new Set(words(text)),
    halves: halvesIn(text, (name) => name !== "jsonfinder"),
  });

test.each<[what: string, path: string, text: string, said: number]>([
  ["the compound itself", "lib/target_finder.rb", "`TargetFinder#wanted` walks too far", 1],
  ["the compound, written in another way", "lib/target-finder.js", "`TargetFinder#wanted` walks too far", 1],
  ["one half of it, of another compound", "lib/file_finder.rb", "`TargetFinder#wanted` walks too far", 0.15],
  ["one half in words, one of another compound", "lib/file_finder.rb", "`TargetFinder` reads a file", 0.65],
  ["both halves in words", "lib/file_finder.rb", "the finder of a file", 1],
  ["a half that also stands alone", "lib/file_finder.rb", "`TargetFinder`, a finder", 0.5],
  ["a name of one word, as a half", "lib/config.rb", "`parse_config` fails", 1],
  ["one half of it, of a compound that is to be made", "lib/file_finder.rb", "add a `JsonFinder`", 0.5],
  ["nothing of it", "lib/config_finder.rb", "it is slow", 0],
])("how much a text says of a name: %s", (_, path, text, said) =>
  expect(share(path, text)).toBeCloseTo(said),
);
