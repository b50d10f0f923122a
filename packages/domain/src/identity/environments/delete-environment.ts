import { fail } from "@service/contract";
import { type Pool, type Transaction, statement } from "@service/db";
import { sleep } from "@service/runtime";
import type { Actor, OrganizationScope } from "../access/index.ts";
import { auditInsert, auditValues, fieldsOf } from "../audit/index.ts";
import type { Deps } from "../../deps.ts";
import { keyCachedMs } from "../keys/index.ts";
import { auditedEnvironment, failingAs, liveSlug } from "./environment.ts";

/** Most runs, and most conversations, counted; an environment with more reports this number. */
const runsCountedMax = 100_000;

/**
 * What prevents deleting an environment: unrevoked keys of both kinds, endpoints, enabled inbound sources (their
 * senders would get errors), runs until retention removes them, and conversations until they are deleted.
 */
const countBlockers = statement(
  "environments_count_blockers",
  `
  select
    (select count(*) from organization_keys where environment_id = $1 and revoked_at is null)
      + (select count(*) from scoped_keys where environment_id = $1 and revoked_at is null) as keys,
    (select count(*) from webhook_endpoints where environment_id = $1 and deleted_at is null) as webhook_endpoints,
    (select count(*) from inbound_sources where environment_id = $1 and disabled_at is null) as inbound_sources,
    (select count(*) from (select from runs where environment_id = $1 limit ${runsCountedMax}) counted) as runs,
    (select count(*) from (select from conversations where environment_id = $1 and deleted_at is null
      limit ${runsCountedMax}) counted) as conversations`,
);

async function refuseWhenInUse(db: Pool | Transaction, environmentId: string): Promise<void> {
  const { rows } = await db.query(countBlockers([environmentId]));
  const [blockers] = rows;
  if (!blockers) throw new Error("a count returned no row");
  if (
    blockers.keys + blockers.webhook_endpoints + blockers.inbound_sources + blockers.runs + blockers.conversations >
    0
  )
    throw fail("environment_in_use", { blockers });
}

/**
 * Time until no process has a revoked key of the environment cached: before that, a run or an endpoint could still be
 * created in the environment, and would outlive it.
 */
const untilForgotten = statement(
  "organization_keys_until_forgotten",
  `
  select extract(epoch from max(revoked_at) - now())::float8 * 1000 + $2::float8 as ms
  from organization_keys where environment_id = $1 and revoked_at > now() - $2::float8 * interval '1 millisecond'`,
);
/** For a request already authenticated with the key. */
const marginMs = 500;

async function untilKeysAreForgotten(deps: Pick<Deps, "db">, environmentId: string): Promise<void> {
  const { rows } = await deps.db.pool.query(untilForgotten([environmentId, keyCachedMs + marginMs]));
  const ms = rows[0]?.ms ?? 0;
  if (ms > 0) await sleep(ms);
}

/** Most events removed by one statement, with their bodies, deliveries and attempts. */
const eventsAtOnceMax = 500;

/**
 * Removes test events of deleted endpoints. Only those before `before`, when nothing referred to the environment: a
 * test of an endpoint created since stays.
 */
const removeTestEvents = statement(
  "webhook_events_remove_of_environment",
  `
  delete from webhook_events where id = any(array(
    select id from webhook_events where environment_id = $1 and run_id is null and created_at <= $2
     order by created_at limit ${eventsAtOnceMax}))`,
);

const readTime = statement("environments_read_time", "select now() as before");

async function removeEvents(deps: Pick<Deps, "db">, environmentId: string): Promise<void> {
  const { rows } = await deps.db.pool.query(readTime([]));
  await refuseWhenInUse(deps.db.pool, environmentId);
  for (;;) {
    const { rowCount } = await deps.db.pool.query(removeTestEvents([environmentId, rows[0]?.before ?? null]));
    if ((rowCount ?? 0) < eventsAtOnceMax) return;
  }
}

/** Rows that are no longer visible and whose foreign keys would block deleting the environment. */
const removeRemains = [
  statement("environments_remove_organization_keys", "delete from organization_keys where environment_id = $1"),
  statement("environments_remove_scoped_keys", "delete from scoped_keys where environment_id = $1"),
  statement("environments_remove_events", "delete from webhook_events where environment_id = $1 and run_id is null"),
  statement("environments_remove_endpoints", "delete from webhook_endpoints where environment_id = $1"),
];

const removeEnvironment = statement(
  "environments_remove",
  `
  with e as (
    delete from environments where id = @id returning *
  )
  ${auditInsert({ ...auditedEnvironment("e"), before: fieldsOf("e", ["name"]) })}`,
);

const findEnvironment = statement(
  "environments_find",
  "select id from environments where organization_id = $1 and slug = $2",
);

const lockEnvironment = statement(
  "environments_lock",
  "select id from environments where organization_id = $1 and slug = $2 for update",
);

/**
 * Removes a sandbox environment that nothing refers to.
 * @throws `environment_live_immutable`, `environment_not_found`, `environment_in_use` with its `blockers`
 *   (ENV-9), `environment_operation_failed`.
 */
export function deleteEnvironment(
  deps: Pick<Deps, "db">,
  principal: Actor & OrganizationScope,
  slug: string,
): Promise<void> {
  const { organizationId } = principal;
  if (slug === liveSlug) throw fail("environment_live_immutable");
  return failingAs("environment_operation_failed", async () => {
    const { rows: found } = await deps.db.pool.query(findEnvironment([organizationId, slug]));
    const [present] = found;
    if (!present) throw fail("environment_not_found");
    await untilKeysAreForgotten(deps, present.id);
    await removeEvents(deps, present.id);
    return deps.db.inTransaction(async (tx) => {
      // The lock blocks concurrent creation of keys and endpoints, which then fails on the missing environment.
      const { rows } = await tx.query(lockEnvironment([organizationId, slug]));
      const [environment] = rows;
      if (!environment) throw fail("environment_not_found");
      await refuseWhenInUse(tx, environment.id);
      for (const remove of removeRemains) await tx.query(remove([environment.id]));
      await tx.query(removeEnvironment({ id: environment.id, ...auditValues(principal, "environments.delete") }));
    });
  });
}
