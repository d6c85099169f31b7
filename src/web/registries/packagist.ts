import { z } from "zod";
import { readAnswer, text, texts } from "../answers.ts";
import { askRegistry, noFacts, type Registry } from "./registry.ts";

const release = z.object({
  version: text,
  description: text,
  license: texts,
  homepage: text,
  source: z.object({ url: text }).catch({ url: "" }),
});
const answer = z.object({ packages: z.record(z.string(), z.array(z.unknown())) });

/** Releases stand newest first, and each later one only says what differs: the first is whole. */
export const packagist: Registry = {
  name: /^[a-z0-9](?:[_.-]?[a-z0-9]){0,80}\/[a-z0-9](?:[_.-]{0,2}[a-z0-9]){0,80}$/i,
  page: (name) => `https://packagist.org/packages/${name.toLowerCase()}`,
  async find(name, fetcher, signal) {
    const found = await askRegistry(
      `https://repo.packagist.org/p2/${name.toLowerCase()}.json`,
      fetcher,
      signal,
    );
    if (found === undefined) return undefined;
    const newest = readAnswer(answer, found).packages[name.toLowerCase()]?.[0];
    if (newest === undefined) return undefined;
    const { version, description, license, homepage, source } = readAnswer(release, newest);
    return {
      ...noFacts,
      version,
      description,
      homepage,
      licence: license.join(" or "),
      repository: source.url,
    };
  },
};
