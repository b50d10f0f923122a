import { fail } from "@service/contract";
import { builtStatement, statement } from "@service/db";
import {
  asJsonObject,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  parseJsonObject,
} from "@service/json";
import { type FamilyName, familyOf, rowTableOf } from "@service/record-families";
import type { ScopeOrEvery } from "../../identity/access/index.ts";
import { readConnection } from "../connections/index.ts";
import type { Deps } from "../../deps.ts";
import { isImportUnderWay } from "./import-lock.ts";
import { isFinished } from "./import-states.ts";
import { importsOf, readImport, type RecordImport } from "./record-import.ts";

/** An import as operators see it. */
export interface ShownImport extends RecordImport {
  /** It has not finished and no process works on it: resume or cancel it. */
  readonly isInterrupted: boolean;
}

/** One import. @throws `not_found` */
export async function showImport(deps: Pick<Deps, "db">, scope: ScopeOrEvery, importId: string): Promise<ShownImport> {
  const shown = await readImport(deps.db.pool, scope, importId);
  const isInterrupted = !isFinished(shown.state) && !(await isImportUnderWay(deps.db, shown.connectionId));
  return { ...shown, isInterrupted };
}

/** The newest imports of a connection. @throws `not_found` */
export async function listImports(
  deps: Pick<Deps, "db">,
  scope: ScopeOrEvery,
  connectionId: string,
  limit: number,
): Promise<readonly ShownImport[]> {
  const { id } = await readConnection(deps.db.pool, scope, connectionId);
  const isUnderWay = await isImportUnderWay(deps.db, id);
  const imports = await importsOf(deps.db.pool, id, limit);
  return imports.map((each) => ({ ...each, isInterrupted: !isFinished(each.state) && !isUnderWay }));
}

/** A row that was not kept. */
export interface QuarantinedRow {
  readonly family: string;
  readonly sourceId: string | null;
  readonly file: string;
  readonly line: number;
  /** Ends of sentences that begin with the field's name, or with "the row". */
  readonly reasons: Json;
  /** As it came; of an orphan JSON of what the mapping made of it, with the source's ids of what it belongs to. */
  readonly body: string;
  /** What it belongs to is not there: later imports try it again. */
  readonly isOrphan: boolean;
}

/** What an import found in its delivery (IMP-74). */
export interface ImportReport {
  readonly import: ShownImport;
  /**
   * Of each family what was mapped, fill and findings; rows of one id, orphans, clients that are likely one, people
   * without a seat. Names in snake_case.
   */
  readonly quality: JsonObject;
}

/** The quality report of an import. @throws `not_found` */
export async function reportImport(
  deps: Pick<Deps, "db">,
  scope: ScopeOrEvery,
  importId: string,
): Promise<ImportReport> {
  const shown = await showImport(deps, scope, importId);
  const nameOf = (file: Json): string => (typeof file === "number" ? (shown.files[file]?.name ?? "") : "");
  const stored = shown.report === null ? {} : parseJsonObject(shown.report);
  return { import: shown, quality: asJsonObject(withFileNames(stored, nameOf)) };
}

/** Positions of files are replaced by their names. */
function withFileNames(value: Json, nameOf: (file: Json) => string): Json {
  if (isJsonArray(value)) return value.map((each) => withFileNames(each, nameOf));
  if (!isJsonObject(value)) return value;
  const isPlace = typeof value["file"] === "number" && typeof value["line"] === "number";
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isPlace && name === "file" ? nameOf(member) : withFileNames(member, nameOf),
    ]),
  );
}

const quarantinedPerPage = 1_000;

const readQuarantined = statement(
  "record_quarantine_read_of_import",
  `select q.id, q.family, q.source_id as "sourceId", q.source_file as "sourceFile", q.source_line as "sourceLine", q.reasons,
     q.body, q.is_orphan as "isOrphan", q.origin_import_id as "originId"
   from record_quarantine q
   where q.connection_id = $1 and q.import_id = $2 and q.id > $3 order by q.id limit $4`,
);

/** The rows of an import that were not kept, in the order of the delivery, a page at a time. */
export async function* quarantinedRows(
  deps: Pick<Deps, "db">,
  scope: ScopeOrEvery,
  importId: string,
): AsyncGenerator<QuarantinedRow> {
  const { id, connectionId, files } = await readImport(deps.db.pool, scope, importId);
  const deliveries = new Map<string, RecordImport["files"]>();
  const filesOf = async (origin: string): Promise<RecordImport["files"]> => {
    const listed = deliveries.get(origin) ?? (await readImport(deps.db.pool, scope, origin)).files;
    deliveries.set(origin, listed);
    return listed;
  };
  let after = 0;
  for (;;) {
    const { rows } = await deps.db.pool.query(readQuarantined([connectionId, id, after, quarantinedPerPage]));
    for (const { family, sourceId, sourceFile, sourceLine, reasons, body, isOrphan, originId } of rows) {
      // One that was tried again stands in a file of the import that it came with.
      const file = (originId === null ? files : await filesOf(originId))[sourceFile]?.name ?? "";
      yield { family, sourceId, file, line: sourceLine, reasons: parseJson(reasons), body, isOrphan };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < quarantinedPerPage) return;
    after = last.id;
  }
}

/** Where a version of a row came from (IMP-75). */
export interface RowVersion {
  readonly fromSeq: number;
  /** Null: it is served now. */
  readonly toSeq: number | null;
  readonly sourceId: string;
  readonly sourceUpdatedAt: Date | null;
  readonly importId: string;
  /** When the rows of the import were true; null once the import is removed. */
  readonly asOf: Date | null;
  readonly mappingHash: string | null;
  readonly file: string | null;
  readonly line: number;
  readonly fields: JsonObject;
  /** Fields that were made of other rows, because the source gives none (IMP-290). */
  readonly derived: readonly string[];
}

/**
 * Where a row came from: its versions that are still kept, newest first. Versions of an import that has not been served
 * are not among them.
 * @throws `not_found` for the connection, and for a row that no kept snapshot has.
 */
export async function explainRow(
  deps: Pick<Deps, "db">,
  scope: ScopeOrEvery,
  { connectionId, family, key }: { readonly connectionId: string; readonly family: FamilyName; readonly key: string },
): Promise<readonly RowVersion[]> {
  const { id, servedSeq } = await readConnection(deps.db.pool, scope, connectionId);
  const read = builtStatement<
    readonly [string, string, number],
    Omit<RowVersion, "file" | "fields" | "derived"> & {
      readonly derived: readonly string[] | null;
      readonly files: string | null;
      readonly file: number;
      readonly fields: string;
    }
  >(`
    select t.from_seq as "fromSeq", case when t.to_seq <= $3 then t.to_seq end as "toSeq", t.source_id as "sourceId",
      t.source_updated_at as "sourceUpdatedAt", t.import_id as "importId", i.as_of as "asOf",
      i.mapping_hash as "mappingHash", i.files, t.source_file as file, t.source_line as line, t.fields,
      ${familyOf(family).derived.length === 0 ? "null::text[]" : "t.derived"} as derived
    from ${rowTableOf(family)} t left join record_imports i on i.id = t.import_id
    where t.connection_id = $1 and t.row_key = $2 and t.from_seq <= $3 order by t.from_seq desc`);
  const { rows } = await deps.db.pool.query(read([id, key, servedSeq]));
  if (rows.length === 0) throw fail("not_found", { message: `No row of ${family} has this key.` });
  return Promise.all(
    rows.map(async ({ files, file, fields, derived, ...version }) => ({
      ...version,
      derived: derived ?? [],
      file:
        files === null ? null : ((await readImport(deps.db.pool, scope, version.importId)).files[file]?.name ?? null),
      fields: parseJsonObject(fields),
    })),
  );
}
