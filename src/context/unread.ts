import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { isUnreadSource } from "../source/unread-source.ts";

/** True of source in a language that is not read, so that no definition leads to a place in it. */
export const isUnread = (node: CodeNode | undefined, graph: CodeGraph): boolean =>
  node?.kind === "Module" && isUnreadSource(node.path) && graph.inFile(node.path).length === 1;
