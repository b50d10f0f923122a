import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { extname } from "node:path";
import type { Command } from "commander";
import type { DatasetFormat, ImportProgress } from "@service/domain/datasets";
import { instant, oneOf, print, uuid, verb } from "../command.ts";
import { UnreadableFile, unreadable } from "../read-file.ts";
import type { Session } from "../session.ts";

interface ImportOptions {
  readonly organization: string;
  readonly format?: DatasetFormat;
  readonly asOf?: Date;
  readonly json?: boolean;
}

const help = `
An import checks the whole file before it stores anything: errors name their lines, and the current version stays in use.
The same rows make no new version. The last three versions of a key are kept.

Keys and their rows:
  offerings, offerings:<name>   carrier programs, by offering_key, up to 50,000
  watchlist:<name>              list entries, by entry_id, up to 100,000
  labelled:<name>               {case_key, input, offerings?, labels?, expect?}, by case_key, up to 10,000; labels is
                                {hits} for diligence, {offering_keys} for matching, {order} for triage, {best_key} for
                                comparison, {finding_rules} for entity_analysis, {opportunities} for opportunity
  coverage_terms                {key?, coverage?, line?, label?, description?}, by key, else by coverage
  any other key                 free objects, each with its key in the field "key", up to 50,000

NDJSON: one JSON object per line.

A workbook (.xlsx, .xlsm) is read as CSV is, from its only visible sheet with rows; FILE.xlsx#SHEET names another.

CSV: UTF-8, commas, cells in double quotes where they contain commas, quotes or line breaks. The first line names the
columns. An empty cell leaves the field out.
  states.include                a member of an object: separate levels by dots
  lines                         a list: general_liability|cyber (\\| for a literal |)
  appetite.prefix, appetite.level
                                a list of objects, a column for each member: 23|2381 and standard|preferred;
                                a single value applies to every object
  coverages, rules              anything deeper: JSON in one cell
  name, aliases, weak_aliases   in watchlists, short for names
  limit:number                  in free rows, the type after a colon: text (default), number, boolean, list, json`;

/** `svc dataset`: data that engines read. */
export function addDataset(noun: Command, { withDeps }: Session): void {
  noun.addHelpText("after", help);
  verb(noun, "import <key> <file>", "Import a file (- for standard input) as the next version of a dataset")
    .requiredOption("--organization <id>", "organization", uuid)
    .option("--format <format>", "csv or ndjson; by default from the file's name", oneOf(["csv", "ndjson"]))
    .option("--as-of <time>", "when the data was true, RFC 3339; default now", instant)
    .addHelpText("after", help)
    .action(async (key: string, file: string, options: ImportOptions, command: Command) => {
      const sheet = workbookName.test(file) ? await sheetSource(file) : undefined;
      if (sheet === undefined) await mustBeReadable(file);
      const format = sheet === undefined ? (options.format ?? formatOf(file)) : "csv";
      if (format === undefined)
        command.error("error: add --format csv or --format ndjson: the file's name does not show its format");
      const { importDataset } = await import("@service/domain/datasets");
      let done: ImportProgress = { step: "reading", rows: 0 };
      const imported = await withDeps(
        "datasets.import",
        {},
        (deps, operator) =>
          importDataset(deps, operator, {
            organizationId: options.organization,
            datasetKey: key,
            format,
            source: sheet ?? bytesOf(file),
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
        ...(created ? {} : { notice: "these rows are the current version already: no new version was made" }),
      });
    });

  verb(noun, "list", "List the current version of each dataset")
    .option("--organization <id>", "only this organization's", uuid)
    .action(async (options: { organization?: string; json?: boolean }) => {
      const { listDatasets } = await import("@service/domain/datasets");
      const datasets = await withDeps("datasets.list", {}, (deps) => listDatasets(deps, options.organization));
      print(options, { answer: { datasets } });
    });
}

const workbookName = /[.]xls[xm](?:#[^]*)?$/i;

/** A sheet as the CSV that an import of a dataset reads. @throws SourceFileError */
async function sheetSource(path: string): Promise<AsyncIterable<Uint8Array>> {
  const { isSheet, openTable, sheetAsCsv } = await import("@service/source-files");
  const table = await openTable(path);
  return isSheet(table) ? sheetAsCsv(table) : table.open();
}

/** Opens the file when it is read: an earlier error event would have no listener and end the process. */
async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  const stream: AsyncIterable<Uint8Array> = file === "-" ? process.stdin : createReadStream(file);
  yield* stream;
}

/** Call before checking the file's name: a missing file is the error to report first. */
async function mustBeReadable(file: string): Promise<void> {
  if (file === "-") return;
  const opened = await open(file, "r").catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const isFolder = (await opened.stat()).isDirectory();
  await opened.close();
  if (isFolder) throw new UnreadableFile(`${file} is a folder, not a file`);
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
