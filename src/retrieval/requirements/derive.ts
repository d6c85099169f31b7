/**
 * What each definition is for, without asking anybody: the nodes of the requirement graph (arXiv 2504.10046, section
 * "Requirement graph"). A docstring or doc comment stands as it is; where there is none, the requirement is put together
 * from what the code says of itself.
 */

import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { testsOf } from "../../graph/tests/tests-of.ts";
import { lineTexts } from "../../source/lines.ts";
import { baseName } from "../../source/paths.ts";
import type { ReadSource } from "../documents.ts";

/** `doc`: written by its author. `derived`: put together here. `model`: written by a model (see `write.ts`). */
export interface RequirementText {
  readonly text: string;
  readonly source: "doc" | "derived" | "model";
}

/** Characters of a text; callers, tests and neighbours that are named; lines in which a body's head comment begins. */
const most = { characters: 2_000, callers: 3, beside: 4, tests: 3, head: 8 };

/**
 * The requirements of some definitions, by id. `written`: texts that a model wrote, by id; a definition's own
 * documentation goes before them. Reads only the files of definitions that have none.
 */
export async function requirementTexts(
  nodes: readonly CodeNode[],
  graph: CodeGraph,
  readSource: ReadSource,
  written: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, RequirementText>> {
  const heads = await headComments(
    nodes.filter((node) => !node.doc && !Object.hasOwn(written, node.id)),
    readSource,
  );
  return new Map(nodes.map((node) => [node.id, textOf(node, graph, heads.get(node.id), written)]));
}

function textOf(
  node: CodeNode,
  graph: CodeGraph,
  head: string | undefined,
  written: Readonly<Record<string, string>>,
): RequirementText {
  if (node.doc) return { text: node.doc.slice(0, most.characters), source: "doc" };
  if (Object.hasOwn(written, node.id)) return { text: written[node.id]!, source: "model" };
  const lines = [ownText(node, head), ...surroundings(node, graph)];
  return { text: lines.join("\n").slice(0, most.characters), source: "derived" };
}

/**
 * What a definition says of itself: name in words, signature, and its documentation or the comment at the head of its
 * body. It changes with the definition alone, so a vector that was made of it stays good when its callers change.
 */
export function ownText(node: CodeNode, head: string | undefined): string {
  const said = node.doc ?? head;
  const lines = [spoken(node), node.signature, ...(said === undefined ? [] : [said])];
  return lines.join("\n").slice(0, most.characters);
}

/** `Config.parseFile` in `lib/settings.ts` as `parse file of config, in settings`. */
function spoken({ name, qualifiedName, path }: CodeNode): string {
  const owner = qualifiedName.slice(0, -name.length - 1);
  const file = baseName(path).replace(/\.[^.]*$/, "");
  return `${inWords(name)}${owner === "" ? "" : ` of ${inWords(owner)}`}, in ${inWords(file)}`;
}

/** An identifier as people would say it: `parseHTTPHeader_v2` as `parse http header v2`. */
export function inWords(identifier: string): string {
  return identifier
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ")
    .trim()
    .toLowerCase();
}

/** Who calls it, what it is called beside, and which tests call it. */
function surroundings(node: CodeNode, graph: CodeGraph): readonly string[] {
  const callers = distinct(graph.incoming(node.id, "Call").map((edge) => graph.node(edge.from)!)).filter(
    (caller) => caller.id !== node.id,
  );
  const users = callers.filter((caller) => !caller.test && caller.kind !== "Module").slice(0, most.callers);
  const beside = distinct(
    users.flatMap((user) => graph.outgoing(user.id, "Call").map((edge) => graph.node(edge.to)!)),
  ).filter((other) => other.id !== node.id);
  // Asked only where a test calls it, since looking for tests in other ways walks far.
  const tests = callers.some((caller) => caller.test)
    ? testsOf(graph, node.id, { hops: 1 }).map(({ test }) => test)
    : [];
  return [
    sentence("Called by", users, most.callers),
    sentence("Called beside", beside, most.beside),
    sentence("Tested by", tests, most.tests),
  ].filter((line) => line !== "");
}

function sentence(begin: string, nodes: readonly CodeNode[], limit: number): string {
  if (nodes.length === 0) return "";
  return `${begin}: ${nodes
    .slice(0, limit)
    .map((node) => inWords(node.kind === "Module" ? node.name.replace(/\.[^.]*$/, "") : node.name))
    .join("; ")}.`;
}

const distinct = (nodes: readonly CodeNode[]): readonly CodeNode[] => [...new Set(nodes)];

/** Files read at once. */
const portion = 512;

/** The comment that begins a definition's body, by id; definitions without one are absent. */
export async function headComments(
  nodes: readonly CodeNode[],
  readSource: ReadSource,
): Promise<ReadonlyMap<string, string>> {
  const byPath = Map.groupBy(nodes, (node) => node.path);
  const paths = [...byPath.keys()];
  const found = new Map<string, string>();
  for (let at = 0; at < paths.length; at += portion) {
    const texts = await readSource(paths.slice(at, at + portion));
    for (const [path, text] of texts) {
      const lines = lineTexts(text);
      for (const node of byPath.get(path) ?? []) {
        const head = headComment(lines.slice(node.startLine, node.endLine));
        if (head !== "") found.set(node.id, head);
      }
    }
  }
  return found;
}

/** Line comments, blocks and their inner lines; not shebangs, attributes or what the preprocessor reads. */
const comment =
  /^(?:\/\/+|\/\*+|\*+(?!\/)|--|#(?![[!]|(?:include|define|undef|if|ifdef|ifndef|else|elif|endif|pragma|region|endregion)\b))(.*)$/;

/** `body`: lines of a definition without its first. */
function headComment(body: readonly string[]): string {
  const begin = body.slice(0, most.head).findIndex((line) => comment.test(line.trim()));
  if (begin < 0) return "";
  const said: string[] = [];
  for (const line of body.slice(begin)) {
    const words = comment.exec(line.trim())?.[1];
    if (words === undefined) break;
    said.push(words.replace(/\*\/$/, "").trim());
  }
  return said.join(" ").replace(/\s+/g, " ").trim();
}
