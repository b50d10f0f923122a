import { opendir, realpath, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { fail } from "@service/contract";
import { isDate, type JsonObject } from "@service/json";
import { lineCodes } from "@service/record-families";
import { openTable, readSourceRows, SourceFileError } from "@service/source-files";
import { documentLimits } from "./blob.ts";

/** A document that a manifest, or the name of a file, declares. */
export interface DeclaredDocument {
  /** Line of the manifest; 0 without one. */
  readonly at: number;
  /** Where the bytes are. */
  readonly path: string;
  /** From the folder, with slashes. */
  readonly file: string;
  readonly sourceId: string;
  readonly title: string;
  readonly kind: string;
  readonly clientSourceId: string | undefined;
  readonly policySourceId: string | undefined;
  readonly carrierKey: string | undefined;
  readonly line: string | undefined;
  readonly datedOn: string | undefined;
}

/** What is wrong with a manifest, said as a sentence about a line. */
export interface ManifestProblem {
  readonly field: string;
  readonly message: string;
}

export interface Declared {
  readonly documents: readonly DeclaredDocument[];
  readonly problems: readonly ManifestProblem[];
}

const columns = [
  "file",
  "title",
  "kind",
  "client_source_id",
  "policy_source_id",
  "dated_on",
  "carrier_key",
  "line",
  "source_id",
] as const;
type Column = (typeof columns)[number];
/** `path` is another name of `file`. */
const otherNames: Readonly<Record<string, Column>> = { path: "file" };

const kindPattern = /^[a-z0-9_.-]{1,64}$/;
const keyPattern = /^[A-Za-z0-9._:-]{1,128}$/;

/** The files of a folder, named by their paths: without a manifest a file's name is its title (DOC-3). */
export async function filesAsDocuments(folder: string): Promise<Declared> {
  const paths: string[] = [];
  await collect(folder, paths);
  const documents = paths.toSorted().map((path): DeclaredDocument => {
    const file = relative(folder, path).replaceAll(sep, "/");
    const name = file.slice(file.lastIndexOf("/") + 1);
    return {
      at: 0,
      path,
      file,
      sourceId: file.slice(-documentLimits.sourceIdChars),
      title: [...(name.replace(/\.[A-Za-z0-9]{1,8}$/, "") || name)].slice(0, documentLimits.titleChars).join(""),
      kind: "other",
      clientSourceId: undefined,
      policySourceId: undefined,
      carrierKey: undefined,
      line: undefined,
      datedOn: undefined,
    };
  });
  return { documents, problems: await fileProblems(documents, folder) };
}

/** Files of this folder and those below it; hidden ones and links are left out. */
async function collect(folder: string, paths: string[]): Promise<void> {
  for await (const entry of await opendir(folder)) {
    if (entry.name.startsWith(".")) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await collect(path, paths);
    else if (entry.isFile()) paths.push(path);
    if (paths.length > documentLimits.files)
      throw fail("invalid_request", { message: `The folder has more than ${documentLimits.files} files.` });
  }
}

/**
 * The documents that a manifest declares, CSV, a sheet, NDJSON or a JSON array (DOC-4): every problem is a sentence with its line.
 * @throws `invalid_request` for a manifest that cannot be read at all.
 */
export async function readDocumentManifest(manifest: string, folder: string): Promise<Declared> {
  const documents: DeclaredDocument[] = [];
  const problems: ManifestProblem[] = [];
  const timesOfFile = new Map<string, number>();
  const lineOfSourceId = new Map<string, number>();
  for await (const { line, value } of rowsOf(manifest, problems)) {
    if (documents.length >= documentLimits.files) {
      problems.push({ field: `line ${line}`, message: `An import takes at most ${documentLimits.files} documents.` });
      break;
    }
    const read = documentOf(value, line, folder);
    problems.push(...read.problems);
    if (read.document === undefined) continue;
    const { file } = read.document;
    const times = (timesOfFile.get(file) ?? 0) + 1;
    timesOfFile.set(file, times);
    // A file that several lines name is several documents.
    const sourceId = read.sourceId ?? (times === 1 ? file : `${file}#${times}`);
    const first = lineOfSourceId.get(sourceId);
    if (first === undefined) lineOfSourceId.set(sourceId, line);
    else problems.push({ field: `line ${line}, source_id`, message: `"${sourceId}" stands already on line ${first}.` });
    documents.push({ ...read.document, sourceId });
  }
  if (documents.length === 0 && problems.length === 0)
    problems.push({ field: "manifest", message: "It declares no document." });
  return { documents, problems: [...problems, ...(await fileProblems(documents, folder))] };
}

async function* rowsOf(
  manifest: string,
  problems: ManifestProblem[],
): AsyncGenerator<{ readonly line: number; readonly value: JsonObject }> {
  try {
    for await (const batch of readSourceRows(await openTable(manifest)))
      for (const row of batch)
        if (row.kind === "row") {
          yield row;
          for (const [column, reason] of Object.entries(row.faults ?? {}))
            problems.push({ field: `line ${row.line}, ${column}`, message: `The cell ${reason}.` });
        } else if (row.kind === "malformed")
          problems.push({ field: `line ${row.line}`, message: `The row ${row.message}.` });
  } catch (error) {
    if (error instanceof SourceFileError) throw fail("invalid_request", { message: `The manifest: ${error.message}` });
    throw error;
  }
}

function documentOf(
  value: JsonObject,
  at: number,
  folder: string,
): {
  readonly document: Omit<DeclaredDocument, "sourceId"> | undefined;
  readonly sourceId: string | undefined;
  readonly problems: readonly ManifestProblem[];
} {
  const problems: ManifestProblem[] = [];
  const note = (field: string, message: string): void => {
    problems.push({ field: `line ${at}, ${field}`, message });
  };
  const given = new Map<Column, string>();
  for (const [name, cell] of Object.entries(value)) {
    const column = otherNames[name] ?? columns.find((each) => each === name);
    if (column === undefined) {
      note(name, `There is no such column: a manifest has ${columns.join(", ")}.`);
      continue;
    }
    const text = typeof cell === "string" ? cell.trim() : typeof cell === "number" ? String(cell) : undefined;
    if (text === undefined && cell !== null) note(column, "It must be text.");
    else if (text !== undefined && text !== "") given.set(column, text);
  }
  const file = given.get("file")?.replaceAll("\\", "/").replace(/^\.\//, "");
  if (file === undefined) note("file", "The path of a file, from the folder of the import, is missing.");
  const path = file === undefined ? undefined : resolve(folder, file);
  if (file !== undefined && (path === undefined || !path.startsWith(resolve(folder) + sep)))
    note("file", `"${file}" leaves the folder of the import.`);
  const kind =
    given
      .get("kind")
      ?.toLowerCase()
      .replaceAll(/[\s/]+/g, "_") ?? "other";
  if (!kindPattern.test(kind))
    note("kind", "It must be 1 to 64 lowercase letters, digits, dots, hyphens or underscores.");
  const datedOn = given.get("dated_on");
  if (datedOn !== undefined && !isDate(datedOn)) note("dated_on", `"${datedOn}" is not a day such as 2026-11-23.`);
  const line = given.get("line");
  if (line !== undefined && !lineCodes.some((code) => code === line))
    note("line", `"${line}" is not a line: see the dataset lines of the catalog.`);
  const carrierKey = given.get("carrier_key");
  if (carrierKey !== undefined && !keyPattern.test(carrierKey))
    note("carrier_key", "It must be 1 to 128 letters, digits, dots, underscores, colons or hyphens.");
  const sourceId = given.get("source_id");
  if (sourceId !== undefined && sourceId.length > documentLimits.sourceIdChars)
    note("source_id", `It may have at most ${documentLimits.sourceIdChars} characters.`);
  if (problems.length > 0 || file === undefined || path === undefined)
    return { document: undefined, sourceId, problems };
  const name = file.slice(file.lastIndexOf("/") + 1);
  return {
    sourceId,
    problems,
    document: {
      at,
      path,
      file,
      title: [...(given.get("title") ?? name)].slice(0, documentLimits.titleChars).join(""),
      kind,
      clientSourceId: given.get("client_source_id"),
      policySourceId: given.get("policy_source_id"),
      carrierKey,
      line,
      datedOn,
    },
  };
}

/**
 * Files that are not there, too large, or outside the folder by a link, which would bring in any file of this machine:
 * everything else about a file is found when it is read.
 */
async function fileProblems(documents: readonly DeclaredDocument[], folder: string): Promise<ManifestProblem[]> {
  const problems: ManifestProblem[] = [];
  const root = await realpath(folder).catch(() => resolve(folder));
  for (const { at, path, file } of documents) {
    const field = at === 0 ? file : `line ${at}, file`;
    const real = await realpath(path).catch(() => undefined);
    const found = real === undefined ? undefined : await stat(real).catch(() => undefined);
    if (real === undefined || found === undefined)
      problems.push({ field, message: `There is no file "${file}" in the folder.` });
    else if (!real.startsWith(root + sep))
      problems.push({ field, message: `"${file}" leaves the folder of the import.` });
    else if (!found.isFile()) problems.push({ field, message: `"${file}" is not a file.` });
    else if (found.size > documentLimits.fileBytes)
      problems.push({ field, message: `"${file}" has more than ${documentLimits.fileBytes / 1024 / 1024} MiB.` });
    if (problems.length >= documentLimits.problems) break;
  }
  return problems;
}
