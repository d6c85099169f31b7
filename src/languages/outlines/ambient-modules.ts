/**
 * Modules that a script declares for the whole program, `declare module "x" { export = y }`: the name in quotes is a name
 * of its top, by which imports of "x" find the file. What stands in the braces makes no module of the file itself.
 */
import { ambientName } from "../../graph/outline.ts";
import { fieldOf } from "../parsing/syntax-node.ts";
import { type Captures, capture } from "./facts.ts";
import { type Draft, textOf } from "./outline-draft.ts";

/** Of more modules in one file the others are not found. */
const maxModules = 64;

export function takeAmbient(draft: Draft, captures: Captures): void {
  const module = capture(captures, "ambient");
  const name = module && fieldOf(module, "name");
  const body = module && fieldOf(module, "body");
  if (!name || !body || draft.ambient.length >= maxModules) return;
  draft.ambient.push({ start: body.startIndex, end: body.endIndex });
  const said = ambientName(textOf(draft, name).slice(1, -1));
  draft.bindings.set(`0 ${said}`, { scope: 0, name: said });
}
