import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { tableCell } from "./markdown.ts";
import { definitionLink, type Place } from "./permalink.ts";

/** Who depends on a definition that a change touches. */
export interface Blast {
  readonly node: CodeNode;
  /** Definitions that call it or inherit from it, tests aside. */
  readonly callers: readonly CodeNode[];
  /** Tests that call it, or that call one of its callers. */
  readonly tests: readonly CodeNode[];
}

const most = { rows: 20, names: 4 };

/** One hop up from each changed definition, and from there to the tests. Only what the graph knows: no dynamic calls. */
export function blastRadius(changed: readonly CodeNode[], graph: CodeGraph): readonly Blast[] {
  return changed
    .filter((node) => !node.test)
    .map((node) => {
      const users = usersOf(node, graph);
      const callers = users.filter((user) => !user.test);
      const tests = [...users, ...callers.flatMap((caller) => usersOf(caller, graph))].filter(
        (user) => user.test,
      );
      return { node, callers, tests: [...new Set(tests)] };
    });
}

function usersOf(node: CodeNode, graph: CodeGraph): readonly CodeNode[] {
  const edges = [...graph.incoming(node.id, "Call"), ...graph.incoming(node.id, "Inherit")];
  const users = edges.flatMap((edge) => graph.node(edge.from) ?? []).filter((user) => user.id !== node.id);
  return [...new Set(users)];
}

/** Where to look first: the untested rows come first. */
export function blastTable(blasts: readonly Blast[], graph: CodeGraph, place: Place): string {
  if (blasts.length === 0) return "";
  const untested = blasts.filter(({ tests }) => tests.length === 0);
  const ordered = [...untested, ...blasts.filter(({ tests }) => tests.length > 0)];
  const names = (nodes: readonly CodeNode[]): string => {
    const shown = nodes.slice(0, most.names).map((node) => definitionLink(place, graph, node.id)!);
    return [...shown, ...(nodes.length > most.names ? [`${nodes.length - most.names} more`] : [])].join(", ");
  };
  const rows = ordered.slice(0, most.rows).map(({ node, callers, tests }) => {
    const cells = [
      definitionLink(place, graph, node.id)!,
      callers.length === 0 ? "–" : names(callers),
      tests.length === 0 ? "⚠️ none found" : names(tests),
    ];
    return `| ${cells.map(tableCell).join(" | ")} |`;
  });
  const head =
    untested.length === 0
      ? "Each changed definition is reached by a test, as far as the code graph knows."
      : `${untested.length} of ${blasts.length} changed definitions are reached by no test that the code graph knows.`;
  const more = blasts.length > most.rows ? [`\nand ${blasts.length - most.rows} more`] : [];
  return [head, "", "| Changed | Used by | Tests |", "|---|---|---|", ...rows, ...more].join("\n");
}
