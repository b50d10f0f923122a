import { type BookDeps, type BookRead, SqlText } from "../records/index.ts";
import type { OpportunityScope } from "./opportunity-filters.ts";
import { isShown } from "./select-opportunities.ts";

/**
 * How many opportunities of each client are open or in progress, of those that a list of them shows the viewer (OPPS-60).
 * Whether the viewer sees the client is the caller's to know.
 * @returns by client; one without any is not there.
 */
export async function openOpportunitiesOf(
  deps: BookDeps,
  read: BookRead,
  { organizationId, environmentId, engineIds }: OpportunityScope,
  clients: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const values = new SqlText();
  const conditions = [
    `o.organization_id = ${values.value(organizationId, "uuid")}`,
    `o.environment_id = ${values.value(environmentId, "uuid")}`,
    `o.client_key = any(${values.value(clients, "text[]")})`,
    `o.connection_id = ${values.value(read.connectionId, "uuid")}`,
    "o.status in ('open', 'in_progress')",
    ...(engineIds === null ? [] : [`o.engine_id = any(${values.value(engineIds, "uuid[]")})`]),
    ...(read.viewer.enforced ? [isShown(values, read)] : []),
  ];
  const text = `select o.client_key as "clientKey", count(*)::int as count from opportunities o
    where ${conditions.join(" and ")} group by o.client_key`;
  const rows = await deps.book.query<{ readonly clientKey: string; readonly count: number }>(
    { text, values },
    read.signal,
  );
  return new Map(rows.map(({ clientKey, count }) => [clientKey, count]));
}
