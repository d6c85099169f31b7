import type { FoundLine } from "../../agent/tools/find-lines.ts";
import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { callsThrough } from "../../graph/overrides.ts";
import { familyOf } from "../../languages/registry.ts";
import { prose } from "../../retrieval/paragraphs.ts";
import type { ChangedFiles } from "./gone-names.ts";
import {
  comment,
  compound,
  drawNamed,
  history,
  isSeenIn,
  mostLines,
  type NameSearch,
} from "./named-lines.ts";
import { isBeside } from "./pull-diff.ts";

/** Names that are looked for, and told. */
const most = { names: 60, told: 10 };

const heading = "=== Changed definitions that no code is known to call, and lines that have their names";

/**
 * Lines of the head that name a changed definition of which the code graph knows no user: a template, a table of routes, a
 * string by which it is called. Only names that nothing else has, and few lines.
 */
export function uncalledNames(
  changed: readonly CodeNode[],
  { shown }: Pick<ChangedFiles, "shown">,
  graph: CodeGraph,
): NameSearch {
  const uncalled = changed.filter((node) => isNamedOnce(node, graph) && isUncalled(node, graph));
  const wanted = new Map(uncalled.slice(0, most.names).map((node) => [node.name, node]));
  const isSeen = isSeenIn(shown);
  const isOwn = ({ path, startLine, endLine }: CodeNode, line: FoundLine): boolean =>
    line.path === path && startLine <= line.line && line.line <= endLine;
  const draw: NameSearch["draw"] = (found) => {
    const drawn = [...wanted].flatMap(([name, node]) => {
      const lines = (found.get(name) ?? []).filter(
        (line) => mayUse(node, line.path) && !comment.test(line.text) && !isOwn(node, line) && !isSeen(line),
      );
      return lines.length === 0 || lines.length > mostLines ? [] : drawNamed(name, lines);
    });
    return drawn.length === 0 ? "" : [heading, ...drawn.slice(0, most.told)].join("\n");
  };
  return { names: new Set(wanted.keys()), draw };
}

/** A class is a type in code of its own language, which is no use. */
const mayUse = ({ kind, path }: CodeNode, other: string): boolean =>
  !(prose.test(other) || history.test(other) || isBeside(other)) &&
  (kind !== "Class" || familyOf(other) === undefined || familyOf(other) !== familyOf(path));

const isNamedOnce = ({ kind, name, test }: CodeNode, graph: CodeGraph): boolean =>
  kind !== "Module" && !test && compound.test(name) && graph.named(name).length === 1;

function isUncalled(node: CodeNode, graph: CodeGraph): boolean {
  const users = graph.incoming(node.id).filter(({ kind, from }) => kind !== "Contain" && from !== node.id);
  return users.every(({ from }) => graph.node(from)!.test) && callsThrough(graph, node).length === 0;
}
