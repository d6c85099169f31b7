/** Which classes a class builds on: as it says itself, as is said elsewhere, and without saying so. */

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
    // Of what does not parse a base may fall to the namespace around, which is no node.
    if (from < 0) return;
    for (const base of [...(definition.bases ?? []), ...(definition.interfaces ?? [])]) {
      const { entities, sureness } = linker.base(file.base + index, base);
      const ofKind = (kind: DefinitionKind) =>
        entities.filter((one) => one.kind === "definition" && linker.tables.definition(one.id).kind === kind);
      const known = ofKind("class");
      // `util.inherits(Foo, Base)`: functions that make objects.
      const named = known.length > 0 || !file.rules?.functionObjects ? known : ofKind("function");
      const values = named.filter((one) => one.kind === "definition" && !isOnlyType(linker, one.id));
      const classes = values.length > 0 ? values : named;
      const ids = classes.flatMap((one) => (one.kind === "definition" ? [one.id] : []));
      const parts = file.rules?.partialClass && ids.length > 0 ? linker.parts(ids[0]!) : noNodes;
      const parted = ids.every((id) => parts.includes(id));
      const targets = (parted ? parts : ids).flatMap((id) => nodeOf(nodes, id));
      // What a call makes of several classes builds on each of them.
      const areAll = parted || (file.rules?.functionObjects && base.includes("("));
      const sure = targets.length > 1 && !areAll ? "ambiguous" : sureness;
      for (const to of targets) if (to !== from) edges.add(from, to, "Inherit", sure, definition.startLine);
    }
  });
}

/** Bases that are said elsewhere than in their class. */
function inheritsLater(linker: Linker, nodes: Nodes, edges: EdgeCollector, file: FileTable): void {
  for (const { scope, line, of, base, how } of file.outline.outOfLineBases ?? [])
    for (const heir of how === "give" ? [] : classesNamed(linker, file, scope, of))
      for (const found of classesNamed(linker, file, scope, base)) {
        const [from, to] = [nodes.ofDefinition[heir]!, nodes.ofDefinition[found]!];
        // A line is one of the heir's file: what another file says of it stands at its start.
        const isHere = linker.tables.fileOf(heir) === file;
        const at = isHere ? line : linker.tables.definition(heir).startLine;
        if (from >= 0 && to >= 0 && from !== to) edges.add(from, to, "Inherit", "exact", at);
      }
}

/** Interfaces that types have without saying so. */
function implementsSilently(linker: Linker, nodes: Nodes, edges: EdgeCollector, file: FileTable): void {
  if (!file.rules?.implicit) return;
  file.outline.definitions.forEach(({ startLine }, index) => {
    const from = nodes.ofDefinition[file.base + index]!;
    if (from < 0) return;
    for (const { id, sureness } of linker.implicit(file, index))
      for (const to of nodeOf(nodes, id)) edges.add(from, to, "Inherit", sureness, startLine);
  });
}
