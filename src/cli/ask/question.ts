/**
 * A question from the command line as Markdown that shows what was typed: in Markdown `Map<K, V>` and `<Link>` are
 * markup, which no reader sees and no model is told.
 */
export const questionAsMarkdown = (typed: string): string =>
  typed.replace(/`[^`\n]*`|[\w.:$]*<(?=[\w/!?:])[^`<>\n]*(?:<[^`<>\n]*>[^`<>\n]*)*>/g, (found) =>
    found.startsWith("`") ? found : `\`${found}\``,
  );
