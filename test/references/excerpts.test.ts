import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { publicCodeWithToken } from "../../src/github/public-code/open-public-code.ts";
import type { PublicCode } from "../../src/github/public-code/public-code.ts";
import { countTokens } from "../../src/llm/tokens.ts";
import { silentLogger } from "../../src/log.ts";
import { readExcerpts } from "../../src/references/excerpts.ts";
import { licenceUse, usualLicences } from "../../src/references/licence.ts";
import type { Reference } from "../../src/references/report.ts";
import { type ShelfServer, startShelf } from "../helpers/github/start-shelf.ts";

const files = {
  "kite.py": "def fly(kite):\n    return kite\n",
  "gpl.py": "# SPDX-License-Identifier: GPL-3.0-only\ndef fly(kite):\n    return kite\n",
  "either.py": "# SPDX-License-Identifier: MIT OR GPL-3.0-only\n",
  "long.py": `${"# filler line\n".repeat(20_000)}def fly(kite):\n    return "the kite flies"\n`,
};
let server: ShelfServer;
let code: PublicCode;

beforeAll(async () => {
  server = await startShelf([{ fullName: "wind/kite", licence: "MIT", files }]);
  const { apiUrl, token } = server;
  code = publicCodeWithToken({ apiUrl, token, logger: silentLogger });
});
afterAll(() => server.close());

async function read(licence: string | undefined, ...paths: readonly (keyof typeof files)[]) {
  const tree = (await code.tree("wind/kite", "main"))!;
  const chosen = tree.files.filter(({ path }) => (paths as readonly string[]).includes(path));
  const reference: Reference = {
    ...{ fullName: "wind/kite", description: "", summary: "A kite that flies.", reason: "", licence },
    ...{
      licencePath: undefined,
      use: licenceUse(licence),
      commit: "c",
      pushedAt: "",
      stars: 0,
      archived: false,
    },
    ...{ sources: 1, filesBy: "rules" },
    files: chosen.map((file) => ({ ...file, reason: "" })),
  };
  const found = await readExcerpts("a kite that flies", [reference], { code, licences: usualLicences });
  return found.map(({ kind, path = "", licence: under, text }) => [kind, path, under, text] as const);
}

describe("what of public code enters a prompt", () => {
  test("code under an allowed licence", async () => {
    expect(await read("MIT", "kite.py")).toEqual([["code", "kite.py", "MIT", files["kite.py"]]]);
  });

  test("of another recognised licence only what its README says", async () => {
    expect(await read("GPL-3.0", "kite.py")).toEqual([["facts", "", "GPL-3.0", "A kite that flies."]]);
  });

  test.each([undefined, "NOASSERTION"])("of licence %s nothing", async (licence) => {
    expect(await read(licence, "kite.py")).toEqual([]);
  });

  test("a file's own licence counts more than the repository's, a choice of licences as not allowed", async () => {
    expect(await read("MIT", "gpl.py", "either.py")).toEqual([["facts", "", "MIT", "A kite that flies."]]);
  });

  test("long files give the parts that speak of the request, within 3,000 tokens together", async () => {
    const found = await read("MIT", "long.py", "kite.py");
    expect(found.find(([, path]) => path === "long.py")![3]).toContain("the kite flies");
    expect(found.reduce((sum, [, , , text]) => sum + countTokens(text), 0)).toBeLessThanOrEqual(3_000);
  });
});
