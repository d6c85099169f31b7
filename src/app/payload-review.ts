import { z } from "zod";
import type { ReviewPlace } from "../command/delivery.ts";
import {
  comment,
  ignored,
  place,
  pullRequest,
  type Reading,
  type Received,
  readCommand,
  type Us,
} from "./payload.ts";

const line = z.int().nullish();
const reviewed = place.extend({
  action: z.literal("created"),
  pull_request: pullRequest,
  comment: comment.extend({
    path: z.string(),
    ...{ line, start_line: line, original_line: line, in_reply_to_id: line },
    side: z.enum(["LEFT", "RIGHT"]).nullish(),
    diff_hunk: z.string().default(""),
  }),
});

/** Reads a new comment on lines of a pull request: a command like any other, given at a place. */
export function readReviewComment(received: Received, us: Us): Reading {
  const parsed = reviewed.safeParse(received.payload);
  if (!parsed.success) return ignored("The payload is not a new comment on a diff of an installation.");
  const issue = { ...parsed.data.pull_request, pull_request: {} };
  return readCommand(received, { ...parsed.data, issue }, us, placeOf(parsed.data.comment));
}

function placeOf(given: z.infer<typeof reviewed>["comment"]): ReviewPlace {
  return {
    path: given.path,
    // Null where the line is no longer part of the diff; then the one that it was.
    line: given.line ?? given.original_line ?? undefined,
    startLine: given.start_line ?? undefined,
    side: given.side ?? "RIGHT",
    hunk: given.diff_hunk,
    thread: given.in_reply_to_id ?? given.id,
  };
}
