import { sourceLimits } from "../source-row.ts";
import { SourceFileError } from "../source-file.ts";
import type { SharedStrings } from "./sheet-file.ts";
import { readXml, XmlRefused } from "./xml-reader.ts";

const sharedLimits = {
  /** UTF-8 of all texts together, which stay in memory while a sheet is read. */
  bytes: 192 * 1024 * 1024,
  count: 6_000_000,
} as const;

const blockBytes = 4 * 1024 * 1024;
/** Texts that repeat are decoded once; a power of two. */
const decodedMax = 64 * 1024;

/**
 * Reads the part of shared texts. They are kept as UTF-8 in a few blocks: as strings they take four times as much.
 * @param name of the workbook, for errors
 * @param last the index of the last text that is wanted
 * @throws SourceFileError for more text than the budget, and for a damaged part
 */
export async function readSharedStrings(
  name: string,
  part: AsyncIterable<Uint8Array>,
  last = Number.POSITIVE_INFINITY,
): Promise<SharedStrings> {
  const store = new StringStore(name);
  let text = "";
  let isText = false;
  let phonetic = 0;
  await readXml(
    part,
    {
      open(element) {
        if (element === "si") text = "";
        else if (element === "rPh") phonetic += 1;
        else isText = element === "t" && phonetic === 0;
      },
      text(more) {
        if (!isText) return;
        text += more;
        if (text.length > sourceLimits.rowBytes) throw new XmlRefused("has a text longer than any cell");
      },
      close(element) {
        if (element === "t") isText = false;
        else if (element === "rPh") phonetic -= 1;
        else if (element === "si") store.add(unescaped(text));
      },
    },
    () => store.count > last,
  );
  return store;
}

class StringStore implements SharedStrings {
  readonly #name: string;
  readonly #blocks: Buffer[] = [];
  /** Where each string begins: the block times 2^32, plus the place in it. A string does not cross a block. */
  #begins = new Float64Array(1024);
  #lengths = new Uint32Array(1024);
  #block: Buffer | undefined;
  #used = 0;
  #bytes = 0;
  readonly #decodedAt = new Int32Array(decodedMax).fill(-1);
  readonly #decoded: string[] = [];
  count = 0;

  constructor(name: string) {
    this.#name = name;
  }

  add(text: string): void {
    const length = Buffer.byteLength(text);
    this.#bytes += length;
    if (this.#bytes > sharedLimits.bytes || this.count >= sharedLimits.count) {
      const most = `${sharedLimits.bytes / 1024 / 1024} MiB`;
      throw new SourceFileError(this.#name, `its cells have more than ${most} of text. Save the sheet as CSV.`);
    }
    if (this.#block === undefined || this.#used + length > this.#block.length) {
      this.#block = Buffer.allocUnsafe(Math.max(blockBytes, length));
      this.#blocks.push(this.#block);
      this.#used = 0;
    }
    if (this.count === this.#lengths.length) this.#grow();
    this.#begins[this.count] = (this.#blocks.length - 1) * 2 ** 32 + this.#used;
    this.#lengths[this.count] = length;
    this.#block.write(text, this.#used);
    this.#used += length;
    this.count += 1;
  }

  #grow(): void {
    const begins = new Float64Array(2 * this.count);
    begins.set(this.#begins);
    this.#begins = begins;
    const lengths = new Uint32Array(2 * this.count);
    lengths.set(this.#lengths);
    this.#lengths = lengths;
  }

  at(index: number): string | undefined {
    if (!(index >= 0 && index < this.count)) return undefined;
    const slot = index & (decodedMax - 1);
    if (this.#decodedAt[slot] === index) return this.#decoded[slot];
    const begin = this.#begins[index] ?? 0;
    const block = this.#blocks[Math.floor(begin / 2 ** 32)];
    const from = begin % 2 ** 32;
    const text = block?.toString("utf8", from, from + (this.#lengths[index] ?? 0)) ?? "";
    this.#decodedAt[slot] = index;
    this.#decoded[slot] = text;
    return text;
  }
}

/** Characters that XML cannot hold are written `_x000D_` in texts of cells. */
export function unescaped(text: string): string {
  if (!text.includes("_x")) return text;
  return text
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\r\n?/g, "\n");
}
