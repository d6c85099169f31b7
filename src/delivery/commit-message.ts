import { shorten, visible } from "./markdown.ts";

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

/** One line without markdown that acts in a commit: references, mentions, skip marks, trailers, comment signs. */
function plainLine(text: string): string {
  return (
    visible(text)
      .replace(/\s+/g, " ")
      .trim()
      .replace(/^#+\s*/, "")
      .replace(
        /\b([\w.-]+\/[\w.-]+)?#(?=\d)|#(?=\d)/g,
        (_, repository?: string) => `${repository ? `${repository} ` : ""}no. `,
      )
      .replace(/\bGH-(?=\d)/gi, "no. ")
      .replace(/https?:\/\/\S+/gi, "(link removed)")
      .replace(/@(?=[A-Za-z0-9])/g, "")
      .replace(/\[\s*(skip[ -](?:ci|actions)|(?:ci|actions)[ -]skip|no[ -]ci)\s*\]/gi, "$1")
      .replace(/^\*{3}(?=NO_CI\*{3})/i, "")
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
