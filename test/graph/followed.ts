import { edgesOf, graphOf } from "./fixture.ts";

/** Statements, one a line, each of which calls a method of that name. */
export const rows = (method: string, statements: string): readonly (readonly [string, string])[] =>
  statements
    .trim()
    .split("\n")
    .map((statement) => [statement.trim(), method]);

/** Who calls what in a file, for certain or as far as is known: names with those of their owners, no paths. */
export async function callsIn(
  path: string,
  source: string,
): Promise<readonly { readonly from: string; readonly to: string }[]> {
  const edges = edgesOf(await graphOf(`//- ${path}\n${source}\n`));
  return edges.flatMap((edge) => {
    const [, from, to] = /^[^\s#]+#(\S+) call \S+#(\S+)(?: inferred)?$/.exec(edge) ?? [];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
}

/** The names of the methods that each function of a file calls, by its number: `f0`, `f1`, ... */
export async function calledIn(
  path: string,
  source: string,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const called = new Map<number, string[]>();
  for (const { from, to } of await callsIn(path, source)) {
    const at = /(?:^|\.)f(\d+)\b/.exec(from)?.[1];
    const method = /(\w+)(?:~\d+)?$/.exec(to)?.[1];
    if (at !== undefined && method) called.set(Number(at), [...(called.get(Number(at)) ?? []), method]);
  }
  return called;
}
