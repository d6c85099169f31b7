import type { IncomingMessage } from "node:http";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { WebFault } from "./fault.ts";

/** Encodings that `readBody` undoes, for `accept-encoding`. */
export const acceptedEncodings = "gzip, br";

export interface Body {
  readonly bytes: Buffer;
  /** It was longer, and the rest was not read. */
  readonly cut: boolean;
}

/**
 * Reads at most `most` bytes of a body, as sent and as unpacked: one small answer cannot unfold into a large one,
 * because nothing is unpacked beyond the cap. The connection is closed when that is reached.
 */
export async function readBody(response: IncomingMessage, most: number): Promise<Body> {
  const chunks: Buffer[] = [];
  let length = 0;
  let cut = false;
  const collect = async (unpacked: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of unpacked) {
      chunks.push(chunk);
      length += chunk.length;
      if (length <= most) continue;
      cut = true;
      return;
    }
  };
  try {
    const unpack = unpacker(response);
    if (unpack === undefined) await pipeline(response, capped(most), collect);
    else await pipeline(response, capped(most), unpack, collect);
  } catch (error) {
    // Closing what is no longer wanted is an error to the stages before it.
    if (!cut)
      throw error instanceof WebFault ? error : new WebFault("unreadable", "broke off while it was read");
  } finally {
    response.destroy();
  }
  return { bytes: Buffer.concat(chunks).subarray(0, most), cut };
}

function unpacker({ headers }: IncomingMessage): Transform | undefined {
  const encoding = (headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return undefined;
  if (encoding === "gzip" || encoding === "x-gzip") return createGunzip();
  if (encoding === "br") return createBrotliDecompress();
  throw new WebFault("type", "is packed in a way that was not asked for");
}

/** Ends a stream after `most` bytes and one more, by which the reader sees that it is cut; drops the rest. */
function capped(most: number): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const room = most + 1 - length;
      length += chunk.length;
      if (room > 0) this.push(chunk.subarray(0, room));
      if (room > 0 && length > most) this.push(null);
      done();
    },
  });
}
