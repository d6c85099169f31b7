import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createPool } from "../../src/store/database.ts";
import { silentLog } from "../helpers/postgres.ts";

/** A message of PostgreSQL's protocol: its type, its length, what it says. */
const message = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const welcome = Buffer.concat([message("R", Buffer.alloc(4)), message("Z", Buffer.from("I"))]);
const shutdown = message("E", Buffer.from("SFATAL\0C57P01\0Mterminating connection\0\0"));

let server: Server;
let url: string;

// A server that is shut down the moment it has let somebody in: both arrive in one piece.
beforeAll(async () => {
  server = createServer((socket) => {
    socket.once("data", () => socket.end(Buffer.concat([welcome, shutdown])));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `postgres://somebody@127.0.0.1:${(server.address() as { port: number }).port}/coderag`;
});
afterAll(() => {
  server?.close();
});

test("a connection that breaks in the moment it is lent ends a query, not the process (F40)", async () => {
  const pool = createPool({ url, log: silentLog });
  await expect(pool.query("select 1")).rejects.toThrow();
  const client = await pool.connect();
  await expect(client.query("select 1")).rejects.toThrow();
  client.release();
  await pool.end();
});
