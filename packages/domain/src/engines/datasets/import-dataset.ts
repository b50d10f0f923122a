import { randomUUID } from "node:crypto";
import { fail } from "@service/contract";
import { type Transaction, statement } from "@service/db";
import type { Actor } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { recordChange } from "../../identity/audit/index.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import { appendPlatformEvents } from "../../events/events/index.ts";
import { checkContents, type ContentRow } from "./check-contents.ts";
import { datasetLimits, type DatasetFormat, type DatasetVersion, type FileProblem } from "./dataset.ts";
import { kindOfDataset } from "./dataset-kinds.ts";
import { readRows } from "./read-rows.ts";
import { isSearched, storeTitleTerms } from "./title-terms.ts";

export interface DatasetImport {
  readonly organizationId: string;
  readonly datasetKey: string;
  readonly format: DatasetFormat;
  /** The bytes of the file. */
  readonly source: AsyncIterable<Uint8Array>;
  /** When the data was true; by default now. */
  readonly asOf?: Date | undefined;
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  readonly step: "reading" | "storing";
  /** Rows done in this step. */
  readonly rows: number;
}

/** `created` is false when these rows already serve. */
export interface ImportedDataset extends DatasetVersion {
  readonly created: boolean;
}

/** Rows and characters of one statement, at most. */
const batch = { rows: 1_000, chars: 4 * 1024 * 1024 } as const;
/** Below the statement timeout, so that an import waiting for another one gets a clear error. */
const lockWaitMs = 12_000;

const completeVersion = statement(
  "dataset_versions_complete",
  "update dataset_versions set state = 'complete', completed_at = now(), sha256 = $2, rows = $3 where id = $1",
);

/**
 * Makes the rows of a file the next version of a dataset. The whole file is checked before anything is stored, and
 * stored in one transaction: on any failure the serving version stays. Rows that already serve make no new version,
 * only their `asOf` is renewed. The last three versions of each key are kept. A new version records the event
 * `dataset.refreshed` in the same commit.
 * @throws `not_found`; `invalid_request` with the first 50 problems, each with its line; `invalid_request` while another
 *   import of the same key goes on for longer than this one waits.
 */
export async function importDataset(
  deps: Pick<Deps, "db" | "clock">,
  actor: Actor,
  request: DatasetImport,
): Promise<ImportedDataset> {
  const { datasetKey, format, source, onProgress = () => undefined } = request;
  const kind = kindOfDataset(datasetKey);
  const now = deps.clock.now();
  const asOf = request.asOf ?? now;
  // A date in the future would make a list count as fresh for too long.
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
      const { version } = current;
      await record(tx, actor, { organizationId, datasetKey, current, after: { version, as_of: renewed } });
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
    if (isSearched(datasetKey)) await storeTitleTerms(tx, versionId, rows);
    await tx.query(completeVersion([versionId, sha256, rows.length]));
    await prune(tx, organizationId, datasetKey);
    const after = { version, sha256, rows: rows.length, as_of: asOf };
    await record(tx, actor, { organizationId, datasetKey, current, after });
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

/** Versions by number and digest: the rows themselves are in the dataset. */
function record(
  tx: Transaction,
  actor: Actor,
  imported: {
    readonly organizationId: string;
    readonly datasetKey: string;
    readonly current: ServingVersion | undefined;
    readonly after: object;
  },
): Promise<void> {
  const { organizationId, datasetKey, current, after } = imported;
  return recordChange(tx, actor, {
    action: "datasets.import",
    kind: "dataset",
    id: datasetKey,
    organizationId,
    before: current ? { version: current.version, sha256: current.sha256, as_of: current.asOf } : null,
    after,
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

const lockDataset = statement(
  "dataset_versions_lock",
  "select pg_advisory_xact_lock(hashtextextended('dataset:' || $1 || ':' || $2, 0))",
);

/** Imports of one key follow one another: their versions are numbered in the order in which they begin to serve. */
async function lockKey(tx: Transaction, organizationId: string, datasetKey: string): Promise<void> {
  await tx.query(`set local lock_timeout = ${lockWaitMs}`);
  try {
    await tx.query(lockDataset([organizationId, datasetKey]));
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

interface ServingVersion {
  readonly id: string;
  readonly version: number;
  readonly sha256: string;
  readonly asOf: Date;
}

const readNewest = statement(
  "dataset_versions_read_newest",
  `select id, version, sha256, as_of as "asOf" from dataset_versions
   where organization_id = $1 and dataset_key = $2 and state = 'complete' order by version desc limit 1`,
  // The statement that completes a version writes its hash.
).narrowed<Pick<ServingVersion, "sha256">>();

async function serving(
  tx: Transaction,
  organizationId: string,
  datasetKey: string,
): Promise<ServingVersion | undefined> {
  const { rows } = await tx.query(readNewest([organizationId, datasetKey]));
  return rows[0];
}

const renewVersion = statement(
  "dataset_versions_renew",
  `update dataset_versions set as_of = greatest(as_of, $2) where id = $1 returning as_of as "asOf"`,
);

/** Renews the date of unchanged rows: a list that did not change must not become stale. */
async function renew(tx: Transaction, versionId: string, asOf: Date): Promise<Date> {
  const { rows } = await tx.query(renewVersion([versionId, asOf]));
  return rows[0]?.asOf ?? asOf;
}

const insertVersion = statement(
  "dataset_versions_insert",
  `insert into dataset_versions (id, organization_id, dataset_key, version, state, as_of)
   select $1, $2, $3, coalesce(max(version), 0) + 1, 'loading', $4
   from dataset_versions where organization_id = $2 and dataset_key = $3
   returning version`,
);

async function begin(
  tx: Transaction,
  {
    versionId,
    organizationId,
    datasetKey,
    asOf,
  }: { versionId: string; organizationId: string; datasetKey: string; asOf: Date },
): Promise<number> {
  const { rows } = await tx.query(insertVersion([versionId, organizationId, datasetKey, asOf]));
  return rows[0]?.version ?? 1;
}

const insertRows = statement(
  "dataset_rows_insert",
  "insert into dataset_rows (version_id, row_key, body) select $1, * from unnest($2::text[], $3::text[])",
);

/** Stores all rows, one batch per statement; yields the number stored after each. */
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
    await tx.query(insertRows([versionId, stored.map(({ key }) => key), stored.map(({ body }) => body)]));
    start = end;
    yield end;
  }
}

const removeOld = statement(
  "dataset_versions_remove_old",
  `delete from dataset_versions where id in (
   select id from dataset_versions where organization_id = $1 and dataset_key = $2 and state = 'complete'
   order by version desc offset $3)`,
);

async function prune(tx: Transaction, organizationId: string, datasetKey: string): Promise<void> {
  await tx.query(removeOld([organizationId, datasetKey, datasetLimits.versionsKept]));
}
