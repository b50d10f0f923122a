import { fail, type ServiceError, uuidPattern } from "@service/contract";
import { type Querying, statement } from "@service/db";
import { inScope, organizationIdOf, type ScopeOrEvery } from "../../identity/access/index.ts";

export const connectionKinds = ["import", "file_drop", "http_json", "sql"] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

/** A system of record whose book the service keeps (IMP-60). */
export interface RecordConnection {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly kind: ConnectionKind;
  readonly state: "active" | "disabled";
  /** JSON text: where and how a connector fetches. */
  readonly config: string;
  /** JSON text of a mapping, or the name of a shipped one. */
  readonly mapping: string;
  readonly freshHours: number;
  readonly agingHours: number;
  /** A cron expression in `timezone`: when a worker fetches. Null: on demand. */
  readonly schedule: string | null;
  readonly timezone: string;
  readonly nextSyncAt: Date | null;
  /** 0: nothing is served yet. */
  readonly servedSeq: number;
  readonly asOf: Date | null;
  readonly fetchedAt: Date | null;
  readonly lastImportId: string | null;
  readonly createdAt: Date;
}

/** Columns of the stored connection in `row`. */
export const connectionColumns = (row: string): string => `${row}.id, ${row}.organization_id as "organizationId",
  ${row}.name, ${row}.kind, ${row}.state, ${row}.config, ${row}.mapping, ${row}.fresh_hours as "freshHours",
  ${row}.aging_hours as "agingHours", ${row}.schedule, ${row}.timezone, ${row}.next_sync_at as "nextSyncAt", ${row}.served_seq as "servedSeq", ${row}.as_of as "asOf",
  ${row}.fetched_at as "fetchedAt", ${row}.last_import_id as "lastImportId", ${row}.created_at as "createdAt"`;

const readOne = statement(
  "record_connections_read",
  `select ${connectionColumns("c")} from record_connections c where c.id = @connection_id and ${inScope("c.organization_id")}`,
);

/** @throws `not_found` */
export async function readConnection(
  db: Querying,
  scope: ScopeOrEvery,
  connectionId: string,
): Promise<RecordConnection> {
  if (!uuidPattern.test(connectionId)) throw connectionNotFound();
  const { rows } = await db.query(readOne({ connectionId, organizationId: organizationIdOf(scope) }));
  const [connection] = rows;
  if (connection === undefined) throw connectionNotFound();
  return connection;
}

function connectionNotFound(): ServiceError {
  return fail("not_found", { message: "No connection with this id exists." });
}
