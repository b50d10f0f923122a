import { parseJson, pointerName } from "@service/json";

/** Counts from 1; a column counts bytes. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export type JsonElement =
  | { readonly kind: "element"; readonly at: Place; readonly bytes: Buffer }
  /** Larger than the bound; the bytes are its beginning. */
  | { readonly kind: "long"; readonly at: Place; readonly bytes: Buffer }
  /** From here on nothing can be divided into elements. The bytes are those of the element that is open. */
  | { readonly kind: "broken"; readonly at: Place; readonly message: string; readonly bytes: Buffer };

/** What the next byte belongs to. The way leads from the document to the array of rows. */
type State =
  /** The value that the way has reached. */
  | "value"
  /** An object on the way: its next name. */
  | "name"
  | "name text"
  | "colon"
  /** An array on the way: its next element. */
  | "index"
  /** A value beside the way. */
  | "beside"
  /** Between the elements of the array of rows. */
  | "between"
  /** An element: an object or an array. */
  | "container"
  /** An element of another kind. */
  | "scalar"
  /** What follows the array of rows. */
  | "behind"
  /** What follows the document. */
  | "end"
  | "broken";

const lineFeed = 0x0a;
const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
/** Enough bytes for the beginning of a row that is shown. */
const shownBytes = 4_096;
/** Nesting up to which brackets are compared with braces; deeper ones are only counted. */
const comparedDepth = 1_024;

const empty = Buffer.alloc(0);
const isStructural = new Uint8Array(256);
for (const byte of [lineFeed, quote, comma, openBracket, closeBracket, openBrace, closeBrace]) isStructural[byte] = 1;

/**
 * Finds the elements of the array of rows in a JSON document as its bytes arrive: follows strings and nesting, and leaves
 * it to the parser of a row whether the element is JSON. Holds one element; what stands beside the array is skipped. Where
 * strings or nesting do not fit, the boundary of the element is unknown, and nothing behind it is read. Superfluous and
 * missing commas between elements lose no row and are ignored.
 *
 * Not a library's: stream-json 3.8 makes an object of every token, and read 11,000 rows of 1 kB a second where this scan
 * and the parsing of its rows read 200,000 (the scan alone 800 MB a second), on one core.
 */
export class JsonElements {
  readonly #way: readonly string[];
  readonly #items: string;
  readonly #elementBytesMax: number;
  #state: State = "value";
  /** Containers of the way that are open: as many steps of the way are taken. */
  #level = 0;
  /** Position in the innermost array of the way. */
  #index = 0;
  #isInArray = false;
  #isOnWay = false;
  #isInString = false;
  #isEscaped = false;
  /** Nesting inside the value that is skipped or is an element. */
  #depth = 0;
  readonly #openers = new Uint8Array(comparedDepth);
  /** The parts of a name or an element in earlier chunks. */
  #parts: Buffer[] = [];
  #partBytes = 0;
  #isLong = false;
  #begins: Place = { line: 1, column: 1 };
  #chunk: Buffer = empty;
  /** Index in this chunk where the rest of a name or an element begins. */
  #start = 0;
  /** Bytes in earlier chunks. */
  #offset = 0;
  #line = 1;
  /** Offset of the first byte of the line. */
  #lineStart = 0;
  #found: JsonElement[] = [];

  /** @param items JSON Pointer to the array of rows */
  constructor({ items, elementBytesMax }: { readonly items: string; readonly elementBytesMax: number }) {
    this.#items = items;
    this.#way = items.split("/").slice(1).map(pointerName);
    this.#elementBytesMax = elementBytesMax;
  }

  /** The elements that end in the next chunk of the file: use their bytes before it changes. None follows a broken one. */
  push(chunk: Uint8Array): readonly JsonElement[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#chunk = bytes;
    this.#start = 0;
    let at = 0;
    while (at < bytes.length && this.#state !== "broken") {
      at = this.#isInString ? this.#readString(bytes, at) : this.#read(bytes, at);
    }
    if (this.#isHolding()) this.#hold(bytes.subarray(this.#start));
    this.#offset += bytes.length;
    this.#chunk = empty;
    return this.#take();
  }

  /** Reports a document that has not ended. */
  end(): readonly JsonElement[] {
    switch (this.#state) {
      case "container":
      case "scalar":
        this.#break("begins here and does not end before the file does", 0, this.#begins);
        break;
      case "between":
      case "behind":
        this.#break("the file ends before its JSON document does", 0);
        break;
      case "end":
      case "broken":
        break;
      default:
        this.#break(this.#noArray(), 0);
    }
    return this.#take();
  }

  #take(): readonly JsonElement[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** Reads on outside strings; the answer is the index behind what was read. */
  #read(bytes: Buffer, from: number): number {
    const byte = bytes[from] ?? 0;
    switch (this.#state) {
      case "container":
        return this.#readContainer(bytes, from);
      case "beside":
      case "behind":
        return this.#skip(bytes, from);
      case "scalar":
        return this.#readScalar(bytes, from);
      default:
    }
    if (byte === lineFeed) this.#breakLine(from);
    // Control characters below the space are white space or not JSON; the parser of the element decides.
    if (byte <= space || this.#isByteOrderMark(byte, from)) return from + 1;
    switch (this.#state) {
      case "value":
        return this.#enter(byte, from);
      case "name":
        if (byte === comma) return from + 1;
        if (byte !== quote) return this.#break(byte === closeBrace ? this.#noArray() : "is not JSON", from);
        this.#begin("name text", from);
        this.#isInString = true;
        return from + 1;
      case "name text":
        this.#endName(bytes.subarray(this.#start, from));
        return from;
      case "colon":
        if (byte !== colon) return this.#break("is not JSON", from);
        this.#depth = 0;
        this.#state = this.#isOnWay ? "value" : "beside";
        return from + 1;
      case "index":
        if (byte === closeBracket) return this.#break(this.#noArray(), from);
        this.#depth = 0;
        this.#state = String(this.#index) === this.#way[this.#level - 1] ? "value" : "beside";
        return from;
      case "between":
        return this.#beginElement(byte, from);
      case "end":
        return this.#break("text follows the JSON document", from);
      default:
        return from + 1;
    }
  }

  #enter(byte: number, at: number): number {
    if (this.#level === this.#way.length) {
      if (byte !== openBracket) return this.#break(this.#noArray(), at);
      this.#state = "between";
      return at + 1;
    }
    if (byte !== openBrace && byte !== openBracket) return this.#break(this.#noArray(), at);
    this.#level += 1;
    this.#isInArray = byte === openBracket;
    this.#index = 0;
    this.#state = this.#isInArray ? "index" : "name";
    return at + 1;
  }

  #endName(last: Buffer): void {
    const quoted = this.#takeParts(last).toString("utf8");
    this.#isOnWay = !this.#isLong && nameOf(quoted) === this.#way[this.#level - 1];
    this.#state = "colon";
  }

  #beginElement(byte: number, at: number): number {
    switch (byte) {
      case comma:
        return at + 1;
      case closeBracket:
        this.#depth = this.#level;
        this.#state = this.#level === 0 ? "end" : "behind";
        return at + 1;
      case closeBrace:
      case colon:
        return this.#break("is not JSON: a row or the end of the array is expected", at);
      case openBrace:
      case openBracket:
        this.#begin("container", at);
        this.#depth = 0;
        return at;
      default:
        this.#begin("scalar", at);
        return at;
    }
  }

  /** The bytes of an element up to its last bracket. The one hot loop: it does not leave for ordinary bytes. */
  #readContainer(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (isStructural[byte] === 0) continue;
      switch (byte) {
        case quote: {
          this.#isInString = true;
          const next = this.#readString(bytes, at + 1);
          if (this.#isInString || this.#state === "broken") return next;
          at = next - 1;
          break;
        }
        case lineFeed:
          this.#breakLine(at);
          break;
        case openBrace:
        case openBracket:
          if (this.#depth < comparedDepth) this.#openers[this.#depth] = byte;
          this.#depth += 1;
          break;
        case closeBrace:
        case closeBracket:
          this.#depth -= 1;
          // The closing character is the opening one plus two in both pairs.
          if (this.#depth < comparedDepth && this.#openers[this.#depth] !== byte - 2) {
            return this.#break("brackets do not fit: the end of the row is unknown", at);
          }
          if (this.#depth === 0) {
            this.#endElement(bytes.subarray(this.#start, at + 1));
            return at + 1;
          }
          break;
        default:
      }
    }
    return bytes.length;
  }

  #readScalar(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === quote) {
        this.#isInString = true;
        return at + 1;
      }
      if (byte <= space || byte === comma || byte === closeBracket || byte === closeBrace) {
        this.#endElement(bytes.subarray(this.#start, at));
        return at;
      }
    }
    return bytes.length;
  }

  /** Skips what is not an element: a value beside the way, or what follows the array of rows. */
  #skip(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (isStructural[byte] === 0) continue;
      switch (byte) {
        case quote:
          this.#isInString = true;
          return at + 1;
        case lineFeed:
          this.#breakLine(at);
          break;
        case openBrace:
        case openBracket:
          this.#depth += 1;
          break;
        case comma:
          if (this.#state === "behind" || this.#depth > 0) break;
          this.#index += 1;
          this.#state = this.#isInArray ? "index" : "name";
          return at + 1;
        default:
          if (this.#depth === 0) return this.#break(this.#noArray(), at);
          this.#depth -= 1;
          if (this.#state === "behind" && this.#depth === 0) {
            this.#state = "end";
            return at + 1;
          }
      }
    }
    return bytes.length;
  }

  /** Reads to the end of a string; the answer is the index behind its closing quote. */
  #readString(bytes: Buffer, from: number): number {
    let at = from;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      at += 1;
    }
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === quote) {
        this.#isInString = false;
        return at + 1;
      }
      if (byte === backslash) at += 1;
      // JSON has no line breaks in strings, so its closing quote is missing, and the next one opens another string.
      else if (byte === lineFeed) return this.#break("a string is not closed on its line", at);
    }
    this.#isEscaped = at > bytes.length;
    return bytes.length;
  }

  #begin(state: State, at: number): void {
    this.#state = state;
    this.#start = at;
    this.#begins = this.#place(at);
    this.#isLong = false;
  }

  #isHolding(): boolean {
    return this.#state === "container" || this.#state === "scalar" || this.#state === "name text";
  }

  #hold(part: Buffer): void {
    if (this.#isLong) return;
    // Copied: a stream may reuse its chunk's memory.
    this.#parts.push(Buffer.from(part));
    this.#partBytes += part.length;
    if (this.#partBytes <= this.#elementBytesMax) return;
    const bytes = this.#takeParts(empty);
    this.#isLong = true;
    if (this.#state !== "name text") this.#foundLong(bytes);
  }

  #endElement(last: Buffer): void {
    this.#state = "between";
    if (this.#isLong) return;
    const bytes = this.#takeParts(last);
    if (bytes.length > this.#elementBytesMax) this.#foundLong(bytes);
    else this.#found.push({ kind: "element", at: this.#begins, bytes });
  }

  #takeParts(last: Buffer): Buffer {
    const bytes = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    this.#partBytes = 0;
    return bytes;
  }

  #foundLong(bytes: Buffer): void {
    this.#found.push({ kind: "long", at: this.#begins, bytes: bytes.subarray(0, shownBytes) });
  }

  /** Of the element that is open, up to a byte of this chunk. */
  #beginning(last: number): Buffer {
    return Buffer.concat([...this.#parts, this.#chunk.subarray(this.#start, last + 1)]).subarray(0, shownBytes);
  }

  /** Ends the reading at a byte of this chunk; the answer is an index behind every chunk. */
  #break(message: string, at: number, place = this.#place(at)): number {
    const bytes = this.#isHolding() && !this.#isLong ? this.#beginning(at) : empty;
    this.#found.push({ kind: "broken", at: place, message, bytes });
    this.#state = "broken";
    return Number.POSITIVE_INFINITY;
  }

  #noArray(): string {
    return this.#items === ""
      ? 'the JSON document is not an array of rows: name the array in "items"'
      : `no array of rows is at ${this.#items}`;
  }

  #breakLine(at: number): void {
    this.#line += 1;
    this.#lineStart = this.#offset + at + 1;
  }

  #place(at: number): Place {
    return { line: this.#line, column: this.#offset + at - this.#lineStart + 1 };
  }

  #isByteOrderMark(byte: number, at: number): boolean {
    return byte >= 0x80 && this.#offset + at < 3 && this.#state === "value";
  }
}

/** The name that a member's text stands for; undefined when it is not JSON. */
function nameOf(quoted: string): unknown {
  try {
    return parseJson(quoted);
  } catch {
    return undefined;
  }
}
