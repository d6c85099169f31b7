import { callsOfConstructor } from "../graph/construction.ts";
import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { callsThrough } from "../graph/overrides.ts";
import { testsOf } from "../graph/tests/tests-of.ts";
import { firstOf } from "../source/counted.ts";
import type { ChangedDefinition, Graphs } from "./changed.ts";
import { inlineCode } from "./code.ts";
import { tableRow } from "./markdown.ts";
import { definitionName, type Place } from "./permalink.ts";

/** Who depends on a definition that a change touches. */
export interface Blast extends ChangedDefinition {
  /** Definitions that call it or inherit from it, then those that call what it overrides, tests aside. */
  readonly callers: readonly CodeNode[];
  /** Tests that call it or what is in it, or that call one of its callers; where there are none, those nearest to it. */
  readonly tests: readonly CodeNode[];
}

const most = { rows: 20, names: 4 };
/** Calls from a test to a definition that it is told of, and to one that no test is as near to. */
const hops = { near: 2, far: 8 };

/**
 * One hop up from each definition, and from there to the tests: as the code stands after the change, of a deleted
 * definition as it stood before. What stands within a new definition counts for that one. Only what the graph
 * knows: calls through a base or an interface, but none by names that are put together as the program runs.
 */
export function blastRadius(changed: readonly ChangedDefinition[], graphs: Graphs): readonly Blast[] {
  const added = new Set(changed.flatMap(({ node, kind }) => (kind === "new" ? node.id : [])));
  return changed
    .filter(({ node }) => !node.test && !(added.has(node.id) && added.has(node.owner ?? "")))
    .map(({ node, kind }) => {
      const graph = kind === "deleted" ? graphs.before : graphs.after;
      const whole = kind === "new" ? withInner(node, graph) : [node];
      const users = usersOf(whole, graph);
      const callers = users.filter((user) => !user.test);
      return { node, kind, callers, tests: testsReaching(graph, node) };
    });
}

function testsReaching(graph: CodeGraph, { id }: CodeNode): readonly CodeNode[] {
  const within = (hops: number) =>
    testsOf(graph, id, { hops, dispatch: "dynamic" }).filter(({ by }) => by === "call");
  const near = within(hops.near);
  const ties = near.length > 0 ? near : within(hops.far);
  return ties.filter((tie) => near.length > 0 || tie.hops === ties[0]!.hops).map(({ test }) => test);
}

function withInner(node: CodeNode, graph: CodeGraph): readonly CodeNode[] {
  const inner = `${node.id}.`;
  return [node, ...graph.inFile(node.path).filter(({ id }) => id.startsWith(inner))];
}

function usersOf(used: readonly CodeNode[], graph: CodeGraph): readonly CodeNode[] {
  const themselves = new Set(used);
  const direct = used.flatMap(({ id }) => [...graph.incoming(id, "Call"), ...graph.incoming(id, "Inherit")]);
  const made = used.flatMap((one) => callsOfConstructor(graph, one));
  const through = used.flatMap((one) => callsThrough(graph, one)).flatMap(({ calls }) => calls);
  const edges = [...direct, ...made, ...through];
  const users = edges.flatMap((edge) => graph.node(edge.from) ?? []).filter((user) => !themselves.has(user));
  return [...new Set(users)];
}

/** No test can call a type: the compiler is its test. */
const isType = ({ signature }: CodeNode): boolean =>
  /^(?:export |declare |default )*(?:type|interface) /.test(signature);

/** Where to look first: the untested rows come first. */
export function blastTable(blasts: readonly Blast[], graphs: Graphs, place: Place): string {
  if (blasts.length === 0) return "";
  const isUntested = ({ node, tests }: Blast): boolean => tests.length === 0 && !isType(node);
  const untested = blasts.filter(isUntested);
  const ordered = [...untested, ...blasts.filter((blast) => !isUntested(blast))];
  const nameOf = ({ id }: CodeNode): string => definitionName(place, graphs, id)!;
  const names = (nodes: readonly CodeNode[]): string =>
    firstOf(nodes.map(nameOf), most.names, (left) => `${left} more`).join(", ");
  const rows = ordered.map((blast) => {
    const { node, kind, callers, tests } = blast;
    const name = nameOf(node);
    const none = isUntested(blast) ? "⚠️ none found" : "– (a type)";
    const cells = [
      kind === "deleted" ? `${name} (deleted)` : name,
      callers.length === 0 ? `–${throughDecorator(node)}` : names(callers),
      tests.length === 0 ? none : names(tests),
    ];
    return tableRow(cells);
  });
  return [
    headOf(blasts, untested),
    "",
    "| Definition | Used by | Tests |",
    "|---|---|---|",
    ...firstOf(rows, most.rows, (left) => `\nand ${left} more`),
  ].join("\n");
}

/** A function that nothing calls by its name may be called by what it is handed to: a route, a task, a hook. */
function throughDecorator({ decorators }: CodeNode): string {
  const name = decorators
    .map((one) => /^[\w.:]+/.exec(one)?.[0] ?? "")
    .find((one) => one !== "" && !staysHere.test(one));
  return name === undefined ? "" : ` (perhaps through ${inlineCode(name)})`;
}

/** Decorators that say something of what they stand at, and hand it to nobody. */
const staysHere =
  /(?:^|[.:])(?:\w*property|(?:static|class|abstract)method|[oO]verride|[oO]verload|final|\w*cache\w*|wraps|(?:async)?contextmanager|dataclass|[dD]eprecated|SuppressWarnings|FunctionalInterface|SafeVarargs|Nullable|No[nt]Null|Contract|Generated|inline|cold|derive|must_use|track_caller|non_exhaustive|repr|allow|warn|expect|deny|doc|cfg\w*|Obsolete|Serializable|MethodImpl|Pure)$/;

function headOf(blasts: readonly Blast[], untested: readonly Blast[]): string {
  const counts = (["new", "changed", "deleted"] as const).flatMap((kind) => {
    const count = blasts.filter((blast) => blast.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  const total = `Definitions: ${counts.join(", ")}.`;
  if (untested.length === 0)
    return `${total} Tests reach all that can be called, as far as the code graph knows.`;
  const verb = untested.length === 1 ? "is" : "are";
  return `${total} ${untested.length} of ${blasts.length} ${verb} reached by no test that the code graph knows.`;
}
