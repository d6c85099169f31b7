import { setTimeout as sleep } from "node:timers/promises";
import { parseProgress } from "../src/delivery/parse-progress.ts";
import { planOf } from "../src/delivery/plans.ts";
import type { EmulatedGitHub } from "../test/helpers/github/start.ts";
import type { Stage } from "./stage.ts";

/**
 * Tells what a person sees on GitHub while the run goes on: the reaction, and the one comment as it is edited.
 * Returns the comment's last text.
 */
export async function watchRun(
  github: EmulatedGitHub,
  issue: number,
  command: number,
  stage: Stage,
): Promise<string> {
  const told = new Set<string>();
  const tell = (line: string): void => {
    if (told.has(line)) return;
    told.add(line);
    stage.say(line);
  };
  for (const deadline = Date.now() + 30 * 60_000; Date.now() < deadline; await sleep(150)) {
    for (const { content } of await github.reactions(command))
      tell(`coderag reacts: ${emoji[content] ?? content}`);
    const comments = await github.comments(issue);
    const body = comments.find(({ user }) => user.login === github.botLogin)?.body ?? "";
    const progress = parseProgress(body);
    for (const [name, title] of progress ? planOf(progress.verb) : []) {
      const at = progress?.stages[name];
      if (at?.state === "done" && at.note !== "") tell(`✓ ${title}: ${at.note.replaceAll("`", "")}`);
    }
    if (progress?.end) {
      await sleep(500);
      for (const { content } of await github.reactions(command))
        tell(`coderag reacts: ${emoji[content] ?? content}`);
      return body;
    }
  }
  return "The run did not end within 30 minutes.";
}

const emoji: Readonly<Record<string, string>> = {
  eyes: "👀",
  rocket: "🚀",
  confused: "😕",
  "-1": "👎",
  "+1": "👍",
};
