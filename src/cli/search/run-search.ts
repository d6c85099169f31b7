import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { referencesWithToken } from "../../compose.ts";
import { type Config, loadConfig, takeEnvironment } from "../../config.ts";
import { referenceAnswer } from "../../delivery/reference-answer.ts";
import { UserError } from "../../errors.ts";
import { createTokenReader } from "../../github/app.ts";
import { silentLogger } from "../../log.ts";
import { languageOfFiles, takeLanguage } from "../../references/language.ts";
import { searchReferences } from "../../references/search-references.ts";
import { derivedInFiles } from "../../store/derived-files.ts";
import { interruptible } from "../interruptible.ts";
import { openCode } from "../open-code.ts";
import { patientStep } from "../patient-step.ts";
import { jsonText, outWidth, paintOut, printOut } from "../print.ts";
import { createTerminalNarrator } from "../terminal-narrator.ts";
import { searchText } from "./text.ts";

export interface SearchOptions {
  readonly repo: string;
  readonly language?: string;
  readonly rules?: boolean;
  readonly json?: boolean;
  readonly markdown?: boolean;
}

/** Answers on standard output, tells its progress on standard error; 1 where nothing fits. */
export async function runSearch(request: string, options: SearchOptions): Promise<number> {
  if (!/[\p{L}\p{N}]/u.test(request))
    throw new UserError(
      "The request is empty.",
      'Say what shall be written: coderag search "read barcodes".',
    );
  const narrator = createTerminalNarrator(process.stderr, "search");
  try {
    return await interruptible(async (signal) => {
      const config = loadConfig(takeEnvironment());
      if (config.github.token === undefined && config.github.searchToken === undefined)
        narrator.say("Without GITHUB_TOKEN GitHub allows few requests.");
      const tools = referencesWithToken(config, derivedInFiles(join(config.home, "references")));
      const about = await askedFor(request, options, config, signal);
      const report = await searchReferences(
        about,
        options.rules ? { ...tools, paid: undefined } : tools,
        patientStep(narrator.say, signal),
        narrator,
      );
      const answer = (): string => {
        if (options.json) return jsonText(report);
        if (!options.markdown)
          return searchText(report, { paint: paintOut, width: outWidth(), webUrl: config.github.url });
        const { headline, body } = referenceAnswer(report, config.github.url);
        return `**${headline}**\n\n${body}`;
      };
      await printOut([`${answer()}\n`]);
      return report.references.length === 0 ? 1 : 0;
    });
  } finally {
    narrator.close();
  }
}

/** The language that was given, else that of the repository; a name on GitHub is asked there and not fetched. */
async function askedFor(
  words: string,
  { repo, language }: SearchOptions,
  config: Config,
  signal: AbortSignal,
) {
  const { language: wanted, rest: text } = takeLanguage(words);
  const given = language ?? wanted;
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(repo) ?? [];
  const isLocal = existsSync(resolve(config.callerFolder, repo));
  if (!isLocal && owner !== undefined && name !== undefined) {
    const { apiUrl, token } = config.github;
    const reader = createTokenReader({ apiUrl, token, owner, repo: name, logger: silentLogger });
    return { text, language: given ?? (await reader.language()), target: `${owner}/${name}` };
  }
  if (given !== undefined) return { text, language: given, target: undefined };
  const opened = await openCode(config, { repo, view: "work tree" }, () => undefined, signal);
  try {
    return { text, language: languageOfFiles(opened.workspace.entries.keys()), target: undefined };
  } finally {
    await opened.workspace.close();
  }
}
