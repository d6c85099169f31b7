import { expect, test } from "@jest/globals";
import { splitRequirements, wholeText } from "../../src/retrieval/request.ts";

const check = (title: string, body: string, expected: readonly string[], instruction?: string): void => {
  const request = { title, body, comments: [], ...(instruction ? { instruction } : {}) };
  const found = splitRequirements(request);
  expect(found.map(({ text }) => text)).toEqual(expected);
  expect(found.map(({ id }) => id)).toEqual(expected.map((_, at) => `R${at + 1}`));
};

const rows: [string, string, string, readonly string[]][] = [
  ["a bare title", "Support TOML", "", ["Support TOML"]],
  [
    "statements that nobody fenced, and what is right as it is",
    "Tabs are not quoted",
    'To see it:\n\nvar yaml = serializer.Serialize(new List<string>() { "\\t" }); // must be quoted\nreader.Read(yaml); // throws\nconst all = [1];\n\nOf spaces it should keep none; I use (1). This is the expected behaviour.',
    ["Tabs are not quoted", "Of spaces it should keep none"],
  ],
  [
    "an order that only points back, an aside in brackets, a case that was met, and dots for more",
    "Sort at once",
    'It should sort the list at once and show it, and keep the selection. (The old version did this, but the new one doesn\'t.) In my case `sort()` failed, so nothing was shown. Please skip more folders, like ".a" and ".b" ... ".c", ".d". It should wait... Then sort.\n\n### Why this is a bug\n\nThe list is wrong:\n\n- the order cannot be seen',
    [
      "It should sort the list at once and show it",
      "keep the selection",
      'Please skip more folders, like ".a" and ".b" ... ".c", ".d"',
      "It should wait",
    ],
  ],
  [
    "what an earlier change did, unless the fault is back",
    "Wrong name",
    "#12 was fixed so that names are found that were unused but were mentioned. That was not a complete fix. The port was fixed, but is wrong again. It has been resolved that it should listen on 80.",
    [
      "Wrong name",
      "The port was fixed, but is wrong again",
      "It has been resolved that it should listen on 80",
    ],
  ],
  [
    "a list",
    "Settings from TOML",
    "We use many files.\n\n- [ ] read `.toml` files\n- [x] keep YAML as the default\n  even when both exist\n",
    ["Settings from TOML", "read `.toml` files", "keep YAML as the default even when both exist"],
  ],
  [
    "a form whose boxes are ticked",
    "Wrong port",
    "It must listen on 80.\n\n### Validations\n\n- [x] Follow our [Code of Conduct](https://a.b/CODE.md)\n- [X] Read the\n  [docs](https://a.b/docs)\n",
    ["Wrong port", "It must listen on 80"],
  ],
  [
    "boxes in which the writer confirms something, beside one that asks",
    "Wrong port",
    "- [ ] I have searched the issues\n- [x] I'm willing to help\n- [ ] read the port from a file\n\n```\n- [x] code\n```",
    ["Wrong port", "read the port from a file"],
  ],
  [
    "what only says of what kind the request is",
    "All requests in flight",
    "This is a feature request\n\nBug report:\n\nThis is a feature request that should list `requests`.",
    ["All requests in flight", "This is a feature request that should list `requests`"],
  ],
  [
    "sentences that ask",
    "Crash on empty file",
    "I found this today. The parser should return an empty map. It raises `KeyError` instead. Thanks e.g. for all.",
    ["Crash on empty file", "The parser should return an empty map", "It raises `KeyError` instead"],
  ],
  [
    "sections that only describe",
    "Wrong port",
    "## Steps to reproduce\n1. start it\n2. look\n\n### Steps\n1. `serve init`\n2. Show the empty port\n\n## Expected\nIt must listen on 80.\n\n## Environment\n- Node 20\n- it should be Linux",
    ["Wrong port", "It must listen on 80"],
  ],
  [
    "code, quotes, comments and traces",
    "Bug",
    "<!-- You must fill this in -->\n> it should be quoted\n```py\n# should not count\n```\n    at should (x.js:1:1)\n",
    ["Bug"],
  ],
  [
    "what stands behind code that ends on its line, and behind a block that shows another",
    "Bug",
    "```npm start```\nfails.\n\nIt must listen on 80.\n\n````md\n```sh\nit should not count\n```\n````\nIt must not crash.",
    ["Bug", "```npm start``` fails", "It must listen on 80", "It must not crash"],
  ],
  [
    "a list that spells the title out, below a lead-in",
    "Add a `semver` string format",
    "We copy a pattern. What I would like:\n\n1. `z.semver()` accepts a version\n2. the issue's format is `semver`",
    ["`z.semver()` accepts a version", "the issue's format is `semver`"],
  ],
  [
    "a sentence that goes on below code is one, and no other is",
    "Bug",
    "I would like to write\n\n```go\na()\nb()\n```\n\nand get the error of `Min: 1`. It must stay.\n\nYou should see it.\n```\nc()\n```\nnothing else should change",
    [
      "Bug",
      "I would like to write … and get the error of `Min: 1`",
      "It must stay",
      "You should see it",
      "nothing else should change",
    ],
  ],
  [
    "a lead-in to code, which no list repeats",
    "Wrong greeting",
    "The program should print:\n\n```\nhello\n```",
    ["Wrong greeting", "The program should print: `hello`"],
  ],
  [
    "a lead-in to more code than a line, and to none",
    "Wrong greeting",
    "It should print:\n\n```\nhello\nworld\n```\n\nThen it should stop.\n```\nexit 0\n```\nIt should exit with\n## Logs\n```\nbye\n```",
    ["Wrong greeting", "It should print", "Then it should stop", "It should exit with"],
  ],
  [
    "where it was seen, in a list",
    "Wrong port",
    "**Information**\n - please: Linux\n\n**Bug**\n- OS: macOS\n- Node version: 22 (and later)\n- Terminal: iTerm2\n- shell: support fish\n- port: 80",
    ["Wrong port", "shell: support fish", "port: 80"],
  ],
  [
    "what is said to the reader of an issue",
    "Wrong port",
    "I am able to reproduce this on `main`. It must listen on 80. Notice the missing zero:\n```\n8\n```\nI would like to submit a PR for this. I can work on a fix.\n\n- [ ] Yes, I would like to submit a PR\n---\nPlease upvote :+1: this issue if you are interested in it.",
    ["Wrong port", "It must listen on 80"],
  ],
  [
    "sections that ask the writer something",
    "Wrong port",
    "It must listen on 80.\n### Are you willing to submit a PR?\nIt should be me.\n### Please tick this box\n- [ ] a box\n### What operating system?\nIt should be Linux.",
    ["Wrong port", "It must listen on 80"],
  ],
  [
    "sections that tell what was done, and why it happens",
    "Wrong port",
    "### What did you do?\n- install it\n- run it\n### What did you expect to happen?\n- it listens on 80\n### Root cause\nThe default must not be read.",
    ["Wrong port", "it listens on 80"],
  ],
  [
    "a paragraph of reasons",
    "Wrong port",
    "This matters because others fail. They are not told, and crash. It must listen on 80.\n\nIt is not told anywhere.",
    ["Wrong port", "It must listen on 80", "It is not told anywhere"],
  ],
  [
    "a lead-in to code that shows a fault, and words in code",
    "Wrong port",
    "The last line raises the error:\n```\na()\nb()\n```\nThey end in `throw new Fault()`. `listen` fails for 80.",
    ["Wrong port", "`listen` fails for 80"],
  ],
  [
    "a heading that a line below makes, and rules",
    "Wrong port",
    "Environment\n---\nIt should be Linux.\n\nWish\n====\nIt must listen on 80\n\n***\nIt must say so",
    ["Wrong port", "It must listen on 80", "It must say so"],
  ],
  [
    "wishes of other words",
    "Class names",
    "An option to get a title would be the best one. A pull request template would be very handy. I would prefer a flag.",
    [
      "Class names",
      "An option to get a title would be the best one",
      "A pull request template would be very handy",
      "I would prefer a flag",
    ],
  ],
  [
    "one sentence with several demands",
    "Add a `--json` flag, and make `list` print an array; also exit with 2 on a fault",
    "",
    ["Add a `--json` flag", "make `list` print an array", "exit with 2 on a fault"],
  ],
  [
    "two orders joined by a word",
    "Remove the cache and update the docs",
    "",
    ["Remove the cache", "update the docs"],
  ],
  [
    "a wish with an order behind it",
    "Session cookies",
    "The client should keep cookies between calls, and raise `CookieError` for a bad one.",
    ["Session cookies", "The client should keep cookies between calls", "raise `CookieError` for a bad one"],
  ],
  [
    "one demand that only has verbs in it",
    "Allow users to read and write settings when the file, and its folder, is missing",
    "",
    ["Allow users to read and write settings when the file, and its folder, is missing"],
  ],
  [
    "joints inside code, quotation marks and brackets",
    'Print "done, and add more" from `run(a, add b)` (and remove nothing)',
    "",
    ['Print "done, and add more" from `run(a, add b)` (and remove nothing)'],
  ],
  [
    "a condition before its order",
    "When the cache is full, drop the oldest entry and log its key",
    "",
    ["When the cache is full, drop the oldest entry", "log its key"],
  ],
  [
    "a title that a sentence says with more around it",
    "PORT ignored?",
    "The variable PORT seems to be ignored by the `serve` command. It should be read.",
    ["The variable PORT seems to be ignored by the `serve` command", "It should be read"],
  ],
  [
    "a title that only says that something does not work",
    "Nested ports not working as expected",
    "When a port is used in nested ports it does not work.\n\nIt must be read.",
    ["When a port is used in nested ports it does not work", "It must be read"],
  ],
  [
    "what a writer has to do, guesses, plans and is not sure of",
    "Wrong port",
    "As we are planning to add TLS, we'll need to adjust the ports. I have to keep 80, and if I want to change it I need to rebuild. It looks like the file is not read. As expected it starts. Or am I missing something? We need to validate ports.",
    ["Wrong port", "We need to validate ports"],
  ],
  [
    "what a writer did not do, judges and works around, and what readers shall run",
    "Wrong port",
    "That doesn't seem consistent. I didn't write the tests, and I don't remember why. Since it is not tested, I assume nobody saw that it fails. My current workaround overrides what is wrong. Please run it with `serve --all` to see. It doesn't seem to read the file.",
    ["Wrong port", "It doesn't seem to read the file"],
  ],
  [
    "lists that show an example, or tell",
    "Wrong port",
    "Here is an example of what I want:\n- Create a port\n-- ports should follow\n\nI have two situations:\n- a port\n- port 80 is ignored\n\nSteps to try:\n1. add one\n2. it fails. My ideas to improve:\n1. it is told",
    ["Wrong port", "port 80 is ignored", "it is told"],
  ],
  [
    "lists that complete a sentence",
    "Ports",
    "The values of `port` should be:\n* `80`: plain\n* `443`: same as [`tls`](https://a.b/c#d)\n\nThe `serve` command should:\n- listen on ports\n- close ports\n\nIt would help:\n```\n80\n81\n```\n- a hint",
    [
      "The values of `port` should be: `80`: plain; `443`: same as `tls`",
      "The `serve` command should listen on ports",
      "The `serve` command should close ports",
      "It would help",
      "a hint",
    ],
  ],
  [
    "a list that is too long for its sentence",
    "Ports",
    `The values should be:\n- first ${"a".repeat(200)}\n- second ${"b".repeat(200)}`,
    ["Ports", "The values should be", `first ${"a".repeat(200)}`, `second ${"b".repeat(200)}`],
  ],
  [
    "what is wanted, said as a whole",
    "Ports",
    "What I want is a flag for them.",
    ["Ports", "What I want is a flag for them"],
  ],
  [
    "what a form asks of its writer",
    "Wrong port",
    "_If it is a bug, please include a minimal example with its output._ I found the place and will suggest a fix shortly.",
    ["Wrong port"],
  ],
  [
    "what a quotation demands, and doubts",
    "Ports are doubled",
    'This breaks the rule ("Each port must be named once"). It should skip doubles, but I am not certain, so we need to read more.',
    ["Ports are doubled", "It should skip doubles"],
  ],
  ["a title that begins with its kind", "[Bug]: Ports are ignored", "", ["Ports are ignored"]],
  ["a title that begins with its kind, unframed", "Feature request: ports", "", ["ports"]],
  ["a title that is about a kind", "Bug reports: keep ports", "", ["Bug reports: keep ports"]],
  [
    "a section of what is expected that has no word of asking",
    "Animation stops",
    "### Expected behavior\nThe animation repeats wherever the mouse is. That is all.\n\n### Actual behavior\nIt stops for good.",
    ["Animation stops", "The animation repeats wherever the mouse is"],
  ],
  [
    "a section of what is expected that asks, or says too little",
    "Animation stops",
    "### Expected behavior\nA bar is seen below. It should repeat.\n\n## What did you expect?\nNo doing that.",
    ["Animation stops", "It should repeat"],
  ],
  [
    "a question that asks, among steps",
    "Search is empty",
    '### Reproduction steps\n1. it should be opened\n\nCould it be the quotes? Shouldn\'t `""` return everything?',
    ["Search is empty", 'Shouldn\'t `""` return everything?'],
  ],
  [
    "what a sentence says before it leads in to code, without marks",
    "Expires is in 1970",
    'The "cache_time" is not respected, and all that works is:\n```json\n{\n}\n```\nBut it should be **possible to set** that;',
    [
      "Expires is in 1970",
      'The "cache_time" is not respected, and all that works is',
      "it should be possible to set that",
    ],
  ],
  [
    "where a fault does not show, and what a title says of its kind",
    "[Bug Report][4.1.9] (Regression) Ports collide",
    "Thankfully it doesn't happen on Linux.",
    ["Ports collide"],
  ],
  [
    "what is said twice",
    "Add a retry option",
    "Please add a retry option.",
    ["Add a retry option", "Please add a retry option"].slice(0, 1),
  ],
];
test.each(rows)("requirements of %s", (_, title, body, expected) => check(title, body, expected));

test.each([
  ["an address", "See https://a.b/c/d?e=f#g now", "See   now"],
  [
    "where a machine keeps what it has installed",
    "See /usr/local/lib/python3.13/zoneinfo/_common.py and /app/node_modules/a/b.js, not src/lib/a.py",
    "See   and  , not src/lib/a.py",
  ],
  ["an address in a link", "See [the docs](https://a.b/c).", "See [the docs]( )."],
  [
    "where it was seen",
    "a\n### System Info\n```\n# OS: x\n```\n## Node.js version\n22\n### Wish\nb",
    "a\n### Wish\nb",
  ],
  [
    "wishes about it",
    "### Environment variables\na\n### Version 2 of it\nb",
    "### Environment variables\na\n### Version 2 of it\nb",
  ],
  ["where it was seen, asked as a question", "a\n## What version of it is this?\n22", "a"],
  ["what a tool says of where it runs", "a\n### Tool doctor output\nb\n### Wish\nc", "a\n### Wish\nc"],
  [
    "pictures",
    'a <img width="9" alt="Image" src="https://a.b/c" /> `<img alt>` ![Image](https://a.b/c)\n```\n<img alt>\n```',
    "a   `<img alt>`  \n```\n<img alt>\n```",
  ],
  [
    "fields of a form",
    "### Playground\n\nhttps://a.b\n\n### Config\n\n_No response_\n\n### Wish\n\nb",
    "\n \n\n\n\n\nb",
  ],
  [
    "labels of a template",
    "**Describe the bug**\na\n## Expected behavior\nb\n## Ports of a server\nc\n### Steps to reproduce:\nd",
    "a\nb\n## Ports of a server\nc\nd",
  ],
  [
    "headings of its own",
    "a\n### Parser\nb\n### Config\nc\n### Cache\nd",
    "a\n### Parser\nb\n### Config\nc\n### Cache\nd",
  ],
])("words of a request: %s", (_, body, expected) =>
  expect(wholeText({ title: "", body, comments: [] })).toBe(`\n\n\n${expected}`),
);

test("the instruction comes first", () =>
  check("Support TOML", "", ["Only for the reader", "Support TOML"], "Only for the reader."));

test.each([".", "!?.", ". ", "a.", "- .\n"])("a request of many %j is cut in no time", (part) => {
  const body = part.repeat(200_000 / part.length);
  expect(splitRequirements({ title: "Many", body, comments: [{ body }] }).length).toBeLessThan(13);
});

test("no more than twelve, none endless", () => {
  const body = Array.from({ length: 40 }, (_, at) => `- add option number${at} ${"x".repeat(500)}`).join(
    "\n",
  );
  const found = splitRequirements({ title: "Many", body, comments: [] });
  expect(found).toHaveLength(12);
  expect(Math.max(...found.map(({ text }) => text.length))).toBeLessThanOrEqual(400);
});
