import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { type Answer, verbatim } from "../answer.ts";
import { notEmpty, print, uuid, verb, wholeNumber } from "../command.ts";
import { readOperatorConfig } from "../config.ts";
import type { InspectedFile } from "../inspect-files.ts";
import { withProgress } from "../progress.ts";
import { readText, UnreadableFile } from "../read-file.ts";
import type { Session } from "../session.ts";
import { addImports } from "./records-imports.ts";

interface ReadOptions {
  readonly items?: string;
  readonly rows?: number;
  readonly json?: boolean;
}

const help = `
inspect and mapping need no database and change nothing in it.

A mapping says what rows of another system's files become. To make one for a new system:
  svc records inspect EXPORT.csv                       what the columns hold
  svc records mapping suggest --output m.json EXPORT.csv
                                                       lines marked sure, likely or unsure; unsure ones are left out
  svc records mapping check m.json                     every problem by its place, else what it reads
  svc records mapping show wide_policy_csv             a shipped mapping, to begin with

Files are CSV, NDJSON, JSON or Excel workbooks (.xlsx, .xlsm), plain, gzip or zip; format, encoding and delimiter are
detected. Each sheet of a workbook is a source of its own: its match is "book.xlsx#Policies", or "book.xlsx" where only one
visible sheet has rows.`;

/** `svc records`: what files of other systems hold, mappings for them (IMP-48), and imports of them (IMP-73). */
export function addRecords(noun: Command, session: Session): void {
  noun.addHelpText("after", help);
  reading(verb(noun, "inspect <file...>", "Show what files of another system hold, column by column")).action(
    async (files: readonly string[], options: ReadOptions) => {
      const inspected = await inspect(files, options);
      print(options, {
        answer: { files: inspected.map(fileAnswer) },
        table: { ...filesTable(inspected), columns: inspected.flatMap(columnsTable) },
      });
    },
  );
  addImports(noun, session);
  addErase(noun, session);
  addShadowReport(noun, session);
  addMapping(noun.command("mapping").description("Mappings of files to records"));
}

const eraseHelp = `
Removes the client's rows in every version, runs about it, what could not be imported of it, and its names and values from
everything else that is kept: runs over many clients, stored webhooks, events. An import of the same files does not bring it
back. What it did is listed by table. It cannot be undone; an erasure that was interrupted is run again.`;

/** `svc records erase` (ERA-1). */
function addErase(noun: Command, { withDeps }: Session): void {
  verb(noun, "erase", "Remove a client from everything that is kept, for good")
    .requiredOption("--organization <id>", "organization", uuid)
    .requiredOption("--client <key>", "client_key of the client", notEmpty)
    .option("--dry-run", "count what would be removed, and change nothing")
    .addHelpText("after", eraseHelp)
    .action(async (options: { organization: string; client: string; dryRun?: boolean; json?: boolean }) => {
      const [{ eraseClient }, { openFileStore }] = await Promise.all([
        import("@service/domain/erasure"),
        import("@service/files"),
      ]);
      const files = await openFileStore(readOperatorConfig());
      const { clientKey, connectionId, isDryRun, counts } = await withDeps("records.erase", {}, (deps, operator) =>
        eraseClient({ db: deps.db, ...(files === undefined ? {} : { files }) }, operator, {
          organizationId: options.organization,
          clientKey: options.client,
          isDryRun: options.dryRun === true,
        }),
      );
      print(options, {
        answer: { client_key: clientKey, connection_id: connectionId, dry_run: isDryRun, counts: verbatim(counts) },
        ...(options.json === true
          ? {}
          : {
              table: {
                rows: Object.entries(counts).map(([what, rows]) => ({ what: what.replaceAll("_", " "), rows })),
              },
            }),
      });
    });
}

const daysMax = 90;

function addShadowReport(noun: Command, { withDeps }: Session): void {
  verb(noun, "shadow-report", "Show who would lose what under posture lit, and which routes nobody is named on")
    .requiredOption("--organization <id>", "organization", uuid)
    .option("--days <n>", `the last days (UTC), up to ${daysMax}; default 7`, wholeNumber(1, daysMax))
    .action(async (options: { organization: string; days?: number; json?: boolean }) => {
      const { shadowReport } = await import("@service/domain/seats");
      const reads = await withDeps("records.shadowReport", {}, (deps) =>
        shadowReport(deps, options.organization, options.days ?? 7),
      );
      const rows = reads.map(({ route, seatKey, family, requests, wouldHide, firstDay, lastDay }) => ({
        route,
        seat_key: seatKey,
        family,
        requests,
        would_hide: wouldHide,
        first_day: firstDay,
        last_day: lastDay,
      }));
      print(options, { answer: { reads: rows } });
    });
}

function addMapping(noun: Command): void {
  noun.addHelpText("after", help);
  reading(verb(noun, "suggest <file...>", "Suggest a mapping by the headers and values of files"))
    .option("--output <file>", "write the mapping into a new file")
    .action(async (files: readonly string[], options: ReadOptions & { readonly output?: string }) => {
      const [{ suggestMapping }, { sampleOf }] = await Promise.all([
        import("@service/record-mapping"),
        import("../inspect-files.ts"),
      ]);
      const inspected = await inspect(files, options);
      const { mapping, lines, left_out, to_write, unused } = suggestMapping(inspected.map(sampleOf));
      if (options.output !== undefined) await writeMapping(options.output, mapping);
      const table = lines.map(({ file, family, target, from, join, transforms, confidence, why }) => ({
        file,
        family,
        target,
        from: join === undefined ? from.join(" + ") : [...from, join.join(" + ")].join(", else "),
        transforms: transforms.join(", "),
        confidence,
        why,
      }));
      print(options, {
        answer: { mapping: verbatim(mapping ?? null), lines, left_out, to_write, unused },
        table: {
          ...filesTable(inspected),
          lines: table,
          ...(left_out.length > 0 && { left_out }),
          ...(to_write.length > 0 && { to_write }),
          unused,
        },
        warnings: left_out.map(
          ({ file, family, needs }) => `${family} of ${file} are not in the mapping: no column was found for ${needs}`,
        ),
        ...(mapping === undefined
          ? { notice: "no family has all that it requires: see the unsure lines, and svc records inspect" }
          : options.output === undefined && options.json !== true
            ? { notice: "--json prints the mapping itself, --output FILE writes it" }
            : {}),
      });
      if (mapping === undefined) process.exitCode = 1;
    });

  verb(noun, "check <file>", "Check a mapping (- for standard input)").action(
    async (file: string, options: { readonly json?: boolean }) => {
      const { compileMapping } = await import("@service/record-mapping");
      const { mapping, hash } = await acceptedMapping(file);
      const { families } = compileMapping(mapping);
      const sources = mapping.sources.map(({ match, emits }) => ({
        match,
        families: [...new Set(emits.map(({ family }) => family))],
      }));
      print(options, { answer: { name: mapping.name, hash, families, sources } });
    },
  );

  verb(noun, "list", "List the mappings of this build").action(async (options: { readonly json?: boolean }) => {
    const { shippedMapping, shippedMappingNames } = await import("@service/record-mapping");
    const mappings = shippedMappingNames.flatMap((name) => shippedMapping(name) ?? []);
    print(options, { answer: { mappings: mappings.map(({ name, summary, hash }) => ({ name, summary, hash })) } });
  });

  verb(noun, "show <name>", "Print a mapping of this build as JSON").action(
    async (name: string, options: { readonly json?: boolean }) => {
      const { shippedMapping, shippedMappingNames } = await import("@service/record-mapping");
      const shipped = shippedMapping(name);
      if (shipped === undefined) {
        return noun.error(`error: there is no mapping '${name}': it must be one of ${shippedMappingNames.join(", ")}`);
      }
      if (options.json === true) print(options, { answer: { ...shipped, mapping: verbatim(shipped.mapping) } });
      // As a file of a mapping, which a person saves and changes.
      else process.stdout.write(`${JSON.stringify(shipped.mapping, null, 2)}\n`);
    },
  );
}

function reading(command: Command): Command {
  return command
    .option("--items <pointer>", "JSON Pointer to the list of rows in JSON documents, such as /clients")
    .option("--rows <n>", "read at most so many rows of each file", wholeNumber(1, 1_000_000_000));
}

async function inspect(files: readonly string[], { items, rows }: ReadOptions): Promise<InspectedFile[]> {
  const { inspectFiles } = await import("../inspect-files.ts");
  let done = "opening the files";
  return withProgress(
    () => done,
    () =>
      inspectFiles(files, {
        items,
        rowsMax: rows,
        onProgress: (file, read) => {
          done = `reading ${file}: ${read.toLocaleString("en-US")} rows`;
        },
      }),
  );
}

function fileAnswer({ file, read, inspection, malformed, firstMalformed, notes }: InspectedFile): Answer {
  const { rows, columns, hasMoreColumns } = inspection;
  const { format, encoding, delimiter } = read;
  return { file, format, encoding, delimiter, rows, malformed, firstMalformed, notes, hasMoreColumns, columns };
}

function filesTable(inspected: readonly InspectedFile[]): Answer {
  const files = inspected.map(({ file, read, inspection, malformed }) => ({
    file,
    format: read.format,
    encoding: read.encoding,
    delimiter: read.delimiter === "\t" ? "tab" : read.delimiter,
    ...(read.skip_lines === undefined ? {} : { skip_lines: read.skip_lines }),
    ...(read.header_rows === undefined ? {} : { header_rows: read.header_rows }),
    rows: inspection.rows,
    malformed,
  }));
  const malformed = inspected.flatMap(({ file, firstMalformed }) =>
    firstMalformed.map(({ line, message }) => ({ file, line, message })),
  );
  const notes = inspected.flatMap(({ file, notes: found }) => found.map((note) => ({ file, note })));
  return { files, ...(malformed.length === 0 ? {} : { malformed }), ...(notes.length === 0 ? {} : { notes }) };
}

function columnsTable({ file, inspection }: InspectedFile): Answer[] {
  return inspection.columns.map((column) => ({
    file,
    column: column.path,
    filled: `${column.filled} of ${column.of}`,
    distinct: `${column.distinct}${column.isDistinctExact ? "" : "+"}`,
    shapes: column.shapes
      .slice(0, 3)
      .map(({ shape, share }) => (share === 1 ? shape : `${shape} ${Math.round(share * 100)}%`))
      .join(", "),
    dates: column.dateFormats.slice(0, 2).join(", "),
    examples: column.examples.join(" | ").slice(0, 60),
  }));
}

/** Reads a mapping and refuses one with problems, each with its place. */
async function acceptedMapping(file: string) {
  const { parseJson } = await import("@service/json");
  const { readMapping } = await import("@service/record-mapping");
  const text = await readText(file);
  let json;
  try {
    json = parseJson(text);
  } catch {
    throw new UnreadableFile(`${file} is not JSON`);
  }
  const read = readMapping(json);
  if (read.kind === "refused") throw new RefusedMapping(file, read.issues);
  return read;
}

/** A mapping with problems; `details` are printed one to a line. */
class RefusedMapping extends Error {
  override readonly name = "RefusedMapping";
  readonly details: readonly { readonly path: string; readonly message: string }[];

  constructor(file: string, issues: readonly { readonly path: string; readonly message: string }[]) {
    super(`${file} is not a mapping that can be used:`);
    this.details = issues.map(({ path, message }) => ({ path: path === "" ? "the document" : path, message }));
  }
}

async function writeMapping(file: string, mapping: unknown): Promise<void> {
  if (mapping === undefined) return;
  try {
    // A mapping that was changed by hand must not be lost.
    await writeFile(file, `${JSON.stringify(mapping, null, 2)}\n`, { flag: "wx" });
  } catch (error) {
    if (!Error.isError(error) || !("code" in error) || error.code !== "EEXIST") throw error;
    throw new UnreadableFile(`${file} exists already: name another file`, { cause: error });
  }
}
