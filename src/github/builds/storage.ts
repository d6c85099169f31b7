/** What GitHub hands out through another host: artifacts and logs of its builds. */
import type { RepositoryClient } from "../client.ts";

const downloadMilliseconds = 120_000;

type Ask = Parameters<RepositoryClient["read"]>[0];
type Asked = (
  ...asked: Parameters<Ask>
) => Promise<{ readonly status: number; readonly url: string; readonly headers: AnswerHeaders }>;
interface AnswerHeaders {
  readonly location?: string | undefined;
}

/**
 * GitHub answers with an address on another host that is good for a minute and needs no token, so none is sent.
 * `ask` must not follow it (`redirect: "manual"`). Undefined where that host does not give it, and where `take`, which
 * reads the answer, throws because the connection ended.
 */
export async function fromStorage<T>(
  client: RepositoryClient,
  ask: Asked,
  take: (answer: Response) => Promise<T>,
): Promise<T | undefined> {
  const { location, isSafe } = await client.read(async (github, at) => {
    const answer = await ask(github, at);
    const to = URL.parse(answer.headers.location ?? "");
    // An emulated GitHub, without TLS, may lead to another one.
    const allowed = to?.protocol === "https:" || (to?.protocol === "http:" && answer.url.startsWith("http:"));
    return { status: answer.status, data: { location: to, isSafe: allowed } };
  });
  if (!location || !isSafe) return undefined;
  try {
    const signal = AbortSignal.timeout(downloadMilliseconds);
    const answer = await fetch(location, { redirect: "error", signal });
    if (answer.ok && answer.body) return await take(answer);
    await answer.body?.cancel();
    return undefined;
  } catch (error) {
    // fetch throws these for a host that is away or leads on, and when time is up.
    if (["TypeError", "TimeoutError", "AbortError"].includes((error as Error).name)) return undefined;
    throw error;
  }
}
