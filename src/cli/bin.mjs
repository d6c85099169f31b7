#!/usr/bin/env node
// Plain JavaScript, like what it imports first: the first TypeScript file costs more than the rest of a help text.
import { keepCompiled } from "../compile-cache.mjs";
import { compileForShortRun } from "../short-run.mjs";

// Before anything of a newer Node is used: an older one would say what it does not know, and not what to do.
if (Number(process.versions.node.split(".")[0]) < 24) {
  process.stderr.write(
    `CodeRAG runs on Node 24 or newer; this is Node ${process.versions.node}.\nStart it by npm, which brings Node 24 along (npm run -s coderag -- ...), or install Node 24.\n`,
  );
  process.exit(1);
}
const argv = process.argv.slice(2);
keepCompiled();
// A reader that has seen enough (`| head`) is no fault, whoever wrote: help texts and the doctor as well. A full disk is.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", ({ code, message }) => {
    if (code === "EPIPE") process.exit(process.exitCode ?? 0);
    if (stream === process.stdout) process.stderr.write(`The output cannot be written: ${message}.\n`);
    process.exit(1);
  });
if (argv[0] === "graph") compileForShortRun();
const { run } = await import("./program.ts");
process.exitCode = await run(argv);
