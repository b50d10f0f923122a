export type CsvCell = string | number | boolean | null | undefined;

/**
 * One line of CSV (RFC 4180). A spreadsheet would run a string that begins like a formula, and these come from other
 * systems: an apostrophe before it keeps it text. A number stays a number, also below zero.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: CsvCell): string {
  if (typeof value !== "string") return String(value ?? "");
  const safe = /^\s*[=+\-@]|^[\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
