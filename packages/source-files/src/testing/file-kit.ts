import { crc32, deflateRawSync } from "node:zlib";
import type { SourceFile } from "../source-file.ts";
import type { SourceReading } from "../source-reading.ts";
import { readSourceRows } from "../read-source-rows.ts";
import type { SourceRow } from "../source-row.ts";

/** A file in memory, in chunks that share their memory as those of a stream may. */
export function fileOf(content: string | Uint8Array, name = "rows.csv", chunkBytes = 64 * 1024): SourceFile {
  const bytes = Buffer.from(content);
  async function* open(): AsyncGenerator<Uint8Array> {
    const chunk = Buffer.alloc(Math.min(chunkBytes, bytes.length));
    for (let start = 0; start < bytes.length; start += chunkBytes) {
      const length = bytes.copy(chunk, 0, start, start + chunkBytes);
      yield chunk.subarray(0, length);
      chunk.fill(0);
    }
  }
  return { name, open };
}

export async function rowsOf(file: SourceFile, reading?: SourceReading): Promise<readonly SourceRow[]> {
  const rows: SourceRow[] = [];
  for await (const batch of readSourceRows(file, reading)) rows.push(...batch);
  return rows;
}

export interface ZipMember {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** 8 by default, Deflate. */
  readonly method?: number;
  /** Bit 0 says that it is encrypted. */
  readonly flags?: number;
  /** What the directory states, where that is to differ from the content. */
  readonly checksum?: number;
  readonly bytes?: number;
}

/** A zip archive as archivers write it, or with false statements about its members. */
export function zipOf(members: readonly ZipMember[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = "", method = 8, flags = 0, checksum, bytes } of members) {
    const plain = Buffer.from(content);
    const stored = method === 8 ? deflateRawSync(plain) : plain;
    const nameBytes = Buffer.from(name, "utf8");
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(flags | 0x800, 2);
    about.writeUInt16LE(method, 4);
    about.writeUInt32LE(checksum ?? crc32(plain), 10);
    about.writeUInt32LE(stored.length, 14);
    about.writeUInt32LE(bytes ?? plain.length, 18);
    about.writeUInt16LE(nameBytes.length, 22);
    files.push(Buffer.from("PK\u0003\u0004"), about, nameBytes, stored);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), about, place, nameBytes);
    offset += 30 + nameBytes.length + stored.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(directoryBytes.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, directoryBytes, Buffer.from("PK\u0005\u0006"), end]);
}
