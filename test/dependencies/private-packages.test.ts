import { expect, test } from "@jest/globals";
import { ownBusiness } from "../../src/dependencies/private-packages.ts";
import { explicit } from "../../src/web/package-names.ts";

/** The names that are kept back, of those that are written in the row. */
test.each<[string, Readonly<Record<string, string>>, string, string]>([
  [
    "a source for all",
    { ".npmrc": "registry=https://npm.acme.dev\n", "package.json": "{}" },
    "npm:zod pypi:click",
    "npm:zod",
  ],
  [
    "a repository for one",
    { "package.json": '{"dependencies":{"acme-kit":"git@git.acme.dev:kit.git","zod":"^4"}}' },
    "npm:acme-kit npm:zod pypi:acme-kit",
    "npm:acme-kit",
  ],
  [
    "one that a workspace's root places for its members",
    {
      "pyproject.toml": '[tool.uv.sources]\nacme-kit = { git = "https://git.acme.dev/kit" }\n',
      "web/pyproject.toml": '[project]\ndependencies = ["Acme_Kit", "click"]\n',
    },
    "pypi:Acme_Kit pypi:click",
    "pypi:Acme_Kit",
  ],
  [
    "an address in requirements",
    { "requirements.txt": "acme-kit @ git+ssh://git@git.acme.dev/kit.git\nclick\n" },
    "pypi:acme-kit pypi:click",
    "pypi:acme-kit",
  ],
])("%s", (_, files, asked, expected) => {
  const isPrivate = ownBusiness(Object.entries(files));
  expect(
    asked
      .split(" ")
      .filter((written) => isPrivate(explicit(written)!))
      .join(" "),
  ).toBe(expected);
});
