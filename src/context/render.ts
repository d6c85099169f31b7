import { routeText } from "../retrieval/route.ts";
import type { Context, Passage } from "./context.ts";
import { joinWindows } from "./file-view.ts";

/** Routes told for one file, and names of what was left out: enough to know, not to read. */
const most = { routes: 3, leftOut: 20 };

/**
 * The context as the model reads it: each file once, its windows in line order with the gaps named. What stands here
 * numbered is exactly what may be edited without reading more. The text is untrusted: the prompt puts its boundary around it.
 */
export function renderContext(context: Context): string {
  const files = context.files.map(({ path, lineCount, stamp }) => {
    const passages = context.passages.filter(
      (passage) => passage.path === path && passage.kind !== "outline",
    );
    return [
      `=== ${shownPath(path)}${stamp === undefined ? "" : `#${stamp}`} (${lineCount} lines)`,
      ...reasons(passages),
      joinWindows(passages, lineCount),
    ].join("\n");
  });
  return [...files, ...outline(context), ...leftOut(context)].join("\n\n");
}

function reasons(passages: readonly Passage[]): string[] {
  const best = [...passages].sort((a, b) => b.score - a.score);
  const routes = new Set(best.map((passage) => routeText(passage.route)).filter((route) => route !== ""));
  return [...routes].slice(0, most.routes).map((route) => `found by: ${route}`);
}

/** What is only to be known of: without numbers, so that nobody edits it unread. */
function outline({ passages }: Context): string[] {
  const rows = passages.filter(({ kind }) => kind === "outline");
  if (rows.length === 0) return [];
  const files = [...Map.groupBy(rows, ({ path }) => path)].flatMap(([path, ofFile]) => [
    shownPath(path),
    ...ofFile.map(({ text }) => text),
  ]);
  return [
    ["=== Also there, by signature alone (an id is path#name); read it before you change it", ...files].join(
      "\n",
    ),
  ];
}

function leftOut({ leftOut: all }: Context): string[] {
  if (all.length === 0) return [];
  const named = all.slice(0, most.leftOut).map(({ what, why }) => `- ${shownPath(what)} (${why})`);
  const rest = all.length - named.length;
  const more = rest > 0 ? [`- and ${rest} more`] : [];
  return [
    ["=== Found, but not shown; read them with the tools if you need them", ...named, ...more].join("\n"),
  ];
}

/** A path may hold any byte but NUL: a line break in one must not begin a new section. */
export function shownPath(path: string): string {
  return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(path) ? JSON.stringify(path) : path;
}
