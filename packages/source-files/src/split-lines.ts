import { isUtf8 } from "node:buffer";
import { cutRow } from "./source-row.ts";

/** A line of a file without its end, numbered from 1. */
export type FileLine = { readonly line: number; readonly text: string } & (
  | { readonly kind: "line"; readonly bytes: number }
  /** Holds bytes that are not UTF-8; the text has U+FFFD in their place. */
  | { readonly kind: "invalid"; readonly bytes: number }
  /** Longer than the bound; the text is its beginning. */
  | { readonly kind: "long" }
);

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = "\uFEFF";
/** Enough bytes for the beginning of a row that is shown. */
const shownBytes = 4_096;

/**
 * Divides a UTF-8 file into lines as its bytes arrive. Ends of lines are LF or CRLF; a byte order mark is dropped. Holds
 * one line in memory, and of a line that is too long only its beginning.
 *
 * UTF-8 is checked for all lines of a chunk together, and each line is decoded alone: decoding a chunk and cutting its
 * string is three times as fast (23 against 8 million lines of 290 bytes a second), but then each value that anybody
 * keeps holds the string of its whole chunk in memory.
 */
export class LineSplitter {
  readonly #lineBytesMax: number;
  #line = 0;
  #open: Buffer[] = [];
  #openBytes = 0;
  /** Whether the open line was reported as too long. */
  #isSkipping = false;

  constructor({ lineBytesMax }: { readonly lineBytesMax: number }) {
    this.#lineBytesMax = lineBytesMax;
  }

  /** The lines that end in the next chunk of the file. Read them all before the chunk after it. */
  *push(chunk: Uint8Array): Generator<FileLine> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    let end = bytes.indexOf(lineFeed);
    if (end >= 0 && (this.#isSkipping || this.#openBytes > 0)) {
      const closed = this.#close(bytes.subarray(0, end));
      if (closed) yield closed;
      start = end + 1;
      end = bytes.indexOf(lineFeed, start);
    }
    if (end >= 0) {
      const isValid = isUtf8(bytes.subarray(start, bytes.lastIndexOf(lineFeed)));
      for (; end >= 0; end = bytes.indexOf(lineFeed, start)) {
        yield this.#lineOf(bytes.subarray(start, end), isValid);
        start = end + 1;
      }
    }
    if (start === bytes.length || this.#isSkipping) return;
    // Copied: a stream may reuse its chunk's memory.
    this.#open.push(Buffer.from(bytes.subarray(start)));
    this.#openBytes += bytes.length - start;
    // One more than the bound may still be the carriage return of an end.
    if (this.#openBytes > this.#lineBytesMax + 1) {
      yield this.#lineOf(this.#takeOpen(), false);
      this.#isSkipping = true;
    }
  }

  /** The last line, when the file does not end in a line feed. */
  end(): FileLine | undefined {
    return this.#openBytes > 0 ? this.#close(new Uint8Array()) : undefined;
  }

  #close(last: Uint8Array): FileLine | undefined {
    if (this.#isSkipping) {
      this.#isSkipping = false;
      return undefined;
    }
    return this.#lineOf(this.#takeOpen(last), false);
  }

  #takeOpen(last: Uint8Array = new Uint8Array()): Buffer {
    const bytes = Buffer.concat([...this.#open, last]);
    this.#open = [];
    this.#openBytes = 0;
    return bytes;
  }

  #lineOf(ended: Buffer, isValid: boolean): FileLine {
    this.#line += 1;
    const line = this.#line;
    const bytes = ended.at(-1) === carriageReturn ? ended.length - 1 : ended.length;
    if (bytes > this.#lineBytesMax) {
      return { kind: "long", line, text: cutRow(textOf(ended.subarray(0, shownBytes), line)) };
    }
    const content = ended.subarray(0, bytes);
    const kind = isValid || isUtf8(content) ? "line" : "invalid";
    return { kind, line, text: textOf(content, line), bytes };
  }
}

function textOf(bytes: Buffer, line: number): string {
  const text = bytes.toString("utf8");
  return line === 1 && text.startsWith(byteOrderMark) ? text.slice(1) : text;
}
