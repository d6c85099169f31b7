import { marker } from "../../delivery/progress.ts";
import type { Reaction } from "../../github/forge.ts";
import type { Run } from "../../store/run.ts";
import type { Surroundings } from "../surroundings.ts";
import { commentOf } from "./comment-of.ts";
import { sinceAsked } from "./tell-progress.ts";
import { reacted, type Untold, unlessLocked, untold } from "./unless-locked.ts";

/** Says why a command is not carried out. `replaces`: the reaction that said that it was seen. */
export async function refuse(
  run: Run,
  reason: string,
  { publisher }: Pick<Surroundings, "publisher">,
  replaces?: Reaction,
): Promise<Untold> {
  await reacted(publisher.react(commentOf(run), "-1", replaces));
  const note = publisher.note(run.issueNumber, marker(run, "refusal"), reason, sinceAsked(run));
  return untold(await unlessLocked(note));
}
