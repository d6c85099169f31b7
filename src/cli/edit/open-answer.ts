import { resolve } from "node:path";
import { type AppliedAnswer, applyWritten } from "../../agent/tools/apply-answer.ts";
import { loadLocalConfig, takeEnvironment } from "../../config.ts";
import { UserError } from "../../errors.ts";
import { asOnDisk } from "../../workspace/open-work-tree.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { interruptible } from "../interruptible.ts";
import { type OpenedCode, openCode } from "../open-code.ts";
import { tell } from "../print.ts";
import { readText } from "../read-text.ts";
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
  const cure = "Name a text file, or - to read standard input.";
  const answer = await readText(resolve(config.callerFolder, path), path, cure);
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
