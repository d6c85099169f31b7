import { expect, test } from "@jest/globals";
import { addedPackages } from "../../src/dependencies/added.ts";

const npm = (dependencies: object): string => JSON.stringify({ dependencies });
const entry = (name: string, more = ""): string =>
  `<dependency>${name.replace(/(.*):(.*)/, "<groupId>$1</groupId><artifactId>$2</artifactId>")}${more}</dependency>`;
const pom = (entries: string, managed = ""): string =>
  `<project><dependencies>${entries}</dependencies><dependencyManagement><dependencies>${managed}</dependencies></dependencyManagement></project>`;

test.each<[string, readonly [path: string, before: string | undefined, after: string], readonly string[]]>([
  ["none", ["package.json", npm({ zod: "^4" }), npm({ zod: "^4.1" })], []],
  [
    "an unknown one",
    ["package.json", npm({ zod: "^4" }), npm({ zod: "^4", tinykit: "^1" })],
    ["npm:tinykit"],
  ],
  [
    "a typo of a well-known one",
    ["package.json", npm({}), npm({ lodahs: "^4" })],
    ["npm:lodahs, its name is hardly another than lodash"],
  ],
  [
    "of one that is declared",
    ["package.json", npm({ "acme-parser": "1" }), npm({ "acme-parser": "1", "acme-prasser": "1" })],
    ["npm:acme-prasser, its name is hardly another than acme-parser"],
  ],
  [
    "without its dash",
    ["requirements.txt", "", "pythondateutil==1\n"],
    ["pypi:pythondateutil, its name is hardly another than python-dateutil"],
  ],
  [
    "of another ecosystem, any version",
    ["package.json", npm({}), npm({ numpy: "*" })],
    ["npm:numpy, it is a well-known name of pypi, not of npm, it takes any version"],
  ],
  ["short names are near to many", ["package.json", npm({}), npm({ wp: "1" })], ["npm:wp"]],
  ["a well-known one itself", ["package.json", npm({}), npm({ react: "^19" })], ["npm:react"]],
  [
    "of a new manifest",
    ["Cargo.toml", undefined, '[dependencies]\nsered = "1"\n'],
    ["crates:sered, its name is hardly another than serde"],
  ],
  [
    "one that calls itself indirect, beside one that was",
    [
      "go.mod",
      "require github.com/x/a v1.0.0 // indirect\n",
      "require github.com/x/a v1.0.0\nrequire github.com/x/evil v1.0.0 // indirect\n",
    ],
    ["go:github.com/x/evil"],
  ],
  [
    "one of a catalog that did not change",
    ["package.json", npm({}), npm({ tinykit: "catalog:" })],
    ["npm:tinykit"],
  ],
  [
    "one of a catalog",
    ["pnpm-workspace.yaml", "catalog:\n  zod: ^4\n", "catalog:\n  zod: ^4\n  lodahs: ^4\n"],
    ["npm:lodahs, its name is hardly another than lodash"],
  ],
  [
    "of a sample, which is installed as well",
    ["examples/a/package.json", npm({}), npm({ tinykit: "1" })],
    ["npm:tinykit"],
  ],
  [
    "of Maven, where a parent says its version",
    ["pom.xml", pom(""), pom(entry("org.jsoup:jsoup"))],
    ["maven:org.jsoup:jsoup"],
  ],
  [
    "a list of versions",
    ["pom.xml", pom(""), pom("", entry("org.junit:junit-bom", "<version>1</version><scope>import</scope>"))],
    ["maven:org.junit:junit-bom"],
  ],
  [
    "a well-known name behind another beginning",
    ["pom.xml", pom(""), pom(entry("org.fasterxml.jackson.core:jackson-databind", "<version>1</version>"))],
    [
      "maven:org.fasterxml.jackson.core:jackson-databind, its name is hardly another than com.fasterxml.jackson.core:jackson-databind",
    ],
  ],
  [
    "a letter off in the group",
    ["build.gradle", "", "dependencies {\n  api 'org.sl4fj:slf4j-api:2.0.17'\n}\n"],
    ["maven:org.sl4fj:slf4j-api, its name is hardly another than org.slf4j:slf4j-api"],
  ],
  [
    "of the same owner",
    [
      "build.gradle.kts",
      "",
      'val glob = """**/*.x"""\ndependencies {\n  api("io.netty:netty-all2:4.2")\n}\n// */\n',
    ],
    ["maven:io.netty:netty-all2"],
  ],
  [
    "of a version catalog",
    ["gradle/libs.versions.toml", "[libraries]\n", '[libraries]\nx = "org.jsoup:jsoup:+"\n'],
    ["maven:org.jsoup:jsoup, it takes any version"],
  ],
  [
    "of a script that names its packages in its comments",
    [
      "tools/a.py",
      '# /// script\n# dependencies = ["rich"]\n# ///\n',
      '# /// script\n# dependencies = ["rich", "reqeusts<3", "own @ https://example.com/o.whl"]\n# ///\n',
    ],
    ["pypi:reqeusts, its name is hardly another than requests"],
  ],
  ["of a script that cannot be read", ["a.py", undefined, "# /// script\n# dependencies = [\n# ///\n"], []],
  ["no manifest", ["a.json", "{}", npm({ lodahs: "1" })], []],
])("%s", (_, [path, before, after], expected) => {
  const found = addedPackages([{ path, before, after }]);
  expect(found.map(({ ecosystem, name, doubts }) => [`${ecosystem}:${name}`, ...doubts].join(", "))).toEqual(
    expected,
  );
}); // prettier-ignore
