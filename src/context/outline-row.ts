import type { CodeNode } from "../graph/graph.ts";
import { countTokens } from "../llm/tokens.ts";
import { remembering } from "../retrieval/remember.ts";
import { oneLine } from "../source/lines.ts";

/** Characters. */
const longest = { signature: 140, doc: 90 };

/** Words before a name that say no more than its place in the graph does. */
const keyword =
  /^(?:(?:export|default|public|pub|static|async|def|func|function|fn|class|interface|struct|type|final|abstract|override|readonly|const|local)\b\s*)*$/;

/**
 * A definition in few tokens below the path of its file: `#Cart.total(self) -> Decimal`. The id's part and what the
 * signature says beyond it; a module is its path.
 */
export function shortRow(node: CodeNode): string {
  if (node.kind === "Module") return node.path;
  const place = node.id.slice(node.path.length);
  const signature = cut(oneLine(node.signature), longest.signature);
  const at = signature.indexOf(node.name);
  if (at < 0) return signature === "" ? place : `${place}  ${signature}`;
  const rest = signature.slice(at + node.name.length).trimEnd();
  return keyword.test(signature.slice(0, at)) ? `${place}${rest}` : `${place}  ${signature}`;
}

/** A row below the path of its file, and its price with its line break. */
export interface Row {
  readonly text: string;
  readonly tokens: number;
}

/** As `shortRow`, with the first sentence of its documentation. */
export const documentedRow = remembering((node: CodeNode): Row => {
  const [first = ""] = oneLine(node.doc ?? "").split(/(?<=[.!?])\s/, 1);
  const text = `  ${first === "" ? shortRow(node) : `${shortRow(node)}  ${cut(first, longest.doc)}`}`;
  return { text, tokens: countTokens(`${text}\n`) };
});

/** With words behind it. */
export const endedRow = ({ text, tokens }: Row, end: string): Row =>
  end === "" ? { text, tokens } : { text: text + end, tokens: tokens + countTokens(end) };

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).trimEnd()}...` : text;
}
