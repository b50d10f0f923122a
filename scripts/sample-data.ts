/**
 * `npm run sample-data -- --size demo --out DIR [--seed N]`: writes invented but realistic data of an insurance agency: a book as a
 * system of record delivers it, datasets to import, inputs of runs, and the planted truth that measurements are taken against.
 * `--measure` asks the engine types as well and prints how much of the truth they find.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  defaultSeed,
  makeSample,
  measureAll,
  presetDatasets,
  QuoteSetMaker,
  ratio,
  type Size,
  sizes,
  writeSample,
} from "@service/sample-data";
import { tableOf } from "./demo/print-table.ts";

const usage = "usage: npm run sample-data -- --size tiny|demo|load --out DIR [--seed N] [--measure]";

type Wish = {
  readonly size: Size;
  readonly out: string | undefined;
  readonly seed: number;
  readonly isMeasured: boolean;
};

const wish = readWish();
if (wish === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  try {
    if (wish.out !== undefined) write(wish.size, wish.out, wish.seed);
    if (wish.isMeasured) measure(wish.size, wish.seed);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${Error.isError(error) ? error.message : String(error)}\n`);
  }
}

function readWish(): Wish | undefined {
  try {
    const { values } = parseArgs({
      options: {
        size: { type: "string" },
        out: { type: "string" },
        seed: { type: "string" },
        measure: { type: "boolean" },
      },
    });
    const size = sizes.find((name) => name === (values.size ?? "demo"));
    const seed = values.seed === undefined ? defaultSeed : Number(values.seed);
    const isMeasured = values.measure ?? false;
    if (size === undefined || !Number.isSafeInteger(seed) || (values.out === undefined && !isMeasured))
      return undefined;
    return { size, out: values.out, seed, isMeasured };
  } catch {
    // An unknown option: the usage lists the options.
    return undefined;
  }
}

function write(size: Size, out: string, seed: number): void {
  const startedAt = performance.now();
  let shown = -1;
  const files = writeSample(out, size, seed, (done, of) => {
    const tenth = Math.floor((10 * done) / of);
    if (tenth === shown) return;
    shown = tenth;
    process.stderr.write(`${done.toLocaleString("en-US")} of ${of.toLocaleString("en-US")} clients\n`);
  });
  const rows = files.map(({ path, rows, bytes }) => [path, rows, Math.round(bytes / 1024)]);
  process.stdout.write(`${tableOf(["File", "Rows", "KiB"], rows)}\n`);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  process.stdout.write(
    `\n  ${(bytes / 1e6).toFixed(1)} MB in ${((performance.now() - startedAt) / 1000).toFixed(1)} s, seed ${seed}. Import what the presets read before you submit the inputs:\n`,
  );
  for (const [key, path] of Object.entries(presetDatasets))
    process.stdout.write(`  npm run --silent svc -- dataset import ${key} ${join(out, path)} --organization ID\n`);
}

function measure(size: Size, seed: number): void {
  const sample = makeSample(size, seed);
  const quotes = new QuoteSetMaker(sample);
  const reviewed = [];
  for (const client of sample.book()) {
    quotes.see(client);
    if (client.isReviewed) reviewed.push(client);
  }
  const rows = measureAll(sample, reviewed, quotes.sets).map((each) => [
    each.what,
    each.figure,
    ratio(each).toFixed(3),
    `${each.found} of ${each.of}`,
    each.target === undefined ? "" : each.target.toFixed(2),
  ]);
  process.stdout.write(`\n${tableOf(["What", "Figure", "Found", "Cases", "Wanted"], rows)}\n`);
}
