import type { CommandDelivery } from "../../command/delivery.ts";
import type { CommentRef } from "../../github/forge.ts";
import type { Run } from "../../store/run.ts";

/** The comment that gave the command. */
export function commentOf({ commentId, snapshot }: Run): CommentRef {
  const { comment } = snapshot as Partial<CommandDelivery>;
  return comment?.place ? { review: commentId! } : commentId!;
}
