/** The door to yauzl: one file out of an archive that strangers made. */
import { fromBufferPromise } from "yauzl";

/** The archive is no archive, or holds more than it may. */
export class BadArchiveError extends Error {
  override readonly name = "BadArchiveError";
}

/** An archive with more files than this was not made for one index. */
const mostEntries = 1_000;

/**
 * The first file whose name `wanted` matches; undefined where there is none. Names are compared, never used as
 * paths. What unpacks to more than `bytesAtMost`, or to another size than the archive says, is refused while it is read.
 * @throws BadArchiveError
 */
export async function unzipOne(
  archive: Buffer,
  wanted: RegExp,
  bytesAtMost: number,
): Promise<Buffer | undefined> {
  try {
    // Sizes are held against what is unpacked, so that a small size that is a lie stops the reading.
    const zip = await fromBufferPromise(archive, { validateEntrySizes: true, lazyEntries: true });
    if (zip.entryCount > mostEntries) throw new BadArchiveError("The archive holds too many files.");
    for await (const entry of zip.eachEntry()) {
      if (!wanted.test(entry.fileName)) continue;
      if (entry.uncompressedSize > bytesAtMost)
        throw new BadArchiveError("The file in the archive is too large.");
      return await bounded(await zip.openReadStreamPromise(entry), bytesAtMost);
    }
    return undefined;
  } catch (error) {
    // Whatever stands in the archive is at fault: its bytes are in memory, nothing else is touched.
    throw error instanceof BadArchiveError
      ? error
      : new BadArchiveError("The archive is damaged.", { cause: error });
  }
}

/** All of a stream, which ends early where it brings more. @throws BadArchiveError */
export async function bounded(stream: AsyncIterable<Uint8Array>, bytesAtMost: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size > bytesAtMost) throw new BadArchiveError("There are more bytes than allowed.");
    parts.push(part);
  }
  return Buffer.concat(parts);
}
