/**
 * Starts programs for the tests. To start one, the system copies the tables of all memory of the process that asks for
 * it, which stands still meanwhile and pays again for each page that it writes to afterwards. Plain JavaScript, to stay
 * small.
 *
 * It prints the socket that it listens on. Each request is one program: its header says which, its body is read by it;
 * the answer is what it prints, with its exit code and its complaints behind. It ends with what it reads, which is when
 * the run is over, however it ended: then it removes the folder of the run, which it is told.
 */
import { spawn } from "node:child_process";
import { globSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const folder = /** @type {string} */ (process.argv[2]);
const socket = join(folder, "starter");

const server = createServer({ maxHeaderSize: 2 ** 20 }, (request, response) => {
  const { argv, env } = JSON.parse(Buffer.from(String(request.headers["program"]), "base64").toString());
  const child = spawn(argv[0], argv.slice(1), { env });
  /** @type {Buffer[]} */
  const complaints = [];
  child.stderr.on("data", (chunk) => complaints.push(chunk));
  request.pipe(child.stdin);
  child.stdin.on("error", () => undefined); // it may end before it has read everything
  response.writeHead(200, { trailer: "code, complaint" });
  response.flushHeaders();
  child.stdout.pipe(response, { end: false });
  child.on("error", (error) => response.destroy(error));
  child.on("close", (code) => {
    response.addTrailers({ code: String(code), complaint: Buffer.concat(complaints).toString("base64") });
    response.end();
  });
  // Whoever asked wants it no more.
  response.on("close", () => child.kill());
});
server.listen(socket, () => console.log(socket));

// Ctrl-C goes to all processes of a run: this one has still to put away what the others leave.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
process.stdin.resume().on("end", () => {
  for (const lock of globSync("**/postmaster.pid", { cwd: folder })) endServer(join(folder, lock));
  // Others may be about to write their last files.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  process.exit();
});

/** A PostgreSQL lives in a session of its own, where nothing that ends a run reaches it. @param {string} lock */
function endServer(lock) {
  try {
    process.kill(Number.parseInt(readFileSync(lock, "utf8"), 10), "SIGQUIT");
  } catch {
    // It has ended meanwhile.
  }
}
