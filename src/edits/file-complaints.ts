import type { Complaint } from "../errors.ts";
import { splitLines } from "../source/lines.ts";
import type { FileEdits } from "./edit.ts";
import { fileHeader, numberLines } from "./number.ts";
import { around } from "./place-complaints.ts";

export const changesNothing: Complaint = {
  kind: "edit/no-change",
  message:
    "Every edit leaves its line as it is, so nothing changes. Give the lines as they should be after the change.",
};

/** What is wrong with a part of an answer as a whole: its path, its fate, or that it is empty. */
export function fileComplaint(
  part: FileEdits,
  parts: readonly FileEdits[],
  files: ReadonlyMap<string, string>,
): Complaint | undefined {
  const { path, newPath, fate, answerLine } = part;
  if (path === undefined)
    return {
      kind: "edit/no-header",
      line: answerLine,
      message: "The edits do not say which file they are for. Put `=== path` above them.",
    };
  const clash = parts.find(
    (other) => other !== part && touches(other).some((name) => touches(part).includes(name)),
  );
  if (clash !== undefined)
    return {
      kind: "edit/two-headers",
      path,
      message: `\`${path}\` is named by the headers on lines ${answerLine} and ${clash.answerLine} of the answer in different ways. Give each file one header.`,
    };
  if (newPath !== undefined && (fate !== "changed" || files.has(newPath)))
    return {
      kind: "edit/cannot-rename",
      path,
      message: files.has(newPath)
        ? `\`${newPath}\` exists already. Rename to a free path, or edit that file.`
        : "A renamed file is neither new nor deleted. Leave the bracket out.",
    };
  if (fate === "new") return files.has(path) ? exists(path, files.get(path)!) : undefined;
  const text = files.get(path);
  if (text === undefined) return unknownFile(path, files);
  if (fate === "whole") return mayBeWhole(path, text);
  return fate === "deleted" ? needsNoEdits(part) : needsEdits(part);
}

function touches(part: FileEdits): readonly string[] {
  return [part.path, part.newPath].filter((path) => path !== undefined);
}

function exists(path: string, text: string): Complaint {
  return {
    kind: "edit/file-exists",
    path,
    message: `\`${path}\` exists already, so it cannot be new. Write \`=== ${path}\` and edit its lines, which are shown here from the top.`,
    excerpt: numberLines(text, { to: 20 }),
  };
}

function unknownFile(path: string, files: ReadonlyMap<string, string>): Complaint {
  const name = path.split("/").at(-1)!.toLowerCase();
  const alike = [...files.keys()].filter(
    (other) => other.toLowerCase().endsWith(`/${name}`) || other.toLowerCase() === name,
  );
  const hint =
    alike.length === 0
      ? ""
      : ` Did you mean ${alike
          .slice(0, 3)
          .map((other) => `\`${other}\``)
          .join(" or ")}?`;
  return {
    kind: "edit/unknown-file",
    path,
    message: `There is no text file \`${path}\` (binary, non-UTF-8 and very large files cannot be edited).${hint} Use a path as the context shows it, or write \`=== ${path} (new)\` to create it.`,
  };
}

/** Files with more lines than this are changed line by line: printing them whole is dear and loses lines. */
export const longestWhole = 200;

function mayBeWhole(path: string, text: string): Complaint | undefined {
  const lines = splitLines(text).length;
  if (lines <= longestWhole) return undefined;
  return {
    kind: "edit/too-long-for-whole",
    path,
    message: `\`${path}\` has ${lines} lines; only a file of at most ${longestWhole} is taken whole. Give the lines that change.`,
  };
}

/** The file is not what the answer was written for. `near`: lines to show, 1-based. */
export function staleFile(path: string, text: string, near: readonly number[]): Complaint {
  return {
    kind: "edit/stale-file",
    path,
    message: `\`${path}\` is not the text that these edits were written for. Look at its lines as they are now and give the edits again, under \`${fileHeader(path, text)}\`.`,
    excerpt: near.map((line) => around(text, line, line)).join("\n...\n"),
  };
}

function needsNoEdits(part: FileEdits): Complaint | undefined {
  if (part.edits.length === 0) return undefined;
  return {
    kind: "edit/edits-in-deleted-file",
    path: part.path!,
    message: `\`${part.path}\` is to be deleted, so it takes no edits. Leave out either the edits or \`(delete)\`.`,
  };
}

function needsEdits(part: FileEdits): Complaint | undefined {
  if (part.edits.length > 0 || part.newPath !== undefined || Object.keys(part.form).length > 0)
    return undefined;
  return {
    kind: "edit/no-edits",
    path: part.path!,
    message: `No edit stands under \`=== ${part.path}\`. Add the edits, or leave the header out.`,
  };
}
