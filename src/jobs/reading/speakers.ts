/** Who is who among those that wrote on a pull request: where two contradict each other, it matters who. */
import type { ForgeReader, IssueComment } from "../../github/forge.ts";
import { capped } from "../../llm/untrusted.ts";
import { oneLine } from "../../source/lines.ts";
import { visibleText } from "../../source/visible-text.ts";
import { mayWrite } from "../acceptance/authorise.ts";

/** Survives JSON. */
export interface Speakers {
  /** Who opened the pull request. */
  readonly opener: string;
  /** Of those that wrote, who may write to the repository. */
  readonly maintainers: readonly string[];
}

/** People that are asked about, and characters of one comment. */
const most = { asked: 20, comment: 2_000 };

/** As GitHub's permission API says at this moment. Apps are no maintainers. */
export async function readSpeakers(
  opener: string,
  comments: readonly Pick<IssueComment, "author">[],
  reader: Pick<ForgeReader, "permission">,
): Promise<Speakers> {
  const people = comments.flatMap(({ author }) => (author.endsWith("[bot]") ? [] : author));
  const logins = [...new Set(people)].slice(0, most.asked);
  const may = await Promise.all(logins.map((login) => mayWrite(login, reader)));
  return { opener, maintainers: logins.filter((_, at) => may[at]) };
}

/** One comment for the model, each line marked: nobody can write in another's name. `speakers`: not in earlier records. */
export function saidBy({ author, body }: IssueComment, speakers: Speakers | undefined): string {
  const roles = [
    ...(speakers?.maintainers.includes(author) ? ["maintainer"] : []),
    ...(speakers?.opener === author ? ["opened this pull request"] : []),
  ];
  const text = capped(visibleText(body).text.trim(), most.comment);
  const who = `${oneLine(author)}${roles.length > 0 ? ` (${roles.join(", ")})` : ""}`;
  return [`${who} wrote:`, ...text.split("\n").map((line) => `> ${line}`.trimEnd())].join("\n");
}
