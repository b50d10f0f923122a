import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { FileTooLargeError, type StoredFile } from "./file-store.ts";

/** A file on this machine, complete and flushed to its disk. */
export interface SpooledFile extends StoredFile {
  readonly path: string;
  discard(): Promise<void>;
}

/**
 * Writes a stream into a folder while it is hashed and counted. On any failure nothing is left.
 * @throws FileTooLargeError; what the content throws.
 */
export async function spoolFile(
  folder: string,
  content: AsyncIterable<Uint8Array>,
  { bytesMax }: { readonly bytesMax: number },
): Promise<SpooledFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const discard = (): Promise<void> => rm(path, { force: true });
  try {
    const file = await open(path, "wx", 0o600);
    const hash = createHash("sha256");
    let bytes = 0;
    try {
      for await (const chunk of content) {
        bytes += chunk.byteLength;
        if (bytes > bytesMax) throw new FileTooLargeError(bytesMax);
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return { path, bytes, sha256: hash.digest("hex"), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Writes a small file into the folder and removes it. @throws what the disk does. */
export async function probeFolder(folder: string): Promise<void> {
  const content = (async function* () {
    yield Buffer.alloc(4_096);
  })();
  const { discard } = await spoolFile(folder, content, { bytesMax: 4_096 });
  await discard();
}
