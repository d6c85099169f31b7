import { z } from "zod";
import { readAnswer, text } from "../answers.ts";
import { plainHit, type SearchProvider } from "./provider.ts";

const answer = z.object({
  results: z.array(
    z.object({ url: text, title: text, content: text }).catch({ url: "", title: "", content: "" }),
  ),
});

/** The operator's own SearXNG, wherever it stands. Its settings must allow the format `json`. */
export function searxng(baseUrl: string): SearchProvider {
  return {
    name: "SearXNG",
    async search(query, fetcher, signal) {
      const url = new URL(`${baseUrl}/search`);
      url.search = new URLSearchParams({ q: query, format: "json", safesearch: "1" }).toString();
      const found = await fetcher.json({ url, reach: "own" }, signal);
      return readAnswer(answer, found).results.map(({ url, title, content }) =>
        plainHit(title, url, content),
      );
    },
  };
}
