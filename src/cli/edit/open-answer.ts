import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { type AppliedAnswer, applyWritten } from "../../agent/tools/apply-answer.ts";
import { type Config, loadLocalConfig, takeEnvironment } from "../../config.ts";
import { UserError } from "../../errors.ts";
import { asOnDisk } from "../../workspace/open-work-tree.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { interruptible } from "../interruptible.ts";
import { type OpenedCode, openCode } from "../open-code.ts";
import { tell } from "../print.ts";
import { printable } from "../style.ts";

export interface AnswerOptions {
  readonly repo: string;
  readonly file?: string;
  readonly json?: boolean;
}

export interface OpenedAnswer extends AppliedAnswer {
  readonly opened: OpenedCode;
}

/** Reads an answer, applies it in memory to the files as they stand on the disk, and hands all of it to `use`. */
export async function withAnswer<T>(
  path: string,
  { repo, file }: AnswerOptions,
  use: (answer: OpenedAnswer) => Promise<T>,
): Promise<T> {
  const config = loadLocalConfig(takeEnvironment());
  const answer = await readInput(path, config);
  return interruptible(async (signal) => {
    const opened = await openCode(config, { repo, view: "work tree" }, tell, signal);
    try {
      for (const note of opened.notes.slice(0, 3)) tell(note);
      const { workspace, directory, repository } = opened;
      if (file !== undefined && !workspace.entries.has(file)) throw noSuchFile(file, workspace);
      const hasFiles = repository !== undefined && repository.gitDir === undefined;
      const seen = hasFiles ? asOnDisk(workspace, directory) : workspace;
      return await use({ opened, ...(await applyWritten(answer, seen, file)) });
    } finally {
      await opened.workspace.close();
    }
  });
}

function noSuchFile(file: string, { entries }: Workspace): UserError {
  const like = [...entries.keys()].find((path) => path.endsWith(`/${file}`));
  return new UserError(
    `There is no file ${printable(file)} in this repository.`,
    `Name it from the top of the repository${like === undefined ? "" : `: --file ${printable(like)}`}.`,
  );
}

/** The text of a file, or of standard input for `-`. */
export async function readInput(
  path: string,
  { callerFolder }: Pick<Config, "callerFolder">,
): Promise<string> {
  if (path === "-") return readAll(process.stdin);
  return readFile(resolve(callerFolder, path), "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      `${path} cannot be read (${error.code ?? error.message}).`,
      "Name a text file, or - to read standard input.",
    );
  });
}
