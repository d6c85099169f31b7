import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { loadGrammar, type Tree, withEditedCopy, withTree } from "../../src/languages/parsing/parser.ts";

interface Shape {
  readonly text: string;
  readonly kinds: readonly string[];
}

/** Every node with its place. */
function shape({ rootNode }: Tree): Shape {
  const kinds: string[] = [];
  const cursor = rootNode.walk();
  const visit = (): void => {
    const { nodeType, startIndex, endIndex, startPosition: at } = cursor;
    kinds.push(`${nodeType} ${startIndex} ${endIndex} ${at.row}:${at.column}`);
    if (!cursor.gotoFirstChild()) return;
    do visit();
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  };
  visit();
  cursor.delete();
  return { text: rootNode.text, kinds };
}

async function bothWays(
  before: string,
  after: string,
): Promise<{ fresh: Shape; edited: Shape; first: Shape }> {
  const grammar = await loadGrammar("cpp");
  return {
    fresh: withTree(grammar, after, shape),
    ...withTree(grammar, before, (tree) => ({
      edited: withEditedCopy(tree, before, after, (copy) => withTree(grammar, after, shape, undefined, copy)),
      first: shape(tree),
    })),
  };
}

describe("a text read after another one of the same lines and lengths has the tree that it has by itself", () => {
  test.each([
    ["nothing differs", "int a;\n", "int a;\n"],
    ["a macro left out", "class API Foo {\n  int a;\n};\n", "class     Foo {\n  int a;\n};\n"],
    [
      "on several lines, and several times on one",
      "API int f(int a) NOEX;\nint g();\nAPI int h() NOEX;\n",
      "    int f(int a)     ;\nint g();\n    int h()     ;\n",
    ],
    [
      "behind letters of more than one unit",
      'auto s = "\u{1f600}ü";\nA int b;\n',
      'auto s = "\u{1f600}ü";\n  int b;\n',
    ],
    ["with both marks at the ends of lines", "A int b;\r\nA int c;\r\n", "  int b;\r\n  int c;\r\n"],
    ["without a last line", "int a;\nA int b;", "int a;\n  int b;"],
    ["a comment that opens", "int a; /x b */ int c;\n", "int a; /* b */ int c;\n"],
  ])("%s", async (_, before, after) => {
    const { fresh, edited } = await bothWays(before, after);
    expect(edited).toEqual(fresh);
  });

  test("whichever names are others", async () => {
    const lines = fc.array(fc.tuple(fc.stringMatching(/^[a-d]{3}$/), fc.boolean()), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(lines, async (names) => {
        const line = (name: string, i: number): string =>
          i % 3 === 0 ? `struct ${name} { int x; };\n` : `int ${name}() { return v + ${name}(); }\n`;
        const before = names.map(([name], i) => line(name, i)).join("");
        const after = names.map(([name, isOther], i) => line(isOther ? "zzz" : name, i)).join("");
        const { fresh, edited, first } = await bothWays(before, after);
        expect(edited).toEqual(fresh);
        expect(first.text).toBe(before);
      }),
    );
  });
});
