import { resolve } from "node:path";

/**
 * For processes that a test starts: Node keeps the compiled modules here, so that the second one starts in half a
 * second instead of two. In a folder of the project's own, where nobody else writes.
 */
export const compileCache: Readonly<Record<string, string>> = {
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, "..", "..", "node_modules", ".cache", "compiled"),
};
