import type { Outline } from "../graph/outline.ts";
import { languageOf } from "./registry.ts";

/** That of a file of which nothing is known but its path. */
export const bareOutline = (path: string): Outline => ({
  path,
  language: languageOf(path) ?? "",
  lineCount: 0,
  opaqueCalls: 0,
  faulty: false,
  scopes: [{ parent: -1, definition: -1 }],
  definitions: [],
  references: [],
  imports: [],
  bindings: [],
  exports: [],
});
