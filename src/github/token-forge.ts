import { slugOf } from "../command/bot-login.ts";
import type { Logger } from "../log.ts";
import { createRepositoryClient } from "./client.ts";
import type { ForgeReader, Publisher } from "./forge.ts";
import { noForks } from "./forks.ts";
import type { AppIdentity } from "./identity.ts";
import { createPublisher } from "./publisher.ts";
import { createReader } from "./reader.ts";
import { createTransport, type ThrottleOptions } from "./session.ts";

export interface TokenForge {
  readonly reader: ForgeReader;
  readonly publisher: Publisher;
}

/**
 * One repository behind one given token, as a workflow has it: reader and publisher hold the same, and GitHub narrows
 * it to what the workflow's `permissions` say. `botLogin`: the account that the token writes as.
 */
export function createTokenForge(options: {
  readonly apiUrl: string;
  readonly token: string;
  readonly owner: string;
  readonly repo: string;
  readonly botLogin: string;
  readonly logger: Logger;
  readonly throttle?: ThrottleOptions;
}): TokenForge {
  const { token, owner, repo, botLogin } = options;
  const slug = slugOf(botLogin);
  const identity: AppIdentity = { appId: undefined, slug, name: slug, botLogin, url: "" };
  const known = async (): Promise<AppIdentity> => identity;
  const client = createRepositoryClient(createTransport(options), async () => ({ token, owner, repo }));
  return {
    reader: createReader({ client, builds: client, checks: client, statuses: client }, known, noForks),
    publisher: createPublisher(client, client, known, noForks),
  };
}
