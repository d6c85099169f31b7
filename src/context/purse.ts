/** The tokens of one context. Spending is refused, never overdrawn. */
export interface Purse {
  readonly budget: number;
  spent(): number;
  /** Spends and answers true, or answers false and spends nothing. `reserve` tokens must be left afterwards. */
  spend(tokens: number, reserve: number): boolean;
}

export function createPurse(budget: number): Purse {
  let used = 0;
  return {
    budget,
    spent: () => used,
    spend(tokens, reserve) {
      if (used + tokens > budget - reserve) return false;
      used += tokens;
      return true;
    },
  };
}
