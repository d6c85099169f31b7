import type { Workspace } from "../workspace/workspace.ts";

/** Where a repository says what it accepts of work that a model did. */
export interface RuleOnModels {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** A page that is about nothing else, then pages for contributors, then what a pull request is made from. */
const places =
  /^(?:\.github\/|docs\/)?(?:AI[-_ ]?(?:POLICY|USAGE|GUIDELINES)|(CONTRIBUTING)|(PULL_REQUEST_TEMPLATE))(?:\.(?:md|rst|txt|adoc))?$/i;
const models = /\b(?:AI|LLMs?|artificial intelligence|generative|ChatGPT|Copilot|language models?)\b/;
const work =
  /\b(?:generat\w+|written|wrote|assist\w*|contribut\w*|polic\w+|accept\w*|disclos\w*|use|usage|using|allow\w*|forbid\w*|autonomous\w*|agents?)\b/i;

/** The first line of a page for contributors that speaks of work of a model, the pages about it first. */
export async function findRuleOnModels({
  entries,
  read,
}: Pick<Workspace, "entries" | "read">): Promise<RuleOnModels | undefined> {
  const pages = [...entries.keys()].flatMap((path) => {
    const match = places.exec(path);
    return match ? [{ path, rank: match[1] ? 1 : match[2] ? 2 : 0 }] : [];
  });
  for (const { path } of pages.sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1))) {
    const lines = ((await read(path)) ?? "").split(/\r\n|\r|\n/);
    const at = lines.findIndex((line) => models.test(line) && work.test(line));
    if (at >= 0) return { path, line: at + 1 };
  }
  return undefined;
}
