/**
 * A start of the parser's runtime in which text reaches the parser as the engine copies it, in one call for each piece,
 * and not number by number through a function that every thread has to compile: a twentieth of a parse.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { ParserMemory } from "./grammar-tables.ts";

/** The engine's own, of which the types of Node know nothing. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => object;
};

/** What the runtime is given to start with, and fills with its own: where its memory is, and what it was asked last. */
interface Runtime extends ParserMemory {
  readonly currentParseCallback: (index: number) => unknown;
  instantiateWasm?(
    imports: { readonly env: Record<string, unknown> },
    receive: (instance: object, module: object) => void,
  ): void;
}

/** Bytes that the parser takes at once: all of its buffer but the last character. */
const pieceSize = 10 * 1024 - 2;

/** Has the runtime that will be started with this object take its text in the quick way. */
export function giveTextQuickly(memory: ParserMemory): void {
  const runtime = memory as Runtime;
  let bytes = Buffer.alloc(0);
  const giveText = (address: number, index: number, _row: number, _column: number, length: number): void => {
    const text = runtime.currentParseCallback(index);
    // The memory is another one each time that it has grown.
    if (bytes.buffer !== runtime.HEAPU8.buffer) bytes = Buffer.from(runtime.HEAPU8.buffer as ArrayBuffer);
    const written = typeof text === "string" ? bytes.write(text, address, pieceSize, "utf16le") : 0;
    runtime.HEAP32[length >> 2] = written / 2;
  };
  runtime.instantiateWasm = (imports, receive) => {
    imports.env["tree_sitter_parse_callback"] = giveText;
    const file = createRequire(import.meta.url).resolve("web-tree-sitter/web-tree-sitter.wasm");
    const module = new WebAssembly.Module(readFileSync(file));
    receive(new WebAssembly.Instance(module, imports), module);
  };
}
