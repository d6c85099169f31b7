import { z } from "zod";
import { readAnswer, text } from "../answers.ts";
import { askRegistry, type Registry } from "./registry.ts";

const answer = z.object({
  info: z.object({
    version: text,
    summary: text,
    license: text,
    license_expression: text,
    home_page: text,
    project_urls: z.record(z.string(), text).catch({}),
    description: text,
  }),
  releases: z.record(z.string(), z.array(z.object({ upload_time_iso_8601: text })).catch([])).catch({}),
});

export const pypi: Registry = {
  name: /^[a-z0-9](?:[a-z0-9._-]{0,100}[a-z0-9])?$/i,
  page: (name) => `https://pypi.org/project/${name}/`,
  async find(name, fetcher, signal) {
    const found = await askRegistry(`https://pypi.org/pypi/${name}/json`, fetcher, signal);
    if (found === undefined) return undefined;
    const { info, releases } = readAnswer(answer, found);
    const uploads = Object.values(releases).flatMap((files) => files.map((one) => one.upload_time_iso_8601));
    const published = uploads.filter(Boolean).sort()[0];
    const urls = Object.entries(info.project_urls);
    const url = (kind: RegExp): string => urls.find(([name]) => kind.test(name))?.[1] ?? "";
    return {
      version: info.version,
      description: info.summary,
      // Older packages put the licence's whole text there.
      licence: info.license_expression || (info.license.split("\n")[0] ?? ""),
      homepage: info.home_page || url(/home|docs|documentation/i),
      repository: url(/source|repository|code|github/i),
      readme: info.description,
      ...(published !== undefined && { published }),
    };
  },
};
