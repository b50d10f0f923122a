import { crc32 } from "node:zlib";
import yauzl, { type Entry } from "yauzl";
import { guardExpansion } from "./expansion-guard.ts";
import { bytesOf, contentName, contentOf, officeDocument } from "./file-content.ts";
import { type SourceFile, SourceFileError } from "./source-file.ts";

const membersMax = 10_000;

/** What archivers of some systems add, and nobody exported. */
const added = /(?:^|\/)(?:__MACOSX\/|[.][^/]*(?:\/|$))|\/$/;
const methodNames: ReadonlyMap<number, string> = new Map([
  [9, "Deflate64"],
  [12, "bzip2"],
  [14, "LZMA"],
  [93, "Zstandard"],
  [95, "xz"],
  [98, "PPMd"],
]);

/**
 * The files in a zip archive, in the order of its directory; folders and files that archivers add are left out. Nothing is
 * extracted to disk: a member is decompressed while it is read.
 * @param archive the name of the archive, for its members' names and for errors
 * @throws SourceFileError for an archive that is damaged, would decompress to absurdly many bytes or has too many members;
 *   for a member that is encrypted, compressed in a way that is not supported, or whose path leaves the archive
 */
export async function membersOf(archive: string, path: string): Promise<readonly SourceFile[]> {
  const entries = await entriesOf(archive, path);
  if (entries.some(({ fileName }) => fileName === "[Content_Types].xml")) {
    throw new SourceFileError(archive, officeDocument);
  }
  const files = entries.filter(({ fileName }) => !added.test(fileName));
  for (const entry of files) refuseUnreadable(`${archive}/${entry.fileName}`, entry);
  return files.map((entry) => {
    const name = `${archive}/${entry.fileName}`;
    return { name: contentName(name), open: () => contentOf(name, readMember(name, path, entry)) };
  });
}

async function entriesOf(archive: string, path: string): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let compressedBytes = 0;
  let bytes = 0;
  try {
    const zip = await yauzl.openPromise(path, { autoClose: false });
    try {
      if (zip.entryCount > membersMax) {
        throw new SourceFileError(archive, `it has ${zip.entryCount} members; at most ${membersMax} are read.`);
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
    throw damaged(archive, error);
  }
  // All members together: those of a bomb may each be small, and share their compressed bytes.
  guardExpansion(archive, compressedBytes, bytes);
  return entries;
}

function refuseUnreadable(name: string, entry: Entry): void {
  if (entry.isEncrypted()) throw new SourceFileError(name, "it is encrypted. Export it without a password.");
  if (!entry.canDecodeFileData()) {
    const method = methodNames.get(entry.compressionMethod) ?? `method ${entry.compressionMethod}`;
    throw new SourceFileError(name, `it is compressed by ${method}, which is not read. Use an ordinary zip (Deflate).`);
  }
}

async function* readMember(name: string, path: string, entry: Entry): AsyncGenerator<Uint8Array> {
  let checksum = 0;
  try {
    // Opened for each reading, so that no archive stays open between files.
    const zip = await yauzl.openPromise(path, { autoClose: false });
    try {
      for await (const chunk of bytesOf(await zip.openReadStreamPromise(entry))) {
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
    } finally {
      zip.close();
    }
  } catch (error) {
    throw damaged(name, error);
  }
  // The library compares sizes only.
  if (checksum !== entry.crc32) throw damaged(name, new Error("wrong checksum"));
}

function damaged(name: string, error: unknown): SourceFileError {
  if (error instanceof SourceFileError) return error;
  const reason = Error.isError(error) ? error.message : "unknown";
  return new SourceFileError(name, `the zip archive cannot be read (${reason}). Get it again from its source.`, {
    cause: error,
  });
}
