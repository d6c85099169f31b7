import { z } from "zod";
import { readAnswer, text, texts } from "../answers.ts";
import { askRegistry, type Registry } from "./registry.ts";

const answer = z.object({
  version: text,
  info: text,
  licenses: texts,
  homepage_uri: text,
  documentation_uri: text,
  source_code_uri: text,
});

export const rubygems: Registry = {
  name: /^[a-z0-9][a-z0-9._-]{0,100}$/i,
  page: (name) => `https://rubygems.org/gems/${name}`,
  async find(name, fetcher, signal) {
    const found = await askRegistry(`https://rubygems.org/api/v1/gems/${name}.json`, fetcher, signal);
    if (found === undefined) return undefined;
    const gem = readAnswer(answer, found);
    return {
      ...{ version: gem.version, description: gem.info, licence: gem.licenses.join(" or "), readme: "" },
      homepage: gem.homepage_uri || gem.documentation_uri,
      repository: gem.source_code_uri,
    };
  },
};
