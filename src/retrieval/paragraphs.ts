import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { lineTexts } from "../source/lines.ts";
import type { ReadSource } from "./documents.ts";
import { remembering } from "./remember.ts";
import type { Resolved } from "./resolve.ts";

/** A line of documentation about a definition that the request names. */
export interface Paragraph {
  readonly resolved: Resolved;
  readonly module: CodeNode;
  /** 1-based. */
  readonly line: number;
}

/** Files read, files answered, how surely a definition must be meant, and files among which nothing is everywhere. */
const limits = { read: 60, files: 4, strength: 0.5, few: 6 };
export const prose = /\.(?:md|mdx|rst|adoc|txt)$/i;
/** Headings, directives and list items stand for a paragraph of their own. */
const heading = /^(?:#|\.\. |={1,6} |[-*|] |\s*`)/;

/**
 * Where the documentation speaks of the named definitions: a change next to one of them is often documented next to
 * it. The best line of each file; files near the root come first, because they are written for users.
 */
export async function findParagraphs(
  named: readonly Resolved[],
  graph: CodeGraph,
  readSource: ReadSource,
): Promise<readonly Paragraph[]> {
  const sure = named
    .filter(({ mention, strength }) => mention.kind === "identifier" && strength >= limits.strength)
    .sort((a, b) => b.strength - a.strength);
  if (sure.length === 0) return [];
  const modules = documentsOf(graph);
  const texts = await readSource(modules.map((module) => module.path));
  const telling = sure.filter(({ node }) => !isEverywhere(node.name, texts));
  const found: Paragraph[] = [];
  for (const module of modules) {
    const lines = lineTexts(texts.get(module.path) ?? "");
    const paragraph = telling.flatMap((resolved) => {
      const { mention, node } = resolved;
      const owner = mention.kind === "identifier" ? mention.names.at(-2) : undefined;
      const line = lineAbout(node.name, owner, lines);
      return line === undefined ? [] : [{ resolved, module, line }];
    })[0];
    if (paragraph) found.push(paragraph);
    if (found.length === limits.files) break;
  }
  return found;
}

/** The name of the program itself stands in most of its documents, and leads to none. */
function isEverywhere(name: string, texts: ReadonlyMap<string, string>): boolean {
  const held = [...texts.values()].filter((text) => text.includes(name)).length;
  return texts.size >= limits.few && held > texts.size / 2;
}

const documentsOf = remembering((graph: CodeGraph) =>
  graph.nodes
    .filter((node) => node.kind === "Module" && prose.test(node.path))
    .sort((a, b) => depth(a) - depth(b) || (a.path < b.path ? -1 : 1))
    .slice(0, limits.read),
);

/** A name that is a word of the language, too (`run`, `lock`), is only meant where it is written as code. */
function lineAbout(name: string, owner: string | undefined, lines: readonly string[]): number | undefined {
  const [plain, its] = [name, owner].map((one) => one?.replaceAll("$", "\\$"));
  const asCode = [
    `\`${plain}(?:\`|\\()`,
    `(?<![\\w$])${plain}\\(`,
    `(?:::|->|\\w#)${plain}(?![\\w$])`,
    ...(its === undefined ? [] : [`(?<![\\w$])${its}\\.${plain}(?![\\w$])`]),
    `^#+ +${plain}$`,
  ];
  const word = new RegExp(/^\p{Ll}+$/u.test(name) ? asCode.join("|") : `(?<![\\w$])${plain}(?![\\w$])`);
  const held = lines.flatMap((line, at) => (line.includes(name) && word.test(line) ? [at] : []));
  const best = held.find((at) => heading.test(lines[at]!)) ?? held[0];
  return best === undefined ? undefined : best + 1;
}

function depth({ path }: CodeNode): number {
  return path.split("/").length;
}
