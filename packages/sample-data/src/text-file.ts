import { createHash, type Hash } from "node:crypto";
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonObject } from "@service/json";

export type WrittenFile = {
  /** Relative to the folder that the file was opened in. */
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
};

/** Windows-1252 is written as Latin-1: of its letters the sample has é, ñ and ü only, which are the same in both. */
export type Encoding = "utf8" | "latin1";

const chunkBytes = 1 << 18;
/** A UTF-16 unit is at most so many bytes of UTF-8. */
const bytesPerUnit = 3;

/**
 * Rows of text to a file in pieces, counted and hashed on the way, so that no file is in memory as a whole. They wait as bytes and not
 * as strings: of those the collector would keep hundreds of megabytes before it looks.
 */
export class TextFile {
  readonly #path: string;
  readonly #handle: number;
  readonly #encoding: Encoding;
  readonly #hash: Hash = createHash("sha256");
  readonly #waiting = Buffer.allocUnsafe(chunkBytes);
  #filled = 0;
  #rows = 0;
  #bytes = 0;

  constructor(folder: string, path: string, encoding: Encoding = "utf8") {
    this.#path = path;
    this.#encoding = encoding;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    this.#handle = openSync(join(folder, path), "w");
  }

  get rows(): number {
    return this.#rows;
  }

  /** Text that is no row: a header, a bracket. */
  write(text: string): void {
    if (this.#filled + text.length * bytesPerUnit > chunkBytes) this.#flush();
    if (text.length * bytesPerUnit > chunkBytes) this.#put(Buffer.from(text, this.#encoding));
    else this.#filled += this.#waiting.write(text, this.#filled, this.#encoding);
  }

  addText(row: string): void {
    this.#rows += 1;
    this.write(row);
  }

  /** A row as a line of JSON. */
  add(row: JsonObject): void {
    this.addText(`${JSON.stringify(row)}\n`);
  }

  end(): WrittenFile {
    this.#flush();
    closeSync(this.#handle);
    return { path: this.#path, rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }

  #flush(): void {
    this.#put(this.#waiting.subarray(0, this.#filled));
    this.#filled = 0;
  }

  #put(bytes: Buffer): void {
    // One call may write less than it is given.
    for (let written = 0; written < bytes.length;) written += writeSync(this.#handle, bytes, written);
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
  }
}
