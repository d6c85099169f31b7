/** A small shop in Python and TypeScript, for tests that look for code. */
export const shop = {
  "shop/prices.py": `"""Prices and taxes."""
from shop.money import round_cents


def net_price(item):
    """The price of one item without tax."""
    return round_cents(item.price)


def add_tax(price, rate):
    """Adds tax to a price at a rate."""
    return round_cents(price * (1 + rate))
`,
  "shop/money.py": `"""Amounts of money."""


def round_cents(amount):
    """Rounds an amount to whole cents."""
    return round(amount, 2)


def format_amount(amount, currency):
    """An amount as text with its currency."""
    return f"{amount:.2f} {currency}"
`,
  "shop/cart.py": `"""The cart of a customer."""
from shop.money import format_amount
from shop.prices import add_tax, net_price


class Cart:
    """Items that a customer wants to buy."""

    def __init__(self, items):
        self.items = items

    def total(self, rate):
        """The sum of all items with tax."""
        return sum(add_tax(net_price(item), rate) for item in self.items)

    def receipt(self, rate, currency):
        """Text with the total of the cart."""
        return format_amount(self.total(rate), currency)
`,
  "tests/test_cart.py": `from shop.cart import Cart


def test_total():
    assert Cart([]).total(0.1) == 0
`,
  "web/banner.ts": `/** Shows a message on top of the page. */
export function showBanner(text: string): string {
  return \`<div>\${escapeHtml(text)}</div>\`;
}

/** Makes text safe inside of HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll("<", "&lt;");
}
`,
  "README.md": "# Shop\n",
};
