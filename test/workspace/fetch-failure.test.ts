import { expect, test } from "@jest/globals";
import { fetchFailure } from "../../src/workspace/fetch-failure.ts";
import { GitError } from "../../src/workspace/git.ts";

const of = (complaint: string): unknown => fetchFailure(new GitError("fetch", 128, complaint));
const at = "fatal: unable to access 'https://github.com/octo/demo.git/': ";

test.each([
  `${at}Operation too slow. Less than 1000 bytes/sec transferred the last 60 seconds`,
  `${at}Operation timed out after 300000 milliseconds with 0 bytes received`,
  `${at}SSL connection timeout`,
  `${at}HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)`,
  `${at}GnuTLS recv error (-110): The TLS connection was non-properly terminated.`,
  `${at}transfer closed with outstanding read data remaining`,
  `${at}Send failure: Broken pipe`,
  "fatal: the remote end hung up unexpectedly",
])("a line that fails is worth another try: %s", (complaint) => {
  expect(of(complaint)).toMatchObject({ name: "RemoteGitError", transient: true });
});

test.each([
  `${at}server certificate verification failed. CAfile: none CRLfile: none`,
  "fatal: something that nobody has seen",
])("what no other try changes stays a failure of git's: %s", (complaint) => {
  expect(of(complaint)).toMatchObject({ name: "GitError" });
});
