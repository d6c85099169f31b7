import { z } from "zod";
import { readAnswer, text, texts } from "../answers.ts";
import { plainHit, type SearchProvider } from "./provider.ts";

const nothing = { title: "", url: "", description: "", extra_snippets: [] };
const answer = z.object({
  web: z
    .object({
      results: z
        .array(z.object({ title: text, url: text, description: text, extra_snippets: texts }).catch(nothing))
        .catch([]),
    })
    .catch({ results: [] }),
});

/** Brave's search API; the key goes to its host alone. */
export function brave(key: string): SearchProvider {
  return {
    name: "Brave Search",
    async search(query, fetcher, signal) {
      const url = new URL("https://api.search.brave.com/res/v1/web/search");
      url.search = new URLSearchParams({
        ...{ q: query, count: "10", result_filter: "web", text_decorations: "false", safesearch: "strict" },
      }).toString();
      const found = await fetcher.json({ url, headers: { "x-subscription-token": key } }, signal);
      return readAnswer(answer, found).web.results.map(({ title, url, description, extra_snippets }) =>
        plainHit(title, url, [description, ...extra_snippets].join(" ")),
      );
    },
  };
}
