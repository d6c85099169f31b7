import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import {
  limitsFrom,
  type Problem,
  type ProgramTest,
  parseProblems,
  withoutPublic,
} from "../../decompose/problem.ts";
import { UserError } from "../../errors.ts";
import { readText } from "../read-text.ts";
import { printable } from "../style.ts";

/** Of a file with tasks, and of all tests of a package together. */
const mostBytes = 256_000_000;
const cure = "Name a JSON file with tasks, or the folder of a problem package.";

/** The tasks that a person named: of a file, or the one of a problem package (icpc.io/problem-package-format). */
export async function readProblems(named: string, callerFolder: string): Promise<readonly Problem[]> {
  const place = resolve(callerFolder, named);
  const isFolder = named !== "-" && (await stat(place).catch(() => undefined))?.isDirectory();
  if (isFolder) return [await readPackage(place, printable(named))];
  return parseProblems(await readText(place, named, cure, mostBytes), printable(named));
}

async function readPackage(folder: string, named: string): Promise<Problem> {
  const about = await textIn(join(folder, "problem.yaml"));
  const statement = await statementOf(folder);
  if (about === undefined || statement === undefined)
    throw new UserError(`${named} has no ${about === undefined ? "problem.yaml" : "statement"}.`, cure);
  if (/^validation:.*\b(?:custom|interactive)|^type:.*\binteractive/m.test(about))
    throw new UserError(
      `${named} is judged by a program of its own, which is not run here.`,
      "Take a task whose answers are compared with those of its makers.",
    );
  const publicTests = await testsIn(join(folder, "data", "sample"));
  if (publicTests.length === 0) throw new UserError(`${named} has no tests in data/sample.`, withoutPublic);
  const seconds =
    numberIn(about, /^\s*time_limit:\s*([\d.]+)/m) ??
    numberIn(await textIn(join(folder, ".timelimit")), /([\d.]+)/);
  const megabytes = numberIn(about, /^\s*memory:\s*(\d+)/m);
  return {
    name: basename(folder),
    ...{ statement, publicTests, privateTests: await testsIn(join(folder, "data", "secret")) },
    ...limitsFrom(seconds, megabytes && megabytes * 2 ** 20),
  };
}

async function statementOf(folder: string): Promise<string | undefined> {
  for (const place of ["problem_statement", "statement"])
    for (const name of ["problem.en.md", "problem.en.tex", "problem.md", "problem.tex"]) {
      const text = await textIn(join(folder, place, name));
      if (text !== undefined) return text;
    }
  return undefined;
}

/** Tests in this folder and those below, by the order of their names. */
async function testsIn(folder: string): Promise<readonly ProgramTest[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const inputs = names.filter((name) => name.endsWith(".in")).sort();
  const tests: ProgramTest[] = [];
  let bytes = 0;
  for (const name of inputs) {
    const [input, output] = [
      await textIn(join(folder, name)),
      await textIn(join(folder, name.replace(/in$/, "ans"))),
    ];
    if (input === undefined || output === undefined) continue;
    bytes += input.length + output.length;
    if (bytes > mostBytes)
      throw new UserError(`The tests of ${printable(folder)} are larger than 256 MB.`, cure);
    tests.push({ input, output });
  }
  return tests;
}

const numberIn = (text: string | undefined, pattern: RegExp): number | undefined => {
  const found = pattern.exec(text ?? "")?.[1];
  return found === undefined || !(Number(found) > 0) ? undefined : Number(found);
};

async function textIn(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  });
}
