import { createReadStream } from "node:fs";
import { extname } from "node:path";
import { InvalidArgumentError, type Command } from "commander";
import type { DatasetFormat, ImportProgress } from "@service/domain/datasets";
import { oneOf, print, verb } from "../command.ts";
import { withDeps } from "../with-deps.ts";

interface ImportOptions {
  readonly organization: string;
  readonly format?: DatasetFormat;
  readonly asOf?: Date;
  readonly json?: boolean;
}

const help = `
An import checks the whole file before it stores anything; what is wrong is told with its line, and the version that
serves goes on serving. The same rows make no new version. The last three versions of a key are kept.

Keys and their rows:
  offerings, offerings:<name>   carrier programs, by offering_key, up to 50,000
  watchlist:<name>              list entries, by entry_id, up to 100,000
  labelled:<name>               {case_key, input, offerings?, labels?, expect?}, by case_key, up to 10,000; labels is
                                {hits} for diligence, {offering_keys} for matching, {order} for triage, {best_key} for
                                comparison, {finding_rules} for entity_analysis, {opportunities} for opportunity
  coverage_terms                {key?, coverage?, line?, label?, description?}, by key, else by coverage
  any other key                 free objects with a key of their own in the field "key", up to 50,000

NDJSON: one JSON object to a line.

CSV: UTF-8, commas, cells in double quotes where they hold commas, quotes or line breaks. The first line names the
columns. An empty cell states nothing.
  states.include                a member of an object: levels are divided by dots
  lines                         a list: general_liability|cyber (\\| for the sign itself)
  appetite.prefix, appetite.level
                                a list of objects, a column for each member: 23|2381 and standard|preferred;
                                one value alone goes to every object
  coverages, rules              anything deeper: the whole of it as JSON in one cell
  name, aliases, weak_aliases   in watchlists, short for names
  limit:number                  in free rows, the type after a colon: text (when left out), number, boolean, list, json`;

/** `svc dataset`: rows that engines read. */
export function addDataset(program: Command): void {
  const noun = program.command("dataset").description("Datasets that engines read").addHelpText("after", help);

  verb(noun, "import <key> <file>", "Make the rows of a file (- for standard input) the next version of a dataset")
    .requiredOption("--organization <id>", "organization")
    .option("--format <format>", "csv or ndjson; told by the file's name when left out", oneOf(["csv", "ndjson"]))
    .option("--as-of <time>", "when the data was true, RFC 3339; now when left out", instant)
    .addHelpText("after", help)
    .action(async (key: string, file: string, options: ImportOptions, command: Command) => {
      const format = options.format ?? formatOf(file);
      if (format === undefined)
        command.error("error: say --format csv or --format ndjson: the file's name does not tell");
      const { importDataset } = await import("@service/domain/datasets");
      let done: ImportProgress = { step: "reading", rows: 0 };
      const imported = await withDeps(
        {},
        (deps) =>
          importDataset(deps, {
            organizationId: options.organization,
            datasetKey: key,
            format,
            source: bytesOf(file),
            asOf: options.asOf,
            onProgress: (progress) => {
              done = progress;
            },
          }),
        () => `${done.step} ${key}: ${done.rows.toLocaleString("en-US")} rows`,
      );
      const { datasetKey, version, sha256, rows, created } = imported;
      print(options, {
        answer: { dataset_key: datasetKey, version, sha256, rows },
        ...(created ? {} : { notice: "these rows serve already: no new version was made" }),
      });
    });

  verb(noun, "list", "List what serves of each dataset")
    .option("--organization <id>", "only this organization's")
    .action(async (options: { organization?: string; json?: boolean }) => {
      const { listDatasets } = await import("@service/domain/datasets");
      const datasets = await withDeps({}, (deps) => listDatasets(deps, options.organization));
      print(options, { answer: { datasets } });
    });
}

/** Opened when it is read: a file that is not there must not end the process before anybody listens. */
async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  const stream: AsyncIterable<Uint8Array> = file === "-" ? process.stdin : createReadStream(file);
  yield* stream;
}

function formatOf(file: string): DatasetFormat | undefined {
  switch (extname(file).toLowerCase()) {
    case ".csv":
      return "csv";
    case ".ndjson":
    case ".jsonl":
      return "ndjson";
    default:
      return undefined;
  }
}

/** A time with its zone. @throws InvalidArgumentError, which ends the command as wrong usage. */
function instant(text: string): Date {
  const time = new Date(text);
  if (
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text) &&
    !Number.isNaN(time.getTime())
  ) {
    return time;
  }
  throw new InvalidArgumentError("It must be a time such as 2026-11-21T09:00:00Z.");
}
