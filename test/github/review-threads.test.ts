import { expect, test } from "@jest/globals";
import type { RepositoryClient } from "../../src/github/client.ts";
import { reviewThreads } from "../../src/github/review-threads.ts";

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const comment = (id: number) => ({ fullDatabaseId: String(id) });
const page = (ids: readonly number[], before: string | null, comments: object) => ({
  totalCount: 150,
  pageInfo: { hasPreviousPage: before === null, startCursor: "50" },
  nodes: ids.map((id) => ({ id: `PRRT_${id}`, begun: { nodes: [comment(1)] }, comments })),
});

/** Conversations of this GitHub, which has 150 of them and gives the newest page first. */
async function read(comments: object) {
  const client = {
    graphql: async (_query: string, { before }: { before: string | null }) => ({
      repository: {
        thread: { list: page(before === null ? numbers(51, 150) : numbers(1, 50), before, comments) },
      },
    }),
  };
  return reviewThreads(client as unknown as RepositoryClient, 7);
}

test("all conversations on a diff are read, oldest first", async () => {
  const threads = await read({ totalCount: 2, nodes: [1, 2].map(comment) });
  expect(threads.map(({ id }) => id)).toEqual(numbers(1, 150).map((id) => `PRRT_${id}`));
  expect(threads[0]!.comments).toEqual([1, 2].map(comment));
});

test("of a long conversation what it began with and the newest is read", async () => {
  const [thread] = await read({ totalCount: 60, nodes: numbers(11, 60).map(comment) });
  expect(thread!.comments).toEqual([1, ...numbers(11, 60)].map(comment));
});
