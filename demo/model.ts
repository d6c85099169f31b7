import type { Environment } from "../src/settings.ts";
import { startModelEndpoint } from "../test/helpers/model-endpoint.ts";
import { readRecording } from "../test/helpers/recording.ts";

export interface DemoModel {
  /** Settings by which the App reaches it. */
  readonly environment: Environment;
  /** Who answers, said plainly. */
  readonly notice: string;
  close(): Promise<void>;
}

/** The real model where a key is set, else the recording over real HTTP. */
export async function startModel(environment: Environment, recordingPath: string): Promise<DemoModel> {
  if (environment["OPENAI_API_KEY"]) {
    const name = environment["CODERAG_MODEL"] ?? "gpt-5";
    return {
      environment: { CODERAG_MODEL: name },
      notice: `The model ${name} answers for real.`,
      close: async () => undefined,
    };
  }
  const { answers, answeredBy, recordedAt } = readRecording(recordingPath);
  const endpoint = await startModelEndpoint({ script: answers.map((answer) => ({ delay: 400, ...answer })) });
  return {
    environment: {
      OPENAI_BASE_URL: endpoint.url,
      OPENAI_API_KEY: "the-recording-needs-no-key",
      CODERAG_MODEL: "recorded-answers",
    },
    notice: `The model's answers in this demo are a recording of ${recordedAt}, replayed over HTTP. Set OPENAI_API_KEY to ask a real model. Recorded from: ${answeredBy}`,
    close: () => endpoint.close(),
  };
}
