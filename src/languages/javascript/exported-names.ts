/** Who may use what a JavaScript or TypeScript file defines. */
import type { Definition, Outline } from "../../graph/outline.ts";
import type { VisibilityRule } from "../../graph/project.ts";

/**
 * In a module only what is exported is public; a file that neither imports nor exports is a script, whose names are
 * everybody's. Members are public unless their name begins with `#` (or a modifier says otherwise); those of an
 * object or namespace are as public as it is.
 */
export function visibilityIn({ definitions, exports, imports }: Outline): VisibilityRule {
  if (exports.length === 0 && imports.length === 0) return ofMember;
  const names = new Set<string>();
  const unnamed = new Set<Definition | undefined>();
  for (const { name, value, from, definition } of exports) {
    if (definition !== undefined) unnamed.add(definitions[definition]);
    else if (from === undefined) names.add(value ?? name);
  }
  return (definition, owner) => {
    if (unnamed.has(definition)) return "public";
    if (definition.on !== undefined) return ofMember(definition, owner);
    if (owner?.kind === "class") return ofMember(definition, owner);
    if (owner?.kind === "namespace") return /^export\b/.test(definition.signature) ? "public" : "private";
    return names.has((owner ?? definition).name) ? "public" : "private";
  };
}

const ofMember: VisibilityRule = ({ name }) => (name.startsWith("#") ? "private" : "public");
