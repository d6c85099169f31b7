import { expect, test } from "@jest/globals";
import { completed } from "../scripts/complete-lock.mjs";

const lockOf = (optional: Readonly<Record<string, string>>, more: object = {}) => ({
  lockfileVersion: 3,
  packages: { "": {}, "node_modules/a": { version: "1.0.0", optionalDependencies: optional, ...more } },
});

const rows: readonly [string, string, object][] = [
  ["a-linux-x64-gnu", "1.2.3", { cpu: ["x64"], os: ["linux"], libc: ["glibc"] }],
  ["a-linux-arm64-musl", "1.2.3", { cpu: ["arm64"], os: ["linux"], libc: ["musl"] }],
  ["@a/b-darwin-arm64", "2.0.0", { cpu: ["arm64"], os: ["darwin"] }],
];
test.each(rows)("%s is added for its platform", (name, version, platform) => {
  const { lock, added } = completed(lockOf({ [name]: version }));
  expect(added).toEqual([name]);
  expect(lock.packages[`node_modules/${name}`]).toEqual({ version, optional: true, ...platform });
  expect(Object.keys(lock.packages)).toEqual(Object.keys(lock.packages).sort());
});

test("what is there stays, also a second time, and what serves development says so", () => {
  const { lock } = completed(lockOf({ "a-linux-x64": "1.0.0" }, { dev: true }));
  expect(lock.packages["node_modules/a-linux-x64"]).toMatchObject({ dev: true });
  expect(completed(lock)).toEqual({ lock, added: [] });
});

test.each([
  ["a-plan9-x64", "1.0.0"],
  ["a-linux-x64", "^1.0.0"],
])("%s@%s: for which platform it is must be said", (name, version) =>
  expect(() => completed(lockOf({ [name]: version }))).toThrow("for which platform is it?"),
);
