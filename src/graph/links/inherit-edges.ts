/** Inheritance edges: bases in class heads, bases declared elsewhere (`impl`, mixins), and implicitly implemented interfaces. */

import type { EdgeCollector } from "../columns/edges.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { isOnlyType } from "../members/defined.ts";
import { classesNamed } from "../open-types/open-types.ts";
import type { DefinitionKind } from "../outline.ts";
import { type Nodes, nodeOf, noNodes } from "./nodes.ts";

export function addInherits(linker: Linker, nodes: Nodes, edges: EdgeCollector, file: FileTable): void {
  inherits(linker, nodes, edges, file);
  inheritsLater(linker, nodes, edges, file);
  implementsSilently(linker, nodes, edges, file);
}

function inherits(linker: Linker, nodes: Nodes, edges: EdgeCollector, file: FileTable): void {
  file.outline.definitions.forEach((definition, index) => {
    const from = nodes.ofDefinition[file.base + index]!;
    // After a syntax error a base may be attached to the enclosing namespace, which is no node.
    if (from < 0) return;
    for (const base of [...(definition.bases ?? []), ...(definition.interfaces ?? [])]) {
      const { entities, sureness } = linker.base(file.base + index, base);
      const ofKind = (kind: DefinitionKind) =>
        entities.filter((one) => one.kind === "definition" && linker.tables.definition(one.id).kind === kind);
      const known = ofKind("class");
      // `util.inherits(Foo, Base)`: constructor functions.
      const named = known.length > 0 || !file.rules?.functionObjects ? known : ofKind("function");
      const values = named.filter((one) => one.kind === "definition" && !isOnlyType(linker, one.id));
      const classes = values.length > 0 ? values : named;
      const ids = classes.flatMap((one) => (one.kind === "definition" ? [one.id] : []));
      const parts = file.rules?.partialClass && ids.length > 0 ? linker.parts(ids[0]!) : noNodes;
      const parted = ids.every((id) => parts.includes(id));
      const targets = (parted ? parts : ids).flatMap((id) => nodeOf(nodes, id));
      // A class made by a call inherits from each of its arguments: `mixin(A, B)`.
      const areAll = parted || (file.rules?.functionObjects && base.includes("("));
      const sure = targets.length > 1 && !areAll ? "ambiguous" : sureness;
      for (const to of targets) if (to !== from) edges.add(from, to, "Inherit", sure, definition.startLine);
    }
  });
}

/** Bases that are declared outside of the class. */
function inheritsLater(linker: Linker, nodes: Nodes, edges: EdgeCollector, file: FileTable): void {
  for (const { scope, line, of, base, how } of file.outline.outOfLineBases ?? [])
    for (const heir of how === "give" ? [] : classesNamed(linker, file, scope, of))
      for (const found of classesNamed(linker, file, scope, base)) {
        const [from, to] = [nodes.ofDefinition[heir]!, nodes.ofDefinition[found]!];
        // Lines are those of the class's file: for a base from another file, the start of the class.
        const isHere = linker.tables.fileOf(heir) === file;
        const at = isHere ? line : linker.tables.definition(heir).startLine;
        if (from >= 0 && to >= 0 && from !== to) edges.add(from, to, "Inherit", "exact", at);
      }
}

/** Interfaces that types implement implicitly (Go). */
function implementsSilently(linker: Linker, nodes: Nodes, edges: EdgeCollector, file: FileTable): void {
  if (!file.rules?.implicit) return;
  file.outline.definitions.forEach(({ startLine }, index) => {
    const from = nodes.ofDefinition[file.base + index]!;
    if (from < 0) return;
    for (const { id, sureness } of linker.implicit(file, index))
      for (const to of nodeOf(nodes, id)) edges.add(from, to, "Inherit", sureness, startLine);
  });
}
