import { z } from "zod";
import { WebFault } from "./fault.ts";

/** A text of an answer, however wrong the answer is. */
export const text = z.string().catch("");
export const texts = z.array(text).catch([]);

/** Reads an answer by a schema all of whose parts have a fallback; what is no object at all is a fault. */
export function readAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  throw new WebFault("unreadable", "answers in another form than it documents");
}
