/** What comes out when all of a file is read. */
import { type FileOutline, program } from "../../graph/outline.ts";
import type { Draft } from "./outline-draft.ts";

/** @param faulty The file has faults of syntax. */
export function finishOutline(draft: Draft, faulty: boolean): FileOutline {
  if (isScript(draft)) {
    draft.package = program;
    draft.scopes[0] = { ...draft.scopes[0]!, global: true };
  }
  return {
    language: draft.language.name,
    lineCount: draft.lineStarts.length - (draft.lineStarts.at(-1) === draft.text.length ? 1 : 0),
    opaqueCalls: draft.opaqueCalls,
    faulty,
    ...(draft.doc === undefined ? {} : { doc: draft.doc }),
    ...(draft.package === undefined ? {} : { package: draft.package }),
    ...(draft.condition === undefined ? {} : { condition: draft.condition }),
    scopes: draft.scopes,
    definitions: draft.definitions,
    references: [...draft.references.values()],
    imports: draft.imports,
    bindings: [...draft.bindings.values()],
    exports: draft.exports,
    ...(draft.laterBases.length === 0 ? {} : { laterBases: draft.laterBases }),
  };
}

/** Whether the file is no module. One of which only a comment says `import` is taken for a module. */
function isScript(draft: Draft): boolean {
  const { language, imports, exports, definitions, bindings, ambient } = draft;
  return (
    language.scripts === true &&
    (imports.length + exports.length === 0 || ambient.length > 0) &&
    definitions.length + bindings.size > 0 &&
    !/^[^\S\n]*(?:import|export)\b/m.test(withoutAmbient(draft))
  );
}

/** The text of a file without what such modules have inside. */
function withoutAmbient({ text, ambient }: Draft): string {
  let [kept, at] = ["", 0];
  for (const { start, end } of ambient) {
    kept += text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return kept + text.slice(at);
}
