import type { CodeGraph } from "../../graph/graph.ts";
import { type ExpectedEdge, selectNodes } from "../../picture/select.ts";
import { selectionAsSvg } from "../../picture/svg.ts";
import type { ContextAnswer } from "./answer.ts";

/** What a picture holds before nobody can read it. */
const most = { places: 3, support: 20 };

/** The places, marked, and what the code there will probably call; with the edges that exist and those expected. */
export function contextSvg(answer: ContextAnswer, graph: CodeGraph): Promise<string> {
  const { places, support, target } = answer;
  const found = places.definitions.length > 0 ? places.definitions : places.files;
  const marked = target === null ? found.slice(0, most.places).map(({ id }) => id) : [target];
  const needed = support.slice(0, most.support).filter(({ id }) => !marked.includes(id));
  const selection = selectNodes(
    graph,
    [...marked, ...needed.map(({ id }) => id)],
    `${needed.length} definitions that the new code will probably call or build on, around ${target === null ? "the places where it probably belongs" : target}`,
  );
  const first = marked[0];
  const written = new Set(selection.edges.filter(({ from }) => from === first).map(({ to }) => to));
  const expected: readonly ExpectedEdge[] = needed
    .filter(({ id }) => first !== undefined && !written.has(id))
    .map(({ id, reasons }) => ({ from: first!, to: id, reason: reasons[0]?.text ?? "" }));
  return selectionAsSvg({ ...selection, marked: new Set(marked), expected });
}
