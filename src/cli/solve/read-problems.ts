import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Problem, parseProblems } from "../../decompose/problem.ts";
import { UserError } from "../../errors.ts";
import { tell } from "../print.ts";
import { readText } from "../read-text.ts";
import { printable } from "../style.ts";
import { mostBytes, packageCure, readPackage } from "./read-package.ts";

/** The tasks that a person named: of a file, the one of a problem package, or all packages of a contest's folder. */
export async function readProblems(named: string, callerFolder: string): Promise<readonly Problem[]> {
  const place = resolve(callerFolder, named);
  if (named === "-" || !(await isThere(place, "folder")))
    return parseProblems(await readText(place, named, packageCure, mostBytes), printable(named));
  if (await isThere(join(place, "problem.yaml"), "file")) return [await readPackage(place, printable(named))];
  return readContest(place, printable(named));
}

/** Packages that cannot be judged here are told and left out. */
async function readContest(folder: string, named: string): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  let refused: UserError | undefined;
  for (const name of (await readdir(folder)).sort()) {
    if (!(await isThere(join(folder, name, "problem.yaml"), "file"))) continue;
    try {
      problems.push(await readPackage(join(folder, name), printable(name)));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      refused = error;
      tell(`Left out: ${error.message}`);
    }
  }
  if (problems.length > 0) return problems;
  throw refused ?? new UserError(`${named} has no problem.yaml, and no folder in it has one.`, packageCure);
}

async function isThere(path: string, kind: "file" | "folder"): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return (kind === "file" ? found?.isFile() : found?.isDirectory()) === true;
}
