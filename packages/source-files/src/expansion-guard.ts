import { SourceFileError } from "./source-file.ts";

const MiB = 1024 * 1024;

const expansionLimits = {
  /** Decompressed bytes of a file or an archive that are never too many. */
  bytesFree: 100 * MiB,
  /** Beyond that, most bytes from each compressed one: tables compress to a twentieth, zip bombs to a thousandth. */
  ratioMax: 200,
} as const;

/** Refuses what would decompress to absurdly many bytes. @throws SourceFileError */
export function guardExpansion(name: string, compressedBytes: number, bytes: number): void {
  if (bytes > expansionLimits.bytesFree && bytes > compressedBytes * expansionLimits.ratioMax) {
    throw new SourceFileError(
      name,
      `it decompresses to more than ${expansionLimits.ratioMax} times its size, which no table does. It was not read.`,
    );
  }
}
