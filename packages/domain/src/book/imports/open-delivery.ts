import { createHash } from "node:crypto";
import { open, stat } from "node:fs/promises";
import { basename, resolve, sep } from "node:path";
import { fail } from "@service/contract";
import { editDistance } from "@service/engine-kit";
import { isOneOf } from "@service/json";
import { type FamilyName, familyNames } from "@service/record-families";
import { type CompiledMapping, compileMapping, type Mapping } from "@service/record-mapping";
import {
  type DetectedSource,
  detectSource,
  type MalformedRow,
  openSourceFiles,
  readSourceRows,
  type SourceFile,
  SourceFileError,
} from "@service/source-files";
import type { DeliveredFile, DeliveredRow, DeliveredSource, Delivery } from "./delivery.ts";
import type { DeliveryManifest } from "./read-manifest.ts";
import type { RecordImport } from "./record-import.ts";

interface Opened {
  /** The mapping, its JSON text and its hash. */
  readonly mapping: Mapping;
  readonly mappingHash: string;
  readonly asOf: Date;
}

/**
 * Opens the files of a delivery: hashes each, and reads rows when they are asked for.
 * @param opened.folder the delivery's own: files below it are named from there (`2026/clients.csv`), others by their last name.
 * @throws SourceFileError for a file that cannot be opened; `invalid_request` when the mapping reads none of them.
 */
export async function openDelivery(
  paths: readonly string[],
  {
    manifest,
    folder,
    ...opened
  }: Opened & { readonly manifest: DeliveryManifest | undefined; readonly folder: string | undefined },
): Promise<Delivery> {
  const { paths: present, problems } = await withManifest(paths, manifest);
  const files: DeliveredFile[] = [];
  const sources: SourceFile[] = [];
  const found: { readonly path: string; readonly within: { readonly within?: string }; source: SourceFile }[] = [];
  for (const path of present) {
    const within = folder !== undefined && path.startsWith(`${folder}${sep}`) ? { within: folder } : {};
    for (const source of await openSourceFiles([path], within)) found.push({ path, within, source });
  }
  const names = found.map(({ source }) => source.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new SourceFileError(twice, "two files have this name. Rename one of them.");
  // Before they are hashed, which takes a while for a book.
  refuseUnread(
    opened,
    found.map(({ source }) => source),
  );
  const hashedAt = new Map<string, number>();
  const hashed = new Map<string, Awaited<ReturnType<typeof hashOf>>>();
  for (const { path, within, source } of found) {
    const cached = hashed.get(path) ?? (await hashOf(path));
    const { bytes, sha256, changedAtMs } = cached;
    hashed.set(path, cached);
    hashedAt.set(path, changedAtMs);
    files.push({ name: source.name, path, bytes, sha256, ...sheetNameOf(source), ...within });
    sources.push(source);
  }
  const expected = new Map(manifest?.files.map(({ path, sha256, rows }) => [resolve(path), { sha256, rows }]));
  const promised = files.map((file): DeliveredFile => {
    const { sha256, rows } = expected.get(file.path) ?? {};
    if (sha256 !== undefined && sha256 !== file.sha256) problems.push(`${file.name} is not the file of the manifest.`);
    return rows === undefined ? file : { ...file, rows };
  });
  const { complete, unknown } = completeFamilies(manifest);
  if (unknown.length > 0) problems.push(`The manifest names families that do not exist: ${unknown.join(", ")}.`);
  return deliveryOf({ ...opened, files: promised, sources, problems, hashedAt, complete });
}

function completeFamilies(manifest: DeliveryManifest | undefined): {
  readonly complete: readonly FamilyName[] | undefined;
  readonly unknown: readonly string[];
} {
  const { complete } = manifest ?? {};
  if (complete === undefined) return { complete, unknown: [] };
  const families = familyNames.filter((family) => complete.includes(family));
  return { complete: families, unknown: complete.filter((name) => !isOneOf(familyNames, name)) };
}

/** @throws `invalid_request` when the mapping reads none of the files. */
function refuseUnread({ mapping, asOf }: Opened, sources: readonly SourceFile[]): void {
  const compiled = compileMapping(mapping, { asOf: asOf.toISOString() });
  if (sources.length === 0 || sources.some(({ name, sheet }) => compiled.ofFile(name, sheet) !== undefined)) return;
  const workbook = sources.flatMap(({ sheet }) => sheet?.workbook ?? []);
  const hint = [...new Set(workbook)].flatMap((name) => sheetHint(compiled, name, sources) ?? [])[0] ?? "";
  const names = sources.map(({ name }) => name).join(", ");
  throw fail("invalid_request", {
    message: `The mapping ${mapping.name} reads none of these files: ${names}.${hint}`,
  });
}

function sheetNameOf({ sheet }: SourceFile): Pick<DeliveredFile, "sheet"> {
  return sheet === undefined ? {} : { sheet: { workbook: sheet.workbook, isOnly: sheet.isOnly } };
}

/** Which sheets a match without # might mean, as a sentence behind another (IMP-31). */
function sheetHint(
  compiled: Pick<CompiledMapping, "matchOfWorkbook">,
  workbook: string,
  files: readonly Pick<DeliveredFile, "name" | "sheet">[],
): string | undefined {
  const match = compiled.matchOfWorkbook(workbook);
  const sheets = files.filter(({ sheet }) => sheet?.workbook === workbook);
  if (match === undefined || sheets.some(({ sheet }) => sheet?.isOnly === true)) return undefined;
  const names = sheets.map(({ name }) => `"${name}"`).join(", ");
  return ` The match "${match}" does not say which sheet of ${workbook} it means: write ${names}.`;
}

/** Every file that the manifest names, and those that were given beside it. */
async function withManifest(
  paths: readonly string[],
  manifest: DeliveryManifest | undefined,
): Promise<{ readonly paths: readonly string[]; readonly problems: string[] }> {
  const problems: string[] = [];
  const found = new Set(paths.map((path) => resolve(path)));
  for (const { name, path } of manifest?.files ?? []) {
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    if (isThere) found.add(resolve(path));
    else problems.push(`${name} is missing.`);
  }
  return { paths: [...found], problems };
}

/**
 * Opens the files of an interrupted import again.
 * @throws `invalid_request` when one is no longer the file that was read. A file that is gone matters only when it has to be
 *   read again.
 */
export async function reopenDelivery(interrupted: RecordImport, opened: Opened): Promise<Delivery> {
  const hashes = new Map<string, string>();
  const hashedAt = new Map<string, number>();
  for (const { name, path, sha256 } of interrupted.files) {
    if (!hashes.has(path)) {
      const hashed = await hashOf(path).catch(() => undefined);
      hashes.set(path, hashed?.sha256 ?? "");
      if (hashed !== undefined) hashedAt.set(path, hashed.changedAtMs);
    }
    const now = hashes.get(path);
    if (now !== "" && now !== sha256) {
      throw fail("invalid_request", { message: `${name} is no longer the file that was read: begin a new import.` });
    }
  }
  const sources = new Map<string, SourceFile>();
  for (const [path, sha256] of hashes) {
    const within = interrupted.files.find((file) => file.path === path)?.within;
    if (sha256 === "") continue;
    for (const source of await openSourceFiles([path], within === undefined ? {} : { within }))
      sources.set(source.name, source);
  }
  return deliveryOf({
    ...opened,
    files: interrupted.files,
    sources: interrupted.files.map(({ name }) => sources.get(name) ?? goneFile(name)),
    problems: interrupted.problems,
    hashedAt,
    complete: familyNames.filter((family) => interrupted.complete.includes(family)),
  });
}

function goneFile(name: string): SourceFile {
  return {
    name,
    open() {
      throw new SourceFileError(name, "there is no such file.");
    },
  };
}

function deliveryOf({
  mapping,
  mappingHash,
  asOf,
  files,
  sources,
  problems,
  hashedAt,
  complete,
}: Opened & {
  readonly files: readonly DeliveredFile[];
  readonly sources: readonly SourceFile[];
  readonly problems: readonly string[];
  /** When each file was changed last, as it was hashed. */
  readonly hashedAt: ReadonlyMap<string, number>;
  readonly complete: readonly FamilyName[] | undefined;
}): Delivery {
  const compiled = compileMapping(mapping, { asOf: asOf.toISOString() });
  const sizes = [...new Map(files.map(({ path, bytes }) => [path, bytes])).values()];
  const total = Math.max(
    1,
    sizes.reduce((sum, bytes) => sum + bytes, 0),
  );
  let read = 0;
  const rowsRead = new Map<string, number>();
  /** What only reading has shown. */
  const foundLater: string[] = [];
  // A file whose name has changed is found by this alone.
  const unmatched = files
    .filter(({ name, sheet }) => compiled.ofFile(name, sheet) === undefined)
    .map(({ name, sheet }) => {
      const hint = sheet === undefined ? undefined : sheetHint(compiled, sheet.workbook, files);
      return `${name} was not read: no source of the mapping has a match for its name.${hint ?? ""}`;
    });
  const remarks: string[] = [];

  async function* rows(): AsyncGenerator<readonly DeliveredRow[]> {
    for (const [index, source] of sources.entries()) {
      const file = compiled.ofFile(source.name, files[index]?.sheet);
      if (file === undefined) continue;
      const path = files[index]?.path ?? "";
      rowsRead.set(path, rowsRead.get(path) ?? 0);
      let hasMalformed = false;
      let hasRefused = false;
      for await (const batch of readSourceRows(
        counted(source, (bytes) => (read += bytes)),
        file.reading,
      )) {
        yield batch.flatMap((row): DeliveredRow | [] => {
          switch (row.kind) {
            case "row": {
              const mapped = file.mapRow(row.value, row.faults, row.shared);
              hasRefused ||= mapped.some(({ kind }) => kind === "quarantined");
              return { file: index, line: row.line, mapped, source: row.value };
            }
            case "aside":
              return { file: index, line: row.line, mapped: [], source: "", isAside: true };
            case "note":
              remarks.push(`${source.name}: ${row.message}`);
              return [];
            case "malformed":
              return {
                file: index,
                line: row.line,
                mapped: [{ kind: "quarantined", family: file.rowFamily, reasons: [{ message: placed(row) }] }],
                source: row.raw,
                unreadOf: file.families,
                ...(row.endsFile === true ? { endsFile: row.message } : {}),
              };
          }
        });
        const rows = batch.filter(({ kind }) => kind !== "note").length;
        rowsRead.set(path, (rowsRead.get(path) ?? 0) + rows);
        hasMalformed ||= batch.some(({ kind }) => kind === "malformed");
      }
      if (hasRefused || hasMalformed) {
        const detected = await detectSource(source, file.reading);
        if (hasRefused) remarks.push(...columnHints(source.name, file.columns, detected));
        if (hasMalformed) remarks.push(...headerHint(source.name, detected));
      }
    }
    for (const { name, path, sheet, rows: promised } of files) {
      const found = rowsRead.get(path) ?? 0;
      if (promised !== undefined && promised !== found && compiled.ofFile(name, sheet) !== undefined)
        foundLater.push(`${name} has ${found} rows; its manifest says ${promised}.`);
    }
    for (const [path, changedAtMs] of hashedAt) {
      const now = await stat(path).catch(() => undefined);
      // What was read is not what was hashed, and may be a half of either.
      if (now !== undefined && now.ctimeMs !== changedAtMs)
        foundLater.push(`${basename(path)} was changed while it was read.`);
    }
  }

  async function* sourcesAt(places: ReadonlyMap<number, ReadonlySet<number>>): AsyncGenerator<DeliveredSource> {
    for (const [index, lines] of places) {
      const source = sources[index];
      const file = source && compiled.ofFile(source.name, files[index]?.sheet);
      if (source === undefined || file === undefined) continue;
      let left = lines.size;
      for await (const batch of readSourceRows(source, file.reading)) {
        for (const row of batch) {
          if (!lines.has(row.line) || row.kind === "aside" || row.kind === "note") continue;
          yield { file: index, line: row.line, source: row.kind === "row" ? row.value : row.raw };
          left -= 1;
        }
        if (left <= 0) break;
      }
    }
  }

  return {
    files,
    mapping: JSON.stringify(mapping),
    mappingHash,
    families:
      complete === undefined
        ? // Files that are not there decide nothing about their families.
          compiled.families.filter((family) =>
            files.some(({ name, sheet }) => compiled.ofFile(name, sheet)?.families.includes(family) === true),
          )
        : compiled.families.filter((family) => complete.includes(family)),
    problems: () => [...problems, ...foundLater],
    hints: () => [...unmatched, ...remarks],
    rows,
    sources: sourcesAt,
    shareRead: () => Math.min(1, read / total),
  };
}

/** Where the header of a report probably is, whose title was taken for it. */
function headerHint(
  fileName: string,
  { probableSkipLines: lines, probableHeaderRows: rows }: DetectedSource,
): readonly string[] {
  const members = [
    ...(lines === undefined ? [] : [`"skip_lines": ${lines}`]),
    ...(rows === undefined ? [] : [`"header_rows": ${rows}`]),
  ];
  if (members.length === 0) return [];
  const where = rows === undefined ? `line ${(lines ?? 0) + 1}` : `${rows} lines from line ${(lines ?? 0) + 1}`;
  return [`The header of ${fileName} is probably ${where}: add ${members.join(", ")} to its source in the mapping.`];
}

/** How many missing columns of a file are named, and the characters of a name for each letter that may differ. */
const columnHintsMax = 5;
const charactersPerEdit = 5;

/** Columns that the mapping names and a table lacks, each with the one that it probably means (IMP-31). */
function columnHints(
  fileName: string,
  named: readonly string[],
  { columns: present = [] }: DetectedSource,
): readonly string[] {
  const others = present.filter((column) => !named.includes(column));
  return named
    .filter((column) => !present.includes(column))
    .flatMap((column) => {
      const nearest = nearestColumn(column, others);
      if (nearest === undefined) return [];
      return [`${fileName} has no column ${JSON.stringify(column)}: its nearest is ${JSON.stringify(nearest)}.`];
    })
    .slice(0, columnHintsMax);
}

function nearestColumn(column: string, others: readonly string[]): string | undefined {
  const bare = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const wanted = bare(column);
  const most = Math.floor(wanted.length / charactersPerEdit);
  const [nearest] = others
    .map((other) => ({ other, edits: editDistance(wanted, bare(other), most) }))
    .filter(({ edits }) => edits <= most)
    .toSorted((left, right) => left.edits - right.edits);
  return nearest?.other;
}

/** What is wrong with a row that could not be read, and where in its line, where that is known. */
function placed({ message, column }: MalformedRow): string {
  return column === undefined ? message : `${message} (at character ${column})`;
}

function counted(source: SourceFile, onBytes: (bytes: number) => void): SourceFile {
  return {
    ...source,
    async *open() {
      for await (const chunk of source.open()) {
        onBytes(chunk.length);
        yield chunk;
      }
    },
  };
}

interface HashedFile {
  readonly bytes: number;
  /** Lower case hex. */
  readonly sha256: string;
  /** When the file system noted the last change, before it was hashed; a copying program cannot set it back. */
  readonly changedAtMs: number;
}

async function hashOf(path: string): Promise<HashedFile> {
  const sha256 = createHash("sha256");
  let bytes = 0;
  let changedAtMs = 0;
  try {
    changedAtMs = (await stat(path)).ctimeMs;
    // Into one buffer: those of a stream wait for the collector, a hundred megabytes of them.
    const file = await open(path);
    try {
      const buffer = Buffer.allocUnsafe(1024 * 1024);
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, buffer.length);
        if (bytesRead === 0) break;
        sha256.update(buffer.subarray(0, bytesRead));
        bytes += bytesRead;
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = Error.isError(error) && "code" in error ? error.code : undefined;
    const why = code === "ENOENT" ? "there is no such file." : "the file could not be read.";
    throw new SourceFileError(basename(path), why, { cause: error });
  }
  return { bytes, sha256: sha256.digest("hex"), changedAtMs };
}
