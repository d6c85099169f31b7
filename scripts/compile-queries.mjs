/**
 * Writes the images of all languages' queries (src/languages/query-image.ts) and removes those of no use any more:
 *
 *     npm exec -c 'node scripts/compile-queries.mjs'
 *
 * To be run after a change of a query, a grammar's version or the parser's; a test says so where it was forgotten.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { compileQuery, loadGrammar } from "../src/languages/parser.ts";
import { imageOf } from "../src/languages/query-image.ts";
import { imageFolder, imageName } from "../src/languages/query-images.ts";
import { allLanguages, queryText } from "../src/languages/registry.ts";

mkdirSync(imageFolder, { recursive: true });
const images = new Map();
for (const language of allLanguages().values()) {
  const name = imageName(language.grammar, queryText(language));
  if (images.has(name)) continue;
  compileQuery(await loadGrammar(language.name), (memory, at) => images.set(name, imageOf(memory, at)));
}
for (const name of readdirSync(imageFolder)) if (!images.has(name)) rmSync(join(imageFolder, name));
for (const [name, image] of images) writeFileSync(join(imageFolder, name), zstdCompressSync(image));
console.log(`${images.size} queries compiled.`);
