import { expect, test } from "@jest/globals";
import { openersOf } from "../../src/context/openers.ts";

const lines = `fn copy() {
    if is_link(source)
        && options.dereference
    {
        let one = 1;

        for entry in all {
            first();
            if entry.is_file() {
                ready();
            } else if matches!(
                entry.kind,
                Kind::Link
            ) {
                second();
                changed();
            }
        }
    }
}`.split("\n");

const shown = (line: number, first = 1) =>
  openersOf({ lines }, line, first).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));

test("the lines that open the blocks around a line are told by their indentation, over several lines where they go so far", () => {
  expect(shown(16)).toEqual(["9-14", "7", "2-4"]);
  expect(shown(8)).toEqual(["7", "2-4"]);
  expect(shown(2)).toEqual([]);
  // What stands above the definition is not its.
  expect(shown(16, 7)).toEqual(["9-14"]);
  expect(openersOf({ lines: [] }, 1, 1)).toEqual([]);
});
