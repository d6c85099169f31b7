import { meaningOf } from "../languages/checking/meaning.ts";
import type { FileChange } from "../source/file.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { clangFormat } from "./clang-format.ts";
import { type Configured, type Formatter, layOut } from "./formatter.ts";
import { gofmt } from "./gofmt.ts";
import { prettier } from "./prettier.ts";
import { ruff } from "./ruff.ts";
import { onlyTouched } from "./touched.ts";

export interface Formatted {
  /** As many as were given, in their order. */
  readonly changes: readonly FileChange[];
  /** Formatters that changed something, with the files. */
  readonly ran: readonly { readonly formatter: string; readonly paths: readonly string[] }[];
  /** One sentence for each file that a formatter could not or must not change. */
  readonly notes: readonly string[];
}

type Files = Pick<Workspace, "entries" | "readMany">;

export const formatters: readonly Formatter[] = [ruff, prettier, gofmt, clangFormat];

/** Characters: a larger file takes seconds, and nobody wrote it by hand. */
const largest = 300_000;

/**
 * Lays the touched lines of a change out as the repository does, with the usual formatter of the language: where a
 * configuration file declares it, or the file was formatted already. What would read differently afterwards, or not
 * parse, is left as it was.
 */
export async function formatChanges(changes: readonly FileChange[], workspace: Files): Promise<Formatted> {
  const done: FileChange[] = [];
  const ran = new Map<string, string[]>();
  const notes: string[] = [];
  for (const change of changes) {
    const result = await formatChange(change, workspace);
    if (result.note !== undefined) notes.push(result.note);
    if (result.formatter !== undefined)
      ran.set(result.formatter, [...(ran.get(result.formatter) ?? []), change.path]);
    done.push(result.after === undefined ? change : { ...change, after: result.after });
  }
  return { changes: done, ran: [...ran].map(([formatter, paths]) => ({ formatter, paths })), notes };
}

interface Result {
  readonly after?: string;
  readonly formatter?: string;
  readonly note?: string;
}

async function formatChange({ path, before, after }: FileChange, workspace: Files): Promise<Result> {
  const formatter = formatters.find(({ endings }) => endings.test(path));
  if (after === undefined || formatter === undefined || after.length > largest || /\r/.test(after)) return {};
  const { settings, use } = await configurationOf(formatter, path, workspace);
  const run = (text: string): Promise<string | undefined> => layOut(formatter, path, text, settings);
  if (use === "perhaps" && (before === undefined || (await run(before)) !== before)) return {};
  const whole = await run(after);
  if (whole === undefined) return { note: `${path} was not formatted: ${formatter.name} does not read it.` };
  const formatted = onlyTouched(before ?? "", after, whole);
  if (formatted === after) return {};
  const [was, is] = [await meaningOf(path, after), await meaningOf(path, formatted)];
  if (was === undefined || was !== is)
    return { note: `${path} was not formatted: ${formatter.name} would have changed more than its layout.` };
  return { after: formatted, formatter: formatter.name };
}

/** What the nearest configuration says, looking upward from the file's folder as the formatters do. */
export async function configurationOf(
  formatter: Formatter,
  path: string,
  workspace: Files,
): Promise<Configured> {
  const folders = foldersAbove(path);
  const isThere = (name: string): boolean => folders.some((folder) => workspace.entries.has(folder + name));
  const cautious = formatter.unread.some(isThere);
  for (const folder of folders)
    for (const name of formatter.configs) {
      const file = folder + name;
      if (!workspace.entries.has(file)) continue;
      const text = (await workspace.readMany([file])).get(file);
      const said = text === undefined ? undefined : formatter.read(name, text);
      if (said !== undefined) return cautious ? { ...said, use: "perhaps" } : said;
    }
  return { settings: {}, use: formatter.unconfigured };
}

/** `a/b/`, `a/` and the empty one, for `a/b/c.ts`. */
function foldersAbove(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1);
  return [...parts.map((_, at) => `${parts.slice(0, parts.length - at).join("/")}/`), ""];
}
