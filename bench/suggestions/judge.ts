/** What became of the answers of one case, judged by what stands on the emulated GitHub and by pressing its buttons. */
import { syntaxFaults } from "../../src/languages/checking/syntax.ts";
import { suggestionIn } from "../../test/helpers/github/review-actions.ts";
import type { EmulatedGitHub } from "../../test/helpers/github/start.ts";
import type { Answer, Case } from "./case.ts";
import type { Replayed } from "./replay.ts";

export interface Judged {
  /** Right answers on lines that the diff shows, and how many of them became suggestions. */
  readonly right: number;
  readonly suggested: number;
  /** Answers that no button can commit, and how many of them stand in the review's body. */
  readonly elsewhere: number;
  readonly folded: number;
  /** Answers that no check may let pass, and how many of them were told all the same. */
  readonly wrong: number;
  readonly told: number;
  /** Of the suggestions: committed with the button; giving the very file that was wanted; parsing no worse. */
  readonly committed: number;
  readonly exact: number;
  readonly sound: number;
  readonly refused: number;
  /** Reviews beyond or short of the one that is due. */
  readonly reviews: number;
}

export async function judge(one: Case, replayed: Replayed, github: EmulatedGitHub): Promise<Judged> {
  const { comments, reviews, refused } = replayed;
  const of = (...kinds: readonly Answer["kind"][]): readonly Answer[] =>
    one.answers.filter(({ kind }) => kinds.includes(kind));
  const body = reviews.map((review) => review.body).join("\n");
  const isTold = ({ title }: Answer): boolean =>
    body.includes(title) || comments.some((comment) => comment.body.includes(title));
  let [committed, exact, sound] = [0, 0, 0];
  for (const comment of comments) {
    const lines = suggestionIn(comment.body);
    if (!lines) continue;
    const answer = one.answers.find(({ title }) => comment.body.includes(title));
    const head = one.head.get(comment.path)!;
    const alone = head.split("\n");
    alone.splice(
      (comment.startLine ?? comment.line) - 1,
      comment.line - (comment.startLine ?? comment.line) + 1,
      ...lines,
    );
    const text = alone.join("\n");
    if (text === answer?.after) exact += 1;
    if ((await faultsOf(comment.path, text)) <= (await faultsOf(comment.path, head))) sound += 1;
    // One after the other, as a person goes through a review.
    await github.commitSuggestion(comment);
    committed += 1;
  }
  const right = of("rest", "line");
  const elsewhere = of("outside", "spanning");
  const wrong = of("stale", "broken", "no-line");
  return {
    ...{ right: right.length, suggested: right.filter((answer) => hasButton(answer, replayed)).length },
    ...{ elsewhere: elsewhere.length, folded: elsewhere.filter(({ title }) => body.includes(title)).length },
    ...{ wrong: wrong.length, told: wrong.filter(isTold).length },
    ...{ committed, exact, sound, refused, reviews: reviews.length },
  };
}

const hasButton = ({ title }: Answer, { comments }: Replayed): boolean =>
  comments.some(({ body }) => body.includes(title) && suggestionIn(body) !== undefined);

async function faultsOf(path: string, text: string): Promise<number> {
  return (await syntaxFaults(path, text))?.length ?? 0;
}
