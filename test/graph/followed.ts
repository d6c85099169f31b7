import { edgesOf, graphOf } from "./fixture.ts";

/** Statements, one a line, each of which calls a method of that name. */
export const rows = (method: string, statements: string): readonly (readonly [string, string])[] =>
  statements
    .trim()
    .split("\n")
    .map((statement) => [statement.trim(), method]);

/** The names of the methods that each function of a file calls, by its number: `f0`, `f1`, ... */
export async function calledIn(
  path: string,
  source: string,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const called = new Map<number, string[]>();
  for (const edge of edgesOf(await graphOf(`//- ${path}\n${source}\n`))) {
    const [, at, to] = /[#.]f(\d+)\S* call \S+#\S*?(\w+)(?:~\d+)?(?: inferred)?$/.exec(edge) ?? [];
    if (at !== undefined) called.set(Number(at), [...(called.get(Number(at)) ?? []), to!]);
  }
  return called;
}
