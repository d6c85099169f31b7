import type { SeenRequest, SpokenAnswer } from "../helpers/model-endpoint.ts";

/** A small Python project, and what a model hands in for the issue about it. */
export const shop = {
  "README.md": "# Shop\n",
  "shop/__init__.py": "",
  "shop/money.py":
    'from decimal import Decimal\n\n\ndef round_cents(amount: Decimal) -> Decimal:\n    """Rounds to whole cents, half up."""\n    return amount.quantize(Decimal("0.01"))\n',
  "shop/cart.py":
    'from decimal import Decimal\n\nfrom shop.money import round_cents\n\n\nclass Cart:\n    """What a customer wants to buy."""\n\n    def __init__(self) -> None:\n        self.lines: list[Decimal] = []\n\n    def add(self, price: Decimal) -> None:\n        """Adds one line."""\n        self.lines.append(price)\n\n    def total(self) -> Decimal:\n        """Sum of all lines, rounded once."""\n        return round_cents(sum(self.lines, Decimal(0)))\n',
  "tests/test_cart.py":
    'from decimal import Decimal\n\nfrom shop.cart import Cart\n\n\ndef test_total():\n    cart = Cart()\n    cart.add(Decimal("1.005"))\n    assert cart.total() == Decimal("1.00")\n',
} as const;

export const wish = {
  title: "Discount for a cart",
  body: "`Cart` should have a method `discounted(percent)` that returns the total less that many percent, rounded to cents.\n\n- A percent below 0 or above 100 is refused with a ValueError.\n",
};

export const edits = `=== shop/cart.py
18+ <<

    def discounted(self, percent: Decimal) -> Decimal:
        """The total less \`percent\` percent."""
        if not 0 <= percent <= 100:
            raise ValueError("percent must be from 0 to 100")
        return round_cents(self.total() * (100 - percent) / 100)
>>
=== tests/test_discount.py (new)
+ <<
from decimal import Decimal

from shop.cart import Cart


def test_discount():
    cart = Cart()
    cart.add(Decimal("10"))
    assert cart.discounted(Decimal("25")) == Decimal("7.50")
>>
`;

/** The hand-in of a model that does it right. */
export const handIn: SpokenAnswer = {
  toolCalls: [
    {
      name: "submit-edits",
      arguments: {
        title: "Add Cart.discounted",
        summary: "A cart can tell its total less a percentage.",
        edits: `\`\`\`\n${edits}\`\`\``,
        requirements: [
          {
            id: "R1",
            requirement: "A method `discounted`",
            status: "done",
            where: ["shop/cart.py#Cart.discounted"],
            note: "",
          },
          {
            id: "R2",
            requirement: "Refuse percents out of range",
            status: "done",
            where: ["shop/cart.py#Cart.discounted"],
            note: "",
          },
        ],
        assumptions: ["The discounted total is rounded like the total."],
        reuse: [{ definition: "shop/money.py#round_cents", decision: "reused", reason: "Rounds to cents." }],
      },
    },
  ],
  usage: { input: 2000, output: 300 },
};

/** A look-up first, so that a run has more than one turn. */
export const lookUp: SpokenAnswer = {
  toolCalls: [{ name: "graph-reason", arguments: { id: "shop/money.py#round_cents" } }],
  usage: { input: 1500, output: 40 },
};

/** Looks up once and hands in, however many runs ask: the answer follows from what was said before. */
export const builder = ({ body }: SeenRequest): SpokenAnswer =>
  body.messages.some(({ role }) => role === "tool") ? handIn : lookUp;

/** The hand-in with other words in it. */
export function handInWith(differences: Readonly<Record<string, unknown>>): SpokenAnswer {
  const [call] = handIn.toolCalls!;
  const given = { ...(call!.arguments as object), ...differences };
  return { ...handIn, toolCalls: [{ name: "submit-edits", arguments: given }] };
}
