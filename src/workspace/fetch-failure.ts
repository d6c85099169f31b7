import { UserError } from "../errors.ts";
import { GitError } from "./git.ts";

/** The line, or the server at its other end, failed: another try may help. */
export class RemoteGitError extends GitError {
  readonly transient = true;
  constructor(failed: GitError) {
    super("fetch", failed.exitCode, failed.complaint);
    this.name = "RemoteGitError";
  }
}

interface Case {
  readonly pattern: RegExp;
  readonly message: string;
  readonly cure: string;
}

const noAccess = "The repository cannot be read with the access that CodeRAG has.";

const refusals =
  /could not read Username|Authentication failed|not found|returned error: (401|403|404|410)|Access denied/i;

/** The server lets nobody with this token in; or does not know yet that it gave it out. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof GitError &&
  refusals.test(error.complaint) &&
  !/remote ref .* not found/i.test(error.complaint);

/** What git says when a fetch fails for a reason that a person can remove, and what to tell them. */
const cases: readonly Case[] = [
  {
    pattern: /couldn't find remote ref HEAD|remote ref HEAD not found/i,
    message: "The repository is empty, or its default branch does not exist.",
    cure: "Push a first commit, or choose another default branch in the repository's settings.",
  },
  {
    pattern: /couldn't find remote ref|remote ref .* not found/i,
    message: "There is no such branch in the repository.",
    cure: "Name a branch that exists, or push a first commit if the repository is empty.",
  },
  {
    pattern: /not our ref|unadvertised object|bad object|did not send all necessary objects/i,
    message: "The commit is no longer in the repository.",
    cure: "Ask again: somebody has probably replaced the branch's history meanwhile.",
  },
  {
    pattern: refusals,
    message: noAccess,
    cure: "Check that the app is installed on this repository and may read its contents, and that it was not renamed.",
  },
  {
    pattern: /unable to update url base from redirection|returned error: 30\d/i,
    message: "The repository has moved.",
    cure: "Give the command again; on the command line, with its new address.",
  },
  {
    pattern: /out of memory|it took longer than/i,
    message: "The repository is too large to be fetched: git needs more time or memory than it may have.",
    cure: "Give the command again if GitHub was slow; else move generated and vendored files out of the repository.",
  },
  {
    pattern:
      /fsck error|error in (?:object|commit|tree|tag|blob)|malformed|unpack-objects|index-pack abnormal/i,
    message: "The repository holds an object that git's safety check refuses.",
    cure: "Run 'git fsck --strict' in a clone to see which one, and repair or remove it.",
  },
  {
    pattern: /No space left on device|Disk quota exceeded/i,
    message: "The disk for repositories is full.",
    cure: "Whoever runs CodeRAG should free space there or make the cache's quota smaller than the disk.",
  },
  {
    // On a disk that is read-only Node says of a folder and those above it that there is none.
    pattern: /Read-only file system|^(?:EACCES|EPERM|ENOTDIR):|^ENOENT:.*, mkdir /i,
    message: "The folder for repositories cannot be written.",
    cure: "Whoever runs CodeRAG should let it write there.",
  },
];

const lineFaults =
  /returned error: (?:408|429|5\d\d)|could not resolve|failed to connect|couldn't connect|connection (?:reset|refused)|timed out|too slow|early EOF|unexpected eof|RPC failed|unexpected disconnect|hung up unexpectedly|empty reply|transfer closed|not closed cleanly|broken pipe|SSL_ERROR_SYSCALL|TLS connect error|non-properly terminated|connection timeout/i;

/**
 * A failure of git or of the disk as the error that its reader can act on; what passes by itself (a network fault) as
 * a `RemoteGitError`, and what nobody can act on as it is. `accessCure`: instead of the one for a GitHub App.
 */
export function fetchFailure(error: unknown, accessCure?: string): unknown {
  const isOfDisk = error instanceof Error && "syscall" in error && "path" in error;
  if (!(error instanceof GitError) && !isOfDisk) return error;
  const complaint = error instanceof GitError ? error.complaint : error.message;
  const known = cases.find(({ pattern }) => pattern.test(complaint));
  if (!known)
    return error instanceof GitError && lineFaults.test(complaint) ? new RemoteGitError(error) : error;
  const cure = known.message === noAccess ? (accessCure ?? known.cure) : known.cure;
  return new UserError(known.message, cure, { cause: error });
}
