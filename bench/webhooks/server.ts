import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer as createHttpServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer } from "../../src/app/server.ts";
import { createStoreAndEnqueue } from "../../src/app/store-delivery.ts";
import { createEnqueuer } from "../../src/jobs/durable/queue.ts";
import { silentLogger } from "../../src/log.ts";
import { openDatabase } from "../../src/store/database.ts";

/** The process that is measured. One argument: `{ kind, url, secret, privateKey }` as JSON. Tells its port. */
const options: { kind: "coderag" | "bare"; url: string; secret: string; privateKey: string } = JSON.parse(
  process.argv[2]!,
);

const server = options.kind === "bare" ? bare() : await coderag();
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));

/** What `coderag serve` puts together for deliveries, without GitHub and without a worker. */
async function coderag(): Promise<Server> {
  const database = await openDatabase({ url: options.url, log: silentLogger });
  const enqueuer = await createEnqueuer(database, { log: silentLogger });
  return createServer({
    app: {
      appId: 12,
      privateKey: options.privateKey,
      webhookSecret: options.secret,
      privateKeyPath: undefined,
      previousWebhookSecret: undefined,
    },
    apiUrl: "https://api.github.com",
    us: { login: "coderag[bot]" },
    enqueue: createStoreAndEnqueue({ database, enqueuer, appSlug: "coderag" }),
    ready: async () => true,
    log: silentLogger,
  });
}

/** The least that a webhook can do: read the body, check the signature, answer. */
function bare(): Server {
  return createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const digest = createHmac("sha256", options.secret).update(Buffer.concat(chunks)).digest();
      const given = Buffer.from(String(request.headers["x-hub-signature-256"]).slice(7), "hex");
      response.writeHead(given.length === 32 && timingSafeEqual(digest, given) ? 202 : 401).end("stored\n");
    });
  });
}
