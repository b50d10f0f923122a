/** Rows as an aligned table; numbers to the right, long cells cut. */
export function tableOf(
  head: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
): string {
  const cells = rows.map((row) =>
    row.map((cell) => (cell === null || cell === undefined ? "" : String(cell)).slice(0, 96)),
  );
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const isNumber = head.map(
    (_title, column) => rows.length > 0 && rows.every((row) => typeof row[column] === "number"),
  );
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, column) => (isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join("  ")}`.trimEnd();
  return [line(head), line(widths.map((width) => "─".repeat(width))), ...cells.map(line)].join("\n");
}

export function money(amount: unknown): string {
  return typeof amount === "number" ? amount.toLocaleString("en-US", { maximumFractionDigits: 2 }) : "";
}
