import { InvalidArgumentError } from "commander";

/** A whole number from 1 up, of an option. */
export function whole(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError("A whole number from 1 up.");
  return value;
}
