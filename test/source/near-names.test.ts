import { expect, test } from "@jest/globals";
import { nearestNames } from "../../src/source/near-names.ts";

const names = ["implement", "fix", "retry", "undo", "Retry", "retry"];

test.each<[asked: string, near: readonly string[]]>([
  ["implemnt", ["implement"]],
  ["IMPLEMENT", ["implement"]],
  ["rety", ["Retry", "retry"]],
  ["undoo", ["undo"]],
  ["sandwich", []],
  ["", []],
])("near %j are %j", (asked, near) => expect(nearestNames(names, asked, 5)).toEqual(near));

test("as many as asked for", () => expect(nearestNames(names, "retry", 1)).toEqual(["Retry"]));
