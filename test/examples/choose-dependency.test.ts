import { describe, expect, test } from "@jest/globals";
import { versionInUse } from "../../src/dependencies/changes.ts";
import type { Dependency } from "../../src/dependencies/dependency.ts";
import { UserError } from "../../src/errors.ts";
import { chooseDependency } from "../../src/examples/choose-dependency.ts";

const one = (ecosystem: Dependency["ecosystem"], name: string, range = "^1.0.0"): Dependency => ({
  ...{ ecosystem, name, range, version: undefined, development: false, manifests: ["x"] },
});
const mixed = [
  one("npm", "zod", "^3.25.0"),
  one("npm", "@octokit/core"),
  one("pypi", "PyYAML"),
  one("npm", "yaml"),
  one("go", "github.com/spf13/cobra", "v1.8.0"),
  one("go", "github.com/mholt/acmez/v3", "v3.1.2"),
  one("pypi", "scikit-learn", "==1.2"),
  one("maven", "org.slf4j:slf4j-api", "2.0.9"),
  one("packagist", "laravel/framework", "^10.1"),
];
const twins = [one("npm", "@a/core"), one("npm", "@b/core")];

describe("a dependency that is meant", () => {
  test.each([
    ["zod", "npm:zod -"],
    [" zod ", "npm:zod -"],
    ["zod@4.1.5", "npm:zod 4.1.5 after 3.25.0"],
    ["zod@3.25.1", "npm:zod 3.25.1"],
    ["zod@2", "npm:zod 2"],
    ["npm:yaml@2", "npm:yaml 2 after 1.0.0"],
    ["@octokit/core@v7", "npm:@octokit/core v7 after 1.0.0"],
    ["core", "npm:@octokit/core -"],
    ["pyyaml", "pypi:PyYAML -"],
    ["cobra", "go:github.com/spf13/cobra -"],
    ["acmez", "go:github.com/mholt/acmez/v3 -"],
    ["crates:serde", "crates:serde -"],
    ["sklearn", "pypi:scikit-learn -"],
    ["scikit-learn[alldeps]>=1.3", "pypi:scikit-learn 1.3"],
    ["org.slf4j:slf4j-api:3.0.1", "maven:org.slf4j:slf4j-api 3.0.1 after 2.0.9"],
    ["maven:org.slf4j:slf4j-ext", "maven:org.slf4j:slf4j-ext -"],
    ["laravel/framework:^11", "packagist:laravel/framework 11 after 10.1"],
    ["npm:7zip-bin", "npm:7zip-bin -"],
    ["`zod`", "npm:zod -"],
    ["`zod@4.1.5`", "npm:zod 4.1.5 after 3.25.0"],
    ["'@octokit/core'", "npm:@octokit/core -"],
    ["zod@latest", "npm:zod - after 3.25.0"],
    ["zod latest", "npm:zod - after 3.25.0"],
    ["zod@^4", "npm:zod 4 after 3.25.0"],
    ["zod@~4.1", "npm:zod 4.1 after 3.25.0"],
    ["zod @ >=4", "npm:zod 4 after 3.25.0"],
    ["PyYAML==6.0.2", "pypi:PyYAML 6.0.2 after 1.0.0"],
    ["pyyaml >= 6", "pypi:PyYAML 6 after 1.0.0"],
    ["zod 4", "npm:zod 4 after 3.25.0"],
    ["zod v4.1", "npm:zod v4.1 after 3.25.0"],
    ["@octokit/core 7", "npm:@octokit/core 7 after 1.0.0"],
    ["zod\n\nThank you.", "npm:zod -"],
    ["npm:7zip-bin", "npm:7zip-bin -"],
  ])("%s: %s", (asked, expected) => {
    const { dependency, before } = chooseDependency(asked, mixed);
    const said = `${dependency.ecosystem}:${dependency.name} ${dependency.version ?? "-"}`;
    expect(before === undefined ? said : `${said} after ${before}`).toBe(expected);
  });
  test("of a repository with one ecosystem any package may be asked for", () =>
    expect(chooseDependency("hono", [one("npm", "zod")]).dependency).toMatchObject({
      ecosystem: "npm",
      name: "hono",
      manifests: [],
    }));
  test("the newest is none that a range or a lock file tells", () =>
    expect(versionInUse(chooseDependency("zod@latest", mixed).dependency)).toBeUndefined());
});

describe("what a person has to say better", () => {
  test.each([
    ["", mixed, /No dependency was named/, /for example `zod`/],
    ["core", twins, /several/, /`npm:@a\/core`, `npm:@b\/core`/],
    ["zood", mixed, /declares no dependency `zood`/, /Did you mean `zod`\?/],
    ["octokit", mixed, /declares no/, /`@octokit\/core`/],
    ["serde", mixed, /declares no/, /Name its ecosystem as well: `npm:serde`/],
    ["anything", [], /declares no/, /npm, pypi/],
    ["zod please", mixed, /`zod please` is no name/, /Did you mean `zod`\?/],
    ["zod@next", [one("npm", "zod")], /`zod@next` is no name of a package \(npm\)/, /Did you mean `zod`\?/],
    ["hono, please", [one("npm", "zod")], /no name/, /Write a name.*example `zod`/],
    ["npm:hono or so", [one("pypi", "click")], /no name of a package/, /Write a name/],
  ])("%s", (asked, declared, message, cure) => {
    const attempt = (): unknown => chooseDependency(asked, declared);
    expect(attempt).toThrow(UserError);
    expect(attempt).toThrow(message);
    try {
      attempt();
    } catch (error) {
      expect((error as UserError).cure).toMatch(cure);
    }
  });
});

test("a manifest that could not be read is named, for it may be there", () => {
  const notes = ["package.json cannot be read: Unexpected token.", "web/package.json cannot be read: x."];
  const cure = (declared: readonly Dependency[], asked: string): string => {
    try {
      chooseDependency(asked, declared, () => false, notes);
      return "";
    } catch (error) {
      return (error as UserError).cure;
    }
  };
  for (const [declared, asked] of [
    [[], "zod"],
    [mixed, "zood"],
  ] as const)
    expect(cure(declared, asked)).toMatch(
      /stand in a file that was not read: package\.json cannot be read: Unexpected token\. So it is with 1 other file\./,
    );
});

test("one that is the project's own is not asked for outside (S03)", () => {
  const isPrivate = ({ name }: { readonly name: string }): boolean => name.startsWith("@acme/");
  for (const asked of ["npm:@acme/ui", "@acme/ui"])
    expect(() => chooseDependency(asked, [one("npm", "zod")], isPrivate)).toThrow("not asked for outside");
  expect(chooseDependency("zod", [one("npm", "zod")], isPrivate).dependency.name).toBe("zod");
});
