import { InvalidArgumentError } from "commander";

/** Reads the value of an option that is a whole number, 1 or more. */
export function whole(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError("Give a whole number, 1 or more.");
  return value;
}
