import { fail, type ServiceError, uuidPattern } from "@service/contract";
import { type Querying, statement } from "@service/db";
import { isJsonArray, isJsonObject, type JsonObject, number, parseJson, text } from "@service/json";
import { inScope, organizationIdOf, type ScopeOrEvery } from "../../identity/access/index.ts";
import type { DeliveredFile } from "./delivery.ts";
import { type ImportCounts, readCounts } from "./import-counts.ts";
import type { ImportState } from "./import-states.ts";

export const importModes = ["full", "delta"] as const;
export type ImportMode = (typeof importModes)[number];

/** One delivery of one connection (IMP-60). */
export interface RecordImport {
  readonly id: string;
  readonly connectionId: string;
  readonly organizationId: string;
  readonly state: ImportState;
  readonly mode: ImportMode;
  /** The snapshot that it makes or made; null before it applies. */
  readonly seq: number | null;
  /** JSON text. */
  readonly mapping: string;
  readonly mappingHash: string;
  readonly files: readonly DeliveredFile[];
  readonly filesHash: string | null;
  readonly asOf: Date;
  readonly accept: readonly string[];
  /** Families of which a full delivery has every row. */
  readonly complete: readonly string[];
  /** Where the delivery does not agree with its manifest, a sentence each. */
  readonly problems: readonly string[];
  readonly applied: { readonly step: string; readonly key: string } | undefined;
  readonly counts: ImportCounts;
  /** JSON text; null before the files were read. */
  readonly report: string | null;
  readonly reason: string | null;
  readonly isCancelRequested: boolean;
  /** Of an import of what a connector fetched: when, and with which config and mapping (hash) of the connection. */
  readonly fetchedAt: Date | null;
  readonly fetchedWith: string | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

const columns = `i.id, i.connection_id as "connectionId", c.organization_id as "organizationId", i.state, i.mode, i.seq,
  i.mapping, i.mapping_hash as "mappingHash", i.files, i.files_hash as "filesHash", i.as_of as "asOf", i.accept,
  i.complete, i.problems, i.applied_family as "appliedFamily", i.applied_key as "appliedKey", i.counts, i.report, i.reason,
  i.cancel_asked_at is not null as "isCancelRequested", i.fetched_at as "fetchedAt", i.fetched_with as "fetchedWith",
  i.started_at as "startedAt", i.finished_at as "finishedAt"`;

const readOne = statement(
  "record_imports_read",
  `select ${columns} from record_imports i join record_connections c on c.id = i.connection_id
   where i.id = @import_id and ${inScope("c.organization_id")}`,
);

/** @throws `not_found` */
export async function readImport(db: Querying, scope: ScopeOrEvery, importId: string): Promise<RecordImport> {
  if (!uuidPattern.test(importId)) throw importNotFound();
  const { rows } = await db.query(readOne({ importId, organizationId: organizationIdOf(scope) }));
  const [row] = rows;
  if (row === undefined) throw importNotFound();
  return importOf(row);
}

const readUnfinished = statement(
  "record_imports_read_unfinished",
  `select ${columns} from record_imports i join record_connections c on c.id = i.connection_id
   where i.connection_id = $1 and i.state in ('reading', 'staged', 'applying') order by i.started_at`,
);

/** Imports of a connection that have not finished: one at most is under way, others were interrupted. */
export async function unfinishedImports(db: Querying, connectionId: string): Promise<readonly RecordImport[]> {
  const { rows } = await db.query(readUnfinished([connectionId]));
  return rows.map(importOf);
}

/** @throws `invalid_request` while an import of the connection waits to be resumed or taken back. */
export async function refuseUnfinished(db: Querying, connectionId: string): Promise<void> {
  const [unfinished] = await unfinishedImports(db, connectionId);
  if (unfinished === undefined) return;
  throw fail("invalid_request", {
    message: `The import ${unfinished.id} of the connection was interrupted: resume or cancel it before.`,
  });
}

const readList = statement(
  "record_imports_read_list",
  `select ${columns} from record_imports i join record_connections c on c.id = i.connection_id
   where i.connection_id = $1 order by i.started_at desc, i.id limit $2`,
);

/** The newest imports of a connection. */
export async function importsOf(db: Querying, connectionId: string, limit: number): Promise<readonly RecordImport[]> {
  const { rows } = await db.query(readList([connectionId, limit]));
  return rows.map(importOf);
}

const readServing = statement(
  "record_imports_read_serving",
  `select ${columns} from record_imports i join record_connections c on c.id = i.connection_id
     join record_snapshots s on s.import_id = i.id and s.connection_id = c.id and s.seq = c.served_seq
   where c.id = $1`,
);

/** The import that made the snapshot that is served. */
export async function servingImport(db: Querying, connectionId: string): Promise<RecordImport | undefined> {
  const { rows } = await db.query(readServing([connectionId]));
  return rows[0] && importOf(rows[0]);
}

interface ImportRow extends Omit<RecordImport, "files" | "counts" | "applied" | "accept" | "complete" | "problems"> {
  readonly accept: readonly string[] | null;
  readonly complete: readonly string[] | null;
  readonly problems: readonly string[] | null;
  readonly files: string;
  readonly counts: string;
  readonly appliedFamily: string | null;
  readonly appliedKey: string | null;
}

function importOf({
  files,
  counts,
  accept,
  complete,
  problems,
  appliedFamily,
  appliedKey,
  ...row
}: ImportRow): RecordImport {
  return {
    ...row,
    accept: accept ?? [],
    complete: complete ?? [],
    problems: problems ?? [],
    files: filesIn(files),
    counts: readCounts(counts),
    applied: appliedFamily === null ? undefined : { step: appliedFamily, key: appliedKey ?? "" },
  };
}

/** The files of an import as they are stored. */
function filesIn(stored: string): readonly DeliveredFile[] {
  const listed = parseJson(stored);
  if (!isJsonArray(listed)) return [];
  return listed.filter(isJsonObject).map((file) => {
    const within = text(file, "within");
    return {
      name: text(file, "name") ?? "",
      path: text(file, "path") ?? "",
      ...(within === undefined ? {} : { within }),
      bytes: number(file, "bytes") ?? 0,
      sha256: text(file, "sha256") ?? "",
      ...rowsOf(file),
      ...sheetOf(file),
    };
  });
}

function rowsOf(file: JsonObject): { readonly rows?: number } {
  const rows = number(file, "rows");
  return rows === undefined ? {} : { rows };
}

function sheetOf({ sheet }: JsonObject): Pick<DeliveredFile, "sheet"> {
  if (!isJsonObject(sheet)) return {};
  return { sheet: { workbook: text(sheet, "workbook") ?? "", isOnly: sheet["isOnly"] === true } };
}

function importNotFound(): ServiceError {
  return fail("not_found", { message: "No import with this id exists." });
}
