import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "./programs.ts";

/** Content of one file; with a mode where it is not a plain one; undefined deletes it. */
export type TestFile =
  | string
  | Uint8Array
  | { readonly mode: "100755" | "120000"; readonly content: string | Uint8Array }
  | undefined;

/** Path to content. A Map may have paths as bytes, for names that are not UTF-8. */
export type TestFiles = Readonly<Record<string, TestFile>> | ReadonlyMap<string | Buffer, TestFile>;

export interface TestRepository {
  readonly dir: string;
  /** SHA of the first commit. */
  readonly commit: string;
  /** Adds a commit on top of `branch` (default `main`) and says its SHA. The work tree follows, if there is one. */
  add(files: TestFiles, options?: { readonly branch?: string; readonly message?: string }): Promise<string>;
  /** Runs git in the repository; what it printed, without the last line end. Throws with what git complained of. */
  git(...argv: readonly string[]): Promise<string>;
  /** Removes the repository from the disk. */
  remove(): Promise<void>;
}

export interface RepositoryOptions {
  /** Where to put it, for example `root/owner/name.git`; a new temporary folder unless given. */
  readonly dir?: string;
  /** Without a work tree. */
  readonly bare?: boolean;
}

/** Where a commit goes. */
interface Place {
  /** What the branch stands at; nothing where there is no such branch. */
  readonly tip?: string | undefined;
  /** Whether the work tree shows it. */
  readonly isHead: boolean;
}

/** Makes a real git repository with one commit of these files on `main`. */
export async function makeRepository(
  files: TestFiles,
  options: RepositoryOptions = {},
): Promise<TestRepository> {
  const dir = options.dir ?? (await mkdtemp(join(tmpdir(), "coderag-repository-")));
  await mkdir(dir, { recursive: true });
  const git = async (...argv: readonly string[]) => (await runGit(dir, argv)).trimEnd();
  await git("init", "--quiet", "--initial-branch=main", ...(options.bare ? ["--bare"] : []));
  const commitOn = async (
    { tip, isHead }: Place,
    files: TestFiles,
    { branch = "main", message = "change" } = {},
  ): Promise<string> => {
    const stream = commitStream(files, branch, message, tip);
    const commit = (await runGit(dir, ["fast-import", "--quiet", "--date-format=raw"], stream)).trimEnd();
    if (isHead && !options.bare) await git("reset", "--quiet", "--hard");
    return commit;
  };
  const commit = await commitOn({ isHead: true }, files, { message: "first" });
  const add: TestRepository["add"] = async (more, { branch = "main", message } = {}) => {
    const place = await git("for-each-ref", "--format=%(objectname)%(HEAD)", `refs/heads/${branch}`);
    const [, tip, head] = /^(\w*)(\*?)/.exec(place)!;
    return commitOn({ tip, isHead: head === "*" }, more, { branch, ...(message && { message }) });
  };
  return { dir, commit, add, git, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** Runs git with a clean configuration and a fixed author, and gives its standard output. */
export async function runGit(dir: string, argv: readonly string[], input?: Uint8Array): Promise<string> {
  const env = { ...process.env, ...cleanEnvironment };
  const { code, output, complaint } = await runProgram({ argv: ["git", "-C", dir, ...argv], env, input });
  if (code !== 0) throw new Error(`git ${argv.join(" ")}: ${complaint}`);
  return output.toString();
}

const cleanEnvironment = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_TERMINAL_PROMPT: "0",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};

/** One commit in the language of git fast-import, which then says its SHA: any name, any mode, no work tree needed. */
function commitStream(files: TestFiles, branch: string, message: string, tip: string | undefined): Buffer {
  const parts: (string | Uint8Array)[] = [
    `commit refs/heads/${branch}\nmark :1\ncommitter Ada <ada@example.com> 1700000000 +0000\n`,
    `data ${Buffer.byteLength(message)}\n${message}\n`,
    tip ? `from ${tip}\n` : "",
  ];
  const entries: Iterable<[string | Buffer, TestFile]> = files instanceof Map ? files : Object.entries(files);
  for (const [path, file] of entries) {
    if (file === undefined) parts.push(`D ${quoted(path)}\n`);
    else {
      const { mode, content } =
        typeof file === "object" && "mode" in file ? file : { mode: "100644", content: file };
      const bytes = Buffer.from(content as string);
      parts.push(`M ${mode} inline ${quoted(path)}\ndata ${bytes.length}\n`, bytes, "\n");
    }
  }
  parts.push("\nget-mark :1\n");
  return Buffer.concat(parts.map((part) => Buffer.from(part as string)));
}

/** A path as fast-import reads it: every byte that is not a plain letter as an octal escape. */
function quoted(path: string | Buffer): string {
  const bytes = [...Buffer.from(path as string)];
  return `"${bytes
    .map((byte) =>
      /[\w./ -]/.test(String.fromCharCode(byte)) && byte < 128
        ? String.fromCharCode(byte)
        : `\\${byte.toString(8).padStart(3, "0")}`,
    )
    .join("")}"`;
}
