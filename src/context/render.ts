import { countTokens } from "../llm/tokens.ts";
import { routeText } from "../retrieval/route.ts";
import { shownPath } from "../source/paths.ts";
import type { Context, Passage } from "./context.ts";
import { joinWindows } from "./file-view.ts";
import { fileHeading, foundBy, ranHeading, routesTold, rowsHeading } from "./headings.ts";

/** Names of what was left out: enough to know, not to read. */
const most = { leftOut: 20 };

/**
 * The context as the model reads it: each file once, its windows in line order with the gaps named. What stands here
 * numbered is exactly what may be edited without reading more. The text is untrusted: the prompt puts its boundary around it.
 */
export function renderContext(context: Context): string {
  const files = context.files.map(({ path, lineCount, stamp }) => {
    const passages = context.passages.filter(
      (passage) => passage.path === path && passage.kind !== "outline",
    );
    const heading = fileHeading({ path, lineCount, stamp });
    return [heading, ...reasons(passages), joinWindows(passages, lineCount)].join("\n");
  });
  return [...ran(context), ...files, ...outline(context), ...leftOut(context)].join("\n\n");
}

const ran = ({ ran }: Context): readonly string[] => (ran === undefined ? [] : [`${ranHeading}\n${ran}`]);

function reasons(passages: readonly Passage[]): string[] {
  const best = [...passages].sort((a, b) => b.score - a.score);
  const routes = new Set(best.map((passage) => routeText(passage.route)).filter((route) => route !== ""));
  return [...routes].slice(0, routesTold).map(foundBy);
}

/** What is only to be known of: without numbers, so that nobody edits it unread. */
function outline({ passages }: Context): string[] {
  const rows = passages.filter(({ kind }) => kind === "outline");
  if (rows.length === 0) return [];
  const files = [...Map.groupBy(rows, ({ path }) => path)].flatMap(([path, ofFile]) => [
    shownPath(path),
    ...ofFile.map(({ text }) => text),
  ]);
  return [[rowsHeading, ...files].join("\n")];
}

/** As many names as the context's budget has left, at most 20. */
function leftOut({ leftOut: all, budget, tokens }: Context): string[] {
  if (all.length === 0) return [];
  const heading = "=== Found, but not shown; read them with the tools if you need them";
  let left = budget - tokens - countTokens(`\n\n${heading}\n- and ${all.length} more\n`);
  const named: string[] = [];
  for (const { what, why } of all.slice(0, most.leftOut)) {
    const row = `- ${shownPath(what)} (${why})`;
    left -= countTokens(`${row}\n`);
    if (left < 0) break;
    named.push(row);
  }
  if (named.length === 0) return [];
  const rest = all.length - named.length;
  return [[heading, ...named, ...(rest > 0 ? [`- and ${rest} more`] : [])].join("\n")];
}
