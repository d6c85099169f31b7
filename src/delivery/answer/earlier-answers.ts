import { openText } from "../open-text.ts";
import { parseProgress } from "../parse-progress.ts";

/** Answers that are told again, and characters of one. */
const most = { answers: 3, characters: 4_000 };

/**
 * What was answered in a thread before, with its questions, oldest first: a question may lean on it.
 * @param bodies of our own comments, whose author was checked
 */
export function earlierAnswers(bodies: readonly string[]): readonly string[] {
  return bodies
    .filter((body) => {
      const said = parseProgress(body);
      return said?.verb === "ask" && said.end?.kind === "answered";
    })
    .slice(-most.answers)
    .map((body) => openText(body).open.slice(0, most.characters));
}
