import type { CommandDelivery, DeliveredCommand } from "../../command/delivery.ts";
import { parseCommand } from "../../command/parse.ts";
import { isJobVerb, permissions, verbFacts } from "../../command/verbs.ts";
import type { ForgeReader } from "../../github/forge.ts";
import { joined, type Wish } from "./wish.ts";

type Command = Extract<DeliveredCommand, { kind: "command" }>;

/**
 * What a command wants where nothing is stored: its own words, and for `retry` the last command of its thread whose
 * author may give it now. Undefined where that is no work, or there is none.
 */
export async function wishInThread(
  delivery: CommandDelivery,
  { verb, request }: Command,
  reader: Pick<ForgeReader, "conversation" | "permission">,
  addressed?: string,
): Promise<Wish | undefined> {
  const { issue, comment } = delivery;
  if (!isJobVerb(verb)) return undefined;
  const place = comment.place && { place: comment.place };
  const onPull = (own: string): boolean => own === "implement" && issue.pullRequest;
  if (verb !== "retry") return { verb: onPull(verb) ? "fix" : verb, request, ...place };
  const words = [request];
  const { comments } = await reader.conversation(issue.number, comment.createdAt);
  for (const { id, author, body } of comments.toReversed()) {
    if (comment.place === undefined && id >= comment.id) continue;
    const parsed = parseCommand(body, addressed);
    if (parsed.kind !== "command" || !isJobVerb(parsed.verb) || parsed.verb === "undo") continue;
    if (!(await mayCommand(author, parsed.verb, reader))) continue;
    words.unshift(parsed.request);
    if (parsed.verb !== "retry")
      return { verb: onPull(parsed.verb) ? "fix" : parsed.verb, request: joined(words), ...place };
  }
  return undefined;
}

/** Nobody's words come to work by another's authority. */
async function mayCommand(
  login: string,
  verb: Command["verb"],
  reader: Pick<ForgeReader, "permission">,
): Promise<boolean> {
  const has = await reader.permission(login);
  return permissions.indexOf(has) >= permissions.indexOf(verbFacts(verb).needs);
}
