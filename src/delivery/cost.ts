import type { Usage } from "../llm/model.ts";
import { count } from "../source/counted.ts";

/** Whether anything was asked of a model. */
export const isUsed = ({ inputTokens, outputTokens }: Usage): boolean => inputTokens + outputTokens > 0;

/** `12,345 tokens in (2,000 cached), 678 out, $0.12`; says where a figure is an estimate or a price is not known. */
export function usageText(usage: Usage): string {
  const cached = usage.cachedTokens > 0 ? ` (${count(usage.cachedTokens)} cached)` : "";
  const tokens = `${count(usage.inputTokens)} tokens in${cached}, ${count(usage.outputTokens)} out`;
  const about = usage.estimated ? " (estimated)" : "";
  const cost = usage.cost === undefined ? "price not known" : money(usage.cost);
  return `${tokens}${about}, ${cost}`;
}

export function money(dollars: number): string {
  return dollars > 0 && dollars < 0.01 ? "less than $0.01" : `$${dollars.toFixed(2)}`;
}

/** `3 m 2 s`, `45 s`, `1 h 5 m`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} m ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
}
