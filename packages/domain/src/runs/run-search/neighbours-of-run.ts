import { fail, uuidPattern } from "@service/contract";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import type { RunFilters } from "./run-filters.ts";
import { cursorOfRun, searchRuns } from "./search-runs.ts";

const readPlace = statement(
  "runs_read_place",
  `select id, created_at as "createdAt" from runs where id = $1 and organization_id = $2 and environment_id = $3`,
);

/**
 * The runs before and after one in a filtered list (CON-53). Null: none, or none found in time.
 * @throws `run_not_found`.
 */
export async function neighboursOfRun(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  scope: EnvironmentScope,
  { runId, filters }: { readonly runId: string; readonly filters: RunFilters },
): Promise<{ readonly newer: string | null; readonly older: string | null }> {
  if (!uuidPattern.test(runId)) throw fail("run_not_found");
  const { rows } = await deps.db.pool.query(readPlace([runId, scope.organizationId, scope.environmentId]));
  const [run] = rows;
  if (!run) throw fail("run_not_found");
  const cursor = cursorOfRun(deps, scope, run);
  const [newer, older] = await Promise.all([
    searchRuns(deps, scope, { filters, limit: 1, cursor, direction: "newer" }),
    searchRuns(deps, scope, { filters, limit: 1, cursor, direction: "older" }),
  ]);
  return { newer: newer.rows[0]?.id ?? null, older: older.rows[0]?.id ?? null };
}
