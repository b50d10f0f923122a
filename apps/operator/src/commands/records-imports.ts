import type { Command } from "commander";
import type { ImportMode, ImportOutcome, QuarantinedRow, ShownImport } from "@service/domain/imports";
import { type FamilyName, familyNames } from "@service/record-families";
import { InvalidArgumentError } from "commander";
import { type Answer, verbatim } from "../answer.ts";
import { instant, notEmpty, oneOf, print, uuid, verb, wholeNumber } from "../command.ts";
import { csvLine } from "@service/source-files";
import { createImportPace } from "../import-pace.ts";
import { importReportTable } from "../import-report-table.ts";
import { mappingOption } from "../mapping-option.ts";
import type { Session } from "../session.ts";

interface ImportOptions {
  readonly connection: string;
  readonly mapping?: string;
  readonly mode?: ImportMode;
  readonly asOf?: Date;
  readonly accept?: readonly FamilyName[];
  readonly json?: boolean;
}

interface JsonOption {
  readonly json?: boolean;
}

const listedDefault = 20;
const quarantinedShown = 100;

const help = `
An import brings the files of a delivery into the book of a connection. Readers see what was there before until the whole
delivery is served. A process that was killed is resumed (svc records imports resume ID) or taken back (… cancel ID).

  --mode full    the files are complete: rows of their families that are not in them are removed (default)
  --mode delta   only what changed: rows are removed where the mapping's delete names them
  --accept accounts,policies
                 families that may lose more than 40 % of their rows, or of which more than 20 % cannot be kept

A manifest.json among the files names the others beside it: {"schema_version": 1, "as_of"?, "mode"?, "complete"?: [families],
"files": [{"path", "rows"?, "sha256"?}]}. A delivery that does not agree with it is refused.

The exit status is 0 when the delivery is served or unchanged, else 1 with the answer all the same. svc records report ID
tells what was found in the rows, with --csv which rows were not kept.`;

/** `svc records import` and what is known of imports (IMP-73). */
export function addImports(noun: Command, { withDeps }: Session): void {
  verb(noun, "import <file...>", "Import the files of a delivery into the book of a connection")
    .requiredOption("--connection <id>", "connection", uuid)
    .option("--mapping <file|name>", "mapping of the files; default: the connection's", notEmpty)
    .option("--mode <mode>", "full or delta", oneOf(["full", "delta"]))
    .option("--as-of <time>", "when the rows were true, RFC 3339; default now", instant)
    .option("--accept <families>", "families whose guards are overridden, with commas", families)
    .addHelpText("after", help)
    .action(async (paths: readonly string[], options: ImportOptions) => {
      const { connection: connectionId, mode, asOf, accept = [] } = options;
      const mapping = await mappingOption(options.mapping);
      const { importFiles } = await import("@service/domain/imports");
      const pace = createImportPace();
      const outcome = await withDeps(
        "records.import",
        {},
        (deps, operator) =>
          importFiles(deps, operator, "every", {
            connectionId,
            paths,
            mapping,
            mode,
            asOf,
            accept,
            onProgress: pace.report,
          }),
        pace.line,
      );
      endImport(options, outcome);
    });

  const imports = noun.command("imports").description("Imports of connections");
  imports.addHelpText("after", help);
  verb(imports, "list", "List the newest imports of a connection")
    .requiredOption("--connection <id>", "connection", uuid)
    .option("--limit <n>", `how many; default ${listedDefault}`, wholeNumber(1, 1_000), listedDefault)
    .action(async (options: JsonOption & { readonly connection: string; readonly limit: number }) => {
      const { listImports } = await import("@service/domain/imports");
      const found = await withDeps("records.listImports", {}, (deps) =>
        listImports(deps, "every", options.connection, options.limit),
      );
      print(options, {
        answer: { imports: found.map(shown) },
        table: {
          imports: found.map((each) => ({
            import_id: each.id,
            state: each.isInterrupted ? `${each.state} (interrupted)` : each.state,
            mode: each.mode,
            started_at: each.startedAt,
            finished_at: each.finishedAt,
            rows: Object.values(each.counts).reduce((sum, { read }) => sum + read, 0),
          })),
        },
      });
    });

  verb(imports, "show <import-id>", "Show an import").action(async (id: string, options: JsonOption) => {
    const { showImport } = await import("@service/domain/imports");
    const found = await withDeps("records.showImport", {}, (deps) => showImport(deps, "every", id));
    print(options, {
      answer: shown(found),
      table: countsTable(found, shown(found)),
      ...(found.isInterrupted ? { notice: `its process has ended: svc records imports resume ${id}, or cancel` } : {}),
    });
  });

  verb(imports, "resume <import-id>", "Take an import whose process has ended to its end")
    .addHelpText("after", help)
    .action(async (importId: string, options: JsonOption) => {
      const { resumeFiles } = await import("@service/domain/imports");
      const pace = createImportPace();
      const outcome = await withDeps(
        "records.import",
        {},
        (deps, operator) => resumeFiles(deps, operator, "every", { importId, onProgress: pace.report }),
        pace.line,
      );
      endImport(options, outcome);
    });

  verb(imports, "cancel <import-id>", "Stop an import and take back what it has written").action(
    async (id: string, options: JsonOption) => {
      const { cancelImport } = await import("@service/domain/imports");
      const found = await withDeps(
        "records.cancelImport",
        {},
        (deps, operator) => cancelImport(deps, operator, "every", id),
        "waiting for the import to stop",
      );
      print(options, {
        answer: { import_id: found.id, state: found.state },
        ...(found.state === "cancelled" ? {} : { notice: `the import is ${found.state}` }),
      });
    },
  );

  verb(noun, "report <import-id>", "Show what an import found in its delivery")
    .option("--csv", "the rows that were not kept, as CSV")
    .addHelpText("after", help)
    .action(async (importId: string, options: JsonOption & { readonly csv?: boolean }) => {
      const { reportImport, quarantinedRows } = await import("@service/domain/imports");
      if (options.csv === true) {
        await withDeps("records.showImport", {}, async (deps) => {
          process.stdout.write(csvLine(["family", "file", "line", "source_id", "reasons", "row"]));
          for await (const row of quarantinedRows(deps, "every", importId)) process.stdout.write(csvLine(cellsOf(row)));
        });
        return;
      }
      const { report, rows } = await withDeps("records.showImport", {}, async (deps) => {
        const found = await reportImport(deps, "every", importId);
        const kept: QuarantinedRow[] = [];
        for await (const row of quarantinedRows(deps, "every", importId))
          if (kept.push(row) === quarantinedShown) break;
        return { report: found, rows: kept };
      });
      const { import: found, quality } = report;
      print(options, {
        answer: {
          ...shown(found),
          quality: verbatim(quality),
          quarantined_rows: rows.map(({ body, ...row }) => ({ ...row, row: body })),
        },
        table: {
          ...countsTable(found, { import_id: found.id, state: found.state, reason: found.reason }),
          ...importReportTable(quality),
          quarantined_rows: rows.map(({ family, file, line, sourceId, reasons }) => ({
            family,
            file,
            line,
            source_id: sourceId,
            reasons: JSON.stringify(reasons),
          })),
        },
        notice: "--json shows the fill of every field, --csv all rows that were not kept as they came",
      });
    });

  verb(noun, "explain <family> <key>", "Show where a row came from, with the versions before")
    .requiredOption("--connection <id>", "connection", uuid)
    .action(async (family: string, key: string, options: JsonOption & { readonly connection: string }) => {
      const name = familyNames.find((each) => each === family);
      if (name === undefined)
        return noun.error(`error: unknown family '${family}': it must be one of ${familyNames.join(", ")}`);
      const { explainRow } = await import("@service/domain/imports");
      const versions = await withDeps("records.explain", {}, (deps) =>
        explainRow(deps, "every", { connectionId: options.connection, family: name, key }),
      );
      print(options, {
        answer: {
          family,
          key,
          versions: versions.map(({ fields, ...version }) => ({ ...version, fields: verbatim(fields) })),
        },
        table: { family, key, versions: versions.map(({ fields: _fields, ...version }) => version) },
      });
    });
}

export function families(text: string): readonly FamilyName[] {
  return text.split(",").map((word) => {
    const family = familyNames.find((name) => name === word.trim());
    if (family === undefined) throw new InvalidArgumentError(`They must be some of ${familyNames.join(", ")}.`);
    return family;
  });
}

/** Prints how an import ended. @throws when it is neither served nor unchanged, so that the exit status says so. */
export function endImport(options: JsonOption, outcome: ImportOutcome): void {
  const { importId, state, snapshotSeq, counts, reason, notes } = outcome;
  const plain = { import_id: importId, state, snapshot_seq: snapshotSeq };
  print(options, {
    answer: { ...plain, counts: verbatim(counts), ...(reason === undefined ? {} : { reason }) },
    table: countsTable(outcome, plain),
    warnings: notes,
  });
  if (state === "served" || state === "unchanged") return;
  const isAny = Object.values(counts).some(({ quarantined }) => quarantined > 0);
  const report = `Each row that cannot be kept, with its line and why: svc records report ${importId}`;
  throw new Error(`the import is ${state}: ${reason ?? ""}${isAny ? ` ${report}` : ""}`);
}

function shown(found: ShownImport): Answer {
  const { id, connectionId, state, isInterrupted, mode, seq, mappingHash, files, asOf, accept, counts, reason } = found;
  return {
    import_id: id,
    connection_id: connectionId,
    state,
    interrupted: isInterrupted,
    mode,
    snapshot_seq: state === "served" ? seq : null,
    mapping_hash: mappingHash,
    files,
    as_of: asOf,
    accept,
    counts: verbatim(counts),
    reason,
    started_at: found.startedAt,
    finished_at: found.finishedAt,
  };
}

function countsTable({ counts }: Pick<ImportOutcome, "counts">, plain: Answer): Answer {
  const { counts: _, files: __, ...rest } = plain;
  return { ...rest, families: Object.entries(counts).map(([family, of]) => ({ family, ...of })) };
}

function cellsOf({ family, file, line, sourceId, reasons, body }: QuarantinedRow): readonly string[] {
  return [family, file, String(line), sourceId ?? "", JSON.stringify(reasons), body];
}
