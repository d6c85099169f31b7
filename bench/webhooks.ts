import { type ChildProcess, fork } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { silentLogger } from "../src/log.ts";
import { type Database, openDatabase } from "../src/store/database.ts";
import { startEmbedded } from "../src/store/embedded.ts";
import { type Answered, type Signed, send, signedComments } from "./webhooks/deliveries.ts";

/**
 * A thousand signed deliveries at full speed against the real server in its own process, with a real PostgreSQL that
 * writes through to the disk; beside it, in turns, a server that only checks the signature; and a server that is
 * killed in the middle. `--write` puts the figures into bench/results/webhooks.md.
 *
 *     npm exec -c 'node bench/webhooks.ts'
 */
const count = 1000;
const connections = 50;
const rounds = 3;
const secret = randomBytes(32).toString("hex");
const privateKey = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs1", format: "pem" })
  .toString();

const home = await mkdtemp(join(tmpdir(), "coderag-bench-"));
// Our own folder, opened because a server started by root runs as another user.
await chmod(home, 0o711);
const embedded = await startEmbedded({ directory: join(home, "postgres"), log: silentLogger });
const database = await openDatabase({ url: embedded.url, log: silentLogger });
try {
  const lines = [...(await speed()), ...(await death())];
  const machine = `Machine: ${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, ${await serverVersion(database)} with fsync, load ${loadavg()[0]!.toFixed(1)}, ${new Date().toISOString().slice(0, 10)}; client, server and database share it.`;
  const report = [...lines, "", machine].join("\n");
  console.log(report);
  if (process.argv.includes("--write")) await writeResults(report);
} finally {
  await database.close();
  await embedded.stop();
  await rm(home, { recursive: true, force: true });
}

/** In turns, so that what else the machine does falls on all of them. */
async function speed(): Promise<readonly string[]> {
  const kinds = [
    { name: "signature only (bare node:http)", kind: "bare", text: "/coderag implement" },
    { name: "command: stored and queued", kind: "coderag", text: "/coderag implement keep it small" },
    { name: "other comment: ignored", kind: "coderag", text: "thanks, that helps" },
  ] as const;
  const results = new Map<string, Answered[]>(kinds.map(({ name }) => [name, []]));
  const seconds = new Map<string, number>();
  const before = await runs(database);
  for (let round = 0; round < rounds; round++)
    for (const { name, kind, text } of kinds) {
      const { child, port } = await startServer(kind);
      await send(port, signedComments(`warm-${round}-${name}`, 100, "warming up", secret), connections);
      const deliveries = signedComments(`${round}-${name}`, count, text, secret);
      const begun = performance.now();
      results.get(name)!.push(...(await send(port, deliveries, connections)));
      seconds.set(name, (seconds.get(name) ?? 0) + (performance.now() - begun) / 1000);
      child.kill("SIGKILL");
    }
  const stored = (await runs(database)) - before;
  const queued = await queueEntries(database);
  const base = quantile(results.get(kinds[0].name)!, 0.5);
  return [
    `| ${count} deliveries of 8 kB, ${connections} connections, ${rounds} rounds | p50 ms | p99 ms | a second | p50 against the bare server |`,
    "|---|---|---|---|---|",
    ...kinds.map(({ name }) => {
      const answers = results.get(name)!;
      const rate = answers.length / seconds.get(name)!;
      return `| ${name} | ${quantile(answers, 0.5).toFixed(1)} | ${quantile(answers, 0.99).toFixed(1)} | ${rate.toFixed(0)} | ${(quantile(answers, 0.5) / base).toFixed(1)}x |`;
    }),
    "",
    `Answered 2xx: ${[...results.values()].flat().filter(isAccepted).length} of ${kinds.length * rounds * count}. Commands stored: ${stored} of ${rounds * count}, each with its place in the queue (${queued}).`,
  ];
}

/** Killed with hundreds of deliveries under way; then GitHub's part: what was not answered 2xx is sent again. */
async function death(): Promise<readonly string[]> {
  const deliveries = signedComments("death", count, "/coderag implement", secret);
  const first = await startServer("coderag");
  let answered = 0;
  const answers = await send(first.port, deliveries, connections, () => {
    answered += 1;
    if (answered === count * 0.4) first.child.kill("SIGKILL");
  });
  const accepted = answers.filter(isAccepted).map(({ guid }) => guid);
  const known = await storedGuids(database, "death-");
  const lost = accepted.filter((guid) => !known.has(guid)).length;

  const second = await startServer("coderag");
  const failed = new Set(answers.filter((answer) => !isAccepted(answer)).map(({ guid }) => guid));
  const again: readonly Signed[] = deliveries.filter(({ guid }) => failed.has(guid));
  const repeated = await send(second.port, again, connections);
  second.child.kill("SIGKILL");
  const after = await storedGuids(database, "death-");
  const twice = await doubles(database);
  return [
    "",
    `kill -9 after ${count * 0.4} answers: ${accepted.length} were answered 2xx, of these ${lost} lost; ${known.size - accepted.length} were stored without an answer. Sent again: ${again.length}, answered 2xx: ${repeated.filter(isAccepted).length}. In the end stored: ${after.size} of ${count}, twice: ${twice}.`,
  ];
}

async function startServer(kind: "coderag" | "bare"): Promise<{ child: ChildProcess; port: number }> {
  const options = JSON.stringify({ kind, url: embedded.url, secret, privateKey });
  const child = fork(resolve(import.meta.dirname, "webhooks/server.ts"), [options]);
  const [port] = (await once(child, "message")) as [number];
  return { child, port };
}

function isAccepted({ status }: Answered): boolean {
  return status === 200 || status === 202;
}

function quantile(answers: readonly Answered[], share: number): number {
  const sorted = answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

async function runs(from: Database): Promise<number> {
  return (await from.query<{ n: number }>("select count(*) as n from coderag.runs"))[0]!.n;
}

async function queueEntries(from: Database): Promise<number> {
  const text =
    "select count(*) as n from coderag.runs join dbos.workflow_status on workflow_uuid = 'accept-' || id";
  return (await from.query<{ n: number }>(text))[0]!.n;
}

async function storedGuids(from: Database, prefix: string): Promise<ReadonlySet<string>> {
  const text =
    "select guid from coderag.deliveries join coderag.runs on run_id = id where guid like $1 || '%'";
  return new Set((await from.query<{ guid: string }>(text, [prefix])).map(({ guid }) => guid));
}

async function doubles(from: Database): Promise<number> {
  const text = "select comment_id from coderag.runs group by comment_id having count(*) > 1";
  return (await from.query(text)).length;
}

async function serverVersion(from: Database): Promise<string> {
  const [row] = await from.query<{ server_version: string }>("show server_version");
  return `PostgreSQL ${row!.server_version}`;
}

async function writeResults(report: string): Promise<void> {
  const folder = resolve(import.meta.dirname, "results");
  await mkdir(folder, { recursive: true });
  const text = `# Webhooks: how fast a delivery is answered, and whether one is lost

Made by \`npm exec -c 'node bench/webhooks.ts --write'\`. A delivery counts as lost only if it was answered 2xx and is not stored.

${report}
`;
  await writeFile(join(folder, "webhooks.md"), text);
}
