/** What a push will want of this thread, made ready while others read all files, or when an answer was on the disk. */

import { languagesAmong } from "../languages/registry.ts";
import { projectFiles } from "../languages/rules.ts";
import { isShortRun } from "../short-run.mjs";

/**
 * Loads what links again and what reads a few files here, and the grammars of `paths`. The engine shares the machine
 * code of a grammar between all threads that have it, and drops it with the last one: the first push would be parsed by
 * code that is compiled anew, which takes longer than the parsing.
 */
export async function readyForPush(paths: readonly string[]): Promise<void> {
  if (isShortRun()) return;
  const [{ loadGrammar }] = await Promise.all([
    import("../languages/parsing/parser.ts"),
    import("../languages/patience.ts"),
    import("../graph/relink.ts"),
    projectFiles(),
  ]);
  const languageOf = languagesAmong(paths);
  const languages = new Set(paths.flatMap((path) => languageOf(path) ?? []));
  await Promise.all([...languages].map((name) => loadGrammar(name)));
}
