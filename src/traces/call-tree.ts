/**
 * The functions of the repository that ran, by who called them: the call tree of "execution traces as context"
 * (Shimane University, 2024). Calls of one function by one caller are one node; under another caller it stands again.
 *
 * Two rules are ours. What stands between two functions of the repository (a library, an event loop) is left out, and
 * the inner one stands below the outer. And a recursive call is folded into the call that it repeats instead of being
 * cut, so that what only the inner rounds of a recursion call is in the tree, too.
 */
import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { placeFrames } from "./place-frames.ts";
import type { ExecutionTrace, RecordedRun } from "./trace.ts";

/** One function below one caller. */
export interface Ran {
  readonly node: CodeNode;
  /** In the order of their first calls. */
  readonly calls: readonly Ran[];
}

export interface CallTree {
  readonly calls: readonly Ran[];
  /** Functions of the trace that are none of the repository's. */
  readonly outside: number;
  /** Whether there were more than are kept. */
  readonly isCut: boolean;
}

interface Growing {
  readonly node: CodeNode | undefined;
  readonly parent: Growing | undefined;
  readonly depth: number;
  readonly calls: Map<CodeNode, Growing>;
}

/** Nodes of a tree, and how deep they may stand: more is read by nobody. */
const most = { nodes: 50_000, depth: 500 };

/** The tree of a recorded run, without what its start-up calls as well. */
export function callTree({ trace, startup }: RecordedRun, graph: CodeGraph): CallTree {
  const whole = treeOf(trace, graph);
  return startup ? { ...whole, calls: without(whole.calls, treeOf(startup, graph).calls) } : whole;
}

function treeOf(trace: ExecutionTrace, graph: CodeGraph): CallTree {
  const placed = placeFrames(trace.frames, graph);
  const root: Growing = { node: undefined, parent: undefined, depth: 0, calls: new Map() };
  const path: Growing[] = [];
  let at = root;
  let size = 0;
  let isCut = false;
  trace.walk({
    enter: (frame) => {
      path.push(at);
      const node = placed.get(frame);
      if (!node) return;
      const before = ancestor(at, node) ?? at.calls.get(node);
      if (before) at = before;
      else if (size === most.nodes || at.depth === most.depth) isCut = true;
      else {
        const below: Growing = { node, parent: at, depth: at.depth + 1, calls: new Map() };
        at.calls.set(node, below);
        at = below;
        size++;
      }
    },
    leave: () => {
      at = path.pop() ?? root;
    },
  });
  const outside = trace.frames.filter((frame) => !placed.has(frame)).length;
  return { calls: grown(root), outside, isCut };
}

function ancestor(at: Growing, node: CodeNode): Growing | undefined {
  for (let one: Growing | undefined = at; one; one = one.parent) if (one.node === node) return one;
  return undefined;
}

/** A module or a class that calls nothing was only loaded. */
function grown({ calls }: Growing): readonly Ran[] {
  return [...calls.values()].flatMap((one) => {
    const below = grown(one);
    const node = one.node!;
    return below.length === 0 && (node.kind === "Module" || node.kind === "Class")
      ? []
      : [{ node, calls: below }];
  });
}

/** Without what stands at the same place in the other tree and, by then, calls nothing that does not. */
function without(calls: readonly Ran[], others: readonly Ran[]): readonly Ran[] {
  const before = new Map(others.map((one) => [one.node, one.calls]));
  return calls.flatMap(({ node, calls }) => {
    const same = before.get(node);
    if (!same) return [{ node, calls }];
    const left = without(calls, same);
    return left.length === 0 ? [] : [{ node, calls: left }];
  });
}

/** Each function of the tree once, in the order of first calls: what a function calls comes after it. */
export function functionsOf({ calls }: Pick<CallTree, "calls">): ReadonlySet<CodeNode> {
  const found = new Set<CodeNode>();
  const add = (below: readonly Ran[]): void => {
    for (const { node, calls } of below) {
      found.add(node);
      add(calls);
    }
  };
  add(calls);
  return found;
}
