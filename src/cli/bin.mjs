#!/usr/bin/env node
// Plain JavaScript, like what it imports first: the first TypeScript file costs more than the rest of a help text.
import { keepCompiled } from "../compile-cache.mjs";

keepCompiled();
const { run } = await import("./program.ts");
process.exitCode = await run(process.argv.slice(2));
