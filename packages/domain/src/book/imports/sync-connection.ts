import { join } from "node:path";
import {
  type ConnectorAgents,
  ConnectorError,
  type ConnectorKind,
  type Fetch,
  fetchDelivery,
  type FetchOptions,
} from "@service/connectors";
import { fail, ServiceError } from "@service/contract";
import { isDatabaseAway, statement } from "@service/db";
import { sha256Hex } from "@service/json";
import type { FamilyName } from "@service/record-families";
import type { Actor, ScopeOrEvery } from "../../identity/access/index.ts";
import {
  type ConnectorSettings,
  connectorSettings,
  readConnection,
  readConnectionMapping,
  type RecordConnection,
} from "../connections/index.ts";
import type { Deps } from "../../deps.ts";
import { resumeFiles } from "./import-files.ts";
import { isImportUnderWay } from "./import-lock.ts";
import { openDelivery } from "./open-delivery.ts";
import type { DeliveryManifest } from "./read-manifest.ts";
import { unfinishedImports } from "./record-import.ts";
import { reportFailedSync } from "./report-failed-sync.ts";
import { type ImportDeps, type ImportOutcome, type ImportProgress, reasonOf, runImport } from "./run-import.ts";

/** How a sync ended: as an import ends, or without one. */
export type SyncOutcome =
  | { readonly kind: "imported"; readonly outcome: ImportOutcome }
  /** There is nothing new. */
  | { readonly kind: "nothing"; readonly reason: string }
  /** Another process works on the connection. */
  | { readonly kind: "busy"; readonly reason: string };

export interface SyncRequest {
  readonly connectionId: string;
  /** Fetch everything, whatever was fetched before. */
  readonly isFull: boolean;
  /** Families whose guards are overridden. */
  readonly accept: readonly FamilyName[];
  /** Where fetched files are kept until they are imported; a folder for each connection is made in it. */
  readonly spoolFolder: string;
  readonly agents: ConnectorAgents;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: ImportProgress) => void;
}

type SyncDeps = ImportDeps & Pick<Deps, "secrets">;

const takeLock = statement(
  "record_connections_take_sync_lock",
  `select pg_try_advisory_lock(hashtextextended('record sync:' || $1::text, 0)) as "isTaken"`,
);
const readWatermark = statement(
  "record_connections_watermark",
  "select watermark from record_connections where id = $1",
);

/**
 * Fetches what is new in a connection's system of record and imports it (IMP-240). What an interrupted sync has fetched is
 * imported first. The watermark is stored in the commit that serves the rows, so that what was not imported is fetched again.
 * @throws `not_found`; `invalid_request` for a connection that is disabled or fetches nothing. ConnectorError and others when
 *   the fetch failed or what it brought cannot be opened, which is reported as `sync.failed` as well; a database that is lost,
 *   and an aborted signal, are not.
 */
export async function syncConnection(
  deps: SyncDeps,
  actor: Actor,
  scope: ScopeOrEvery,
  request: SyncRequest,
): Promise<SyncOutcome> {
  const connection = await readConnection(deps.db.pool, scope, request.connectionId);
  if (connection.state === "disabled") throw fail("invalid_request", { message: "The connection is disabled." });
  // Of its own connection to the database: the lock ends with the process that fetches.
  const session = await deps.db.openSession({ statementTimeoutMs: 60_000 });
  try {
    const { rows } = await session.query(takeLock([connection.id]));
    if (rows[0]?.isTaken !== true) return { kind: "busy", reason: "A sync of this connection is under way." };
    if (await isImportUnderWay(deps.db, connection.id))
      return { kind: "busy", reason: "An import of this connection is under way." };
    return await reporting(deps, connection, request.signal, async () => {
      const resumed = request.isFull ? undefined : await resumeInterrupted(deps, actor, connection, request);
      if (resumed !== undefined) return { kind: "imported", outcome: resumed };
      const settings = connectorSettings(deps.secrets, connection);
      const { rows: stored } = await session.query(readWatermark([connection.id]));
      const watermark = request.isFull ? undefined : (stored[0]?.watermark ?? undefined);
      const { spoolFolder, agents, signal } = request;
      const fetch = await fetchWith(settings, {
        watermark,
        signal,
        agents,
        clock: deps.clock,
        log: deps.log,
        spoolFolder: join(spoolFolder, connection.id),
      });
      if (fetch.kind === "nothing") return fetch;
      return { kind: "imported", outcome: await importFetch(deps, actor, { connection, fetch }, request) };
    });
  } finally {
    await session.close();
  }
}

/** Reports what an attempt fails with, and throws it on. */
async function reporting(
  { db, clock }: SyncDeps,
  { id: connectionId, organizationId }: RecordConnection,
  signal: AbortSignal,
  attempt: () => Promise<SyncOutcome>,
): Promise<SyncOutcome> {
  try {
    return await attempt();
  } catch (error) {
    if (signal.aborted || isDatabaseAway(error)) throw error;
    await reportFailedSync(db, {
      organizationId,
      connectionId,
      at: clock.now(),
      reason: reasonOf(error),
      isTemporary: error instanceof ConnectorError && error.isTemporary,
    });
    throw error;
  }
}

/** Hash of what a fetch and its import depend on; `serveSnapshot` compares it. */
function fetchedWith({ config, mapping }: Pick<RecordConnection, "config" | "mapping">): string {
  return sha256Hex(`${config}\n${mapping}`);
}

/** The import of an earlier fetch whose process died; undefined: there is none, or it did not come to a good end. */
async function resumeInterrupted(
  deps: SyncDeps,
  actor: Actor,
  { id, config, mapping }: RecordConnection,
  { onProgress = () => undefined }: SyncRequest,
): Promise<ImportOutcome | undefined> {
  const settings = fetchedWith({ config, mapping });
  const interrupted = (await unfinishedImports(deps.db.pool, id)).find((each) => each.fetchedWith === settings);
  if (interrupted === undefined) return undefined;
  try {
    const outcome = await resumeFiles(deps, actor, interrupted, { importId: interrupted.id, onProgress });
    return outcome.state === "served" || outcome.state === "unchanged" ? outcome : undefined;
  } catch (error) {
    // Its files are gone or others by now: what is fetched next takes its place.
    if (!(error instanceof ServiceError)) throw error;
    deps.log.info({ import_id: interrupted.id, reason: error.message }, "an interrupted import cannot be resumed");
    return undefined;
  }
}

function fetchWith<K extends ConnectorKind>(
  { kind, config }: ConnectorSettings<K>,
  options: FetchOptions,
): Promise<Fetch> {
  return fetchDelivery(kind, config, options);
}

async function importFetch(
  deps: SyncDeps,
  actor: Actor,
  { connection, fetch }: { readonly connection: RecordConnection; readonly fetch: Fetch & { kind: "fetched" } },
  { accept, onProgress = () => undefined }: SyncRequest,
): Promise<ImportOutcome> {
  const { mapping, hash: mappingHash } = readConnectionMapping(connection.mapping);
  const { folder, paths, asOf, mode } = fetch;
  const files = paths.map((path) => join(folder, path));
  const delivery = await openDelivery(files, { mapping, mappingHash, asOf, folder, manifest: manifestOf(fetch) });
  const fetched = { at: fetch.fetchedAt, watermark: fetch.watermark, settingsHash: fetchedWith(connection) };
  return runImport(deps, actor, { connectionId: connection.id, mode, asOf, accept, delivery, fetched, onProgress });
}

/** What the sender says of the delivery, as an import checks it. */
function manifestOf({
  folder,
  asOf,
  mode,
  complete,
  manifest,
}: Fetch & { kind: "fetched" }): DeliveryManifest | undefined {
  if (manifest === undefined && complete === undefined) return undefined;
  return {
    asOf,
    mode,
    complete,
    files: (manifest ?? []).map(({ path, rows, sha256 }) => ({
      name: path,
      path: join(folder, path),
      rows,
      sha256,
    })),
  };
}
