import { shorten } from "./markdown.ts";
import { visible } from "./visible.ts";

export interface CommitFacts {
  readonly title: string;
  readonly summary: string;
  /** None where the issue is a file: its number would be that of a stranger's issue. */
  readonly issueNumber: number | undefined;
  readonly runId: string;
  readonly requester: { readonly login: string; readonly id: number };
}

const longest = { subject: 72, body: 4_000, column: 72 };

/**
 * Subject, body and trailers of the commit. The words are a model's: nothing in them closes an issue, mentions
 * anybody, skips CI or looks like a trailer; the only trailers are ours (security.md O13).
 */
export function commitMessage({ title, summary, issueNumber, runId, requester }: CommitFacts): string {
  const subject = shorten(plainLine(title), longest.subject) || `Work on issue ${issueNumber ?? runId}`;
  const paragraphs = shorten(visible(summary), longest.body)
    .split(/\n\s*\n/)
    .map((paragraph) => {
      const lines = paragraph.split("\n").filter((line) => line.trim() !== "");
      // What acts may be written over two lines, so a paragraph is cleaned as it will stand.
      return (lines.some(isItem) ? lines : [lines.join(" ")])
        .map(plainLine)
        .filter(Boolean)
        .map(wrap)
        .join("\n");
    })
    .filter((paragraph) => paragraph !== "");
  const refs = issueNumber === undefined ? [] : [`Refs #${issueNumber}`];
  const trailers = [...refs, `CodeRAG-Run: ${runId}`, ...coAuthor(requester)].join("\n");
  return [subject, ...paragraphs, trailers].join("\n\n");
}

/** The trailer that credits whoever asked; none without an account, and for a login that could be more than a name. */
export function coAuthor({ login, id }: CommitFacts["requester"]): readonly string[] {
  return id > 0 && isLogin(login)
    ? [`Co-authored-by: ${login} <${id}+${login}@users.noreply.github.com>`]
    : [];
}

/**
 * One line for a title or a commit's message, where nothing is markdown and yet some of it acts: mentions, references,
 * addresses and the marks by which CI services are told to skip. What is taken out joins what stood around it, as in
 * `#@1` and `[[skip ci]]`, so it goes on until nothing changes.
 * @param link what stands for an address
 */
export function plainWords(text: string, link = "(link removed)"): string {
  for (let words = visible(text); ; ) {
    const fewer = words
      .replace(/\s+/g, " ")
      .trim()
      .replace(
        /(?<![\w.-])([\w.-]{1,100}\/[\w.-]{1,100})?#(?=\d)|#(?=\d)/g,
        (_, repository?: string) => `${repository ? `${repository} ` : ""}no. `,
      )
      .replace(/\bGH-(?=\d)/gi, "no. ")
      .replace(/(?:https?|ftp):\/\/\S+|\bwww\.\S+/gi, link)
      .replace(/(?<!@)@+(?=[A-Za-z0-9])/g, "")
      .replace(/\[ ?(skip[ -][\w-]{1,30}|[\w-]{1,30}[ -]skip|no[ -]ci) ?\]/gi, "$1")
      .replace(/\*{3}(NO_CI)\*{3}/gi, "$1");
    if (fewer === words) return words;
    words = fewer;
  }
}

/** The same for a line of a commit's message, where trailers and comment signs act as well. */
function plainLine(text: string): string {
  return (
    plainWords(text)
      .replace(/^#+\s*/, "")
      // Wrapped, any word may come to stand at the beginning of a line, where it would be a trailer.
      .replace(
        /(?<![\w-])(\w[\w-]{0,60}-by|skip-checks|release-as|change-id|breaking[ -]change)\s?:/gi,
        "$1 -",
      )
      .replace(/^([A-Za-z][A-Za-z0-9-]*)\s?:(?=\s|$)/, (all, key: string) =>
        /-|^refs$|^fix(?:e[sd])?$|^close[sd]?$|^resolve[sd]?$|^coderag/i.test(key) ? `${key} -` : all,
      )
  );
}

function isItem(line: string): boolean {
  return /^\s*(?:[-*+]|\d+[.)])\s/.test(line);
}

function wrap(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > longest.column) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}

function isLogin(login: string): boolean {
  return /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})(?:\[bot\])?$/.test(login);
}
