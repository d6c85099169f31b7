import { formatters } from "./format-changes.ts";
import { layOut } from "./formatter.ts";

/** A file name whose ending tells the language, for snippets that have none. */
const endings: Readonly<Record<string, string>> = {
  ...{
    python: "a.py",
    typescript: "a.ts",
    tsx: "a.tsx",
    javascript: "a.js",
    go: "a.go",
    css: "a.css",
    json: "a.json",
  },
};

/**
 * A whole snippet in the usual layout of its language, by its name (`python`) or a path, with the formatter's own
 * defaults. Undefined where there is no usual formatter, or the snippet does not parse.
 */
export async function formatSnippet(language: string, text: string): Promise<string | undefined> {
  const path = endings[language] ?? language;
  const formatter = formatters.find((one) => one.endings.test(path));
  // C and C++ have no layout that is usual everywhere.
  if (formatter === undefined || formatter.name === "clang-format") return undefined;
  return layOut(formatter, path, text, {});
}
