/**
 * `npm run bench -- source-files`: rows of a workbook beside the same rows as CSV, read and mapped as an import reads them.
 * Printed: rows per second of both, their ratio (bar 0.5) and the peak of resident memory (bar 512 MiB).
 *
 * Settings: BENCH_ROWS (1,000,000).
 */
import { spawnSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { compileMapping, shippedMapping } from "@service/record-mapping";
import { openSourceFiles, readSourceRows } from "@service/source-files";
import { letters, workbookParts } from "../packages/source-files/src/testing/workbook-kit.ts";
import { zipOf } from "../packages/source-files/src/testing/file-kit.ts";
import { round, setting } from "./harness/measure.ts";

const header = (
  "Client Code,Client Name,Policy Number,Line of Business,Effective Date,Expiration Date," +
  "Premium,Carrier Code,Carrier,Policy Status,State,Zip"
).split(",");

const read = process.argv[3];
if (read === undefined) await compare(setting("BENCH_ROWS", 1_000_000));
else console.log((await measure(read)).join(" "));

async function compare(rows: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-files-"));
  try {
    await writeFiles(folder, rows);
    const [csv, xlsx] = ["book.csv", "book.xlsx"].map((name) => inProcess(join(folder, name)));
    if (csv === undefined || xlsx === undefined) return;
    console.log(`rows: ${rows}`);
    console.log(`CSV:  ${round(csv.rowsPerSecond, 0)} rows/s, ${round(csv.mebibytes, 0)} MiB`);
    console.log(`XLSX: ${round(xlsx.rowsPerSecond, 0)} rows/s, ${round(xlsx.mebibytes, 0)} MiB (bar 512)`);
    console.log(`ratio: ${round(xlsx.rowsPerSecond / csv.rowsPerSecond, 2)} (bar 0.5)`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Measured {
  readonly rowsPerSecond: number;
  readonly mebibytes: number;
}

/** A process for each file: the peak of memory is that of a process. */
function inProcess(path: string): Measured {
  const { stdout } = spawnSync(process.execPath, [join(import.meta.dirname, "bench.ts"), "source-files", path], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [rowsPerSecond = 0, mebibytes = 0] = stdout.trim().split(" ").map(Number);
  return { rowsPerSecond, mebibytes };
}

async function measure(path: string): Promise<readonly number[]> {
  const shipped = shippedMapping("wide_policy_csv");
  const [file] = await openSourceFiles([path]);
  if (shipped === undefined || file === undefined) throw new Error(`${path} has no rows`);
  const mapping = compileMapping(shipped.mapping).ofFile(file.name, file.sheet);
  const begun = performance.now();
  let rows = 0;
  for await (const batch of readSourceRows(file, mapping?.reading)) {
    for (const row of batch) if (row.kind === "row" && mapping?.mapRow(row.value, row.faults, row.shared)) rows += 1;
  }
  return [(rows / (performance.now() - begun)) * 1_000, process.resourceUsage().maxRSS / 1024];
}

async function writeFiles(folder: string, rows: number): Promise<void> {
  const shared = new Map<string, number>();
  const text = (value: string): number => shared.get(value) ?? (shared.set(value, shared.size), shared.size - 1);
  const csv = createWriteStream(join(folder, "book.csv"));
  const sheet = createWriteStream(join(folder, "sheet.xml"));
  const write = async (to: typeof csv, chunk: string): Promise<void> => {
    if (!to.write(chunk)) await once(to, "drain");
  };
  const rowXml = (line: number, cells: readonly (string | { style: number; value: number })[]): string =>
    `<row r="${line}">${cells
      .map((cell, column) => {
        const at = `${letters(column)}${line}`;
        return typeof cell === "string"
          ? `<c r="${at}" t="s"><v>${text(cell)}</v></c>`
          : `<c r="${at}" s="${cell.style}"><v>${cell.value}</v></c>`;
      })
      .join("")}</row>`;
  await write(csv, `${header.join(",")}\n`);
  await write(sheet, `<worksheet><sheetData>${rowXml(1, header)}`);
  for (let index = 0; index < rows; index += 1) {
    const day = 46_000 + (index % 300);
    const client = index % Math.ceil(rows / 3);
    const names = [`C${client}`, `Client ${client} Works`, `KX-${index}`, "General Liability"];
    const ends = ["NGM", "Northgate Mutual", "Active", "OH"];
    const premium = 1_000.5 + (index % 9_000);
    await write(csv, `${[...names, usDay(day), usDay(day + 365), `$${premium}0`, ...ends, "02134"].join(",")}\n`);
    const numbers = [day, day + 365].map((value) => ({ style: 1, value }));
    const cells = [...names, ...numbers, { style: 2, value: premium }, ...ends, { style: 3, value: 2134 }];
    await write(sheet, rowXml(index + 2, cells));
  }
  csv.end();
  sheet.end("</sheetData></worksheet>");
  await Promise.all([once(csv, "finish"), once(sheet, "finish")]);
  const formats = ["mm/dd/yyyy", "$#,##0.00", "00000"];
  const codes = formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`).join("");
  const styles = formats.map((_, index) => `<xf numFmtId="${164 + index}"/>`).join("");
  const parts = workbookParts({
    sheets: [{ title: "Policies" }],
    parts: [
      { name: "xl/worksheets/sheet1.xml", content: await readFile(join(folder, "sheet.xml")) },
      { name: "xl/styles.xml", content: `<s><numFmts>${codes}</numFmts><cellXfs><xf/>${styles}</cellXfs></s>` },
      {
        name: "xl/sharedStrings.xml",
        content: `<sst>${[...shared.keys()].map((value) => `<si><t>${value}</t></si>`).join("")}</sst>`,
      },
    ],
  });
  await writeFile(join(folder, "book.xlsx"), zipOf(parts));
}

function usDay(serial: number): string {
  const [year, month, day] = new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 10).split("-");
  return `${month}/${day}/${year}`;
}
