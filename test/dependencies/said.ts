import { expect, test } from "@jest/globals";
import { readDependencies } from "../../src/dependencies/read-dependencies.ts";

/** One line a dependency: `ecosystem:name range @version dev`. */
export function said(files: Readonly<Record<string, string>>): readonly string[] {
  return readDependencies(Object.entries(files)).dependencies.map(
    ({ ecosystem, name, range, version, development }) =>
      [`${ecosystem}:${name}`, range, version && `@${version}`, development && "dev"]
        .filter(Boolean)
        .join(" "),
  );
}

/** A row: files, and what they say. */
export const check = (
  what: string,
  files: Readonly<Record<string, string>>,
  expected: readonly string[],
): void => test(what, () => expect(said(files)).toEqual(expected));
