/**
 * Calls whose arguments do not fit what they call, where both stand in the repository: too many, too few, names that
 * it does not take. Judged are calls that a change writes, and those of functions whose parameters it changes. Where
 * anything else may decide what is taken (a decorator, an overload, an override, a metaclass), nothing is said.
 */
import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { hierarchyOf } from "../../graph/hierarchy.ts";
import { innermost } from "../../graph/innermost.ts";
import type { FileChange } from "../../source/file.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { addedLines } from "../added-lines.ts";
import { createCallees } from "./callees.ts";
import { type FileFacts, factsOf, type PlacedCall, type ReadFacts } from "./read-file.ts";
import { misfit } from "./takes.ts";

export interface Misfit {
  readonly path: string;
  /** 1-based, in the file as it is after the change. */
  readonly line: number;
  /** As it is called. */
  readonly name: string;
  /** `is given 3 arguments and takes 1 to 2`. */
  readonly why: string;
  /** What is called: `src/a.py#run`. */
  readonly callee: string;
}

/** The repository as it is after the change. */
export interface After {
  readonly graph: CodeGraph;
  readonly workspace: Pick<Workspace, "readMany">;
}

/** Files of callers that are looked into for a function whose parameters changed. */
const mostCallers = 200;

export async function misfits(changes: readonly FileChange[], after: After): Promise<readonly Misfit[]> {
  return (await judgedCalls(changes, after)).flatMap(({ why, ...call }) =>
    why === undefined ? [] : [{ ...call, why }],
  );
}

/** A call whose callee is known for certain; `why` it does not fit, where it does not. */
export type JudgedCall = Omit<Misfit, "why"> & Partial<Pick<Misfit, "why">>;

/** All calls that can be judged, each once. */
export async function judgedCalls(
  changes: readonly FileChange[],
  after: After,
): Promise<readonly JudgedCall[]> {
  const { graph } = after;
  const read = createReader(after);
  const callees = createCallees(graph, read);
  const ownerOf = createOwners(graph);
  const found: JudgedCall[] = [];
  const judge = async (path: string, isMeant: (call: PlacedCall) => boolean): Promise<void> => {
    const facts = await read(path);
    for (const call of facts?.calls.filter(isMeant) ?? []) {
      const node = calledBy(call, path, facts!, graph, ownerOf);
      const takes = node && (await callees.takes(node, call, path));
      if (!takes) continue;
      const why = misfit(takes, call.gives);
      const judged = { path, line: call.line, name: call.name, callee: node!.id };
      found.push(why === undefined ? judged : { ...judged, why });
    }
  };
  for (const change of changes) {
    if (change.after === undefined) continue;
    const added = new Set(addedLines(change).map(({ line }) => line));
    await judge(change.path, ({ line }) => added.has(line));
  }
  for (const [path, names] of await callersOfChanged(changes, after, read))
    await judge(path, ({ name }) => names.has(name));
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

function createReader({ workspace }: After): ReadFacts {
  const known = new Map<string, Promise<FileFacts | undefined>>();
  const read = async (path: string): Promise<FileFacts | undefined> => {
    const text = (await workspace.readMany([path])).get(path);
    return text === undefined ? undefined : factsOf(path, text);
  };
  return (path) => {
    const facts = known.get(path) ?? read(path);
    known.set(path, facts);
    return facts;
  };
}

/** The one definition that a call leads to for certain. */
function calledBy(
  { name, line, receiver, makes }: PlacedCall,
  path: string,
  { calls, taken, lines, language }: FileFacts,
  graph: CodeGraph,
  ownerOf: OwnerOf,
): CodeNode | undefined {
  if (receiver === undefined && taken.has(name)) return undefined;
  const owner = ownerOf(path, line);
  const named = graph.outgoing(owner, "Call").filter(({ to }) => graph.node(to)?.name === name);
  const of = receiver?.match(/([A-Za-z_]\w*)(?:::)?$/)?.[1];
  // `Mode::new` beside `View::new`: the receiver tells which.
  const isNarrowed = named.length > 1 && of !== undefined;
  const edges = isNarrowed ? named.filter(({ to }) => holderOf(graph.node(to)!, graph) === of) : named;
  const [edge] = edges;
  if (!edge || edges.length > 1 || !sure(language).has(edge.sureness)) return undefined;
  // The graph names the first of several calls: others are the same where they are written alike.
  const alike = calls.filter(
    (one) =>
      one.name === name && ownerOf(path, one.line) === owner && (!isNarrowed || one.receiver === receiver),
  );
  if (alike.some((one) => one.receiver !== receiver || one.makes !== makes)) return undefined;
  const first = alike.filter((one) => one.line === edge.line);
  // `post(record.post)`: what is named there besides may be what the graph means.
  const mentions = lines[edge.line - 1]?.match(/[\w$]+/g)?.filter((word) => word === name) ?? [];
  if (first.length === 0 || mentions.length > first.length) return undefined;
  const called = graph.node(edge.to);
  // What runs before the definition is there means something else: `sorted(l)`, and below `def sorted()`.
  const isBefore =
    language === "python" && owner === path && called?.path === path && line < called.startLine;
  return isBefore || (called && mayBeInherited(called, receiver, graph.node(owner), graph))
    ? undefined
    : called;
}

/** `get()` in a class within one that has it is the one of its base, which may not be ours (Java). */
function mayBeInherited(
  called: CodeNode,
  receiver: string | undefined,
  caller: CodeNode | undefined,
  graph: CodeGraph,
): boolean {
  if (receiver !== undefined || called.owner === undefined) return false;
  const ownerOf = (node?: CodeNode) => (node?.owner === undefined ? undefined : graph.node(node.owner));
  for (let within = ownerOf(caller), extending = false; within; within = ownerOf(within)) {
    if (hierarchyOf(graph, [within.id], "outgoing").has(called.owner)) return extending;
    extending ||= /\bextends\b/.test(within.signature);
  }
  return false;
}

/** What stands before its name where it is called by it: its type, or else the folder that is its package (Go). */
const holderOf = ({ owner, path }: CodeNode, graph: CodeGraph): string | undefined =>
  owner === undefined ? path.split("/").at(-2) : graph.node(owner)?.name;

/** Where types are written what they tell is as good as a name; in Rust a method may be that of another trait. */
const sure = (language: string): ReadonlySet<string> =>
  new Set(language === "python" || language === "rust" ? ["exact"] : ["exact", "inferred"]);

type OwnerOf = (path: string, line: number) => string;

/** Gives the innermost definition around a line; the file where there is none. */
function createOwners(graph: CodeGraph): OwnerOf {
  const files = new Map<string, readonly CodeNode[]>();
  return (path, line) => {
    const known = files.get(path) ?? graph.inFile(path).filter(({ kind }) => kind !== "Module");
    files.set(path, known);
    return innermost(known, line)?.id ?? path;
  };
}

/** By file, the names of functions whose parameters a change alters and which it calls. */
async function callersOfChanged(
  changes: readonly FileChange[],
  { graph }: After,
  read: ReadFacts,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const callers = new Map<string, Set<string>>();
  for (const { path, before, after } of changes) {
    if (before === undefined || after === undefined) continue;
    const [was, now] = [await factsOf(path, before), await read(path)];
    if (!was || !now) continue;
    for (const node of graph.inFile(path)) {
      if (takenBy(node, was) === takenBy(node, now)) continue;
      const isMaker = /^(?:__init__|constructor)$/.test(node.name) || node.owner?.endsWith(node.name);
      const called = isMaker && node.owner !== undefined ? [node.id, node.owner] : [node.id];
      for (const id of called)
        for (const { from } of graph.incoming(id, "Call").slice(0, mostCallers)) {
          const place = graph.node(from)?.path;
          const name = graph.node(id)?.name;
          if (place === undefined || name === undefined) continue;
          callers.set(place, (callers.get(place) ?? new Set()).add(name));
        }
    }
  }
  return callers;
}

/** What functions and dataclasses of this name take in a file, to be compared. */
const takenBy = ({ name, kind }: CodeNode, { functions, fields }: FileFacts): string =>
  JSON.stringify(
    (kind === "Class" ? fields : functions).flatMap((one) => (one.name === name ? [one.takes] : [])),
  );
