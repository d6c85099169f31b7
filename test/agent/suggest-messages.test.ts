import { expect, test } from "@jest/globals";
import { type SuggestBrief, suggestMessages } from "../../src/agent/suggest-messages.ts";

const boundary = "c0ffee000001";
const said = (leftOut: readonly string[]): string => {
  const brief: SuggestBrief = {
    ...{ boundary, repository: "o/r at 1a2b3c", request: "", conventions: [], told: [], tools: [], most: 10 },
    pull: { number: 7, title: "Totals", body: "", commits: [] },
    ...{ diff: "=== a.py (1 lines)\n1aa: x = 1", context: "", leftOut },
  };
  return suggestMessages(brief)[1]!.content;
};

test("changed files that are not shown are named, with the reason, as data, and no more than can be read", () => {
  const unseen = (rows: string) => `not shown; read what you need of them:\n\n${rows}\n\nIts place`;
  const fenced = (rows: string) => unseen(`<data-${boundary} from="diff">\n${rows}\n</data-${boundary}>`);
  expect(said([])).toContain(unseen("(none)"));
  expect(said(["b.py (no room)", "c\n.py (deleted)"])).toContain(
    fenced("- b.py (no room)\n- c .py (deleted)"),
  );
  const many = said(Array.from({ length: 102 }, (_, at) => `m${at}.py (no room)`));
  expect(many).toContain("- m99.py (no room)\n- and 2 files more\n");
});
