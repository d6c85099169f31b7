import { UserError } from "../errors.ts";
import type { ConfigFile } from "./config-file.ts";
import type {
  BranchHead,
  BranchOutcome,
  Draft,
  ForgeReader,
  Issue,
  PublishedPullRequest,
  Publisher,
  Reaction,
} from "./forge.ts";

/** An issue that is a file. */
export interface FolderIssue {
  readonly title: string;
  readonly body: string;
  /** Of the issue that it was copied from, where the file says it. */
  readonly number?: number;
}

export interface FolderForgeOptions {
  readonly issue: FolderIssue;
  readonly base: BranchHead;
  /** What the repository decides for itself, as it stands at the base; nothing unless given. */
  readonly configFile?: ConfigFile;
  /**
   * Commits a draft to the folder's repository. Without it a draft is kept and nothing is written.
   */
  readonly hasBranch?: (branch: string) => Promise<boolean>;
  readonly commit?: (draft: Draft) => Promise<{ readonly branch: string; readonly commit: string }>;
}

/** What a run would have published, readable when it is over. */
export interface FolderForge extends ForgeReader, Publisher {
  /** Marker to newest body. */
  readonly notes: ReadonlyMap<string, string>;
  readonly reactions: ReadonlySet<Reaction>;
  readonly drafts: readonly Draft[];
  readonly pullRequests: readonly Draft[];
}

/** The folder has one issue, and whoever runs the command line owns it. */
const owner = "you";

/** A forge made of files: no network, no account. For the command line and for benchmarks. */
export function createFolderForge({
  issue,
  base,
  configFile = { kind: "none" },
  hasBranch,
  commit,
}: FolderForgeOptions): FolderForge {
  const notes = new Map<string, string>();
  const reactions = new Set<Reaction>();
  const drafts: Draft[] = [];
  const pullRequests: Draft[] = [];
  return {
    notes,
    reactions,
    drafts,
    pullRequests,
    permission: async () => "admin",
    issue: async (): Promise<Issue> => ({
      number: 0,
      ...issue,
      author: owner,
      state: "open",
      locked: false,
      pullRequest: false,
      labels: [],
      url: "",
    }),
    conversation: async () => ({ comments: [] }),
    configFile: async () => configFile,
    language: async () => undefined,
    checks: async () => ({ failed: [], passed: 0, unfinished: 0, unread: 0 }),
    builtIndex: async () => ({ kind: "none" }),
    base: async (branch = base.branch) => ({ branch, commit: base.commit }),
    hasBranch: async (branch) => (await hasBranch?.(branch)) ?? false,
    earlierDraft: async () => ({ kind: "none" }),
    async react(_commentId, reaction, replaces) {
      reactions.add(reaction);
      if (replaces && replaces !== reaction) reactions.delete(replaces);
    },
    async note(_issueNumber, marker, body) {
      notes.set(marker, body);
      return { id: [...notes.keys()].indexOf(marker) + 1, url: "" };
    },
    noted: async (_issueNumber, marker) => notes.get(marker),
    async amendNote(_issueNumber, marker, body) {
      if (!notes.has(marker)) return undefined;
      notes.set(marker, body);
      return { id: [...notes.keys()].indexOf(marker) + 1, url: "" };
    },
    async pushBranch(draft): Promise<BranchOutcome> {
      drafts.push(draft);
      if (commit) return { kind: "pushed", ...(await commit(draft)) };
      return { kind: "pushed", branch: `${draft.branchPrefix}dry-run`, commit: draft.base.commit };
    },
    async openPullRequest(draft): Promise<PublishedPullRequest> {
      pullRequests.push(draft);
      return { number: 1 + pullRequests.length, url: "", draft: true, created: true };
    },
    ...{ pull: noPulls, pullFiles: noPulls, pullCommits: noPulls, mergeBase: noPulls, ourReviews: noPulls },
    ...{
      review: noPulls,
      forkAccess: noPulls,
      resolveThread: noPulls,
      checkRun: async () => undefined,
      undo: noPulls,
      isInMergeQueue: noPulls,
      pushFollowUp: noPulls,
      reviewThread: noPulls,
      openTalk: noPulls,
    },
    keepPage: async () => ({ kind: "no-issues" }),
  };
}

async function noPulls(): Promise<never> {
  throw new UserError("A folder has no pull requests.", "Give this command on GitHub.");
}

/**
 * A Markdown file as an issue: the first heading, else the first line, is the title; the rest is the body. A title
 * may begin with the issue's number: `# #12: Totals are wrong`.
 */
export function parseIssue(markdown: string): FolderIssue {
  const lines = markdown.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const heading = headingIn(lines);
  const at = heading === -1 ? lines.findIndex((line) => line.trim() !== "") : heading;
  if (at === -1) return { title: "", body: "" };
  const title = lines[at]!.replace(/^ {0,3}#{1,6}\s+/, "")
    .replace(/(?<!\s)\s+#+\s*$/, "")
    .trim();
  const body = [...lines.slice(0, at), ...lines.slice(at + 1)].join("\n").trim();
  const [, digits, rest] = /^#(\d{1,9})[:.]?\s+(\S.*)$/.exec(title) ?? [];
  return rest === undefined ? { title, body } : { title: rest, body, number: Number(digits) };
}

/** Not within a fence, where `#` begins a comment of some language. */
function headingIn(lines: readonly string[]): number {
  let fenced = false;
  for (const [index, line] of lines.entries()) {
    if (/^ {0,3}(```|~~~)/.test(line)) fenced = !fenced;
    else if (!fenced && /^ {0,3}#{1,6}\s+\S/.test(line)) return index;
  }
  return -1;
}
