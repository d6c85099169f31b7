import { botLoginOf } from "../command/bot-login.ts";

/** Only GraphQL tells whether a comment is hidden: REST lists it like any other. */
export const commentFields =
  "fullDatabaseId isMinimized body createdAt updatedAt author { __typename login }";

export interface Comment {
  /** A number of up to 64 bits, so it comes as text. */
  readonly fullDatabaseId: string | null;
  /** Somebody hid it, as spam, off-topic, outdated, resolved and so on: readers see it only on a click. */
  readonly isMinimized: boolean;
  readonly body: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly author: { readonly __typename: string; readonly login: string } | null;
}

/** Whether it stood so at that time (ISO 8601): neither written nor edited later. */
export const stoodAt = (
  { createdAt, updatedAt }: Pick<Comment, "createdAt" | "updatedAt">,
  time: string,
): boolean => Math.max(Date.parse(createdAt), Date.parse(updatedAt)) <= Date.parse(time);

/** As REST and the App's own login have it: GraphQL names a bot without the brackets. */
export function authorOf(author: Comment["author"]): string {
  if (!author) return "ghost";
  return author.__typename === "Bot" ? botLoginOf(author.login) : author.login;
}
