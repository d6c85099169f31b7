import { describe, expect, test } from "@jest/globals";
import { registries } from "../../src/web/registries/all.ts";
import type { Ecosystem, PackageFacts } from "../../src/web/registries/registry.ts";
import { faultOf, signal, smallInternet } from "./small-internet.ts";

/** Answers as the registries document them, by address. */
const answers: Readonly<Record<string, object | string>> = {
  "cdn.jsdelivr.net/npm/zod@latest/package.json": {
    ...{ name: "zod", version: "4.6.7", license: "MIT", description: "Schemas", homepage: "https://zod.dev" },
    repository: { type: "git", url: "git+https://github.com/colinhacks/zod.git" },
  },
  "cdn.jsdelivr.net/npm/@types/node@latest/package.json": {
    version: "24.0.0",
    license: { type: "MIT" },
    repository: "github:a/b",
  },
  "pypi.org/pypi/click/json": {
    info: {
      ...{ name: "click", version: "8.3.0", summary: "Command lines", license: null, home_page: null },
      ...{
        license_expression: "BSD-3-Clause",
        description: "# Click\n\nUse it.",
        description_content_type: "text/markdown",
      },
      project_urls: {
        Documentation: "https://click.example.com/",
        Source: "https://github.com/pallets/click/",
      },
    },
    releases: {},
  },
  "pypi.org/pypi/old/json": {
    info: { version: "1.0", license: "The MIT License\n\nlong text", project_urls: null },
  },
  "crates.io/api/v1/crates/serde": {
    crate: {
      ...{
        id: "serde",
        max_version: "2.0.0-rc.1",
        max_stable_version: "1.0.228",
        description: "Serialisation",
      },
      ...{
        homepage: null,
        documentation: "https://docs.rs/serde",
        repository: "https://github.com/serde-rs/serde",
      },
    },
    versions: [
      { num: "2.0.0-rc.1", license: "none" },
      { num: "1.0.228", license: "MIT OR Apache-2.0" },
    ],
  },
  "proxy.golang.org/github.com/!burnt!sushi/toml/@latest": {
    ...{ Version: "v1.5.0", Time: "2025-01-01T00:00:00Z" },
    Origin: { VCS: "git", URL: "https://github.com/BurntSushi/toml" },
  },
  "rubygems.org/api/v1/gems/sinatra.json": {
    ...{ name: "sinatra", version: "4.2.0", info: "A DSL", licenses: ["MIT"], homepage_uri: null },
    ...{
      documentation_uri: "https://sinatra.example.com/",
      source_code_uri: "https://github.com/sinatra/sinatra",
    },
  },
  "repo.packagist.org/p2/guzzlehttp/guzzle.json": {
    minified: "composer/2.0",
    packages: {
      "guzzlehttp/guzzle": [
        {
          ...{ name: "guzzlehttp/guzzle", version: "7.10.0", description: "HTTP client", license: ["MIT"] },
          ...{ homepage: "", source: { type: "git", url: "https://github.com/guzzle/guzzle.git" } },
        },
        { version: "7.9.0" },
      ],
    },
  },
  "repo1.maven.org/maven2/com/google/code/gson/gson/maven-metadata.xml":
    "<?xml version='1.0'?><metadata><groupId>com.google.code.gson</groupId><versioning><latest>2.14.0-rc</latest><release>2.13.2</release><versions><version>1.1</version></versions></versioning></metadata>",
  "repo1.maven.org/maven2/com/google/code/gson/gson/2.13.2/gson-2.13.2.pom":
    "<project><parent><description>no</description></parent><description>JSON &amp;\n more</description><licenses><license><name>Apache-2.0</name></license><license><name>other</name></license></licenses><scm><url>https://github.com/google/gson</url></scm></project>",
  "repo1.maven.org/maven2/org/hibernate/hibernate-core/maven-metadata.xml":
    "<metadata><versioning><release>6.0.0</release></versioning></metadata>",
  "repo1.maven.org/maven2/org/hibernate/hibernate-core/6.0.0/hibernate-core-6.0.0.pom":
    "<project><distributionManagement><relocation><groupId>org.hibernate.orm</groupId></relocation></distributionManagement></project>",
  "api.nuget.org/v3/registration5-gz-semver2/newtonsoft.json/index.json": {
    count: 2,
    items: [
      {
        "@id": "https://api.nuget.org/v3/registration5-gz-semver2/newtonsoft.json/page/1.json",
        count: 1,
        items: [],
      },
      { "@id": "https://api.nuget.org/v3/registration5-gz-semver2/newtonsoft.json/page/2.json", count: 3 },
    ],
  },
  "api.nuget.org/v3/registration5-gz-semver2/newtonsoft.json/page/2.json": {
    "@id": "x",
    items: [
      {
        catalogEntry: {
          version: "13.0.3",
          description: "JSON",
          licenseExpression: "MIT",
          projectUrl: "https://json.example.com",
        },
      },
      { catalogEntry: { version: "13.0.4-beta", listed: true } },
      { catalogEntry: { version: "13.0.5", listed: false } },
    ],
  },
  "api.jsr.io/scopes/std/packages/path": {
    ...{ scope: "std", name: "path", description: "Paths", latestVersion: "1.1.4" },
    ...{ createdAt: "2024-02-01T00:00:00Z", githubRepository: { owner: "denoland", name: "std" } },
  },
  "api.jsr.io/scopes/a1/packages/no-home": { latestVersion: "0.1.0", githubRepository: null },
};

async function internet(more: Readonly<Record<string, object | string>> = {}, status = 404) {
  return smallInternet((request, response) => {
    const found = { ...answers, ...more }[`${request.headers.host}${request.url}`];
    const type = typeof found === "string" ? "text/xml" : "application/json";
    response.writeHead(found === undefined ? status : 200, { "content-type": type });
    response.end(typeof found === "string" ? found : JSON.stringify(found ?? {}));
  });
}

const find = async (ecosystem: Ecosystem, name: string, more = {}, status = 404) =>
  registries[ecosystem].find(name, (await internet(more, status)).fetcher(), signal);

describe("a registry", () => {
  test.each<[Ecosystem, string, Partial<PackageFacts>]>([
    [
      "npm",
      "zod",
      {
        version: "4.6.7",
        description: "Schemas",
        licence: "MIT",
        homepage: "https://zod.dev",
        repository: "git+https://github.com/colinhacks/zod.git",
      },
    ],
    ["npm", "@types/node", { version: "24.0.0", licence: "MIT", repository: "github:a/b" }],
    [
      "pypi",
      "click",
      {
        version: "8.3.0",
        description: "Command lines",
        licence: "BSD-3-Clause",
        homepage: "https://click.example.com/",
        repository: "https://github.com/pallets/click/",
        readme: "# Click\n\nUse it.",
      },
    ],
    ["pypi", "old", { version: "1.0", licence: "The MIT License", homepage: "" }],
    [
      "crates",
      "serde",
      { version: "1.0.228", licence: "MIT OR Apache-2.0", homepage: "https://docs.rs/serde" },
    ],
    [
      "go",
      "github.com/BurntSushi/toml",
      { version: "v1.5.0", repository: "https://github.com/BurntSushi/toml" },
    ],
    ["go", "github.com/BurntSushi/toml/internal/tag", { version: "v1.5.0" }],
    [
      "rubygems",
      "sinatra",
      { version: "4.2.0", description: "A DSL", licence: "MIT", homepage: "https://sinatra.example.com/" },
    ],
    [
      "packagist",
      "GuzzleHttp/Guzzle",
      {
        version: "7.10.0",
        description: "HTTP client",
        licence: "MIT",
        repository: "https://github.com/guzzle/guzzle.git",
      },
    ],
    [
      "maven",
      "com.google.code.gson:gson",
      {
        version: "2.13.2",
        description: "JSON & more",
        licence: "Apache-2.0",
        repository: "https://github.com/google/gson",
      },
    ],
    [
      "maven",
      "org.hibernate:hibernate-core",
      { version: "6.0.0", movedTo: "org.hibernate.orm:hibernate-core" },
    ],
    [
      "nuget",
      "Newtonsoft.Json",
      { version: "13.0.3", description: "JSON", licence: "MIT", homepage: "https://json.example.com" },
    ],
    [
      "jsr",
      "@std/path",
      { version: "1.1.4", description: "Paths", repository: "https://github.com/denoland/std" },
    ],
    ["jsr", "@a1/no-home", { version: "0.1.0", repository: "" }],
  ])("%s knows %s", async (ecosystem, name, expected) => {
    expect(await find(ecosystem, name)).toMatchObject(expected);
  });

  const unknown: Readonly<Record<Exclude<Ecosystem, "cpp">, string>> = {
    ...{ npm: "no-such", pypi: "no-such", crates: "no-such", go: "github.com/no/such", rubygems: "no-such" },
    ...{ packagist: "no/such", maven: "no.such:thing", nuget: "no.such", jsr: "@no/such" },
  };

  test.each(Object.keys(unknown) as (keyof typeof unknown)[])(
    "%s says that it knows no such package",
    async (ecosystem) => {
      expect(await find(ecosystem, unknown[ecosystem])).toBeUndefined();
    },
  );

  test.each(Object.keys(unknown) as (keyof typeof unknown)[])(
    "%s that is too busy is a fault",
    async (ecosystem) => {
      expect(await faultOf(find(ecosystem, unknown[ecosystem], {}, 429))).toBe("status: answers 429");
    },
  );

  test("of C and C++ nobody is asked", async () => {
    expect(await faultOf(find("cpp", "fmt"))).toBe("unreachable: is in no one registry");
  });

  test.each<[Ecosystem, string, string, unknown]>([
    ["npm", "x", "cdn.jsdelivr.net/npm/x@latest/package.json", []],
    ["npm", "x", "cdn.jsdelivr.net/npm/x@latest/package.json", "a text"],
    ["pypi", "x", "pypi.org/pypi/x/json", {}],
    ["crates", "x", "crates.io/api/v1/crates/x", { crate: 1 }],
    ["packagist", "a/x", "repo.packagist.org/p2/a/x.json", { packages: [] }],
  ])("%s that answers in another form is a fault", async (ecosystem, name, place, answer) => {
    expect(await faultOf(find(ecosystem, name, { [place]: answer }))).toMatch(/^(?:unreadable|type): /);
  });

  test.each<[Ecosystem, string, string, object | string, object | undefined]>([
    [
      "npm",
      "x",
      "cdn.jsdelivr.net/npm/x@latest/package.json",
      { version: 1, license: 2, repository: [] },
      { version: "", licence: "" },
    ],
    ["nuget", "x", "api.nuget.org/v3/registration5-gz-semver2/x/index.json", { items: [] }, undefined],
    [
      "nuget",
      "x",
      "api.nuget.org/v3/registration5-gz-semver2/x/index.json",
      { items: [{ "@id": "http://127.0.0.1/x" }] },
      undefined,
    ],
    [
      "maven",
      "a:x",
      "repo1.maven.org/maven2/a/x/maven-metadata.xml",
      "<metadata><versioning><release>../../etc</release></versioning></metadata>",
      undefined,
    ],
    ["maven", "a:x", "repo1.maven.org/maven2/a/x/maven-metadata.xml", "<a>".repeat(100_000), undefined],
    [
      "maven",
      "a:x",
      "repo1.maven.org/maven2/a/x/maven-metadata.xml",
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><metadata><versioning><release>&x;</release></versioning></metadata>',
      undefined,
    ],
  ])("%s with odd parts: %s %s", async (ecosystem, name, place, answer, expected) => {
    const facts = await find(ecosystem, name, { [place]: answer });
    if (expected === undefined) expect(facts).toBeUndefined();
    else expect(facts).toMatchObject(expected);
  });
});

describe("a name", () => {
  const fits = (ecosystem: Ecosystem, name: string, expected: boolean): void =>
    expect(registries[ecosystem].name.test(name)).toBe(expected);
  test.each<[Ecosystem, string]>([
    ["npm", "@a/b"],
    ["npm", "lodash.get"],
    ["pypi", "zope.interface"],
    ["crates", "serde_json"],
    ["go", "golang.org/x/tools"],
    ["go", "gopkg.in/yaml.v3"],
    ["rubygems", "rspec-core"],
    ["packagist", "symfony/http-kernel"],
    ["maven", "org.apache.commons:commons-lang3"],
    ["nuget", "Newtonsoft.Json"],
  ])("of %s: %s", (ecosystem, name) => fits(ecosystem, name, true));

  const odd = [
    "",
    "../x",
    "a/../b",
    "a b",
    "a?b=c",
    "a#b",
    "a%2fb",
    "http://a",
    "a\nb",
    "@a",
    "a//b",
    ".",
    "..",
    "@a/..",
    "-/user",
    "a.com/../x",
    "a.com/..",
    "a.com/./x",
  ];
  const all = Object.keys(registries) as Ecosystem[];
  test.each(all.flatMap((ecosystem) => odd.map((name) => [ecosystem, name] as const)))(
    "never of %s: %j",
    (ecosystem, name) => fits(ecosystem, name, false),
  );
});
