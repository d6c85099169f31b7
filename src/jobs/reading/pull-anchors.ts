/** Where a change on a pull request is looked for first: the lines that it was asked for on, those that its checks complain of and reviewers wrote on, then what is changed there. */
import { anchorsAt, changedPlaces } from "../../context/changed-places.ts";
import type { CodeGraph } from "../../graph/graph.ts";
import { type Anchor, firstOfEach } from "../../retrieval/anchors.ts";
import type { PullContext } from "./pull-context.ts";

/** Anchors of `score` in the graph of the pull request's head. */
export function pullAnchors(
  { place, files, checks, reviews }: Pick<PullContext, "place" | "files" | "checks" | "reviews">,
  graph: CodeGraph,
  score: number,
): readonly Anchor[] {
  const line = lineOf(place);
  const commented =
    place && line !== undefined
      ? anchorsAt([{ path: place.path, line }], graph, { from: "the commented line", score })
      : [];
  const complained =
    typeof checks === "object"
      ? anchorsAt(
          checks.failed.flatMap(({ places }) => places),
          graph,
          { from: "a failed check", score },
        )
      : [];
  const discussed = (reviews?.threads ?? []).flatMap(({ path, line: at }) =>
    at === undefined ? [] : [{ path, line: at }],
  );
  const reviewed = anchorsAt(discussed, graph, { from: "a reviewer's comment", score });
  const changed = changedPlaces(files, graph, { side: "new", from: "the pull request", score });
  return firstOfEach([...commented, ...complained, ...reviewed, ...changed]);
}

/** Of the head: a line of the base may be gone. */
const lineOf = (place: PullContext["place"]): number | undefined =>
  place?.side === "RIGHT" ? (place.line ?? 1) : undefined;
