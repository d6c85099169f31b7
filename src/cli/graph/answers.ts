import type { CodeEdge, CodeGraph, CodeNode } from "../../graph/graph.ts";
import { callsThrough, overridden, overriding } from "../../graph/overrides.ts";
import { type TestTie, testsOf } from "../../graph/tests/tests-of.ts";
import { routeBetween } from "../../graph/walk.ts";
import { languagesAmong } from "../../languages/registry.ts";
import type { PreciseCounts } from "../../languages/scip/precise.ts";
import { count, elapsed, firstOf } from "../../source/counted.ts";
import { printable } from "../style.ts";
import { areOverloads } from "./find-symbol.ts";
import type { OpenedGraph } from "./open-graph.ts";

/** Text with colour where it is shown on a terminal. */
export type Paint = (format: "bold" | "cyan" | "dim" | "green" | "yellow", text: string) => string;

/** One answer in both of its forms, made before anything is printed. */
export interface Answer {
  readonly json: unknown;
  readonly text: (paint: Paint) => string;
  readonly code: 0 | 1;
}

/** What the graph holds, how sure its edges are and how long it took. */
export function statsAnswer({ graph, stats, notes, directory, commit }: OpenedGraph): Answer {
  const kinds = countBy(graph.nodes.filter(isDefinition), (node) => node.kind);
  const modules = graph.nodes.filter((node) => node.kind === "Module");
  const languageOf = languagesAmong(modules.map(({ path }) => path));
  const languages = countBy(modules, (node) => languageOf(node.path) ?? "other files");
  const { files, parsed, cached, edges, calls, precise, milliseconds } = stats;
  const json = {
    ...{ directory, commit: commit ?? null, files, parsed, cached, languages },
    ...{ definitions: kinds, edges, calls, precise: precise ?? null, milliseconds, notes },
  };
  const listed = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, number]) => `${name} ${count(number)}`)
      .join(", ");
  const text = (paint: Paint): string => {
    const row = (label: string, value: string): string => `${paint("bold", label.padEnd(12))} ${value}`;
    return [
      row("read", commit === undefined ? directory : `${directory} at ${commit.slice(0, 12)}`),
      row("files", `${count(files)} (${count(parsed)} parsed, ${count(cached)} from the cache)`),
      row("languages", listed(languages) || "none"),
      row("definitions", listed(kinds) || "none"),
      ...Object.entries(edges).map(([kind, sure]) => row(kind.toLowerCase(), listed(sure))),
      row(
        "calls",
        `${count(calls.resolved)} resolved, ${count(calls.external)} external, ${count(calls.unresolved)} unresolved`,
      ),
      ...(precise ? [row("index", preciseText(precise))] : []),
      row(
        "time",
        `${elapsed(milliseconds.outlines)} outlines, ${elapsed(milliseconds.link)} links${precise ? `, ${elapsed(milliseconds.precise)} index` : ""}`,
      ),
      ...notes.map((note) => paint("dim", `i ${printable(note)}`)),
    ].join("\n");
  };
  return { json, text, code: 0 };
}

const preciseText = ({ files, stale, confirmed, added, dropped }: PreciseCounts): string =>
  `${count(files)} files as they are, ${count(stale)} changed since; edges: ${count(confirmed)} became exact, ${count(added)} added, ${count(dropped)} dropped`;

/** One node with everything that touches it. */
export function showAnswer(graph: CodeGraph, node: CodeNode): Answer {
  const sections = [
    ["contains", graph.outgoing(node.id, "Contain"), "to"],
    ["inherits", graph.outgoing(node.id, "Inherit"), "to"],
    ["inherited by", graph.incoming(node.id, "Inherit"), "from"],
    ["imports", graph.outgoing(node.id, "Import"), "to"],
    ["imported by", graph.incoming(node.id, "Import"), "from"],
    ["calls", graph.outgoing(node.id, "Call"), "to"],
    ["called by", graph.incoming(node.id, "Call"), "from"],
  ] as const;
  const alike = [
    ["overrides", overridden(graph, node)],
    ["overridden by", overriding(graph, node)],
  ] as const;
  const tests = node.test ? [] : testsOf(graph, node.id);
  const text = (paint: Paint): string =>
    [
      `${paint("bold", printable(node.id))} ${paint("dim", headOf(node))}`,
      ...node.decorators.map((decorator) => paint("dim", `@${printable(decorator)}`)),
      ...(node.kind === "Module" ? [] : [paint("cyan", printable(node.signature))]),
      ...(node.doc === undefined ? [] : node.doc.split("\n").map((line) => `  ${printable(line)}`)),
      ...sections.flatMap(([title, edges, end]) =>
        edges.length === 0
          ? []
          : [
              "",
              paint("bold", `${title} (${edges.length})`),
              ...edges.map((one) => edgeLine(graph, one, end, paint)),
            ],
      ),
      ...alike.flatMap(([title, nodes]) =>
        nodes.length === 0
          ? []
          : ["", paint("bold", `${title} (${nodes.length})`), ...nodes.map((one) => nodeLine(one, paint))],
      ),
      ...testLines(tests, paint),
    ].join("\n");
  const json = {
    node,
    ...Object.fromEntries(sections.map(([title, edges]) => [title.replace(" b", "B"), edges])),
    ...Object.fromEntries(
      alike.map(([title, nodes]) => [title.replace(" b", "B"), nodes.map(({ id }) => id)]),
    ),
    tests: tests.map(({ test, via, ...tie }) => ({ test: test.id, ...tie, via: via?.id ?? null })),
  };
  return { json, text, code: 0 };
}

/** Tests that are listed; what everything calls has hundreds. */
const maxTests = 20;

function testLines(ties: readonly TestTie[], paint: Paint): readonly string[] {
  if (ties.length === 0) return [];
  const lines = ties.map(({ test, by, hops, via, lines }) => {
    const way =
      by === "name"
        ? "by its name"
        : by === "import"
          ? "imports the file"
          : hops === 1
            ? ""
            : `through ${printable(via!.id)}`;
    const at = lines.length === 0 ? place(test) : `${printable(test.path)}:${lines[0]}`;
    return `  ${printable(test.id)}${way && ` ${paint("yellow", way)}`} ${paint("dim", at)}`;
  });
  const shown = firstOf(lines, maxTests, (left) => paint("dim", `  and ${left} more`));
  return ["", paint("bold", `tests (${ties.length})`), ...shown];
}

/** The callees of a node, or its callers, and behind them those of the methods that it overrides. */
export function callsAnswer(graph: CodeGraph, node: CodeNode, side: "callers" | "callees"): Answer {
  const isOfCallers = side === "callers";
  const edges = graph[isOfCallers ? "incoming" : "outgoing"](node.id, "Call");
  const through = isOfCallers ? callsThrough(graph, node) : [];
  const none = isOfCallers
    ? node.kind === "Module"
      ? `${printable(node.id)} is a file, and nothing calls one: show names what imports it.`
      : `No resolved call of ${printable(node.id)}${through.length > 0 ? " itself" : ""}.`
    : `${printable(node.id)} calls nothing of this repository that could be resolved.`;
  const ways = through.map(({ method, calls }) => ({ method: method.id, callers: calls }));
  return {
    json: { node: node.id, [side]: edges, ...(isOfCallers ? { through: ways } : {}) },
    text: (paint) => {
      const linesOf = (some: readonly CodeEdge[]): readonly string[] =>
        some.map((edge) => edgeLine(graph, edge, isOfCallers ? "from" : "to", paint));
      return [
        ...(edges.length === 0 ? [none] : linesOf(edges)),
        ...through.flatMap(({ method, calls }) => [
          "",
          `${paint("bold", `through ${printable(method.id)}`)}, in whose place it may run (${calls.length})`,
          ...linesOf(calls),
        ]),
      ].join("\n");
    },
    code: 0,
  };
}

/** The calls that a node makes, or those that may reach it. */
export const callsOf = (
  graph: CodeGraph,
  node: CodeNode,
  side: "callers" | "callees",
): readonly CodeEdge[] =>
  side === "callees"
    ? graph.outgoing(node.id, "Call")
    : [...graph.incoming(node.id, "Call"), ...callsThrough(graph, node).flatMap(({ calls }) => calls)];

/** The callers or callees of each of several overloads, below its signature. */
export function overloadsAnswer(
  graph: CodeGraph,
  nodes: readonly CodeNode[],
  side: "callers" | "callees",
): Answer {
  const answers = nodes.map((node) => ({ node, answer: callsAnswer(graph, node, side) }));
  const text = (paint: Paint): string =>
    answers
      .map(({ node, answer }) =>
        [
          `${paint("bold", printable(node.id))} ${paint("cyan", printable(node.signature))}`,
          answer.text(paint),
        ].join("\n"),
      )
      .join("\n\n");
  return { json: { overloads: answers.map(({ answer }) => answer.json) }, text, code: 0 };
}

/** How one node leads to another, a hop a line. */
export function pathAnswer(graph: CodeGraph, from: CodeNode, to: CodeNode, hops: number): Answer {
  const route = routeBetween(graph, from.id, to.id, hops);
  if (!route)
    return {
      json: { from: from.id, to: to.id, path: null },
      text: () => `No path of at most ${hops} hops from ${printable(from.id)} to ${printable(to.id)}.`,
      code: 1,
    };
  const words = { Call: "calls", Contain: "contains", Import: "imports", Inherit: "inherits" };
  const passive = {
    ...{ Call: "is called by", Contain: "is in", Import: "is imported by", Inherit: "is inherited by" },
  };
  const text = (paint: Paint): string =>
    [
      printable(from.id),
      ...route.map(({ node, edge, direction }) => {
        const word = (direction === "out" ? words : passive)[edge.kind];
        return `  ${paint("cyan", word)} ${printable(node.id)}${sureness(edge, paint)} ${paint("dim", where(graph, edge))}`;
      }),
    ].join("\n");
  return { json: { from: from.id, to: to.id, path: route.map(({ edge }) => edge) }, text, code: 0 };
}

/** Several nodes have the name that was asked for. */
export function severalAnswer(asked: string, nodes: readonly CodeNode[]): Answer {
  const isOne = areOverloads(nodes);
  const text = (paint: Paint): string =>
    [
      `${nodes.length} definitions are called ${printable(asked)}; give one of these ids:`,
      ...nodes.map((node) => {
        // Overloads are told apart by what they take.
        const what = isOne ? node.signature.replace(/\s+/g, " ") : node.kind;
        return `  ${printable(node.id)} ${paint("dim", `${printable(what)}, ${place(node)}`)}`;
      }),
    ].join("\n");
  return { json: { asked, candidates: nodes }, text, code: 1 };
}

const nodeLine = (node: CodeNode, paint: Paint): string =>
  `  ${printable(node.id)} ${paint("dim", place(node))}`;

function edgeLine(graph: CodeGraph, edge: CodeEdge, end: "from" | "to", paint: Paint): string {
  return `  ${printable(edge[end])}${sureness(edge, paint)} ${paint("dim", where(graph, edge))}`;
}

const sureness = (edge: CodeEdge, paint: Paint): string =>
  edge.sureness === "exact" ? "" : ` ${paint("yellow", edge.sureness)}`;

/** Where the dependency is written; a Contain edge is written nowhere, so the place of what is contained. */
function where(graph: CodeGraph, edge: CodeEdge): string {
  if (edge.line === 0) return place(graph.node(edge.to)!);
  return `${printable(graph.node(edge.from)!.path)}:${edge.line}`;
}

const place = (node: CodeNode): string => `${printable(node.path)}:${node.startLine}-${node.endLine}`;

const headOf = (node: CodeNode): string =>
  [
    node.kind,
    place(node),
    ...(node.visibility === "public" ? [] : [node.visibility]),
    ...(node.test ? ["test"] : []),
  ].join(", ");

const isDefinition = (node: CodeNode): boolean => node.kind !== "Module";

function countBy<T>(values: readonly T[], keyOf: (value: T) => string): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}
