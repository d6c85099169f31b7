/**
 * The images of this build's queries, in the folder `compiled/`: one file for each grammar and query text, named for
 * both and the versions of the runtime and the grammars, so that none is ever read for another than it was made for.
 * `scripts/compile-queries.mjs` writes them. Where one is missing the query is compiled.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";

export const imageFolder = join(import.meta.dirname, "compiled");

/** The name of the file that the image of this query has. */
export function imageName(grammar: string, text: string): string {
  versions ??= ["web-tree-sitter", "@vscode/tree-sitter-wasm"].map(versionOf).join(" ");
  const hash = createHash("sha256").update(`${versions}\0${grammar}\0${text}`).digest("hex");
  return `${grammar}-${hash.slice(0, 16)}.query`;
}

export function readQueryImage(grammar: string, text: string): Buffer | undefined {
  const file = join(imageFolder, imageName(grammar, text));
  return existsSync(file) ? zstdDecompressSync(readFileSync(file)) : undefined;
}

let versions: string | undefined;

function versionOf(name: string): string {
  // Not every package lets its own description be resolved, but each lies in a folder of its name.
  const entry = createRequire(import.meta.url).resolve(
    name === "web-tree-sitter" ? name : `${name}/package.json`,
  );
  const root = entry.slice(
    0,
    entry.lastIndexOf(join("node_modules", name)) + join("node_modules", name).length,
  );
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return `${name}@${version}`;
}
