import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { referencesWithToken } from "../../compose.ts";
import { type Config, loadConfig, outlinesOf, takeEnvironment } from "../../config.ts";
import { usesOf } from "../../dependencies/uses.ts";
import { chooseDependency } from "../../examples/choose-dependency.ts";
import { createHomeFinder } from "../../examples/find-home.ts";
import { lookUp, type Need } from "../../examples/look-up.ts";
import { readNeeds } from "../../examples/read-repository.ts";
import { entryHeadline, renderEntry } from "../../examples/render-issue.ts";
import { describeUses } from "../../jobs/examples.ts";
import { counted } from "../../source/counted.ts";
import { derivedInFiles } from "../../store/derived-files.ts";
import { packageLookup } from "../../web/open.ts";
import { interruptible } from "../interruptible.ts";
import { openCode } from "../open-code.ts";
import { patientStep } from "../patient-step.ts";
import { jsonText, outWidth, paintOut, printOut } from "../print.ts";
import { createTerminalNarrator, type TerminalNarrator } from "../terminal-narrator.ts";
import { examplesText } from "./text.ts";

export interface ExamplesOptions {
  readonly repo: string;
  readonly json?: boolean;
  readonly markdown?: boolean;
}

/** Answers on standard output, tells its progress on standard error; 1 where neither example nor change was found. */
export async function runExamples(asked: string, options: ExamplesOptions): Promise<number> {
  const narrator = createTerminalNarrator(process.stderr, "examples");
  try {
    return await interruptible(async (signal) => {
      const config = loadConfig(takeEnvironment());
      if (config.github.token === undefined && config.github.searchToken === undefined)
        narrator.say("Without GITHUB_TOKEN GitHub allows few requests, and code is not searched.");
      const { need, target, notes } = await needOf(asked, options.repo, config, narrator, signal);
      narrator.begin("search");
      const tools = referencesWithToken(config, derivedInFiles(join(config.home, "references")));
      const { code, settings } = tools;
      const home = createHomeFinder(code, packageLookup(config.web));
      const parts = { code, home, licences: settings.licences, target: target ?? "", now: () => new Date() };
      const step = patientStep(narrator.say, signal);
      const entry = await step("search", (signal) => lookUp(need, parts, signal));
      narrator.done("search", counted(entry.examples.length, "example"));
      const textOptions = { paint: paintOut, width: outWidth(), webUrl: config.github.url };
      const answer = (): string => {
        if (options.json) return jsonText({ version: 1, entry, notes });
        if (!options.markdown) return examplesText(entry, notes, textOptions);
        const [owner = "", name = ""] = target?.split("/") ?? [];
        const place = { webUrl: target === undefined ? undefined : config.github.url, owner, name };
        return `**${entryHeadline(entry)}**\n\n${renderEntry(entry, place)}`;
      };
      await printOut([`${answer()}\n`]);
      return entry.examples.length === 0 && entry.changes === undefined ? 1 : 0;
    });
  } finally {
    narrator.close();
  }
}

/** What is looked up, and `OWNER/NAME` of a repository on GitHub: it is no example for itself. */
async function needOf(
  asked: string,
  repo: string,
  config: Config,
  narrator: TerminalNarrator,
  signal: AbortSignal,
): Promise<{ readonly need: Need; readonly target: string | undefined; readonly notes: readonly string[] }> {
  narrator.begin("index");
  const opened = await openCode(config, { repo, view: "work tree" }, narrator.say, signal);
  try {
    const { workspace } = opened;
    const options = { cacheDir: outlinesOf(config), workers: 1 };
    const { dependencies, outlines, isPrivate, notes } = await readNeeds(workspace, options, signal);
    const chosen = chooseDependency(asked, dependencies, isPrivate, notes);
    const uses = usesOf(chosen.dependency, outlines, dependencies);
    narrator.done("index", describeUses(uses));
    const isLocal = existsSync(resolve(config.callerFolder, repo));
    const target = !isLocal && /^[\w.-]+\/[\w.-]+$/.test(repo) ? repo : undefined;
    return { need: { ...chosen, uses, commit: workspace.commit }, target, notes };
  } finally {
    await opened.workspace.close();
  }
}
