import { fail } from "@service/contract";
import type { Deps } from "../deps.ts";
import { failingAs, liveSlug } from "./environment.ts";

/** What still refers to an environment: unrevoked keys of both kinds, endpoints, and runs until retention removes them. */
interface Blockers {
  readonly keys: number;
  readonly webhook_endpoints: number;
  readonly runs: number;
}

const countBlockers = `
  select
    (select count(*) from organization_keys where environment_id = $1 and revoked_at is null)
      + (select count(*) from scoped_keys where environment_id = $1 and revoked_at is null) as keys,
    (select count(*) from webhook_endpoints where environment_id = $1 and deleted_at is null) as webhook_endpoints,
    (select count(*) from runs where environment_id = $1) as runs`;

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
  return failingAs("environment_operation_failed", () =>
    deps.db.inTransaction(async (tx) => {
      // The lock makes a key or endpoint that is being created wait; it then fails on the missing environment.
      const { rows } = await tx.query<{ id: string }>(
        "select id from environments where organization_id = $1 and slug = $2 for update",
        [organizationId, slug],
      );
      const [environment] = rows;
      if (!environment) throw fail("environment_not_found");
      const [blockers] = (await tx.query<Blockers>(countBlockers, [environment.id])).rows;
      if (!blockers) throw new Error("a count returned no row");
      if (blockers.keys + blockers.webhook_endpoints + blockers.runs > 0)
        throw fail("environment_in_use", { blockers });
      for (const statement of removeRemains) await tx.query(statement, [environment.id]);
      await tx.query("delete from environments where id = $1", [environment.id]);
    }),
  );
}
