/** Entry of a worker thread: outlines as JSON in, chunks of a pack out. */
import { parentPort } from "node:worker_threads";
import { chunksOf } from "./outline-chunks.mjs";

if (!parentPort) throw new Error("outline-chunks-worker.mjs runs as a worker thread only.");
const port = parentPort;
port.once("message", (/** @type {readonly string[]} */ texts) => {
  const chunks = chunksOf(texts);
  port.postMessage(chunks, [chunks.bytes.buffer, chunks.places.buffer]);
});
