import type { FileTable } from "../files/file-table.ts";
import type { Visibility } from "../graph.ts";
import type { Definition } from "../outline.ts";

/**
 * Who may use the definitions of a file: what a declaration says; private where it stands in a function or has no
 * name to say; else the rule of its language.
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

/** In a function of any kind, also one without a name. What is written onto something else belongs to that. */
function isLocal({ outline }: FileTable, { kind, detached, on, scope }: Definition): boolean {
  if (on !== undefined || scope === 0) return false;
  if (detached) return kind === "class";
  const owner = outline.definitions[outline.scopes[scope]!.definition];
  return owner === undefined || owner.kind === "function";
}
