import type { SeenRequest, SpokenAnswer } from "../helpers/model-endpoint.ts";
import { shop } from "./shop.ts";

/** A pull request with a fault in it, and what a model says of it. */
const cart = shop["shop/cart.py"];
/** A method that forgets what its neighbour does. */
export const faulty = `${cart}
    def discounted(self, percent: Decimal) -> Decimal:
        """The total less so many percent."""
        return self.total() * (100 - percent) / 10
`;

export const finding = (more: object = {}) => ({
  title: "The discount is ten times too small",
  why: "With percent 25 the result is 7.5 times the total, because it is divided by 10.",
  ...{ kind: "bug", severity: "high", confidence: "sure", path: "shop/cart.py", line: 22 },
  edits: "=== shop/cart.py\n22:         return round_cents(self.total() * (100 - percent) / 100)",
  ...more,
});
export const handIn = (...findings: object[]): SpokenAnswer => ({
  toolCalls: [{ name: "submit-findings", arguments: { findings } }],
  usage: { input: 1000, output: 100 },
});
export const verdicts = (...all: string[]): SpokenAnswer => ({
  content: all
    .map((verdict, at) => JSON.stringify({ id: `F${at + 1}`, verdict, reason: "100 / 10" }))
    .join("\n"),
  usage: { input: 500, output: 50 },
});
/** The second reading is the question without tools. */
export const model =
  (said: SpokenAnswer, read: SpokenAnswer) =>
  ({ body }: SeenRequest): SpokenAnswer =>
    body.tools?.length ? said : read;
