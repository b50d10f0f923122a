import { crc32 } from "node:zlib";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { guardExpansion } from "./expansion-guard.ts";
import { bytesOf } from "./file-content.ts";
import { SourceFileError } from "./source-file.ts";

const membersMax = 10_000;

const methodNames: ReadonlyMap<number, string> = new Map([
  [9, "Deflate64"],
  [12, "bzip2"],
  [14, "LZMA"],
  [93, "Zstandard"],
  [95, "xz"],
  [98, "PPMd"],
]);

/** A zip archive: a path, or the bytes of one inside another archive. */
export interface ZipArchive {
  /** For errors, and the beginning of its members' names. */
  readonly name: string;
  /** Its path, or its bytes, which are read again for each reading so that no archive stays in memory. */
  readonly locate: () => Promise<string | Buffer>;
}

/** The directory of an archive. @throws SourceFileError for one that is damaged or would decompress to absurdly much. */
export async function entriesOf({ name, locate }: ZipArchive): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let compressedBytes = 0;
  let bytes = 0;
  try {
    const zip = await openZip(await locate());
    try {
      if (zip.entryCount > membersMax) {
        throw new SourceFileError(name, `it has ${zip.entryCount} members; at most ${membersMax} are read.`);
      }
      for await (const entry of zip.eachEntry()) {
        entries.push(entry);
        bytes += entry.uncompressedSize;
        compressedBytes = zip.fileSize;
      }
    } finally {
      zip.close();
    }
  } catch (error) {
    throw damagedArchive(name, error);
  }
  // All members together: those of a bomb may each be small, and share their compressed bytes.
  guardExpansion(name, compressedBytes, bytes);
  return entries;
}

/** Refuses a member by what the directory states of it. @throws SourceFileError */
export function refuseUnreadable(name: string, entry: Entry): void {
  if (entry.isEncrypted()) throw new SourceFileError(name, "it is encrypted. Export it without a password.");
  if (!entry.canDecodeFileData()) {
    const method = methodNames.get(entry.compressionMethod) ?? `method ${entry.compressionMethod}`;
    throw new SourceFileError(name, `it is compressed by ${method}, which is not read. Use an ordinary zip (Deflate).`);
  }
}

/** The bytes of a member, decompressed while they are read. @throws SourceFileError also for a wrong checksum. */
export async function* readMember(
  name: string,
  { locate }: Pick<ZipArchive, "locate">,
  entry: Entry,
): AsyncGenerator<Uint8Array> {
  let checksum = 0;
  try {
    // Opened for each reading, so that no archive stays open between files.
    const zip = await openZip(await locate());
    try {
      for await (const chunk of bytesOf(await zip.openReadStreamPromise(entry))) {
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
    } finally {
      zip.close();
    }
  } catch (error) {
    throw damagedArchive(name, error);
  }
  // The library compares sizes only.
  if (checksum !== entry.crc32) throw damagedArchive(name, new Error("wrong checksum"));
}

function openZip(at: string | Buffer): Promise<ZipFile> {
  return typeof at === "string" ? yauzl.openPromise(at, { autoClose: false }) : yauzl.fromBufferPromise(at);
}

function damagedArchive(name: string, error: unknown): SourceFileError {
  if (error instanceof SourceFileError) return error;
  const reason = Error.isError(error) ? error.message : "unknown";
  return new SourceFileError(name, `the zip archive cannot be read (${reason}). Get it again from its source.`, {
    cause: error,
  });
}
