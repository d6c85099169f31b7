import { expect, test } from "@jest/globals";
import { findFrames } from "../../src/retrieval/frames.ts";

const rows: [string, string, [string, number, string | undefined][]][] = [
  [
    "Python",
    '  File "/app/src/config.py", line 12, in parse\n    return x[1]',
    [["/app/src/config.py", 12, "parse"]],
  ],
  ["Python module", '  File "run.py", line 3, in <module>', [["run.py", 3, undefined]]],
  ["Node", "    at Parser.parse (/app/src/config.ts:12:5)", [["/app/src/config.ts", 12, "parse"]]],
  ["Node async", "    at async run (file:///app/main.mjs:7:1)", [["/app/main.mjs", 7, "run"]]],
  [
    "Node alias",
    "    at Router.handle [as next] (/app/lib/router.js:2:1)",
    [["/app/lib/router.js", 2, "handle"]],
  ],
  ["Node anonymous", "    at /app/index.js:1:2", [["/app/index.js", 1, undefined]]],
  ["Java", "\tat com.acme.Parser.parse(Parser.java:12)", [["Parser.java", 12, "parse"]]],
  [
    "C#",
    "   at Acme.Parser.Parse(String text) in C:\\src\\Parser.cs:line 12",
    [["C:/src/Parser.cs", 12, "Parse"]],
  ],
  ["Go", "\t/app/config.go:12 +0x1d", [["/app/config.go", 12, undefined]]],
  ["Rust", "             at ./src/config.rs:12:5", [["./src/config.rs", 12, undefined]]],
  ["Ruby", "app/config.rb:12:in `parse'", [["app/config.rb", 12, "parse"]]],
  ["Ruby, in a block", "app/config.rb:12:in `block in parse'", [["app/config.rb", 12, "parse"]]],
  ["Ruby 3.4", "\tfrom app/config.rb:12:in 'Config#parse'", [["app/config.rb", 12, "parse"]]],
  [
    "a view of Rails",
    "app/views/a/_b.html.erb:12:in `block in _app_views_a__b_html_erb___35_70'",
    [["app/views/a/_b.html.erb", 12, undefined]],
  ],
  ["PHP", "#0 /app/src/Config.php(12): Acme\\Config->parse()", [["/app/src/Config.php", 12, "parse"]]],
  ["prose", "Meet me at 12:30 or look at line 5 of it.", []],
];
test.each(rows)("a frame of %s", (_, text, expected) => {
  expect(findFrames(text).map(({ path, line, name }) => [path, line, name])).toEqual(expected);
});
