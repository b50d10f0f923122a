/**
 * One line of CSV (RFC 4180). A spreadsheet would run a cell that begins like a formula, and these cells come from other
 * systems' files: an apostrophe before it makes it text.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(text: string): string {
  const safe = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
