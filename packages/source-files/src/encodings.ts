import { isAscii, isUtf8 } from "node:buffer";
import type { SourceEncoding } from "./source-reading.ts";

const byteOrderMarks: readonly { readonly encoding: SourceEncoding; readonly bytes: readonly number[] }[] = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
];
/** Share of zero bytes at even or odd places from which text is UTF-16: half of western text, and none of any other. */
const zeroShareMin = 0.2;
/** Never part of UTF-8, so a line that holds one is reported. */
const invalidByte = Buffer.from([0xff]);
const loneSurrogate = /[\ud800-\udfff]/u;
/** Five bytes have no character in Windows-1252; the decoder of the web gives control characters for them. */
const notInWindows1252 = /[\u0081\u008d\u008f\u0090\u009d]/u;

/** The encoding that a byte order mark at the beginning of a file names. */
export function markedEncoding(beginning: Uint8Array): SourceEncoding | undefined {
  return byteOrderMarks.find(({ bytes }) => bytes.every((byte, index) => beginning[index] === byte))?.encoding;
}

/** The encoding of text by its first bytes. `isWhole` when nothing follows them. */
export function encodingOf(beginning: Uint8Array, isWhole: boolean): SourceEncoding {
  const marked = markedEncoding(beginning);
  if (marked !== undefined) return marked;
  const zerosMin = (beginning.length / 2) * zeroShareMin;
  const [even, odd] = [zerosFrom(beginning, 0), zerosFrom(beginning, 1)];
  if (odd > zerosMin && odd > even) return "utf-16le";
  if (even > zerosMin) return "utf-16be";
  const whole = isWhole ? beginning : withoutCutCharacter(beginning);
  return isUtf8(whole) || isMostlyUtf8(whole) ? "utf-8" : "windows-1252";
}

/**
 * Whether more characters beyond ASCII are UTF-8 than are not: a file with a few rows of another encoding, whose rows are
 * then reported. Read as Windows-1252, every other name of it would be wrong without a word.
 */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder("utf-8").decode(bytes);
  let valid = 0;
  let invalid = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 0xfffd) invalid += 1;
    else if (unit > 0x7f) valid += 1;
  }
  return valid > invalid;
}

/** Zero bytes at even places (from 0) or odd ones (from 1). */
function zerosFrom(bytes: Uint8Array, first: number): number {
  let zeros = 0;
  for (let index = first; index < bytes.length; index += 2) if (bytes[index] === 0) zeros += 1;
  return zeros;
}

/** Without the character whose bytes the end may have cut. */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let length = 1; length <= Math.min(3, bytes.length); length += 1) {
    const byte = bytes[bytes.length - length] ?? 0;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - length);
    if (byte < 0x80) break;
  }
  return bytes;
}

/**
 * The bytes of a file as UTF-8, so that only one encoding has to be divided into rows and measured. What is invalid stays
 * invalid: the row that holds it is found where UTF-8 is checked.
 */
export async function* utf8Bytes(
  source: AsyncIterable<Uint8Array>,
  encoding: SourceEncoding,
): AsyncGenerator<Uint8Array> {
  let held: Buffer | undefined;
  for await (const chunk of transcoded(source, encoding)) {
    if (held !== undefined) yield held;
    // Copied: a stream may reuse its chunk's memory. Only a chunk that may end the file with the mark is held.
    held = chunk.at(-1) === endOfText ? Buffer.from(chunk) : undefined;
    if (held === undefined) yield chunk;
  }
  if (held !== undefined) yield held.subarray(0, -1);
}

/** Ctrl-Z, with which old systems end a file (FILE-14). */
const endOfText = 0x1a;

async function* transcoded(source: AsyncIterable<Uint8Array>, encoding: SourceEncoding): AsyncGenerator<Uint8Array> {
  if (encoding === "utf-8") {
    yield* source;
    return;
  }
  const decode = encoding === "windows-1252" ? decodeWindows1252() : decodeUtf16(encoding === "utf-16be");
  for await (const chunk of source) {
    const utf8 = decode.write(chunk);
    if (utf8.length > 0) yield utf8;
  }
  const last = decode.end();
  if (last.length > 0) yield last;
}

interface Decoding {
  write(chunk: Uint8Array): Uint8Array;
  end(): Uint8Array;
}

function decodeWindows1252(): Decoding {
  const decoder = new TextDecoder("windows-1252");
  return {
    write: (chunk) => (isAscii(chunk) ? chunk : utf8Of(decoder.decode(chunk), notInWindows1252)),
    end: () => Buffer.alloc(0),
  };
}

function decodeUtf16(isBigEndian: boolean): Decoding {
  // Neither TextDecoder, which puts U+FFFD for half a surrogate pair as if it were the customer's character, nor
  // StringDecoder, which cuts a pair where a chunk ends in its third byte.
  let rest = Buffer.alloc(0);
  return {
    write: (chunk) => {
      const bytes = Buffer.concat([rest, chunk]);
      let end = bytes.length - (bytes.length % 2);
      if (end > 0 && isHighSurrogate(isBigEndian ? bytes.readUInt16BE(end - 2) : bytes.readUInt16LE(end - 2))) end -= 2;
      rest = bytes.subarray(end);
      const whole = bytes.subarray(0, end);
      return utf8Of((isBigEndian ? whole.swap16() : whole).toString("utf16le"), loneSurrogate);
    },
    end: () => (rest.length > 0 ? invalidByte : rest),
  };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** @param invalid what stands for bytes without a character in the encoding. */
function utf8Of(text: string, invalid: RegExp): Buffer {
  if (!invalid.test(text)) return Buffer.from(text, "utf8");
  const parts = text.split(invalid).flatMap((part) => [invalidByte, Buffer.from(part, "utf8")]);
  return Buffer.concat(parts.slice(1));
}
