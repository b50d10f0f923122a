import { sourceLimits } from "../source-row.ts";
import { unescaped } from "./shared-strings.ts";
import { XmlReader, XmlRefused } from "./xml-reader.ts";

/** A cell as the sheet stores it; one without a value is not there. */
export interface StoredCell {
  /** From 0. */
  readonly column: number;
  /** `n`, `s`, `str`, `inlineStr`, `b`, `e` or `d`; `f` for a formula without a stored value. */
  readonly type: string;
  readonly value: string;
  readonly style: number;
}

/** A row of a sheet. */
export interface StoredRow {
  /** As the sheet numbers it, from 1. */
  readonly line: number;
  readonly isHidden: boolean;
  readonly cells: readonly StoredCell[];
  /** Why the row cannot be read. */
  readonly fault?: string;
}

const columnsMax = 16_384;
const linesMax = 1_048_576;

/**
 * Divides the XML of a sheet into its rows. What it states of its own size is not used, and formulas are not computed: the
 * value that was stored with them counts.
 */
export class SheetRecords {
  readonly #reader: XmlReader;
  #rows: StoredRow[] = [];
  #isInRows = false;
  #hasEnded = false;
  #line = 0;
  #isHidden = false;
  #cells: StoredCell[] = [];
  #chars = 0;
  #fault: string | undefined;
  #column = -1;
  #type = "n";
  #style = 0;
  #value = "";
  #isValue = false;
  #hasFormula = false;
  #phonetic = 0;
  /** Why the rest of the sheet cannot be read: the end of a sentence that begins with it. */
  refused: string | undefined;
  /** Hidden columns, from 0: first and last. */
  readonly hiddenColumns: { readonly first: number; readonly last: number }[] = [];

  constructor() {
    this.#reader = new XmlReader({
      open: (name, attributes) => this.#open(name, attributes),
      text: (text) => {
        if (this.#isValue) this.#value += text;
      },
      close: (name) => this.#close(name),
    });
  }

  /** The row that is read. */
  get line(): number {
    return this.#line;
  }

  /** The rows that a chunk completes; `refused` says where there is none behind them. */
  push(chunk: Uint8Array): readonly StoredRow[] {
    this.#orRefuse(() => this.#reader.write(chunk));
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** Looks whether the sheet is cut off. */
  end(): void {
    this.#orRefuse(() => {
      this.#reader.end();
      if (!this.#hasEnded) throw new XmlRefused("has no rows: it is no worksheet");
    });
  }

  #orRefuse(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof XmlRefused)) throw error;
      this.refused = error.message;
    }
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    switch (name) {
      case "c":
        if (this.#isInRows) this.#openCell(attributes);
        break;
      case "v":
        this.#isValue = true;
        break;
      case "t":
        this.#isValue = this.#phonetic === 0;
        break;
      case "f":
        this.#hasFormula = true;
        break;
      case "rPh":
        this.#phonetic += 1;
        break;
      case "row":
        if (this.#isInRows) this.#openRow(attributes);
        break;
      case "sheetData":
        this.#isInRows = true;
        break;
      case "col":
        if (["1", "true"].includes(attributes["hidden"] ?? "") && this.hiddenColumns.length < columnsMax) {
          const { min = "", max = "" } = attributes;
          this.hiddenColumns.push({ first: Number(min) - 1, last: Number(max) - 1 });
        }
        break;
    }
  }

  #openRow({ r, hidden = "" }: Readonly<Record<string, string>>): void {
    const line = r === undefined ? this.#line + 1 : Number(r);
    if (!Number.isInteger(line) || line < 1 || line > linesMax) throw new XmlRefused("has a row without a number");
    if (line <= this.#line) throw new XmlRefused(`has row ${line} after row ${this.#line}`);
    this.#line = line;
    this.#isHidden = hidden === "1" || hidden === "true";
    this.#cells = [];
    this.#chars = 0;
    this.#column = -1;
    this.#fault = undefined;
  }

  #openCell({ r, t = "n", s }: Readonly<Record<string, string>>): void {
    const column = r === undefined ? this.#column + 1 : columnOf(r);
    if (column < 0 || column >= columnsMax) this.#fault ??= `has the cell ${r ?? ""}, which no sheet has`;
    else if (column <= this.#column) this.#fault ??= "has cells that are out of order";
    this.#column = column;
    this.#type = t;
    this.#style = s === undefined ? 0 : Number(s);
    this.#value = "";
    this.#hasFormula = false;
  }

  #close(name: string): void {
    switch (name) {
      case "v":
      case "t":
        this.#isValue = false;
        break;
      case "c":
        this.#closeCell();
        break;
      case "rPh":
        this.#phonetic -= 1;
        break;
      case "row": {
        const row = { line: this.#line, isHidden: this.#isHidden, cells: this.#cells };
        if (this.#isInRows) this.#rows.push(this.#fault === undefined ? row : { ...row, fault: this.#fault });
        this.#cells = [];
        break;
      }
      case "sheetData":
        this.#isInRows = false;
        this.#hasEnded = true;
        break;
    }
  }

  #closeCell(): void {
    if (!this.#isInRows) return;
    const isText = this.#type === "str" || this.#type === "inlineStr";
    const value = isText ? unescaped(this.#value) : this.#value;
    if (value === "") {
      // A formula of text may give an empty string; any other has a value when it was computed.
      if (this.#hasFormula && !isText) this.#add("f", "");
      return;
    }
    this.#chars += value.length;
    if (this.#chars > sourceLimits.rowBytes) this.#fault ??= `is longer than ${sourceLimits.rowBytes / 1024} KiB`;
    else this.#add(this.#type, value);
  }

  #add(type: string, value: string): void {
    // A row at fault is reported, not kept.
    if (this.#fault === undefined) this.#cells.push({ column: this.#column, type, value, style: this.#style });
  }
}

/** `AB12` is 27; -1 for what is no cell. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) & ~0x20;
    if (letter < 0x41 || letter > 0x5a) return column - 1;
    column = column * 26 + (letter - 0x40);
    if (column > columnsMax) return columnsMax;
  }
  return -1;
}
