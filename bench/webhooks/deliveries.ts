import { createHmac } from "node:crypto";
import { Agent, request } from "node:http";
import { webhookPath } from "../../src/app/server.ts";

export interface Signed {
  readonly guid: string;
  readonly body: string;
  readonly signature: string;
}

export interface Answered {
  readonly guid: string;
  /** Undefined: no answer came. */
  readonly status: number | undefined;
  readonly milliseconds: number;
}

/** Comments on as many issues of 50 repositories, signed before anything is timed. */
export function signedComments(
  round: string,
  count: number,
  text: string,
  secret: string,
): readonly Signed[] {
  return Array.from({ length: count }, (_, index) => {
    const id = ++lastComment;
    const body = JSON.stringify(payload(id, index, text));
    const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
    return { guid: `${round}-${index}`, body, signature };
  });
}

let lastComment = 0;

/** Sends all of them with so many connections at once, as fast as they are answered. `onAnswer` hears each. */
export async function send(
  port: number,
  deliveries: readonly Signed[],
  connections: number,
  onAnswer: (answered: Answered) => void = () => undefined,
): Promise<readonly Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const waiting = [...deliveries].reverse();
  const answers: Answered[] = [];
  const one = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const answer = await post(port, agent, next);
      answers.push(answer);
      onAnswer(answer);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  return answers;
}

function post(port: number, agent: Agent, { guid, body, signature }: Signed): Promise<Answered> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const done = (status: number | undefined): void =>
      resolve({ guid, status, milliseconds: performance.now() - begun });
    const outgoing = request({
      ...{ port, agent, host: "127.0.0.1", method: "POST", path: webhookPath },
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "x-github-event": "issue_comment",
        "x-github-delivery": guid,
        "x-hub-signature-256": signature,
      },
    });
    outgoing.on("error", () => done(undefined));
    outgoing.on("response", (response) => {
      response.on("error", () => done(undefined));
      response.on("end", () => done(response.statusCode));
      response.resume();
    });
    outgoing.end(body);
  });
}

/** About as large as GitHub sends them (8 kB): most of a payload is addresses that nobody reads. */
function payload(id: number, index: number, text: string) {
  const user = { login: "ada", id: 7, type: "User", ...addresses("users/ada", 14) };
  const time = "2026-11-21T10:00:00Z";
  const repository = {
    ...{ id: 100 + (index % 50), name: "parser", full_name: "acme/parser", private: false, fork: false },
    ...{ archived: false, default_branch: "main", owner: user, ...addresses("repos/acme/parser", 45) },
  };
  return {
    action: "created",
    issue: {
      ...{
        id,
        number: id,
        title: "Read TOML, too",
        body: "x".repeat(800),
        state: "open",
        locked: false,
        user,
      },
      ...{ html_url: `https://github.com/acme/parser/issues/${id}`, ...addresses("issues", 8) },
    },
    comment: {
      ...{ id, body: text, user, created_at: time, updated_at: time, performed_via_github_app: null },
      html_url: `https://github.com/acme/parser/issues/${id}#issuecomment-${id}`,
    },
    repository,
    sender: user,
    installation: { id: 77 },
  };
}

function addresses(path: string, count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `address_${index}_url`,
      `https://api.github.com/${path}/${index}{/more}`,
    ]),
  );
}
