import type { Request } from "../request.ts";

/** Trailers that people and programs put under a message; they name persons, not code. */
const trailer = /^(?:co-authored-by|signed-off-by|reviewed-by|acked-by|tested-by|change-id|cc):/i;

/**
 * What a commit did, as the request that might have asked for it. Of a merge of a pull request the title is the
 * second paragraph: the first one names only branches. A merge that says no more asks for nothing: the title is empty.
 */
export function requestOfCommit(message: string): Request {
  const lines = message.split("\n").filter((line) => !trailer.test(line.trim()));
  const isMerge =
    /^Merge(?:d| of)? (?:pull request|branch|remote-tracking branch|PR|tag|commit|in|from|into)\b/i.test(
      lines[0] ?? "",
    );
  const own = isMerge ? lines.slice(1) : lines;
  const start = own.findIndex((line) => line.trim() !== "");
  if (start < 0) return { title: "", body: "", comments: [] };
  const title = own[start]!.replace(/(?<!\s)\s*\(#\d+\)\s*$/, "").trim();
  const body = own
    .slice(start + 1)
    .join("\n")
    .trim();
  return { title, body, comments: [] };
}
