import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { readProblems } from "../../src/cli/solve/read-problems.ts";
import { isSameOutput } from "../../src/decompose/same-output.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-problems-"));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const sample = { "data/sample/1.in": "1 2\n", "data/sample/1.ans": "3\n" };
const statement = { "problem_statement/problem.en.tex": "Print the sum." };

/** A package in a folder of this name. */
async function pack(name: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries({ "problem.yaml": "name: Sum\n", ...sample, ...files })) {
    await mkdir(dirname(join(home, name, path)), { recursive: true });
    await writeFile(join(home, name, path), text);
  }
}
const only = async (files: Readonly<Record<string, string>>) => {
  await pack("sum", files);
  const [problem, ...more] = await readProblems("sum", home);
  expect(more).toEqual([]);
  return problem!;
};

describe("a problem package", () => {
  test.each([
    [["problem.sv.tex"], "problem.sv.tex"],
    [["problem.tex", "problem.sv.tex"], "problem.tex"],
    [["problem.de.md", "problem.en.tex", "problem-slide.en.tex", "problem.tex"], "problem.en.tex"],
    [["problem.en.md", "problem.en.tex"], "problem.en.md"],
  ])("of the statements %j it reads %s", async (names, read) => {
    const files = names.map((name) => [`problem_statement/${name}`, name]);
    expect((await only(Object.fromEntries(files))).statement).toBe(read);
  });

  test("of version 2023-07 has its statement in another folder", async () => {
    const { statement: read, privateTests } = await only({
      "problem.yaml": "problem_format_version: 2023-07\ntype: [pass-fail]\nname: {en: Sum, sv: Summa}\n",
      "statement/problem.en.md": "Sum.",
      "data/secret/group/2.in": "2 2\n",
      "data/secret/group/2.ans": "4\n",
    });
    expect({ read, privateTests }).toEqual({
      read: "Sum.",
      privateTests: [{ input: "2 2\n", output: "4\n" }],
    });
  });

  test("with a folder that cannot be listed is not one without it", async () => {
    await pack("sum", statement);
    await symlink("secret", join(home, "sum", "data", "secret"));
    await expect(readProblems("sum", home)).rejects.toThrow("ELOOP");
  });

  test.each([
    ["problem.yaml", "name: Sum\nlimits:\n  memory: 512\n  time_limit: 3 # seconds\n"],
    [".timelimit", "3\n"],
    ["domjudge-problem.ini", "short-name=S\ntimelimit='3'\n"],
  ])("has its time limit in %s", async (path, text) => {
    expect(await only({ ...statement, [path]: text })).toMatchObject({ seconds: 15 });
  });

  test("is compared as the format's default judge does", async () => {
    const { comparison } = await only(statement);
    expect(isSameOutput("Yes 1", "YES  1", comparison)).toBe(true);
    expect(isSameOutput("0.3333334", "0.3333333", comparison)).toBe(false);
  });

  test.each([
    ["problem.yaml", "validator_flags: case_sensitive float_tolerance 1e-2\n"],
    ["data/testdata.yaml", "output_validator_flags: case_sensitive float_tolerance 1e-2\n"],
    ["data/secret/test_group.yaml", "output_validator_args: [case_sensitive, float_tolerance, 1e-2]\n"],
  ])("says in %s how it is compared", async (path, text) => {
    const { comparison } = await only({ ...statement, [path]: text });
    expect(isSameOutput("Yes", "YES", comparison)).toBe(false);
    expect(isSameOutput("3.0 99.1", "3 100", comparison)).toBe(true);
    expect(isSameOutput("3.0 98", "3 100", comparison)).toBe(false);
  });

  test("may allow a difference of one kind alone", async () => {
    const { comparison } = await only({
      ...statement,
      "problem.yaml": "validator_flags: float_absolute_tolerance 0.1\n",
    });
    expect(isSameOutput("3.05", "3", comparison)).toBe(true);
    expect(isSameOutput("1000.5", "1000", comparison)).toBe(false);
  });

  test.each([
    ["validation: custom interactive\n", {}],
    ["type: interactive\n", {}],
    ["type:\n  - pass-fail\n  - multi-pass\n", {}],
    ["name: Sum\n", { "output_validator/validate.py": "" }],
  ])("that is judged by a program of its own is refused: %j", async (about, files) => {
    await expect(only({ ...statement, "problem.yaml": about, ...files })).rejects.toThrow(
      "sum is judged by a program of its own",
    );
  });

  test.each([
    ["no YAML", { ...statement, "problem.yaml": "name: [Sum\n" }, /^sum: problem\.yaml is no YAML: /],
    [
      "a statement in PDF alone",
      { "problem_statement/problem.en.pdf": "" },
      /^sum has no statement in Markdown/,
    ],
  ])("%s is told", async (_, files, message) => {
    await expect(only(files)).rejects.toThrow(message);
  });
});

describe("a contest's folder", () => {
  test("gives its packages by name, but for those that cannot be judged", async () => {
    await pack("second", statement);
    await pack("first", statement);
    await pack("talks", { ...statement, "problem.yaml": "validation: custom\n" });
    await mkdir(join(home, "no-package"));
    expect((await readProblems(".", home)).map(({ name }) => name)).toEqual(["first", "second"]);
  });

  test("of which nothing can be judged says why", async () => {
    await pack("talks", { ...statement, "problem.yaml": "validation: custom\n" });
    await expect(readProblems(".", home)).rejects.toThrow("talks is judged by a program of its own");
  });
});
