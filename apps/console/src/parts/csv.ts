/** A column of a file: its title, and what of a row stands there. */
export interface CsvColumn<Row> {
  readonly title: string;
  readonly text: (row: Row) => string | number | boolean | null | undefined;
}

/**
 * Rows as CSV of RFC 4180, in UTF-8 with CRLF. A `'` stands before text that a spreadsheet would run as a formula; a
 * number stays a number, also below zero.
 */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ title }) => cell(title)),
    ...rows.map((row) => columns.map(({ text }) => cell(text(row)))),
  ];
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}

function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Offers a string as a file. @param name without characters that a file system refuses */
export function saveFile(name: string, text: string, type: "text/csv" | "application/json" = "text/csv"): void {
  // A spreadsheet takes a file for UTF-8 by this mark alone.
  const mark = type === "text/csv" ? "\ufeff" : "";
  const address = URL.createObjectURL(new Blob([mark, text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name.replaceAll(/[^\p{L}\p{N}._ -]/gu, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
