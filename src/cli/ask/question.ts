/**
 * A question from the command line as Markdown that shows what was typed: in Markdown `Map<K, V>` and `<Link>` are
 * markup, which no reader sees and no model is told.
 */
export const questionAsMarkdown = (typed: string): string =>
  typed.replace(/`[^`\n]*`|[\w.:$]*<(?=[\w/!?:])[^`<>\n]*(?:<[^`<>\n]*>[^`<>\n]*)*>/g, (found) =>
    found.startsWith("`") ? found : `\`${found}\``,
  );

/** Characters of a title: of a longer one no more is told. */
const longestTitle = 500;

/** A question as an issue: its first line, or as much of that as a title holds, and the rest as the body. */
export function questionAsIssue(typed: string): { readonly title: string; readonly body: string } {
  const text = questionAsMarkdown(typed).trim();
  const [line = ""] = text.split(/\r\n|\r|\n/, 1);
  const head = line.slice(0, longestTitle);
  const ends = [...head.matchAll(/[.?!](?=\s)/g)].map(({ index }) => index + 1);
  const at = line.length <= longestTitle ? line.length : (ends.at(-1) ?? Math.max(head.lastIndexOf(" "), 0));
  return { title: text.slice(0, at).trim(), body: text.slice(at).trim() };
}
