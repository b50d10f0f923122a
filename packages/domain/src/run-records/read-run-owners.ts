import { statement } from "@service/db";
import type { Deps } from "../deps.ts";

const readOwners = statement(
  "run_records_read_owners",
  `select rr.run_id as "runId", rr.client_key as "clientKey" from run_records rr where rr.run_id = any($1::uuid[])`,
);

/** Those of the runs that read the book, with their client; null: a run over many clients. */
export async function clientsOfRuns(
  deps: Pick<Deps, "db">,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await deps.db.pool.query(readOwners([[...runIds]]));
  return new Map(rows.map(({ runId, clientKey }) => [runId, clientKey]));
}
