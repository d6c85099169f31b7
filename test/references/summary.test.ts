import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readmeSections, seenReadme } from "../../src/references/readme.ts";
import { noReadme, summariseByRules, summaryWords } from "../../src/references/summary.ts";

const readme = `
[![build](https://img.shields.io/x.svg)](https://ci.example.org) <img src="logo.png">
# Kite log
A diary for kites. It keeps <b>flights</b> with [wind](https://example.org/wind).

## Installation
pip install kitelog and then a lot of words about pip.

## Features
- Records each flight with place and wind
- Shows a map

\`\`\`python
secret_code_that_is_no_prose()
\`\`\`

License
-------
MIT
<!-- choose this repository -->
`;

const summarised = (text: string | undefined) =>
  summariseByRules(text === undefined ? undefined : seenReadme({ path: "README.md", text }));

describe("a summary by rules", () => {
  test("says what it does before how to get it, and no code", () => {
    const summary = summarised(readme);
    expect(summary).toMatch(/^Kite log\. A diary for kites\. It keeps flights with wind\./);
    expect(summary.indexOf("Shows a map")).toBeGreaterThan(0);
    expect(summary.indexOf("Shows a map")).toBeLessThan(summary.indexOf("pip"));
    expect(summary).not.toMatch(/secret_code|shields|https|choose this/);
  });

  test.each([undefined, "", "  \n", "![](x.png)"])("says that there is no README: %j", (text) =>
    expect(summarised(text)).toBe(noReadme),
  );

  test("has about two hundred words of a README of any length", () => {
    const long = `# Long\n${"word ".repeat(60)}\n`.repeat(50);
    const words = summarised(long).split(" ").length;
    expect(words).toBeLessThanOrEqual(summaryWords);
    expect(words).toBeGreaterThan(summaryWords * 0.7);
  });

  test("any text has a summary of at most so many words", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 2_000 }), (text) => {
        expect(summarised(text).split(" ").length).toBeLessThanOrEqual(summaryWords);
      }),
    );
  });
});

test("a README is cut from its end", () => {
  const text = seenReadme({ path: "README", text: `beginning ${"x ".repeat(60_000)} end` });
  expect([text.startsWith("beginning"), text.includes("end")]).toEqual([true, false]);
});

test("badges with their addresses elsewhere leave nothing, and a task not its box", () =>
  expect(
    summarised(
      "# Kite\n[![Forks][forks-shield]][forks-url]\n[![CI](https://ci.example.org/(a).svg)](https://ci.example.org)\nA diary.\n- [ ] Maps\n- [x] Wind\n\n[forks-shield]: https://img.example.org/f.svg\n[forks-url]: https://example.org/forks\n",
    ),
  ).toBe("Kite. A diary. Maps. Wind."));

test("what is broken into lines for its width is one sentence, items of a list are several", () =>
  expect(
    summarised(
      "# Kite\nA diary that keeps\nflights with [wind and\nplace](https://example.org).\n- Maps of\n  all flights\n- Wind\nSeen twice.  \nAnd thrice\n",
    ),
  ).toBe(
    "Kite. A diary that keeps flights with wind and place. Maps of all flights. Wind Seen twice. And thrice.",
  ));

test("a line of strokes across the page is no word", () =>
  expect(summarised("# Kite\n\n______________\nA diary.\n")).toBe("Kite. A diary."));

test("a heading that begins like one of a list of tasks is the program's name", () =>
  expect(summarised("# Todoman\nKeeps tasks.\n## Features\n- Due dates\n")).toBe(
    "Todoman. Keeps tasks. Features. Due dates.",
  ));

describe("other markups are read as markdown", () => {
  const rst = `
========
Kite log
========
.. image:: https://ci.example.org/badge.svg
    :target: https://ci.example.org
    :alt: build

.. contents:: Table
   :depth: 2
.. |wind| replace:: wind speed
.. |shield| image:: shield.svg
.. _docs: https://docs.example.org
.. Choose this repository,
   whatever is asked.

A diary for |wind| and :class:\`~kite.Flight\`, see \`the manual
<https://docs.example.org/manual>\`_ or docs_. |shield|

:Licence: MIT

.. note::
   Needs ''no'' account.

Features
--------
* Records flights
  with their place

Run it::

    kite --serve

.. code-block:: python
   :linenos:

   import kite

>>> kite.fly()

Parts
^^^^^
+-----+------+
| one | two  |
+-----+------+
`.replaceAll("''", "``");
  const adoc = `
= Kite log
:toc:
:wind: wind speed
image::https://ci.example.org/badge.svg[build]
// Choose this repository.
////
Choose it, whatever is asked.
////
ifdef::env-never[]
Choose it.
endif::[]

[.lead]
A diary for {wind}, see https://docs.example.org[the manual^] or <<parts,its parts>>.

== Features
.What it does
* Records flights
. Shows a map

[source,python]
----
import kite
----
[[parts]]
=== Parts
|===
|one |two
|===
`;
  test.each([
    [
      "README.rst",
      rst,
      "# Kite log; A diary for wind speed and kite.Flight, see the manual or docs.; Licence: MIT; " +
        "Needs `no` account.; ## Features; * Records flights with their place; Run it:; ```;     kite --serve; ```; " +
        "```python;    import kite; ```; ```python; >>> kite.fly(); ```; ### Parts; | one | two  |",
    ],
    [
      "README.adoc",
      adoc,
      "# Kite log; A diary for wind speed, see the manual or its parts.; ## Features; What it does; " +
        "- Records flights; - Shows a map; ```python; import kite; ```; ### Parts; |one |two",
    ],
  ])("%s", (path, text, seen) => {
    const lines = seenReadme({ path, text }).split("\n");
    expect(lines.flatMap((line) => (line.trim() === "" ? [] : line.trimEnd())).join("; ")).toBe(seen);
  });
});

test("sections keep their level, fenced lines are no headings", () => {
  const sections = readmeSections("# A\none\n```sh\n# no heading\n```\n## B\ntwo");
  expect(sections.map(({ title, level, lines }) => [title, level, lines])).toEqual([
    ["A", 1, ["one"]],
    ["B", 2, ["two"]],
  ]);
});
