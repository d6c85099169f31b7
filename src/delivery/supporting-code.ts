import { routeText } from "../retrieval/route.ts";
import { inlineCode } from "./code.ts";
import { count } from "./cost.ts";
import { tableCell } from "./markdown.ts";
import { fileLink, type Place } from "./permalink.ts";
import type { ReadContext, ReadPassage } from "./read-context.ts";

const most = { rows: 40, leftOut: 20 };
const kinds: Readonly<Record<ReadPassage["kind"], string>> = {
  body: "body",
  signature: "signature",
  "file-head": "imports",
};

/** On which code the change stands: what the model read, by which route it was found, and what it cost. */
export function supportingCodeTable(context: ReadContext, place: Place): string {
  if (context.passages.length === 0) return "";
  const dearest = [...context.passages].sort((a, b) => b.score - a.score || b.tokens - a.tokens);
  const rows = dearest.slice(0, most.rows).map((passage) => {
    const { path, startLine, endLine, node, kind, route, tokens } = passage;
    const code = fileLink(
      place,
      path,
      { from: startLine, to: endLine },
      node ?? `${path}:${startLine}-${endLine}`,
    );
    const cells = [code, kinds[kind], inlineCode(routeText(route)), count(tokens)];
    return `| ${cells.map(tableCell).join(" | ")} |`;
  });
  const rest = dearest.slice(most.rows);
  const restTokens = rest.reduce((sum, { tokens }) => sum + tokens, 0);
  const more = rest.length > 0 ? [`| ${rest.length} more passages | | | ${count(restTokens)} |`] : [];
  const head = `The model began with ${context.passages.length} passages of ${context.files.length} files: ${count(context.tokens)} of ${count(context.budget)} tokens.`;
  return [head, "", "| Code | As | Found by | Tokens |", "|---|---|---|--:|", ...rows, ...more].join("\n");
}

/** What was found and not shown, so that a reviewer can say "you should have read this". */
export function leftOutList(context: ReadContext): string {
  const lines = context.leftOut
    .slice(0, most.leftOut)
    .map(
      ({ what, why, tokens }) =>
        `- ${inlineCode(what)}: ${why}${tokens > 0 ? `, ${count(tokens)} tokens` : ""}`,
    );
  const rest = context.leftOut.length - lines.length;
  return [...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join("\n");
}
