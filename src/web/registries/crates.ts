import { z } from "zod";
import { readAnswer, text } from "../answers.ts";
import { askRegistry, type Registry } from "./registry.ts";

const answer = z.object({
  crate: z.object({
    max_stable_version: text,
    max_version: text,
    created_at: text,
    description: text,
    homepage: text,
    documentation: text,
    repository: text,
  }),
  versions: z.array(z.object({ num: text, license: text })).catch([]),
});

export const crates: Registry = {
  name: /^[a-z][a-z0-9_-]{0,63}$/i,
  page: (name) => `https://crates.io/crates/${name}`,
  async find(name, fetcher, signal) {
    const found = await askRegistry(`https://crates.io/api/v1/crates/${name}`, fetcher, signal);
    if (found === undefined) return undefined;
    const { crate, versions } = readAnswer(answer, found);
    const version = crate.max_stable_version || crate.max_version;
    return {
      ...{ version, description: crate.description, repository: crate.repository, readme: "" },
      licence: versions.find(({ num }) => num === version)?.license ?? "",
      homepage: crate.homepage || crate.documentation,
      ...(crate.created_at !== "" && { published: crate.created_at }),
    };
  },
};
