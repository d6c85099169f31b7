import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { listen } from "../helpers/listen.ts";

const run = promisify(execFile);

/** Node's own patience is shortened to a second, in a process of its own: by itself it is five minutes. */
const program = (url: string): string => `
  const key = Symbol.for("undici.globalDispatcher.1");
  new Request("http://localhost/");
  globalThis[key] = new globalThis[key].constructor({ headersTimeout: 1000 });
  const { guardedFetch } = await import(${JSON.stringify(new URL("../../src/llm/guarded-fetch.ts", import.meta.url).href)});
  const bounds = { idleTimeoutMs: 240_000, requestTimeoutMs: 240_000, maxBytes: 1000, streaming: true };
  const said = await guardedFetch(bounds).fetch(${JSON.stringify(url)}).then((one) => one.text(), (error) => String(error.cause ?? error));
  console.log(said);
  process.exit();
`;

test("an endpoint may be silent for as long as the bounds say, also where Node would give up sooner", async () => {
  const server = createServer((_, response) => {
    setTimeout(() => response.end("a late answer"), 3000).unref();
  });
  const { url, close } = await listen(server);
  try {
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program(`${url}/`)]);
    expect(stdout.trim()).toBe("a late answer");
  } finally {
    await close();
  }
});
