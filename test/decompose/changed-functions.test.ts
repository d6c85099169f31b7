import { expect, test } from "@jest/globals";
import { changedFunctions } from "../../src/decompose/changed-functions.ts";

const signal = AbortSignal.timeout(240_000);

test("what a change adds and changes is cut out of each file, in any language; what stays and tests are not", async () => {
  const found = await changedFunctions(
    [
      {
        path: "shop/cart.py",
        before: "def none():\n    pass\n\ndef total(cart):\n    return 0\n",
        after:
          "def none():\n    pass\n\ndef total(cart):\n    return tax(0)\n\ndef tax(amount):\n    def rounded(x):\n        return x\n    return rounded(amount)\n",
      },
      {
        path: "src/tax.ts",
        before: undefined,
        after: "export const tax = (amount: number) => amount * 2;\n",
      },
      {
        path: "shop/box.rb",
        before: "class Box\n  def open\n  end\n\n  def lock\n  end\nend\n",
        after:
          "class Box\n  def open\n  end\n\n  def lock\n    close\n  end\n\n  def close\n    1\n  end\nend\n\nclass Lid\n  def lift\n  end\nend\n",
      },
      { path: "tests/test_cart.py", before: undefined, after: "def test_total():\n    assert True\n" },
      { path: "old.py", before: "def gone():\n    pass\n", after: undefined },
      { path: "README.md", before: "", after: "# Shop\n" },
    ],
    signal,
  );
  expect(found.map(({ name, kind, text }) => [name, kind, text])).toEqual([
    ["shop/cart.py#total", "function", "def total(cart):\n    return tax(0)"],
    [
      "shop/cart.py#tax",
      "function",
      "def tax(amount):\n    def rounded(x):\n        return x\n    return rounded(amount)",
    ],
    ["shop/cart.py#tax.rounded", "inner function", "def rounded(x):\n    return x"],
    ["src/tax.ts#tax", "function", "export const tax = (amount: number) => amount * 2;"],
    ["shop/box.rb#Box.lock", "function", "def lock\n  close\nend"],
    ["shop/box.rb#Box.close", "function", "def close\n  1\nend"],
    ["shop/box.rb#Lid", "function", "class Lid\n  def lift\n  end\nend"],
  ]);
});
