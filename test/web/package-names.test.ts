import { describe, expect, test } from "@jest/globals";
import { declaredPackages, declaresPackages } from "../../src/web/declared.ts";
import { packagesNamed } from "../../src/web/package-names.ts";

describe("a manifest declares", () => {
  const check = (path: string, text: string, ecosystem: string, names: readonly string[]): void => {
    expect(declaresPackages(path)).toBe(true);
    const found = [...declaredPackages([[path, text]])];
    expect(found.map(([one]) => one)).toEqual([ecosystem]);
    for (const name of names) expect([...found[0]![1]]).toContain(name);
  };
  test.each([
    ["package.json", '{"dependencies":{"zod":"4.0.0","@types/node":"24"}}', "npm", ["zod", "@types/node"]],
    ["sub/requirements-dev.txt", "click>=8\n  PyYAML\n# no\n-r base.txt", "pypi", ["click", "pyyaml"]],
    ["requirements/base.txt", "django>=5", "pypi", ["django"]],
    [
      "pyproject.toml",
      'dependencies = ["httpx>=0.2", "rich",\n "typing_extensions[x]"]',
      "pypi",
      ["httpx", "rich", "typing_extensions"],
    ],
    ["pyproject.toml", '[tool.poetry.dependencies]\nflask = "^3"', "pypi", ["flask"]],
    [
      "Cargo.toml",
      '[dependencies]\nserde = { version = "1" }\nanyhow = "1"\n[dev-dependencies.tokio]',
      "crates",
      ["serde", "anyhow"],
    ],
    [
      "go.mod",
      "module a.com/b\nrequire (\n\tgithub.com/spf13/cobra v1.8.0\n)\nrequire golang.org/x/sys v0.1.0",
      "go",
      ["github.com/spf13/cobra", "golang.org/x/sys"],
    ],
    ["Gemfile", "gem 'rack', '~> 3'\ngem(\"puma\")", "rubygems", ["rack", "puma"]],
    ["a.gemspec", "s.add_dependency 'mustermann', '~> 3'", "rubygems", ["mustermann"]],
    ["composer.json", '{"require":{"php":">=8","guzzlehttp/psr7":"^2"}}', "packagist", ["guzzlehttp/psr7"]],
    [
      "pom.xml",
      "<dependency>\n<groupId>junit</groupId>\n<artifactId>junit</artifactId>",
      "maven",
      ["junit:junit"],
    ],
    [
      "build.gradle.kts",
      'implementation("com.google.code.gson:gson:2.13.2")',
      "maven",
      ["com.google.code.gson:gson"],
    ],
    [
      "src/A.csproj",
      '<PackageReference Include="Newtonsoft.Json" Version="13" />',
      "nuget",
      ["newtonsoft.json"],
    ],
  ] as const)("%s: %j", check);

  test.each(["src/index.ts", "package-lock.json", "README.md", "go.sum", "requirements.md"])(
    "%s is none",
    (path) => expect(declaresPackages(path)).toBe(false),
  );
});

describe("a query names", () => {
  const declared = declaredPackages([
    ["package.json", '{"dependencies":{"zod":"4","parse":"1"}}'],
    ["requirements.txt", "typing_extensions\nzope.interface\nclick"],
    ["go.mod", ""],
    ["composer.json", "{}"],
    ["pom.xml", ""],
  ]);
  const check = (query: string, expected: readonly string[]): void =>
    expect(packagesNamed(query, declared).map(({ ecosystem, name }) => `${ecosystem}:${name}`)).toEqual(
      expected,
    );
  test.each([
    ["how does zod refine objects", ["npm:zod"]],
    ["Zod, `click` and zod.", ["npm:zod", "pypi:click"]],
    ["typing-extensions Protocol", ["pypi:typing-extensions"]],
    ["nuget:Newtonsoft.Json converters", ["nuget:Newtonsoft.Json"]],
    ["crates:serde and npm:@a/b", ["crates:serde", "npm:@a/b"]],
    ["@scope/name usage", ["npm:@scope/name"]],
    ["github.com/spf13/cobra completions", ["go:github.com/spf13/cobra"]],
    ["com.google.code.gson:gson adapters", ["maven:com.google.code.gson:gson"]],
    ["symfony/console table", ["packagist:symfony/console"]],
    ["retry with backoff", []],
    ["serde derive", []],
    ["npm:../../x", []],
    ["", []],
  ])("%s", check);
});
