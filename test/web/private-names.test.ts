import { expect, test } from "@jest/globals";
import { explicit } from "../../src/web/package-names.ts";
import { privatePackages, saysSources } from "../../src/web/private-names.ts";

/** The public registry of a domain: all that such an organisation serves below its own is public. */
const registry = (domain: string): string => `https://registry.${domain}`;

/** The names that are kept back, of those that are written in the row. */
test.each<[string, Readonly<Record<string, string>>, string, string]>([
  ["nothing said", { "package.json": '{"name":"shop"}' }, "npm:zod npm:@acme/ui pypi:click", ""],
  [
    "a scope's registry",
    { ".npmrc": "@acme:registry=https://npm.acme.dev\n" },
    "npm:@acme/ui npm:@acme2/ui npm:zod",
    "npm:@acme/ui",
  ],
  [
    "the public one",
    { ".npmrc": `@acme:registry=${registry("npmjs.org")}/\nregistry=${registry("npmjs.org")}\n` },
    "npm:@acme/ui npm:zod",
    "",
  ],
  [
    "Yarn's own",
    { ".yarnrc.yml": `npmRegistryServer: "${registry("yarnpkg.com")}"\n` },
    "npm:@acme/ui npm:zod",
    "",
  ],
  [
    "one that is called like the public one",
    { ".npmrc": `@acme:registry=${registry("npmjs.org.acme.dev")}/\n` },
    "npm:@acme/ui npm:zod",
    "npm:@acme/ui",
  ],
  [
    "a registry for all",
    { "web/.npmrc": "registry=https://npm.acme.dev/\n" },
    "npm:zod npm:@acme/ui pypi:click",
    "npm:zod npm:@acme/ui",
  ],
  [
    "Yarn's",
    { ".yarnrc.yml": 'npmScopes:\n  acme:\n    npmRegistryServer: "https://npm.acme.dev"\n' },
    "npm:@Acme/ui npm:zod",
    "npm:@Acme/ui",
  ],
  [
    "the project's own scope",
    { "package.json": '{ "name": "@acme/shop" }' },
    "npm:@acme/ui npm:@types/node",
    "npm:@acme/ui",
  ],
  [
    "a lock file's address",
    {
      "package-lock.json": `"node_modules/@corp/kit": {\n  "version": "1.0.0",\n  "resolved": "https://npm.corp.dev/kit.tgz"\n}, "node_modules/@types/node": {\n  "version": "1.0.0",\n  "resolved": "${registry("npmjs.org")}/x.tgz"`,
    },
    "npm:@corp/kit npm:@types/node",
    "npm:@corp/kit",
  ],
  [
    "an index of Python",
    { "requirements.txt": "--extra-index-url https://pypi.acme.dev/simple\nclick\n" },
    "pypi:click npm:zod",
    "pypi:click",
  ],
  [
    "an index in a folder of requirements",
    { "requirements/base.txt": "--index-url https://pypi.acme.dev/simple\nclick\n" },
    "pypi:click",
    "pypi:click",
  ],
  ["behind a byte order mark", { ".npmrc": "\uFEFFregistry=https://npm.acme.dev/\n" }, "npm:zod", "npm:zod"],
  [
    "the public ones as they are also written",
    {
      ".npmrc": `registry="${registry("npmjs.org")}/"\n@acme:registry='${registry("npmjs.org")}/'\n`,
      Gemfile: 'source "http://rubygems.org"\n',
      "nuget.config": '<add key="nuget.org" value="https://www.nuget.org/api/v2/" />',
    },
    "npm:zod npm:@acme/ui rubygems:rack nuget:Dapper",
    "",
  ],
  ["another registry in quotes", { ".npmrc": 'registry = "https://npm.acme.dev/"\n' }, "npm:zod", "npm:zod"],
  [
    "addresses of other tools, and of sources that are public",
    {
      "pyproject.toml":
        '[tool.briefcase]\nurl = "https://acme.dev"\n[[tool.uv.index]]\nname = "pypi"\nurl = "https://pypi.org/simple"\n[tool.other]\nurl = "https://acme.dev/x"\n',
    },
    "pypi:click",
    "",
  ],
  [
    "uv's index",
    {
      "pyproject.toml":
        '[[tool.uv.index]]\nurl = "https://pypi.org/simple"\n\n[[ tool.uv.index ]]\nname = "acme"\n# ours\nurl = "https://pypi.acme.dev"\n',
    },
    "pypi:click",
    "pypi:click",
  ],
  [
    "uv's index in one line",
    { "uv.toml": 'index = [{ name = "acme", url = "https://pypi.acme.dev" }]\n' },
    "pypi:click",
    "pypi:click",
  ],
  [
    "uv's further indexes",
    { "pyproject.toml": '[tool.uv]\nextra-index-url = ["https://pypi.acme.dev"]\n' },
    "pypi:click",
    "pypi:click",
  ],
  [
    "Poetry's source",
    { "pyproject.toml": '[[tool.poetry.source]]\nname = "acme"\nurl = "https://pypi.acme.dev"\n' },
    "pypi:click",
    "pypi:click",
  ],
  ["PyPI itself", { Pipfile: '[[source]]\nurl = "https://pypi.org/simple"\n' }, "pypi:click", ""],
  [
    "Cargo's",
    { ".cargo/config.toml": '[registries.acme]\nindex = "sparse+https://crates.acme.dev/"\n' },
    "crates:serde",
    "crates:serde",
  ],
  [
    "Ruby's",
    { Gemfile: 'source "https://rubygems.org"\nsource "https://gems.acme.dev" do\nend\n' },
    "rubygems:rack",
    "rubygems:rack",
  ],
  [
    "NuGet's",
    {
      "NuGet.Config":
        '<configuration><packageSources><add key="a" value="https://nuget.acme.dev/v3/index.json" /></packageSources></configuration>',
    },
    "nuget:Dapper",
    "nuget:Dapper",
  ],
  [
    "Paket's",
    {
      "paket.dependencies": "source https://api.nuget.org/v3/index.json\nsource https://nuget.acme.dev/v3\n",
    },
    "nuget:Dapper",
    "nuget:Dapper",
  ],
  [
    "Bazel's for Maven",
    {
      "MODULE.bazel":
        'maven.install(repositories = ["https://repo1.maven.org/maven2", "https://maven.acme.dev"])\n',
    },
    "maven:a:b cpp:fmt",
    "maven:a:b",
  ],
  [
    "Composer's",
    { "composer.json": '{ "repositories": [{ "type": "vcs", "url": "https://git.acme.dev/x" }] }' },
    "packagist:a/b",
    "packagist:a/b",
  ],
  [
    "Composer's, where the lock file says what comes from Packagist",
    {
      "composer.json": '{ "repositories": [{ "type": "vcs", "url": "https://git.acme.dev/x" }] }',
      "composer.lock": `{ "packages": [
        { "name": "A/b", "notification-url": "https://packagist.org/downloads/" },
        { "name": "acme/x", "source": { "url": "https://git.acme.dev/x" } },
        { "name": "acme/y", "notification-url": "https://packagist.acme.dev/downloads/" } ] }`,
    },
    "packagist:a/b packagist:acme/x packagist:acme/y packagist:c/d",
    "packagist:acme/x packagist:acme/y packagist:c/d",
  ],
  [
    "Composer's from a folder, as only the lock file says",
    { "composer.lock": '{ "packages-dev": [{ "name": "acme/kit", "dist": { "type": "path" } }] }' },
    "packagist:a/b packagist:acme/kit",
    "packagist:acme/kit",
  ],
  ["a lock file that is none", { "composer.lock": "[1, {" }, "packagist:a/b", ""],
  [
    "Go modules of the same owner",
    { "go.mod": "module github.com/acme/shop\n" },
    "go:github.com/acme/kit go:github.com/acmes/kit",
    "go:github.com/acme/kit",
  ],
  [
    "Go modules of the same host",
    { "go.mod": "module acme.dev/shop\n" },
    "go:acme.dev/kit go:golang.org/x/sync",
    "go:acme.dev/kit",
  ],
])("%s", (_, files, asked, expected) => {
  const isPrivate = privatePackages(Object.entries(files));
  const kept = asked.split(" ").filter((written) => isPrivate(explicit(written)!));
  expect(kept.join(" ")).toBe(expected);
  expect(Object.keys(files).filter((path) => !saysSources(path))).toEqual([]);
}); // prettier-ignore
