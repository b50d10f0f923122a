/**
 * `npm run sample-data -- --size demo --out DIR [--accounts N] [--seed N] [--shape S] [--changes N]`: writes invented but realistic data of an
 * insurance agency: a book as a system of record delivers it, the seats of its people, datasets to import, inputs of runs, and the
 * planted truth that measurements are taken against. `--changes` adds what the system delivers the day after.
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
  type SampleWish,
  shapeNames,
  sizes,
  writeSample,
} from "@service/sample-data";
import { tableOf } from "./demo/print-table.ts";

const usage = `usage: npm run sample-data -- --size ${sizes.join("|")} --out DIR [--accounts N] [--seed N] [--shape ${shapeNames.join("|")}] [--changes N] [--measure]`;

type Wish = SampleWish & {
  readonly out: string | undefined;
  readonly isMeasured: boolean;
};

const wish = readWish();
if (wish === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  try {
    if (wish.out !== undefined) write(wish, wish.out);
    if (wish.isMeasured) measure(wish);
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
        accounts: { type: "string" },
        seed: { type: "string" },
        shape: { type: "string" },
        changes: { type: "string" },
        measure: { type: "boolean" },
      },
    });
    const size = sizes.find((name) => name === (values.size ?? "demo"));
    const seed = values.seed === undefined ? defaultSeed : Number(values.seed);
    const shape = shapeNames.find((name) => name === (values.shape ?? "native"));
    const changes = Number(values.changes ?? 0);
    const accounts = values.accounts === undefined ? undefined : Number(values.accounts);
    if (accounts !== undefined && (!Number.isSafeInteger(accounts) || accounts < 1)) return undefined;
    const isMeasured = values.measure ?? false;
    if (size === undefined || shape === undefined || !Number.isSafeInteger(seed)) return undefined;
    if (!Number.isSafeInteger(changes) || changes < 0 || (values.out === undefined && !isMeasured)) return undefined;
    return {
      size,
      out: values.out,
      seed,
      shape,
      changes,
      isMeasured,
      ...(accounts === undefined ? {} : { accounts }),
    };
  } catch {
    // An unknown option: the usage lists the options.
    return undefined;
  }
}

function write(request: SampleWish, out: string): void {
  const startedAt = performance.now();
  let shown = -1;
  const files = writeSample(out, request, (done, of) => {
    const tenth = Math.floor((10 * done) / of);
    if (tenth === shown) return;
    shown = tenth;
    process.stderr.write(`${done.toLocaleString("en-US")} of ${of.toLocaleString("en-US")} clients\n`);
  });
  const rows = files.map(({ path, rows, bytes }) => [path, rows, Math.round(bytes / 1024)]);
  process.stdout.write(`${tableOf(["File", "Rows", "KiB"], rows)}\n`);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  process.stdout.write(
    `\n  ${(bytes / 1e6).toFixed(1)} MB in ${((performance.now() - startedAt) / 1000).toFixed(1)} s, seed ${request.seed}.\n`,
  );
  if (!files.some(({ path }) => path.startsWith("datasets/"))) return;
  process.stdout.write("  Import what the presets read before you submit the inputs:\n");
  for (const [key, path] of Object.entries(presetDatasets))
    process.stdout.write(`  npm run --silent svc -- dataset import ${key} ${join(out, path)} --organization ID\n`);
}

function measure({ size, seed, accounts }: SampleWish): void {
  const sample = makeSample(size, seed, accounts);
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
