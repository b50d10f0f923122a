/**
 * `npm run measure:reading -- FOLDER [--json] [--misses FILE]`: reads the labelled policy documents in a folder's NDJSON
 * files and scores each value (READ-20). Exits 1 when less than 90 % of the values are right or more than 1 % are wrong.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Counts, type Measured, measureDocuments } from "@service/engine-policy-documents/testing";
import { parseJsonObject } from "@service/json";
import { tableOf } from "./demo/print-table.ts";
import { type Figure, figure } from "./measure-truth/figure.ts";

const usage = "usage: npm run measure:reading -- FOLDER [--json] [--misses FILE]";
const wanted = { right: 0.9, wrong: 0.01 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false }, misses: { type: "string" } },
});
const [folder] = positionals;
if (folder === undefined || positionals.length > 1) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else report(measureDocuments(rowsIn(folder)));

function rowsIn(path: string) {
  return readdirSync(path)
    .filter((name) => name.endsWith(".ndjson"))
    .sort()
    .flatMap((name) => readFileSync(join(path, name), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map(parseJsonObject);
}

function report(measured: Measured): void {
  const { tally, documents } = measured;
  if (documents === 0) {
    process.stderr.write("The folder holds nothing that can be measured.\n");
    process.exitCode = 2;
    return;
  }
  const figures = figuresOf(measured);
  const shown = figures.map(({ name, value, wanted: bar, operator, isMet }) => ({
    name,
    value,
    wanted: bar,
    operator,
    isMet,
  }));
  const { byField, byTrait, wrong } = tally;
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ documents, figures: shown, fields: Object.fromEntries(byField), traits: Object.fromEntries(byTrait), wrong }, undefined, 2)}\n`
      : [...tablesOf(figures, tally), ...wrong.map((each) => `wrong  ${each}`)].join("\n").concat("\n"),
  );
  if (values.misses !== undefined) writeFileSync(values.misses, `${[...missesOf(measured)].join("\n")}\n`);
  if (figures.some(({ isMet }) => !isMet)) process.exitCode = 1;
}

function figuresOf({ tally: { all }, held, notHeld }: Measured): readonly Figure[] {
  const [values_, read] = [all.right + all.wrong + all.unread, all.right + all.wrong];
  return [
    figure("values that are right (recall)", share(all.right, values_), ">=", wanted.right),
    figure("values that are wrong", share(all.wrong, values_), "<=", wanted.wrong),
    figure("read values that are right (precision)", share(all.right, read), ">=", undefined),
    figure("read values that stand in their place", share(held, held + notHeld.length), ">=", undefined),
  ];
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

function tablesOf(figures: readonly Figure[], { byField, byTrait }: Measured["tally"]): readonly string[] {
  const bars = figures.map(({ name, value, wanted: bar, operator, isMet }) => [
    name,
    value.toFixed(4),
    bar === undefined ? "" : `${operator} ${bar.toFixed(4)}`,
    bar === undefined ? "shown" : isMet ? "met" : "missed",
  ]);
  return [
    tableOf(["figure", "value", "wanted", ""], bars),
    tableOf(["field", "right", "wrong", "unread", "precision", "recall"], [...byField].map(countsRow)),
    tableOf(["trait", "right", "wrong", "unread", "precision", "recall"], [...byTrait].sort(byName).map(countsRow)),
  ];
}

function byName([a]: readonly [string, Counts], [b]: readonly [string, Counts]): number {
  return a < b ? -1 : 1;
}

function countsRow([name, { right, wrong, unread }]: readonly [string, Counts]): readonly (string | number)[] {
  const [precision, recall] = [share(right, right + wrong), share(right, right + wrong + unread)];
  return [name, right, wrong, unread, precision.toFixed(3), recall.toFixed(3)];
}

function* missesOf({ tally, notHeld }: Measured): Iterable<string> {
  for (const each of tally.wrong) yield `wrong: ${each}`;
  for (const each of tally.unread) yield `unread: ${each}`;
  for (const each of notHeld) yield `not in its place: ${each}`;
}
