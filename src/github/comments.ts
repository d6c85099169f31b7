import type { RepositoryClient } from "./client.ts";
import { authorOf, type Comment, commentFields, stoodAt } from "./comment.ts";
import { newestOf, pageOf, queryOf } from "./connection.ts";
import type { Conversation, IssueComment } from "./forge.ts";

/** What was said until then (ISO 8601), without what was edited later, and without what is hidden now, which is counted. */
export function saidUntil(
  comments: readonly Comment[],
  frozenAt: string,
): { readonly comments: readonly IssueComment[]; readonly hidden: number } {
  const said = comments.filter((comment) => stoodAt(comment, frozenAt));
  const shown = said.filter(({ isMinimized }) => !isMinimized);
  return { comments: shown.map(asComment), hidden: said.length - shown.length };
}

const asComment = ({ fullDatabaseId, author, body, createdAt, updatedAt }: Comment): IssueComment => ({
  ...{ id: Number(fullDatabaseId ?? 0), author: authorOf(author), body, createdAt, updatedAt },
});

/** Of more comments than these the newest are read; how many are not is told. */
const mostComments = 100;

const comments = pageOf("comments", commentFields);
const query = queryOf(
  `issueOrPullRequest(number: $number) { ... on Issue { ${comments} } ... on PullRequest { ${comments} } }`,
);

/** The conversation of an issue or pull request, as `saidUntil` says. */
export async function readConversation(
  client: RepositoryClient,
  number: number,
  frozenAt: string,
): Promise<Conversation> {
  const { nodes, total } = await newestOf<Comment>(
    client,
    query,
    number,
    (found) => saidUntil(found, frozenAt).comments.length >= mostComments,
  );
  const { comments, hidden } = saidUntil(nodes, frozenAt);
  const newest = comments.slice(-mostComments);
  const unread = total - nodes.length + comments.length - newest.length;
  return { comments: newest, ...(unread > 0 && { unread }), ...(hidden > 0 && { hidden }) };
}
