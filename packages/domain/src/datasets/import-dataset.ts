import { randomUUID } from "node:crypto";
import { fail } from "@service/contract";
import type { Transaction } from "@service/db";
import type { Deps } from "../deps.ts";
import { showOrganization } from "../organizations/index.ts";
import { appendPlatformEvents } from "../platform-events/index.ts";
import { checkContents, type ContentRow } from "./check-contents.ts";
import { datasetLimits, type DatasetFormat, type DatasetVersion, type FileProblem } from "./dataset.ts";
import { kindOfDataset } from "./dataset-kinds.ts";
import { readRows } from "./read-rows.ts";

export interface DatasetImport {
  readonly organizationId: string;
  readonly datasetKey: string;
  readonly format: DatasetFormat;
  /** The bytes of the file. */
  readonly source: AsyncIterable<Uint8Array>;
  /** When the data is true; left out, now. */
  readonly asOf?: Date | undefined;
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  readonly step: "reading" | "storing";
  /** Rows done in this step. */
  readonly rows: number;
}

/** `created` is false when the rows are those that serve already. */
export interface ImportedDataset extends DatasetVersion {
  readonly created: boolean;
}

/** Rows and characters of one statement, at most. */
const batch = { rows: 1_000, chars: 4 * 1024 * 1024 } as const;
/** Less than a statement may take: the second of two imports waits for the first and then learns why it cannot. */
const lockWaitMs = 12_000;

/**
 * Makes the rows of a file the next version of a dataset. All of the file is checked before anything is stored, and all of
 * it is stored by one transaction: whatever fails, the version that serves goes on serving. Rows that serve already make no
 * new version, only their `asOf` is renewed. Of each key the last three versions are kept. A new version is told to the
 * organization's log (`dataset.refreshed`) in the same commit.
 * @throws `not_found`; `invalid_request` with the first 50 problems, each with its line; `invalid_request` while another
 *   import of the same key goes on for longer than this one waits.
 */
export async function importDataset(deps: Deps, request: DatasetImport): Promise<ImportedDataset> {
  const { datasetKey, format, source, onProgress = () => undefined } = request;
  const kind = kindOfDataset(datasetKey);
  const now = deps.clock.now();
  const asOf = request.asOf ?? now;
  // A list that claims to come from tomorrow would be fresh for longer than it is.
  if (asOf > now) throw fail("invalid_request", { message: "The data cannot be from the future." });
  const { id: organizationId } = await showOrganization(deps, request.organizationId);
  const contents = await checkContents(readRows(source, { format, kind }), kind, (rows) =>
    onProgress({ step: "reading", rows }),
  );
  if (contents.kind === "broken") throw refused(contents.problems);
  const { rows, sha256 } = contents;
  return deps.db.inTransaction(async (tx) => {
    await lockKey(tx, organizationId, datasetKey);
    const current = await serving(tx, organizationId, datasetKey);
    if (current?.sha256 === sha256) {
      const renewed = await renew(tx, current.id, asOf);
      return {
        organizationId,
        datasetKey,
        version: current.version,
        sha256,
        rows: rows.length,
        asOf: renewed,
        created: false,
      };
    }
    const versionId = randomUUID();
    const version = await begin(tx, { versionId, organizationId, datasetKey, asOf });
    for await (const stored of storeRows(tx, versionId, rows)) onProgress({ step: "storing", rows: stored });
    await tx.query(
      "update dataset_versions set state = 'complete', completed_at = now(), sha256 = $2, rows = $3 where id = $1",
      [versionId, sha256, rows.length],
    );
    await prune(tx, organizationId, datasetKey);
    await appendPlatformEvents(tx, [
      {
        organizationId,
        type: "dataset.refreshed",
        dedupeKey: `${datasetKey}:${version}`,
        subject: { kind: "dataset", key: datasetKey },
        data: { dataset_key: datasetKey, version, sha256, rows: rows.length, as_of: asOf.toISOString() },
      },
    ]);
    return { organizationId, datasetKey, version, sha256, rows: rows.length, asOf, created: true };
  });
}

function refused(problems: readonly FileProblem[]) {
  const isCut = problems.length >= datasetLimits.problems;
  return fail("invalid_request", {
    message: isCut
      ? `Nothing was imported. The first ${problems.length} problems of the file:`
      : "Nothing was imported. What is wrong with the file:",
    details: problems.map(({ line, field, message }) => ({
      field: field === "" ? `line ${line}` : `line ${line}, ${field}`,
      message,
    })),
  });
}

/** Imports of one key follow one another: their versions are numbered in the order in which they begin to serve. */
async function lockKey(tx: Transaction, organizationId: string, datasetKey: string): Promise<void> {
  await tx.query(`set local lock_timeout = ${lockWaitMs}`);
  try {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('dataset:' || $1 || ':' || $2, 0))", [
      organizationId,
      datasetKey,
    ]);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw fail("invalid_request", {
      message: `Another import of ${datasetKey} is under way. Nothing was imported: try again.`,
      cause: error,
    });
  }
}

function isLockTimeout(error: unknown): boolean {
  return Error.isError(error) && "code" in error && error.code === "55P03";
}

async function serving(
  tx: Transaction,
  organizationId: string,
  datasetKey: string,
): Promise<{ readonly id: string; readonly version: number; readonly sha256: string } | undefined> {
  const { rows } = await tx.query<{ id: string; version: number; sha256: string }>(
    `select id, version, sha256 from dataset_versions
     where organization_id = $1 and dataset_key = $2 and state = 'complete' order by version desc limit 1`,
    [organizationId, datasetKey],
  );
  return rows[0];
}

/** The same rows were true at a later time too; a list that did not change must not grow stale. */
async function renew(tx: Transaction, versionId: string, asOf: Date): Promise<Date> {
  const { rows } = await tx.query<{ asOf: Date }>(
    `update dataset_versions set as_of = greatest(as_of, $2) where id = $1 returning as_of as "asOf"`,
    [versionId, asOf],
  );
  return rows[0]?.asOf ?? asOf;
}

async function begin(
  tx: Transaction,
  {
    versionId,
    organizationId,
    datasetKey,
    asOf,
  }: { versionId: string; organizationId: string; datasetKey: string; asOf: Date },
): Promise<number> {
  const { rows } = await tx.query<{ version: number }>(
    `insert into dataset_versions (id, organization_id, dataset_key, version, state, as_of)
     select $1, $2, $3, coalesce(max(version), 0) + 1, 'loading', $4
     from dataset_versions where organization_id = $2 and dataset_key = $3
     returning version`,
    [versionId, organizationId, datasetKey, asOf],
  );
  return rows[0]?.version ?? 1;
}

/** Stores all rows, a batch to a statement; answers after each how many are stored. */
async function* storeRows(tx: Transaction, versionId: string, rows: readonly ContentRow[]): AsyncGenerator<number> {
  let start = 0;
  while (start < rows.length) {
    let end = start;
    for (
      let chars = 0;
      end < rows.length && end - start < batch.rows && (end === start || chars < batch.chars);
      end += 1
    ) {
      chars += rows[end]?.body.length ?? 0;
    }
    const stored = rows.slice(start, end);
    await tx.query(
      "insert into dataset_rows (version_id, row_key, body) select $1, * from unnest($2::text[], $3::text[])",
      [versionId, stored.map(({ key }) => key), stored.map(({ body }) => body)],
    );
    start = end;
    yield end;
  }
}

async function prune(tx: Transaction, organizationId: string, datasetKey: string): Promise<void> {
  await tx.query(
    `delete from dataset_versions where id in (
       select id from dataset_versions where organization_id = $1 and dataset_key = $2 and state = 'complete'
       order by version desc offset $3)`,
    [organizationId, datasetKey, datasetLimits.versionsKept],
  );
}
