/**
 * Draws the code graph from the outlines of all files (phase 2 of the DS-code graph, arXiv 2504.10046, section
 * "DS-code graph").
 */

import type { BuiltGraph } from "./columns/store.ts";
import { linkAll } from "./links/link-files.ts";
import { graphOf } from "./links/linked.ts";
import type { Outline } from "./outline.ts";
import type { Project } from "./project.ts";

/** Pure: the same outlines and project give the same graph. Edges come in the order of their files and lines. */
export function buildGraph(outlines: readonly Outline[], project: Project): BuiltGraph {
  return graphOf(linkAll(outlines, project));
}
