import { randomUUID } from "node:crypto";
import { fail, ServiceError } from "@service/contract";
import { isDatabaseAway, type Session, statement } from "@service/db";
import { ConnectorError } from "@service/connectors";
import { canonicalHash } from "@service/json";
import { type FamilyName, familyNames } from "@service/record-families";
import { SourceFileError } from "@service/source-files";
import type { Actor } from "../../identity/access/index.ts";
import { readConnection } from "../connections/index.ts";
import type { Deps } from "../../deps.ts";
import { applyRows } from "./apply-rows.ts";
import { checkGuards, type GuardProblem } from "./check-guards.ts";
import type { Delivery } from "./delivery.ts";
import { ImportCancelled } from "./import-cancelled.ts";
import { changesIn, type ImportCounts } from "./import-counts.ts";
import { withImportLock } from "./import-lock.ts";
import { keepOrphanSources } from "./keep-orphan-sources.ts";
import { type ImportState, moveImport } from "./import-states.ts";
import { finishedReport, readEndedFiles, readNotes } from "./quality-report.ts";
import { type ImportMode, readImport, type RecordImport, servingImport, unfinishedImports } from "./record-import.ts";
import { endImport, renewSnapshot, serveSnapshot } from "./serve-snapshot.ts";
import { stageRows } from "./stage-rows.ts";
import { isStaged, stagingStatements } from "./staging-table.ts";
import { undoImport } from "./undo-import.ts";

export interface ImportProgress {
  readonly step: "reading" | "checking" | "applying";
  /** Rows done in this step. */
  readonly rows: number;
  /** Share of this step, 0 to 1; undefined where it is not known. */
  readonly share: number | undefined;
}

/** How an import ended (IMP-61). */
export interface ImportOutcome {
  readonly importId: string;
  readonly state: ImportState;
  /** The snapshot that is served now; 0: none. */
  readonly snapshotSeq: number;
  readonly counts: ImportCounts;
  /** Why it is refused, failed or cancelled. */
  readonly reason?: string;
  /** What whoever sent the delivery should see at once, a sentence each. */
  readonly notes: readonly string[];
}

export interface ImportRequest {
  readonly connectionId: string;
  readonly mode: ImportMode;
  /** When the rows were true; by default now. */
  readonly asOf?: Date | undefined;
  /** Families whose guards are overridden. */
  readonly accept: readonly FamilyName[];
  readonly delivery: Delivery;
  /** What a connector fetched: the connection takes its watermark in the commit that serves the rows (IMP-263). */
  readonly fetched?: {
    readonly at: Date;
    readonly watermark: string | undefined;
    /** Of config and mapping of the connection: a watermark of others is of no use. */
    readonly settingsHash: string;
  };
  /** Fewer than usual: a test wants many slices of few rows. */
  readonly keysPerSlice?: number;
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** Keys of a slice: each slice is one transaction, and what a resumed import repeats at most (IMP-65). */
export const keysPerSliceMax = 5_000;

export type ImportDeps = Pick<Deps, "db" | "clock" | "log">;

const insertImport = statement(
  "record_imports_insert",
  `insert into record_imports (id, connection_id, mode, mapping, mapping_hash, files, files_hash, as_of, accept,
     fetched_at, watermark, fetched_with, complete, problems)
   values (@import_id, @connection_id, @mode::text::record_import_mode, @mapping, @mapping_hash, @files, @files_hash,
     @as_of, @accept, @fetched_at, @watermark, @fetched_with, @complete, @problems)`,
);

/**
 * Brings a delivery into the tables of its connection and serves it (IMP-60). Readers see what was served before until one
 * commit shows them everything.
 * @throws `not_found`; `invalid_request` for a disabled connection, a time in the future, and while another import of the
 *   connection is under way. A database that is lost leaves the import to be resumed.
 */
export async function runImport(deps: ImportDeps, actor: Actor, request: ImportRequest): Promise<ImportOutcome> {
  const { mode, accept, delivery, fetched, keysPerSlice = keysPerSliceMax, onProgress = () => undefined } = request;
  const asOf = request.asOf ?? deps.clock.now();
  // A date in the future would make rows count as fresh for too long.
  if (asOf > deps.clock.now()) throw fail("invalid_request", { message: "The rows cannot be from the future." });
  const connection = await readConnection(deps.db.pool, "every", request.connectionId);
  if (connection.state === "disabled") throw fail("invalid_request", { message: "The connection is disabled." });
  const connectionId = connection.id;
  return withImportLock(deps.db, connectionId, async (session) => {
    await endInterrupted(session, connectionId);
    const importId = randomUUID();
    const filesHash = hashOfFiles(delivery);
    await session.query(
      insertImport({
        importId,
        connectionId,
        mode,
        mapping: delivery.mapping,
        mappingHash: delivery.mappingHash,
        files: JSON.stringify(delivery.files),
        filesHash,
        asOf,
        accept: [...accept],
        fetchedAt: fetched?.at ?? null,
        watermark: fetched?.watermark ?? null,
        fetchedWith: fetched?.settingsHash ?? null,
        complete: [...delivery.families],
        problems: [...delivery.problems()],
      }),
    );
    const begun = await readImport(session, "every", importId);
    const serving = await servingImport(session, connectionId);
    if (
      serving !== undefined &&
      serving.filesHash === filesHash &&
      serving.mappingHash === delivery.mappingHash &&
      serving.mode === mode
    ) {
      const counts = unchangedCounts(serving.counts);
      const notes = delivery.hints();
      const seq = await renewSnapshot(session, actor, begun, { counts });
      return { importId, state: "unchanged", snapshotSeq: seq, counts, notes };
    }
    return carryOut(deps, actor, { session, begun, delivery, keysPerSlice, onProgress });
  });
}

/** Equal files have equal hashes, in whatever order they are given. */
function hashOfFiles({ files }: Pick<Delivery, "files">): string {
  return canonicalHash(files.map(({ name, sha256 }) => `${sha256} ${name}`).toSorted());
}

/** What comes again in equal files is unchanged. */
function unchangedCounts(served: ImportCounts): ImportCounts {
  const counts: ImportCounts = {};
  for (const family of familyNames) {
    const counted = served[family];
    if (counted === undefined) continue;
    const { read, quarantined, suppressed } = counted;
    counts[family] = {
      read,
      new: 0,
      changed: 0,
      unchanged: read - quarantined - suppressed,
      removed: 0,
      quarantined,
      suppressed,
    };
  }
  return counts;
}

/** An import whose process died made way for this one: nothing of it may stay. */
async function endInterrupted(session: Session, connectionId: string): Promise<void> {
  for (const interrupted of await unfinishedImports(session, connectionId)) {
    const { id: importId, seq } = interrupted;
    await undoImport(session, { importId, connectionId, seq });
    await endImport(session, interrupted, {
      action: "fail",
      reason: "It was interrupted, and another import of the connection began.",
    });
  }
}

interface Work {
  readonly session: Session;
  readonly begun: RecordImport;
  readonly delivery: Delivery;
  readonly keysPerSlice: number;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** Takes an import from wherever it is to its end. The session holds the lock of its connection. */
export async function carryOut(deps: ImportDeps, actor: Actor, work: Work): Promise<ImportOutcome> {
  const { session, begun } = work;
  try {
    return await toTheEnd(deps, actor, work);
  } catch (error) {
    // The import stays as it is, and is resumed when the database is back.
    if (isDatabaseAway(error)) throw error;
    const { seq } = await readImport(session, "every", begun.id);
    await undoImport(session, { importId: begun.id, connectionId: begun.connectionId, seq });
    const isCancelled = error instanceof ImportCancelled;
    const reason = isCancelled ? "It was cancelled." : reasonOf(error);
    if (!isCancelled && !isExpected(error)) deps.log.error({ err: error, import_id: begun.id }, "the import failed");
    await endImport(session, begun, { action: isCancelled ? "cancel" : "fail", reason });
    return outcomeOf(session, begun.id);
  }
}

/** What is wrong with a delivery, and not with the service. */
function isExpected(error: unknown): error is Error {
  return error instanceof ServiceError || error instanceof SourceFileError || error instanceof ConnectorError;
}

/** A sentence for the operator: what was refused says it itself. */
export function reasonOf(error: unknown): string {
  if (isExpected(error)) return error.message;
  return `It failed unexpectedly: ${Error.isError(error) ? error.message : String(error)}`;
}

/** The end of an import as it is stored. */
export async function outcomeOf(session: Session, importId: string): Promise<ImportOutcome> {
  const { state, counts, reason, connectionId, report } = await readImport(session, "every", importId);
  const { servedSeq } = await readConnection(session, "every", connectionId);
  const notes = readNotes(report);
  return { importId, state, snapshotSeq: servedSeq, counts, notes, ...(reason === null ? {} : { reason }) };
}

async function toTheEnd(
  { db }: ImportDeps,
  actor: Actor,
  { session, begun, delivery, keysPerSlice, onProgress }: Work,
): Promise<ImportOutcome> {
  const { id: importId, connectionId, mode, asOf } = begun;
  if (begun.state === "reading") {
    await stageRows(session, {
      db,
      importId,
      connectionId,
      mode,
      delivery,
      onRows: (rows) => onProgress({ step: "reading", rows, share: delivery.shareRead() }),
    });
  }
  let current = await readImport(session, "every", importId);
  if (current.state === "staged") {
    onProgress({ step: "checking", rows: rowsIn(current.counts), share: undefined });
    const problems = await problemsOf(session, current, delivery);
    if (problems.length > 0) {
      const reason = problems.map(({ message }) => message).join(" ");
      await endImport(session, current, { action: "refuse", reason, checks: checksOf(problems) });
      await session.query(stagingStatements(importId).drop([]));
      return outcomeOf(session, importId);
    }
    const { servedSeq } = await readConnection(session, "every", connectionId);
    await moveImport(session, importId, "begin", { seq: servedSeq + 1 });
    current = await readImport(session, "every", importId);
  }
  const { seq, counts } = current;
  if (seq === null) throw new Error("an import that applies has a snapshot to make");
  const rows = rowsIn(counts);
  let done = 0;
  await applyRows(session, {
    importId,
    connectionId,
    seq,
    mode,
    asOf,
    families: familiesIn(current.complete),
    applied: current.applied,
    counts,
    keysPerSlice,
    onRows: (more) => {
      done += more;
      onProgress({ step: "applying", rows: done, share: rows === 0 ? 1 : Math.min(1, done / rows) });
    },
  });
  await keepOrphanSources(session, { importId, connectionId, delivery });
  const report = await finishedReport(session, current);
  if (changesIn(counts) === 0) await renewSnapshot(session, actor, current, { counts, report });
  else await serveSnapshot(session, actor, current, { seq, counts, report });
  await session.query(stagingStatements(importId).drop([]));
  return outcomeOf(session, importId);
}

function familiesIn(names: readonly string[]): readonly FamilyName[] {
  return familyNames.filter((family) => names.includes(family));
}

function rowsIn(counts: ImportCounts): number {
  return Object.values(counts).reduce((sum, { read }) => sum + read, 0);
}

async function problemsOf(
  session: Session,
  { id: importId, connectionId, mode, accept, complete, counts, report, files }: RecordImport,
  { problems }: Delivery,
): Promise<readonly GuardProblem[]> {
  const manifest = problems().map((message) => ({ family: undefined, check: "manifest" as const, message }));
  const guards = await checkGuards(session, {
    importId,
    connectionId,
    mode,
    families: familiesIn(complete),
    accept: familiesIn(accept),
    counts,
    endedFiles: readEndedFiles(report),
    fileNames: files.map(({ name }) => name),
  });
  return [...manifest, ...guards];
}

function checksOf(problems: readonly GuardProblem[]): readonly { readonly name: string; readonly message: string }[] {
  return problems.map(({ family, check, message }, index) => ({
    name: family === undefined ? `${check}:${index}` : `${family}:${check}`,
    message,
  }));
}

/** Whether the rows of an import are still staged, so that it can go on without its files. */
export async function canGoOn(session: Session, { id, state }: RecordImport): Promise<boolean> {
  return state !== "reading" && (await isStaged(session, id));
}
