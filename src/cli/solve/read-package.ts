/** A problem package as contests keep it (icpc.io/problem-package-format), of its versions legacy and 2023-07 onwards. */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { limitsFrom, type Problem, type ProgramTest, withoutPublic } from "../../decompose/problem.ts";
import type { Comparison } from "../../decompose/same-output.ts";
import { parseYaml } from "../../dependencies/yaml.ts";
import { UserError } from "../../errors.ts";
import { isObject } from "../../source/json-object.ts";
import { namesIn, orMissing } from "../../source/or-missing.ts";
import { printable } from "../style.ts";

/** Of a file with tasks, and of all tests of a package together. */
export const mostBytes = 256_000_000;
export const packageCure = "Name a JSON file with tasks, or the folder of a problem package.";

/** Reads the package of a folder that has a `problem.yaml`. Throws a `UserError` for one that cannot be judged here. */
export async function readPackage(folder: string, named: string): Promise<Problem> {
  const about = await settingsIn(join(folder, "problem.yaml"), named);
  const statement = await statementOf(folder);
  if (statement === undefined)
    throw new UserError(`${named} has no statement in Markdown or TeX.`, packageCure);
  if (
    ownJudge.test(`${about["validation"]} ${about["type"]}`) ||
    (await namesIn(join(folder, "output_validator"))).length > 0
  )
    throw new UserError(
      `${named} is judged by a program of its own, which is not run here.`,
      "Take a task whose answers are compared with those of its makers.",
    );
  const publicTests = await testsIn(join(folder, "data", "sample"));
  if (publicTests.length === 0)
    throw new UserError(
      `${named} has no tests in data/sample (each an .in and an .ans file).`,
      withoutPublic,
    );
  const limits = settingsOf(about["limits"]);
  const seconds =
    positive(limits["time_limit"]) ??
    positive(/[\d.]+/.exec((await textIn(join(folder, ".timelimit"))) ?? "")?.[0]) ??
    positive(
      /^\s*timelimit\s*=\D*([\d.]+)/m.exec((await textIn(join(folder, "domjudge-problem.ini"))) ?? "")?.[1],
    );
  const megabytes = positive(limits["memory"]);
  return {
    name: basename(folder),
    ...{ statement, publicTests, privateTests: await testsIn(join(folder, "data", "secret")) },
    ...limitsFrom(seconds, megabytes && megabytes * 2 ** 20),
    comparison: comparisonOf(await flagsOf(folder, about, named)),
  };
}

const ownJudge = /\b(?:custom|interactive|multi-pass|submit-answer)\b/;

type Settings = Readonly<Record<string, unknown>>;

const settingsOf = (value: unknown): Settings => (isObject(value) ? value : {});

/** Empty where there is no such file. */
async function settingsIn(path: string, named: string): Promise<Settings> {
  try {
    return settingsOf(parseYaml((await textIn(path)) ?? "", "file"));
  } catch (error) {
    throw new UserError(`${named}: ${basename(path)} is no YAML: ${printable(String(error))}`, packageCure);
  }
}

/** In English where there is that, otherwise in the language that comes first. */
async function statementOf(folder: string): Promise<string | undefined> {
  const statement = /^problem(?:\.([\w-]+))?\.(?:md|tex)$/;
  for (const place of ["problem_statement", "statement"]) {
    const names = await namesIn(join(folder, place));
    const rank = (name: string): number => {
      const language = statement.exec(name)?.[1];
      return language === "en" ? 0 : language === undefined ? 1 : 2;
    };
    const [first] = names
      .filter((name) => statement.test(name))
      .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
    if (first !== undefined) return textIn(join(folder, place, first));
  }
  return undefined;
}

/** What the default judge is told: by the package, or by the group that all secret tests are in. */
async function flagsOf(folder: string, about: Settings, named: string): Promise<readonly string[]> {
  const given: unknown[] = [about["validator_flags"]];
  for (const group of ["data/secret", "data"]) {
    const legacy = await settingsIn(join(folder, group, "testdata.yaml"), named);
    const since2023 = await settingsIn(join(folder, group, "test_group.yaml"), named);
    given.push(legacy["output_validator_flags"], since2023["output_validator_args"]);
  }
  const flags = given.map((one) => [one ?? ""].flat().join(" ").split(/\s+/).filter(Boolean));
  return flags.find(({ length }) => length > 0) ?? [];
}

/** The default judge looks at no capitals, and takes numbers as words, unless it is told otherwise. */
function comparisonOf(flags: readonly string[]): Comparison {
  const after = (flag: string): number => {
    const at = flags.indexOf(flag);
    return at < 0 ? 0 : (positive(flags[at + 1]) ?? 0);
  };
  const both = after("float_tolerance");
  return {
    ...{ ignoresCase: !flags.includes("case_sensitive"), numbers: "all" },
    ...{
      absolute: after("float_absolute_tolerance") || both,
      relative: after("float_relative_tolerance") || both,
    },
  };
}

const positive = (value: unknown): number | undefined => (Number(value) > 0 ? Number(value) : undefined);

/** Tests in this folder and those below, by the order of their names. */
async function testsIn(folder: string): Promise<readonly ProgramTest[]> {
  const names = await namesIn(folder, "recursive");
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
      throw new UserError(`The tests of ${printable(folder)} are larger than 256 MB.`, packageCure);
    tests.push({ input, output });
  }
  return tests;
}

const textIn = (path: string): Promise<string | undefined> => orMissing(readFile(path, "utf8"));
