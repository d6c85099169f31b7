#!/usr/bin/env node
// Plain JavaScript, like what it imports first: the first TypeScript file costs more than the rest of a help text.
import { keepCompiled } from "../compile-cache.mjs";
import { compileForShortRun } from "../short-run.mjs";

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
