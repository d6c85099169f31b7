import type { FileTable } from "../files/file-table.ts";
import type { Visibility } from "../graph.ts";
import type { Definition } from "../outline.ts";

/**
 * The visibility of a file's definitions: as declared; private for what is local to a function, or anonymous; else by
 * the language's default.
 */
export function createVisibility(file: FileTable): (definition: Definition) => Visibility {
  const rule = file.rules?.visibility?.(file.outline);
  return (definition) => {
    if (definition.visibility !== undefined) return definition.visibility;
    if (isLocal(file, definition)) return "private";
    const { definitions, scopes } = file.outline;
    return rule?.(definition, definitions[scopes[definition.scope]!.definition]) ?? "public";
  };
}

/** Local to any function, including an anonymous one. A member that is assigned to something else belongs to that. */
function isLocal({ outline }: FileTable, { kind, detached, on, scope }: Definition): boolean {
  if (on !== undefined || scope === 0) return false;
  if (detached) return kind === "class";
  const owner = outline.definitions[outline.scopes[scope]!.definition];
  return owner === undefined || owner.kind === "function";
}
