/**
 * Ambient modules, `declare module "x" { export = y }`: each is a scope that contains the quoted name, by which
 * imports of "x" find it. Names in its braces are not the file's, and its exports are names of that scope.
 */
import { ambientName, program } from "../../graph/outline.ts";
import { type Captures, capture, type Fact } from "./facts.ts";
import { chainIn, type Draft, lineAt, textOf } from "./outline-draft.ts";

/** Limit of ambient modules per file. */
const maxModules = 64;

/** Records the module that a new scope declares. */
export function takeAmbient(draft: Draft, { captures, start, end }: Fact, scope: number): void {
  const name = capture(captures, "ambient");
  if (!name || draft.ambient.length >= maxModules) return;
  draft.ambient.push({ start, end, scope });
  draft.package = program;
  const moduleName = ambientName(textOf(draft, name).slice(1, -1));
  draft.bindings.set(`${scope} ${moduleName}`, { scope, name: moduleName });
}

/** Records an export of an ambient module; false where it is the file's own. */
export function takeAmbientExport(draft: Draft, captures: Captures): boolean {
  const scope = draft.frames.findLast((frame) =>
    draft.ambient.some((one) => one.scope === frame.scope),
  )?.scope;
  if (scope === undefined) return false;
  const exportText = (name: string): string | undefined => {
    const node = capture(captures, `export.${name}`);
    return node && textOf(draft, node);
  };
  const from = capture(captures, "export.from");
  const [name, theirs] = [exportText("name") ?? exportText("namespace"), exportText("imported")];
  if (from) {
    const base = { scope, line: lineAt(draft, from.startIndex), from: textOf(draft, from) };
    const as = name ?? theirs;
    if (theirs !== undefined) draft.imports.push({ ...base, kind: "name", name: theirs, as: as! });
    else draft.imports.push(as === undefined ? { ...base, kind: "all" } : { ...base, kind: "module", as });
    return true;
  }
  const [usual, equals] = [capture(captures, "export.default"), capture(captures, "export.equals")];
  const node = usual ?? equals ?? capture(captures, "export.value");
  const definition = node && draft.definitions[draft.bodyEnds.get(node.endIndex) ?? -1];
  const value = definition?.name ?? (node && chainIn(draft, node));
  const exported = usual ? "default" : equals ? "=" : name;
  if (value !== undefined && exported !== undefined && exported !== value)
    draft.bindings.set(`${scope} ${exported}`, { scope, name: exported, value });
  return true;
}
