import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Model, ModelTurn, TurnRequest } from "../../src/llm/model.ts";
import { ModelError } from "../../src/llm/model-error.ts";
import { countTokens } from "../../src/llm/tokens.ts";

/** Answers that a model gave, by what it was asked; says who answered. */
interface Recording {
  readonly recording: string;
  readonly answeredBy: string;
  readonly recordedAt: string;
  readonly answers: Record<string, string>;
}

export interface RecordedModel extends Model {
  readonly answeredBy: string;
  /** Tokens of every question that was asked, by the prompt's first words. */
  readonly asked: readonly { readonly input: number; readonly output: number; readonly known: boolean }[];
  /** Keeps what `live` answered. */
  save(): void;
}

/**
 * Replays a recording. A question that is not in it goes to `live`, and is kept; without `live` it fails as an endpoint
 * that is down does, so that the rules answer. Tokens are counted by us in either case.
 */
export function recordedModel(file: string, live: Model | undefined): RecordedModel {
  const known: Recording = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as Recording)
    : {
        recording: "Answers to the questions of reference search",
        answeredBy: "",
        recordedAt: "",
        answers: {},
      };
  const asked: { input: number; output: number; known: boolean }[] = [];
  let grown = false;
  return {
    name: live?.name ?? "recorded",
    answeredBy: known.answeredBy,
    asked,
    async turn(request, signal) {
      const key = keyOf(request);
      const content = known.answers[key];
      const input = request.messages.reduce((sum, message) => sum + countTokens(message.content), 0);
      if (content !== undefined) {
        asked.push({ input, output: countTokens(content), known: true });
        return turnOf(content, input);
      }
      asked.push({ input, output: 0, known: false });
      if (!live) throw new ModelError("endpoint", "There is no recorded answer.", "Give --ask.");
      const turn = await live.turn(request, signal);
      known.answers[key] = turn.content;
      asked.at(-1)!.output = countTokens(turn.content);
      grown = true;
      return turnOf(turn.content, input);
    },
    save() {
      if (grown)
        writeFileSync(
          file,
          `${JSON.stringify({ ...known, recordedAt: new Date().toISOString().slice(0, 10) }, null, 1)}\n`,
        );
    },
  };
}

/** The question without the random word that marks data in it. */
function keyOf({ messages }: TurnRequest): string {
  const text = messages.map(({ role, content }) => `${role}\n${content}`).join("\n\n");
  const boundary = /<data-([0-9a-f]{12})/.exec(text)?.[1];
  const plain = boundary === undefined ? text : text.replaceAll(boundary, "");
  return createHash("sha256").update(plain).digest("hex").slice(0, 24);
}

function turnOf(content: string, inputTokens: number): ModelTurn {
  const usage = { inputTokens, outputTokens: countTokens(content), cachedTokens: 0, estimated: true };
  return {
    content,
    toolCalls: [],
    finish: "stop",
    usage: { ...usage, cost: undefined, milliseconds: 0 },
    model: "recorded",
  };
}
