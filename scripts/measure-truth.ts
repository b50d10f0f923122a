/**
 * `npm run measure:truth -- FOLDER [--json] [--misses FILE]`: measures the engines, called as a worker calls them, against facts
 * in a folder of gzipped NDJSON files: names against a list, labelled pairs, innocents. Exits 1 when a figure misses what is wanted.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { tableOf } from "./demo/print-table.ts";
import { measureDuplicates } from "./measure-truth/duplicates.ts";
import type { Figure } from "./measure-truth/figure.ts";
import { measureNames } from "./measure-truth/names.ts";

const usage = "usage: npm run measure:truth -- FOLDER [--json] [--misses FILE]";
const measures: readonly ((folder: string) => Promise<readonly Figure[]>)[] = [measureNames, measureDuplicates];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false }, misses: { type: "string" } },
});
const [folder] = positionals;
if (folder === undefined || positionals.length > 1) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  const figures: Figure[] = [];
  for (const measure of measures) figures.push(...(await measure(folder)));
  report(figures);
}

function report(figures: readonly Figure[]): void {
  if (figures.length === 0) {
    process.stderr.write("The folder holds nothing that can be measured.\n");
    process.exitCode = 2;
    return;
  }
  const shown = figures.map(({ name, value, wanted, operator, isMet }) => ({ name, value, wanted, operator, isMet }));
  process.stdout.write(values.json ? `${JSON.stringify(shown, undefined, 2)}\n` : tableOfFigures(figures));
  if (values.misses !== undefined) {
    const lines = figures.flatMap(({ name, misses = [] }) => misses.map((miss) => `${name.trim()}: ${miss}`));
    writeFileSync(values.misses, `${lines.join("\n")}\n`);
  }
  if (figures.some(({ isMet }) => !isMet)) process.exitCode = 1;
}

function tableOfFigures(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, wanted, operator, isMet }) => [
    name,
    value.toFixed(4),
    wanted === undefined ? "" : `${operator} ${wanted.toFixed(4)}`,
    wanted === undefined ? "shown" : isMet ? "met" : "missed",
  ]);
  return `${tableOf(["figure", "value", "wanted", ""], rows)}\n`;
}
