import { datasetLimits } from "./dataset.ts";

export type CsvRecord =
  | { readonly kind: "record"; readonly line: number; readonly cells: readonly string[] }
  | { readonly kind: "malformed"; readonly line: number; readonly message: string };

const quote = '"';
const comma = ",";

/**
 * Records of RFC 4180, read line by line: cells between commas, quoted where they hold commas, quotes (doubled) or line
 * breaks. Strict: a quote anywhere else is malformed, because guessing would shift values into other columns. Not a
 * library's, which lose lines behind a malformed record (decision 0025).
 */
export class CsvRecords {
  #cells: string[] = [];
  /** The quoted cell that continues on the next line. */
  #open: { text: string; readonly line: number } | undefined;
  #line = 0;

  /** Takes the next line; returns the record that it completes. Empty lines between records are skipped. */
  push(text: string, line: number): CsvRecord | undefined {
    if (this.#open === undefined) {
      if (text === "") return undefined;
      this.#line = line;
      // Fast path: most lines have no quote.
      if (!text.includes(quote)) return { kind: "record", line, cells: text.split(comma) };
      return this.#read(text, 0);
    }
    this.#open.text += "\n";
    if (this.#open.text.length + text.length > datasetLimits.rowBytes) {
      return { kind: "malformed", line: this.#open.line, message: "a quote is opened here and not closed" };
    }
    return this.#read(text, 0);
  }

  /** Reports a file that ends inside a record. */
  end(): CsvRecord | undefined {
    if (this.#open === undefined) return undefined;
    return { kind: "malformed", line: this.#open.line, message: "a quote is opened here and not closed" };
  }

  #read(text: string, from: number): CsvRecord | undefined {
    let at = from;
    for (;;) {
      if (this.#open === undefined && text[at] !== quote) {
        const end = text.indexOf(comma, at);
        const cell = end < 0 ? text.slice(at) : text.slice(at, end);
        if (cell.includes(quote)) return this.#malformed("a quote stands inside a cell that is not quoted");
        this.#cells.push(cell);
        if (end < 0) return this.#complete();
        at = end + 1;
        continue;
      }
      if (this.#open === undefined) {
        this.#open = { text: "", line: this.#line };
        at += 1;
      }
      const end = text.indexOf(quote, at);
      if (end < 0) {
        this.#open.text += text.slice(at);
        return undefined;
      }
      this.#open.text += text.slice(at, end);
      at = end + 1;
      if (text[at] === quote) {
        this.#open.text += quote;
        at += 1;
        continue;
      }
      this.#cells.push(this.#open.text);
      this.#open = undefined;
      if (at >= text.length) return this.#complete();
      if (text[at] !== comma) return this.#malformed("text follows the closing quote of a cell");
      at += 1;
    }
  }

  #complete(): CsvRecord {
    const cells = this.#cells;
    this.#cells = [];
    return { kind: "record", line: this.#line, cells };
  }

  #malformed(message: string): CsvRecord {
    this.#cells = [];
    this.#open = undefined;
    return { kind: "malformed", line: this.#line, message };
  }
}
