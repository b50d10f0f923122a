import { inflateRawSync } from "node:zlib";
import yauzl from "yauzl";
import { textLimits } from "./file-text.ts";

const membersMax = 5_000;

/** An office document that would expand absurdly, or is damaged. */
export class UnsafeArchiveError extends Error {
  override readonly name = "UnsafeArchiveError";
  readonly reason: "expands_too_much" | "unreadable" | "encrypted";

  constructor(reason: UnsafeArchiveError["reason"]) {
    super(`the archive is refused: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Expands every member of a zip once, within bounds, before a library does so without them: the sizes that an archive
 * declares may be lies.
 * @throws UnsafeArchiveError
 */
export async function refuseBombs(bytes: Buffer): Promise<void> {
  let left: number = textLimits.expandedBytes;
  try {
    const zip = await yauzl.fromBufferPromise(bytes);
    if (zip.entryCount > membersMax) throw new UnsafeArchiveError("expands_too_much");
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new UnsafeArchiveError("encrypted");
      if (entry.uncompressedSize > left) throw new UnsafeArchiveError("expands_too_much");
      const stream = await zip.openReadStreamPromise(entry, { decodeFileData: false });
      const parts: Buffer[] = [];
      for await (const chunk of stream) if (chunk instanceof Uint8Array) parts.push(Buffer.from(chunk));
      left -= expandedSize(Buffer.concat(parts), entry.compressionMethod, left);
    }
  } catch (error) {
    if (error instanceof UnsafeArchiveError) throw error;
    throw new UnsafeArchiveError("unreadable");
  }
}

function expandedSize(compressed: Buffer, method: number, bytesMax: number): number {
  if (method === 0) return compressed.byteLength;
  if (method !== 8) throw new UnsafeArchiveError("unreadable");
  try {
    return inflateRawSync(compressed, { maxOutputLength: Math.max(1, bytesMax) }).byteLength;
  } catch (error) {
    const isTooLong = Error.isError(error) && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw new UnsafeArchiveError(isTooLong ? "expands_too_much" : "unreadable");
  }
}
