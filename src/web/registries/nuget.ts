import { z } from "zod";
import { readAnswer, text } from "../answers.ts";
import type { Fetcher } from "../fetcher.ts";
import { askRegistry, noFacts, type Registry } from "./registry.ts";

const leaf = z.object({
  catalogEntry: z.object({
    version: text,
    description: text,
    licenseExpression: text,
    licenseUrl: text,
    projectUrl: text,
    listed: z.boolean().catch(true),
  }),
});
const page = z.object({ "@id": text, items: z.array(z.unknown()).optional().catch(undefined) });
const index = z.object({ items: z.array(page) });

const base = "https://api.nuget.org/v3/registration5-gz-semver2/";

/** Versions stand oldest first, in pages that hold their items or say where these are. */
export const nuget: Registry = {
  name: /^[a-z0-9_](?:[.-]?[a-z0-9_]){0,99}$/i,
  page: (name) => `https://www.nuget.org/packages/${name}`,
  async find(name, fetcher, signal) {
    const found = await askRegistry(`${base}${name.toLowerCase()}/index.json`, fetcher, signal);
    const last = found === undefined ? undefined : readAnswer(index, found).items.at(-1);
    if (last === undefined) return undefined;
    const entries = (last.items ?? (await itemsOf(last["@id"], fetcher, signal))).map(
      (item) => readAnswer(leaf, item).catalogEntry,
    );
    const listed = entries.filter(({ listed }) => listed);
    const newest = listed.findLast(({ version }) => !version.includes("-")) ?? listed.at(-1);
    if (newest === undefined) return undefined;
    const { version, description, licenseExpression, licenseUrl, projectUrl } = newest;
    return {
      ...noFacts,
      version,
      description,
      licence: licenseExpression || licenseUrl,
      homepage: projectUrl,
    };
  },
};

async function itemsOf(url: string, fetcher: Fetcher, signal: AbortSignal): Promise<readonly unknown[]> {
  if (!url.startsWith(base)) return [];
  const found = await askRegistry(url, fetcher, signal);
  return found === undefined ? [] : (readAnswer(page, found).items ?? []);
}
