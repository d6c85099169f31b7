import type { IncomingMessage } from "node:http";

/** Bytes that all requests together may hold in memory at one time, before anybody has proved who they are. */
export interface Budget {
  used: number;
  readonly most: number;
}

export type Body =
  | { readonly kind: "body"; readonly bytes: Buffer }
  /** More than `most` bytes were announced or came; the rest was not read. */
  | { readonly kind: "too-large" }
  /** Other requests fill the budget. */
  | { readonly kind: "busy" }
  /** The sender went away. */
  | { readonly kind: "gone" };

/** Reads a request's body, of which at most `most` bytes are ever held. Never throws. */
export async function readBody(request: IncomingMessage, most: number, budget: Budget): Promise<Body> {
  if (Number(request.headers["content-length"] ?? 0) > most) return { kind: "too-large" };
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      budget.used += chunk.length;
      if (size > most) return { kind: "too-large" };
      if (budget.used > budget.most) return { kind: "busy" };
      chunks.push(chunk);
    }
    return { kind: "body", bytes: Buffer.concat(chunks, size) };
  } catch {
    return { kind: "gone" };
  } finally {
    budget.used -= size;
  }
}
