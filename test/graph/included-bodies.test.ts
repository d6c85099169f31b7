/** Bodies that are included where they belong: `#include "ae_epoll.c"`. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const body = `//- body.c
static int own(int x) { return before(x) + far(x); }
int run(int x) { after(); return own(x); }
`;
const own = "body.c#run call body.c#own";

describe("what an included body sees", () => {
  test.each<[name: string, files: string, rows: readonly string[]]>([
    [
      "what stands around it, and what is declared there",
      `//- main.c
static int before(int x) { return x; }
int far(int x);
#include "body.c"
static void after(void) { run(1); }
//- far.c
int far(int x) { return x; }
//- other.c
static int before(int x) { return 0; }
`,
      [
        "body.c#own call far.c#far inferred",
        "body.c#own call main.c#before inferred",
        "body.c#run call main.c#after inferred",
        "main.c#after call body.c#run",
        own,
      ],
    ],
    [
      "of several that include it any",
      `//- one.c
static int before(int x) { return x; }
#include "body.c"
//- two.c
static int before(int x) { return -x; }
#include "body.c"
`,
      ["body.c#own call one.c#before ambiguous", "body.c#own call two.c#before ambiguous", own],
    ],
    [
      "not what other bodies have that stand beside it",
      `//- all.c
#include "body.c"
#include "next.c"
//- next.c
static int before(int x) { return x; }
`,
      [own],
    ],
    ["nothing where nobody includes it", "//- one.c\nint before(int x) { return x; }\n", [own]],
  ])("%s", (_name, files, rows) => check(body + files, rows));

  test("a header sees what it includes alone", () =>
    check(
      `//- a.h
static int own(int x) { return before(x); }
//- a.c
static int before(int x) { return x; }
#include "a.h"
int run(int x) { return own(x); }
`,
      ["a.c#run call a.h#own"],
    ));
});
