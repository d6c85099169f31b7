/** What comes of drawing the files of a tree. */
import type { Linked } from "../graph/links/linked.ts";

/** How the graph was come by: as it is in the cache, by linking some files again, or all. `changed`: also those that came or went. */
export type GraphOrigin =
  | { readonly kind: "snapshot" }
  | { readonly kind: "updated"; readonly changed: number; readonly relinked: number }
  | { readonly kind: "cold" };

/** What is told of a graph besides itself. */
export interface Told {
  readonly origin: GraphOrigin;
  readonly parsed: number;
  /** One sentence for each file that was left out. */
  readonly notes: readonly string[];
  /** One sentence where the cache could not be used, and where not everything was followed to its end. */
  readonly faults: readonly string[];
  readonly milliseconds: { readonly outlines: number; readonly link: number };
}

export interface Drawn extends Told {
  readonly linked: Linked;
}
