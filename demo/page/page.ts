import { createHash } from "node:crypto";
import { escapeHtml } from "../../src/delivery/html.ts";
import { counted } from "../../src/source/counted.ts";
import type { FileChange } from "../../src/source/file.ts";
import { renderChanges } from "./diff.ts";
import { renderMarkdown } from "./markdown.ts";
import { style } from "./style.ts";

/** What one run left on an issue, as GitHub would show it. Every text in it is untrusted. */
export interface PageView {
  /** `owner/name`. */
  readonly repository: string;
  readonly issue: {
    readonly number: number;
    readonly title: string;
    readonly author: string;
    /** Markdown. */
    readonly body: string;
  };
  /** In the order in which they are shown. */
  readonly comments: readonly PageComment[];
  readonly pullRequest?: PagePullRequest;
  readonly changes: readonly FileChange[];
  /** What a reader must know of the whole page, for example that the model's answers are a recording. Plain text. */
  readonly notice?: string;
}

export interface PageComment {
  readonly author: string;
  /** True for a comment that an App wrote. */
  readonly app: boolean;
  /** Markdown. */
  readonly body: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** GitHub's names, one for each person: `eyes`, `rocket`, `+1`. */
  readonly reactions: readonly string[];
}

export interface PagePullRequest {
  readonly number: number;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  readonly draft: boolean;
  /** Branch names. */
  readonly head: string;
  readonly base: string;
  /** Full SHA of the head's newest commit. */
  readonly commit: string;
}

/** No script, no request, no form; the one style sheet is known by its hash, so injected styles do nothing either. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/**
 * A run's result as one HTML page that stands alone: the issue, its comments, the pull request and its files. Nothing
 * is loaded and nothing runs; all text is escaped, and Markdown keeps only what cannot act (security.md W01).
 */
export function renderPage(view: PageView): string {
  const { issue, pullRequest, repository } = view;
  const title = pullRequest
    ? `${pullRequest.title} · Pull request #${pullRequest.number} · ${repository}`
    : `${issue.title} · Issue #${issue.number} · ${repository}`;
  const body = [
    header(view),
    '<main class="in">',
    view.notice ? `<div class="notice" role="note">${escapeHtml(view.notice)}</div>` : "",
    issueSection(view),
    pullRequest ? pullRequestSection(pullRequest, view) : "",
    renderChanges(view.changes),
    '<p class="foot">Written by CodeRAG. This page runs no script and loads nothing.</p>',
    "</main>",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body.filter((part) => part !== "").join("\n")}
</body>
</html>
`;
}

function header({ repository, issue, comments, pullRequest, changes }: PageView): string {
  const [owner = "", ...name] = repository.split("/");
  const tabs = [
    `<a href="#issue">Issue #${issue.number}<span class="count">${comments.length}</span></a>`,
    pullRequest ? `<a href="#pull-request">Pull request #${pullRequest.number}</a>` : "",
    changes.length > 0
      ? `<a href="#files">Files changed<span class="count">${changes.length}</span></a>`
      : "",
  ];
  return `<header class="top"><div class="in"><div class="repository">${escapeHtml(owner)}<span>/</span><b>${escapeHtml(name.join("/"))}</b></div><nav class="tabs" aria-label="On this page">${tabs.join("")}</nav></div></header>`;
}

/** GitHub takes no Markdown in titles but code. */
const titleHtml = (title: string): string => escapeHtml(title).replace(/`([^`]+)`/g, "<code>$1</code>");

function issueSection({ issue, comments }: PageView): string {
  const said = comments.map((comment) =>
    say({ ...comment, verb: "commented", when: time(comment.createdAt), reactions: comment.reactions }),
  );
  const opened = {
    author: issue.author,
    app: false,
    verb: "opened this issue",
    body: issue.body,
    when: "",
    reactions: [],
  };
  const count = counted(comments.length, "comment");
  return `<section id="issue"><h1 class="title">${titleHtml(issue.title)} <span>#${issue.number}</span></h1>
<div class="meta"><span class="pill">Issue</span><span><b>${escapeHtml(issue.author)}</b> opened this issue · ${count}</span></div>
<div class="talk">${[say(opened), ...said].join("\n")}</div></section>`;
}

function pullRequestSection(pullRequest: PagePullRequest, { comments }: PageView): string {
  const { number, title, body, draft, head, base, commit } = pullRequest;
  const author = comments.find(({ app }) => app)?.author ?? "coderag";
  const branch = (name: string): string => `<span class="branch">${escapeHtml(name)}</span>`;
  const state = draft ? '<span class="pill draft">Draft</span>' : '<span class="pill">Open</span>';
  const from = `<span><b>${escapeHtml(plainName(author))}</b> wants to merge <code class="sha">${escapeHtml(commit.slice(0, 7))}</code> into ${branch(base)} from ${branch(head)}</span>`;
  return `<section id="pull-request"><h2 class="title">${titleHtml(title)} <span>#${number}</span></h2>
<div class="meta">${state}${from}</div>
<div class="talk">${say({ author, app: true, verb: "opened this pull request", body, when: "", reactions: [] })}</div></section>`;
}

interface Said {
  readonly author: string;
  readonly app: boolean;
  readonly verb: string;
  readonly body: string;
  /** HTML. */
  readonly when: string;
  readonly reactions: readonly string[];
}

function say({ author, app, verb, body, when, reactions }: Said): string {
  const name = plainName(author);
  const initial = [...name.toWellFormed()][0]?.toUpperCase() ?? "?";
  const colour = [...name].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % 6;
  const badge = app ? '<span class="tag">bot</span> ' : "";
  const text = body.trim() === "" ? '<p class="muted">No description.</p>' : renderMarkdown(body);
  return `<article class="say"><div class="avatar a${colour}${app ? " app" : ""}" aria-hidden="true">${escapeHtml(initial)}</div><div class="bubble"><div class="by"><b>${escapeHtml(name)}</b> ${badge}${verb}${when && ` ${when}`}</div><div class="text" dir="auto">${text}</div>${reactionsOf(reactions)}</div></article>`;
}

/** GitHub adds `[bot]` to the login of an App; a badge says it instead. */
function plainName(author: string): string {
  return author.replace(/\[bot\]$/, "");
}

const pictures: Readonly<Record<string, string>> = {
  "+1": "👍",
  "-1": "👎",
  laugh: "😄",
  hooray: "🎉",
  confused: "😕",
  heart: "❤️",
  rocket: "🚀",
  eyes: "👀",
};

function reactionsOf(reactions: readonly string[]): string {
  if (reactions.length === 0) return "";
  const shown = [...new Set(reactions)].map((name) => {
    const count = reactions.filter((other) => other === name).length;
    const picture = Object.hasOwn(pictures, name) ? pictures[name]! : name;
    return `<span title="${escapeHtml(name)}">${escapeHtml(picture)} ${count}</span>`;
  });
  return `<div class="reactions">${shown.join("")}</div>`;
}

function time(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return `<span>${escapeHtml(iso)}</span>`;
  const day = date.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  return `<time datetime="${date.toISOString()}">on ${day}, ${date.toISOString().slice(11, 16)} UTC</time>`;
}
