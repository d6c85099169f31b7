/**
 * Call and inherit edges of Java, C#, C, C++, Rust and Go against their compilers, javac, Roslyn, Clang, rustc and
 * go/types, which know the callee of every call that they can compile, of PHP against Phan, which infers types as these do, and of PHP and
 * Ruby against what programs came to.
 *
 *     java bench/graph-compilers/JavaCalls.java CLONE CLASSPATH SOURCE_ROOT... > CLONE/told.jsonl
 *     mono csharp_calls.exe CLONE ASSEMBLIES SYMBOLS FOLDER... > CLONE/told.jsonl    # CSharpCalls.cs; see there
 *     python3 bench/graph-compilers/clang_calls.py CLONE FLAG... > CLONE/told.jsonl
 *     python3 bench/graph-compilers/rust_told.py > CLONE/told.jsonl    # after a cargo check; see there
 *     go run bench/graph-compilers/go_calls.go CLONE > CLONE/told.jsonl
 *     TOLD=CLONE/told.jsonl phan -d CLONE -l . -j 1 -o /dev/null --plugin bench/graph-compilers/php_calls.php
 *     sort -u SEEN > CLONE/told.jsonl    # of php_runs.php; see there
 *     sort -u SEEN | python3 bench/graph-compilers/ruby_told.py CLONE > CLONE/told.jsonl    # of ruby_calls.rb; see there
 *     npm exec -c 'node bench/graph-compilers.ts CLONE... [--kinds call,new] [--sample 60]'
 *
 * Calls of libraries that the compiler is not shown are not judged, where it cannot tell what they are.
 */
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { indexWorkspace } from "../src/retrieval/index-workspace.ts";
import { openLocal } from "../src/workspace/open-local.ts";
import { createCompilerOracle, readTold } from "./graph-compilers/oracle.ts";
import { compareCalls, compareInherits } from "./graph-truth/compare.ts";
import { drawn, heading, row } from "./graph-truth/table.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kinds: { type: "string", default: "call,new,this,reference,read" },
    sample: { type: "string", default: "0" },
  },
});
if (positionals.length === 0) throw new Error("Name at least one clone that holds a told.jsonl.");
const signal = AbortSignal.timeout(1_200_000);

console.log(heading);
const samples: string[] = [];
for (const folder of positionals) {
  const workspace = await openLocal(folder, signal);
  try {
    const { graph } = await indexWorkspace(workspace, {}, signal);
    const told = readTold(join(folder, "told.jsonl"));
    const { judge, places } = createCompilerOracle(graph, told, new Set(values.kinds.split(",")));
    const calls = compareCalls(graph, judge, places);
    const inherits = compareInherits(graph, judge);
    console.log(row(basename(folder), "Call", calls));
    console.log(row(basename(folder), "Inherit", inherits));
    samples.push(...drawn(basename(folder), { calls, inherits }, Number(values.sample)));
  } finally {
    await workspace.close();
  }
}
if (samples.length > 0) console.log(`\n${samples.join("\n")}`);
