/** An issue or a pull request as a model is told of it. */
import { capped } from "../llm/untrusted.ts";
import { count, counted } from "../source/counted.ts";
import { oneLine } from "../source/lines.ts";
import { visibleText, visibleTitle } from "../source/visible-text.ts";

/** Untrusted, raw. */
export interface ToldIssue {
  /** 0 where it is a file and has none: a model would name a changelog entry after a made-up one. */
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly comments: readonly { readonly author: string; readonly body: string }[];
  /** Older ones that were not read. */
  readonly unread?: number;
  /** Those that somebody hid on GitHub. */
  readonly hidden?: number;
  readonly pull?: { readonly hidden?: number };
}

/** In characters. A thousand comments must not push the rest out (I11). */
const most = { title: 500, body: 24_000, comment: 6_000, comments: 24_000 };

/** As a reader on GitHub sees it: the body is Markdown, a title is none. */
export function issueText({ number, title, body, comments, unread = 0, hidden = 0 }: ToldIssue): string {
  const told = newestComments(comments);
  const dropped = comments.length - told.length + unread;
  return [
    `${number > 0 ? `#${number}: ` : ""}${oneLine(visibleTitle(title).text).slice(0, most.title)}`,
    capped(visibleText(body).text.trim(), most.body),
    ...(dropped > 0 ? [`(${dropped} older comments left out)`] : []),
    ...(hidden > 0 ? [`(${counted(hidden, "hidden comment")} left out)`] : []),
    ...told,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** What of it is not told to a model, being too long or hidden, in sentences for people. */
export function untoldOf({ body, comments, unread = 0, hidden = 0, pull }: ToldIssue): readonly string[] {
  const unshown = hidden + (pull?.hidden ?? 0);
  const told = newestComments(comments).length;
  const isLong = (text: string, limit: number): boolean => visibleText(text).text.trim().length > limit;
  const long = comments.slice(comments.length - told).filter(({ body }) => isLong(body, most.comment)).length;
  return [
    ...(isLong(body, most.body)
      ? [`The issue is longer than ${count(most.body)} characters; the rest was not given to the model.`]
      : []),
    ...(told < comments.length || unread > 0
      ? [`Of the comments the newest ${count(told)} were given to the model.`]
      : []),
    ...(unshown > 0
      ? [`${counted(unshown, "hidden comment")} ${unshown === 1 ? "was" : "were"} not given to the model.`]
      : []),
    ...(long > 0
      ? [
          `Of ${counted(long, "comment")} the first ${count(most.comment)} characters were given to the model.`,
        ]
      : []),
  ];
}

/** The newest comments that fit, in the order they were written. */
function newestComments(comments: ToldIssue["comments"]): readonly string[] {
  const told: string[] = [];
  let left = most.comments;
  for (const { author, body } of comments.toReversed()) {
    const text = `Comment by ${oneLine(author)}:\n${capped(visibleText(body).text.trim(), most.comment)}`;
    left -= text.length;
    if (left < 0) break;
    told.unshift(text);
  }
  return told;
}
