import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { UserError } from "../errors.ts";
import { count } from "../source/counted.ts";
import { textOf } from "../workspace/read-commit.ts";
import { printable } from "./style.ts";

/** More is no text that a person wrote: GitHub's issues end at 65,536 characters. */
const writtenBytes = 1_000_000;

/**
 * The text of a file that a person named, or of standard input for `-`: `place` is its absolute path, `name` what the
 * person wrote. Throws a `UserError` for what cannot be read, is no text, or is larger than `mostBytes`, 1 MB unless
 * given.
 */
export async function readText(
  place: string,
  name: string,
  cure: string,
  mostBytes = writtenBytes,
): Promise<string> {
  const bytes = await (name === "-" ? buffer(process.stdin) : readFile(place)).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UserError(faultOf(printable(name), error), cure);
    },
  );
  const shown = name === "-" ? "Standard input" : printable(name);
  if (bytes.length > mostBytes)
    throw new UserError(`${shown} is larger than ${count(mostBytes / 1_000_000)} MB.`, cure);
  const text = textOf(bytes);
  if (text === undefined) throw new UserError(`${shown} is not UTF-8 text.`, cure);
  return text;
}

function faultOf(name: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT") return `There is no file ${name}.`;
  if (code === "EISDIR") return `${name} is a folder, not a file.`;
  if (code === "EACCES" || code === "EPERM") return `You are not allowed to read ${name}.`;
  return `${name} cannot be read (${code ?? message}).`;
}
