import { meaningOf } from "../languages/checking/meaning.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { configurationOf, formatters } from "./format-changes.ts";
import { type Formatter, layOut, type Settings } from "./formatter.ts";

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

type Files = Pick<Workspace, "entries" | "readMany">;

/**
 * A whole snippet in the layout of its language, by its name (`python`) or a path. With a repository's files: as the
 * repository lays that path out; without: by the formatter's own defaults. Undefined where no layout is known to be
 * wanted, or the snippet does not parse or would read differently afterwards.
 */
export async function formatSnippet(
  language: string,
  text: string,
  files?: Files,
): Promise<string | undefined> {
  const path = endings[language] ?? language;
  const formatter = formatters.find((one) => one.endings.test(path));
  const settings = formatter && (await settingsFor(formatter, path, files));
  if (formatter === undefined || settings === undefined) return undefined;
  const formatted = await layOut(formatter, path, text, settings);
  if (formatted === undefined || formatted === text) return formatted;
  const was = await meaningOf(path, text);
  return was !== undefined && was === (await meaningOf(path, formatted)) ? formatted : undefined;
}

async function settingsFor(
  formatter: Formatter,
  path: string,
  files: Files | undefined,
): Promise<Settings | undefined> {
  // C and C++ have no layout that is usual everywhere.
  const usual = formatter.name === "clang-format" ? undefined : {};
  if (files === undefined) return usual;
  const { settings, use } = await configurationOf(formatter, path, files);
  if (use === "declared") return settings;
  const there = (await files.readMany([path])).get(path);
  if (there !== undefined)
    return (await layOut(formatter, path, there, settings)) === there ? settings : undefined;
  // Files of the language that nobody is known to format have a layout of their own, which the usual one may spoil.
  const isFirst =
    Object.keys(settings).length === 0 &&
    ![...files.entries.keys()].some((name) => formatter.endings.test(name));
  return isFirst ? usual : undefined;
}
