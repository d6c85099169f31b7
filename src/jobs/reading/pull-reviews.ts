/** What reviewers of a pull request wrote, for a request that is about that. Texts are strangers'. */
import { parseCommand, usualCommand } from "../../command/parse.ts";
import type { IssueComment, OpenTalk } from "../../github/forge.ts";
import { capped } from "../../llm/untrusted.ts";
import type { Request } from "../../retrieval/request.ts";
import { oneLine } from "../../source/lines.ts";
import type { JobRun } from "../job-run.ts";
import type { Surroundings } from "../surroundings.ts";
import { asSaid } from "./pull-checks.ts";
import { type Speakers, saidBy } from "./speakers.ts";

/** Characters of all comments together. */
const longest = 16_000;

/** Comments may be those of the code: they count with what one does to a reviewer's. */
const about =
  /\b(?:code )?review(?:s|er|ers|ed)?\b|\bfeedback\b|\b(?:address|resolve|incorporate|answer|apply|open|unresolved)\b[^.\n]{0,40}\b(?:comments?|remarks?|conversations?|threads?|suggestions?)\b/i;

/** Whether a request is about what reviewers wrote. */
export const asksOfReviews = ({ request }: Pick<JobRun, "request">): boolean => about.test(request);

/** What is open on a pull request, without what we said and what was said to us. */
export async function readPullReviews(
  { issueNumber, frozenAt }: Pick<JobRun, "issueNumber" | "frozenAt">,
  { reader, us }: Pick<Surroundings, "reader" | "us">,
): Promise<OpenTalk> {
  const isWish = ({ author, body }: IssueComment): boolean =>
    author !== us.login &&
    [us.command, usualCommand].every((word) => parseCommand(body, word).kind === "none");
  const { threads, reviews, ...more } = await reader.openTalk(issueNumber, frozenAt);
  return {
    ...more,
    threads: threads
      .map(({ comments, ...thread }) => ({ ...thread, comments: comments.filter(isWish) }))
      .filter(({ comments }) => comments.length > 0),
    reviews: reviews.filter(isWish),
  };
}

/** In words, for the model. All of it is data. */
export function describeReviews({ threads, reviews }: OpenTalk, speakers: Speakers | undefined): string {
  const wrote = (comment: IssueComment): string => saidBy(comment, speakers);
  const talks = [
    ...reviews.map(wrote),
    ...threads.map(({ path, line, comments }) =>
      [`On ${oneLine(path)}${line === undefined ? "" : `, line ${line}`}:`, ...comments.map(wrote)].join(
        "\n",
      ),
    ),
  ];
  if (talks.length === 0) return "No conversation on its diff is open, and no review says anything.";
  return `What its reviewers wrote and nobody has resolved:\n\n${capped(talks.join("\n\n"), longest)}`;
}

/**
 * The request with what reviewers wrote, where code is looked for: names and places in it lead there, our own words do
 * not. `thread`: the conversation that it was written in.
 */
export function withReviews<Asked extends Request>(
  request: Asked,
  pull: { readonly reviews?: OpenTalk; readonly thread: readonly IssueComment[] } | undefined,
): Asked {
  if (!pull) return request;
  const { threads, reviews } = pull.reviews ?? { threads: [], reviews: [] };
  const said = threads.flatMap(({ path, line, comments }) =>
    comments.map(({ body }) => ({ body: `${line === undefined ? path : `${path}:${line}`}\n\n${body}` })),
  );
  return {
    ...request,
    ...(request.instruction === asSaid && { instruction: "" }),
    comments: [...request.comments, ...pull.thread, ...reviews, ...said],
  };
}
