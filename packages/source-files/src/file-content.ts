import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { guardExpansion } from "./expansion-guard.ts";
import { SourceFileError } from "./source-file.ts";

const gzipMark = [0x1f, 0x8b];
const zipMarks = [
  [0x50, 0x4b, 0x03, 0x04],
  // An archive without members.
  [0x50, 0x4b, 0x05, 0x06],
];
export const markBytes = 4;
const nestedArchive = "it is an archive inside an archive. Unpack it and give its files.";
export const officeDocument = "it is an Office document. Save the table as .xlsx or CSV and give that file.";
const oldWorkbook = "it is an Excel workbook of the old format. Save the workbook as .xlsx and give that file.";
const lockedWorkbook =
  "it is protected by a password. Remove the password, save the workbook as .xlsx and give that file.";
/** Both old workbooks and encrypted new ones are compound files of OLE2. */
const compoundMark = [0xd0, 0xcf, 0x11, 0xe0];
/** A stream of an encrypted document, as the directory of a compound file names it. */
const encryptedPackage = Buffer.from("EncryptedPackage", "utf16le");
/** What exports are sent as by mistake, and would be read as text of one column. */
const refusedMarks: readonly { readonly mark: readonly number[]; readonly refusal: string }[] = [
  { mark: [...Buffer.from("%PDF")], refusal: "it is a PDF document. Export the report as CSV." },
  { mark: [...Buffer.from("7z"), 0xbc, 0xaf], refusal: compressedBy("7-Zip") },
  { mark: [...Buffer.from("Rar!")], refusal: compressedBy("RAR") },
  { mark: [0x28, 0xb5, 0x2f, 0xfd], refusal: compressedBy("Zstandard") },
  { mark: [0xfd, ...Buffer.from("7zX")], refusal: compressedBy("xz") },
];
const gzipName = /[.]gz$/i;

export function beginsZip(beginning: Uint8Array): boolean {
  return zipMarks.some((mark) => startsWith(beginning, mark));
}

/** The name of a file's content: gzip holds one file, whose name is the one without `.gz`. */
export function contentName(name: string): string {
  return name.replace(gzipName, "");
}

/**
 * The content of a file on disk or in an archive: gzip is opened, whatever it is named.
 * @param name of the file, for errors
 * @param options.mayBeZip for a workbook, which is a zip archive
 * @throws SourceFileError
 */
export async function* contentOf(
  name: string,
  source: AsyncIterable<Uint8Array>,
  { mayBeZip = false }: { readonly mayBeZip?: boolean } = {},
): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  let beginning: Uint8Array = new Uint8Array();
  async function* whole(): AsyncGenerator<Uint8Array> {
    if (beginning.length > 0) yield beginning;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  try {
    while (beginning.length < markBytes) {
      const next = await iterator.next();
      if (next.done === true) break;
      beginning = Buffer.concat([beginning, next.value]);
    }
    const refusal = mayBeZip && beginsZip(beginning) ? undefined : refusalOf(name, beginning);
    if (refusal !== undefined) throw new SourceFileError(name, refusal);
    yield* startsWith(beginning, gzipMark) ? gunzip(name, whole()) : whole();
  } finally {
    // A reader that stops at the first chunk leaves the rest of the file open otherwise.
    await iterator.return?.();
  }
}

function refusalOf(name: string, beginning: Uint8Array): string | undefined {
  if (beginsZip(beginning)) return nestedArchive;
  if (startsWith(beginning, compoundMark)) {
    // The directory may stand anywhere: the name decides where the beginning does not show it.
    const isLocked = /[.]xls[xm]$/i.test(name) || Buffer.from(beginning).includes(encryptedPackage);
    return isLocked ? lockedWorkbook : oldWorkbook;
  }
  const refused = refusedMarks.find(({ mark }) => startsWith(beginning, mark));
  if (refused) return refused.refusal;
  if (!gzipName.test(name) || startsWith(beginning, gzipMark)) return undefined;
  return "it has the name of a gzip file and is not one. Get it again from its source.";
}

function compressedBy(method: string): string {
  return `it is compressed by ${method}, which is not read. Use zip or gzip.`;
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

async function* gunzip(name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let compressedBytes = 0;
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      compressedBytes += chunk.length;
      yield chunk;
    }
  }
  const content = createGunzip({ chunkSize: 64 * 1024 });
  // Its error reaches the loop below, through `content`.
  pipeline(Readable.from(counted()), content, () => undefined);
  try {
    for await (const chunk of bytesOf(content)) {
      if (bytes === 0 && beginsZip(chunk)) throw new SourceFileError(name, nestedArchive);
      bytes += chunk.length;
      guardExpansion(name, compressedBytes, bytes);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof SourceFileError) throw error;
    throw new SourceFileError(name, "the gzip file is damaged or cut off. Get it again from its source.", {
      cause: error,
    });
  }
}

/** A stream's chunks with their type, which Node's declarations leave open. */
export function bytesOf(stream: Readable): AsyncIterable<Uint8Array> {
  return stream;
}
