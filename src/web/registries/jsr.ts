import { z } from "zod";
import { readAnswer, text } from "../answers.ts";
import { askRegistry, noFacts, type Registry } from "./registry.ts";

const answer = z.object({
  description: text,
  latestVersion: text,
  createdAt: text,
  githubRepository: z.object({ owner: text, name: text }).optional().catch(undefined),
});

/** `@scope/name`: every package has a scope. */
export const jsr: Registry = {
  name: /^@[a-z][a-z0-9-]{1,99}\/[a-z][a-z0-9-]{1,99}$/,
  page: (name) => `https://jsr.io/${name}`,
  async find(name, fetcher, signal) {
    const [scope, own] = name.slice(1).split("/");
    const found = await askRegistry(`https://api.jsr.io/scopes/${scope}/packages/${own}`, fetcher, signal);
    if (found === undefined) return undefined;
    const { description, latestVersion, createdAt, githubRepository: on } = readAnswer(answer, found);
    return {
      ...{ ...noFacts, description, version: latestVersion },
      repository: on ? `https://github.com/${on.owner}/${on.name}` : "",
      ...(createdAt !== "" && { published: createdAt }),
    };
  },
};
