import { fail } from "@service/contract";
import type { Deps } from "../deps.ts";
import { keyBelievedMs } from "../keys/index.ts";
import { failingAs, liveSlug } from "./environment.ts";

/**
 * What still refers to an environment: unrevoked keys of both kinds, endpoints, enabled inbound sources (their senders would
 * be told that there is nobody), and runs until retention removes them.
 */
interface Blockers {
  readonly keys: number;
  readonly webhook_endpoints: number;
  readonly inbound_sources: number;
  readonly runs: number;
}

const countBlockers = `
  select
    (select count(*) from organization_keys where environment_id = $1 and revoked_at is null)
      + (select count(*) from scoped_keys where environment_id = $1 and revoked_at is null) as keys,
    (select count(*) from webhook_endpoints where environment_id = $1 and deleted_at is null) as webhook_endpoints,
    (select count(*) from inbound_sources where environment_id = $1 and disabled_at is null) as inbound_sources,
    (select count(*) from runs where environment_id = $1) as runs`;

/**
 * A key that was revoked is believed a moment longer by processes that have just read it: until then a run or an endpoint
 * could still be created in the environment, and would outlive it.
 */
const untilForgotten = `
  select extract(epoch from max(revoked_at) - now())::float8 * 1000 + $2::float8 as ms
  from organization_keys where environment_id = $1 and revoked_at > now() - $2::float8 * interval '1 millisecond'`;
/** For the request that began with the key. */
const marginMs = 500;

async function untilKeysAreForgotten(deps: Deps, organizationId: string, slug: string): Promise<void> {
  const { rows: found } = await deps.db.pool.query<{ id: string }>(
    "select id from environments where organization_id = $1 and slug = $2",
    [organizationId, slug],
  );
  const { rows } = await deps.db.pool.query<{ ms: number | null }>(untilForgotten, [
    found[0]?.id ?? null,
    keyBelievedMs + marginMs,
  ]);
  const ms = rows[0]?.ms ?? 0;
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Rows that are invisible by now and would only keep the environment's row alive. */
const removeRemains = [
  "delete from organization_keys where environment_id = $1",
  "delete from scoped_keys where environment_id = $1",
  "delete from webhook_events where environment_id = $1",
  "delete from webhook_endpoints where environment_id = $1",
];

/**
 * Removes a sandbox environment that nothing refers to.
 * @throws `environment_live_immutable`, `environment_not_found`, `environment_in_use` with its `blockers`
 *   (decisions.md 26), `environment_operation_failed`.
 */
export function deleteEnvironment(deps: Deps, organizationId: string, slug: string): Promise<void> {
  if (slug === liveSlug) throw fail("environment_live_immutable");
  return failingAs("environment_operation_failed", async () => {
    await untilKeysAreForgotten(deps, organizationId, slug);
    return deps.db.inTransaction(async (tx) => {
      // The lock makes a key or endpoint that is being created wait; it then fails on the missing environment.
      const { rows } = await tx.query<{ id: string }>(
        "select id from environments where organization_id = $1 and slug = $2 for update",
        [organizationId, slug],
      );
      const [environment] = rows;
      if (!environment) throw fail("environment_not_found");
      const [blockers] = (await tx.query<Blockers>(countBlockers, [environment.id])).rows;
      if (!blockers) throw new Error("a count returned no row");
      if (blockers.keys + blockers.webhook_endpoints + blockers.inbound_sources + blockers.runs > 0)
        throw fail("environment_in_use", { blockers });
      for (const statement of removeRemains) await tx.query(statement, [environment.id]);
      await tx.query("delete from environments where id = $1", [environment.id]);
    });
  });
}
