import type { FileLine } from "./split-lines.ts";

export type CsvRecord =
  { readonly kind: "record"; readonly line: number; readonly cells: readonly string[] } | MalformedRecord;

export interface MalformedRecord {
  readonly kind: "malformed";
  /** The line that the record begins on. */
  readonly line: number;
  readonly message: string;
  /** Where the last cell over several lines is opened: the quote that is probably wrong. Else where the fault is. */
  readonly at: Place;
}

export interface CsvDialect {
  /** One character. */
  readonly delimiter: string;
  /** Most bytes of a record, with its line breaks. */
  readonly recordBytesMax: number;
  /** Whether a cell may be written `="00123"`, as spreadsheets keep text from becoming a number. */
  readonly mayForceText?: boolean;
}

/** Counts from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

const quote = '"';
export const forcesText = `=${quote}`;
export const quoteNotClosed = "a quote is opened here and not closed";

/**
 * Records of RFC 4180, read line by line: cells between delimiters, quoted where they hold delimiters, quotes (doubled)
 * or line breaks. Strict: a quote anywhere else is malformed, because guessing would shift values into other columns.
 * Not a library's, which lose lines behind a malformed record (decision 0025).
 */
export class CsvRecords {
  readonly #dialect: CsvDialect;
  #cells: string[] = [];
  /** The text so far of the quoted cell that continues on the next line. */
  #open: string | undefined;
  /** Where the last quoted cell begins. */
  #opened: Place = { line: 0, column: 0 };
  /** Where the last cell that is or was open at the end of a line begins. */
  #spanning: Place | undefined;
  #line = 0;
  #bytes = 0;

  constructor(dialect: CsvDialect) {
    this.#dialect = dialect;
  }

  /** Whether the next line continues a quoted cell. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Takes the next line; returns the record that it completes. Empty lines between records are skipped. */
  push({ text, line, bytes }: Extract<FileLine, { kind: "line" | "invalid" }>): CsvRecord | undefined {
    if (this.#open === undefined) {
      if (text === "") return undefined;
      this.#line = line;
      this.#bytes = bytes;
      // Fast path: most lines have no quote.
      if (!text.includes(quote)) return { kind: "record", line, cells: text.split(this.#dialect.delimiter) };
      return this.#read(text, line);
    }
    this.#bytes += 1 + bytes;
    if (this.#bytes > this.#dialect.recordBytesMax) return this.#malformed(quoteNotClosed, this.#opened);
    this.#open += "\n";
    return this.#read(text, line);
  }

  /** Ends inside a record: reports it. The next line begins a record. */
  end(): MalformedRecord | undefined {
    return this.#open === undefined ? undefined : this.#malformed(quoteNotClosed, this.#opened);
  }

  #read(text: string, line: number): CsvRecord | undefined {
    const { delimiter, mayForceText = false } = this.#dialect;
    let at = 0;
    for (;;) {
      if (this.#open === undefined && text[at] !== quote) {
        const isForced = mayForceText && text.startsWith(forcesText, at);
        const end = text.indexOf(delimiter, isForced ? endOfForced(text, at) : at);
        const cell = end < 0 ? text.slice(at) : text.slice(at, end);
        if (isForced ? endOfForced(cell, 0) !== cell.length : cell.includes(quote)) {
          const column = at + cell.indexOf(quote) + 1;
          return this.#malformed("a quote stands inside a cell that is not quoted", { line, column });
        }
        this.#cells.push(cell);
        if (end < 0) return this.#complete();
        at = end + 1;
        continue;
      }
      if (this.#open === undefined) {
        this.#open = "";
        at += 1;
        this.#opened = { line, column: at };
      }
      const end = text.indexOf(quote, at);
      if (end < 0) {
        this.#open += text.slice(at);
        this.#spanning = this.#opened;
        return undefined;
      }
      this.#open += text.slice(at, end);
      at = end + 1;
      if (text[at] === quote) {
        this.#open += quote;
        at += 1;
        continue;
      }
      this.#cells.push(this.#open);
      this.#open = undefined;
      if (at >= text.length) return this.#complete();
      if (text[at] !== delimiter) {
        return this.#malformed("text follows the closing quote of a cell", { line, column: at + 1 });
      }
      at += 1;
    }
  }

  #complete(): CsvRecord {
    const cells = this.#cells;
    this.#cells = [];
    this.#spanning = undefined;
    return { kind: "record", line: this.#line, cells };
  }

  #malformed(message: string, fault: Place): MalformedRecord {
    const at = this.#spanning ?? fault;
    this.#cells = [];
    this.#open = undefined;
    this.#spanning = undefined;
    return { kind: "malformed", line: this.#line, message, at };
  }
}

/** The index behind `="…"`, in which a quote is doubled; beyond the text when it is not closed. */
export function endOfForced(text: string, from: number): number {
  for (let at = from + forcesText.length; ; at += 2) {
    at = text.indexOf(quote, at);
    if (at < 0) return text.length + 1;
    if (text[at + 1] !== quote) return at + 1;
  }
}
