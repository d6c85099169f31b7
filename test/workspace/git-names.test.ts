import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { UserError } from "../../src/errors.ts";
import { branchRef, checkedCommit, checkedUrl, folderName } from "../../src/workspace/git-names.ts";
import { anyText } from "../helpers/any-text.ts";

describe("checkedUrl", () => {
  test.each([
    "https://github.com/octo/demo",
    "https://github.com/octo/demo.git",
    "https://git.example.com:8443/octo/.github",
    "http://127.0.0.1:4000/octo/demo.git",
    "http://localhost/octo/demo",
    "http://[::1]:4000/octo/demo",
  ])("takes %s", (url) => expect(checkedUrl(url)).toBe(url));

  test.each([
    "ext::sh -c touch% /tmp/pwned",
    "--upload-pack=touch /tmp/pwned",
    "file:///etc",
    "/etc",
    "ssh://-oProxyCommand=touch/octo/demo",
    "git@github.com:octo/demo.git",
    "git://github.com/octo/demo",
    "http://github.com/octo/demo",
    "http://127.0.0.1.evil.com/octo/demo",
    "https://token@github.com/octo/demo",
    "https://user:password@github.com/octo/demo",
    "https://github.com/octo/demo?x=1",
    "https://github.com/octo/demo#x",
    "https://github.com/octo/../../etc",
    "https://github.com/octo/-demo",
    "https://github.com/octo",
    "https://github.com/octo/demo\n--upload-pack=x",
    "https://github.com/octo/demo\u3000x",
    "https://gïthub.com/octo/demo",
    "HTTPS://github.com/octo/demo",
    "",
  ])("refuses %j", (url) => expect(() => checkedUrl(url)).toThrow(UserError));
});

describe("branchRef", () => {
  test.each([
    "main",
    "coderag/issue-12-fix",
    "release/1.2.x",
    "dependabot/npm_and_yarn/@types/node-1",
    "a+b=c#1",
  ])("takes %s", (branch) => expect(branchRef(branch)).toBe(`refs/heads/${branch}`));

  test.each([
    "-x",
    "--upload-pack=sh",
    "--output=x",
    "main\u3000$(touch x)",
    "a;b",
    "a b",
    "a..b",
    "a@{1}",
    "a.lock",
    "a.lock/b",
    "a/.b",
    "a//b",
    "a/",
    "a.",
    "a:refs/heads/main",
    "+main",
    "refs*",
    "x\n",
    "",
    "a".repeat(201),
  ])("refuses %j", (branch) => expect(() => branchRef(branch)).toThrow(UserError));
});

test("checkedCommit takes a full SHA and nothing else", () => {
  expect(checkedCommit("a".repeat(40))).toBe("a".repeat(40));
  for (const wrong of ["HEAD", "a".repeat(39), "A".repeat(40), `--x${"a".repeat(37)}`, `${"a".repeat(40)}\n`])
    expect(() => checkedCommit(wrong)).toThrow();
});

test("folderName is one harmless folder, and another one for another key", () => {
  expect(folderName("github.com/Octo/demo")).toMatch(/^github-com-octo-demo-[0-9a-f]{16}$/);
  fc.assert(
    fc.property(anyText(), anyText(), (one, other) => {
      expect(folderName(one)).toMatch(/^[a-z0-9-]+$/);
      expect(folderName(one) === folderName(other)).toBe(one === other);
    }),
  );
});
