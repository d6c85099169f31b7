import { expect, test } from "@jest/globals";
import { addedPackages } from "../../src/dependencies/added.ts";

const npm = (dependencies: object): string => JSON.stringify({ dependencies });

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
  ["no manifest", ["a.json", "{}", npm({ lodahs: "1" })], []],
])("%s", (_, [path, before, after], expected) => {
  const found = addedPackages([{ path, before, after }]);
  expect(found.map(({ ecosystem, name, doubts }) => [`${ecosystem}:${name}`, ...doubts].join(", "))).toEqual(
    expected,
  );
}); // prettier-ignore
