import { z } from "zod";
import { readAnswer, text } from "../answers.ts";
import { askRegistry, noFacts, type Registry } from "./registry.ts";

const answer = z.object({
  version: text,
  description: text,
  license: z.union([z.string(), z.object({ type: text }).transform(({ type }) => type)]).catch(""),
  homepage: text,
  scripts: z.record(z.string(), z.unknown()).catch({}),
  repository: z.union([z.string(), z.object({ url: text }).transform(({ url }) => url)]).catch(""),
});

/** The manifest of the newest version, as the content network for npm packages serves it; the registry's own document can be megabytes. */
export const npm: Registry = {
  name: /^(?:@[a-z0-9~-][a-z0-9._~-]{0,100}\/)?[a-z0-9~-][a-z0-9._~-]{0,100}$/i,
  page: (name) => `https://www.npmjs.com/package/${name}`,
  async find(name, fetcher, signal) {
    const found = await askRegistry(
      `https://cdn.jsdelivr.net/npm/${name}@latest/package.json`,
      fetcher,
      signal,
    );
    if (found === undefined) return undefined;
    const { license, scripts, ...facts } = readAnswer(answer, found);
    const runsOnInstall = ["preinstall", "install", "postinstall"].some((script) => script in scripts);
    return { ...noFacts, ...facts, licence: license, ...(runsOnInstall && { runsOnInstall }) };
  },
};
