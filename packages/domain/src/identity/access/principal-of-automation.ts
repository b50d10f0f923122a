import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import type { Principal } from "./principal.ts";

const readOrganization = statement(
  "organizations_read_for_automation",
  `select e.id as "environmentId", o.requests_per_minute as "requestsPerMinute", o.monthly_run_cap as "monthlyRunCap",
     o.records_posture as "recordsPosture", o.analyses_enabled as "analysesEnabled",
     o.default_field_policy as "defaultFieldPolicy", o.assertion_secret as "assertionSecret"
   from environments e join organizations o on o.id = e.organization_id
   where e.organization_id = $1 and e.slug = $2`,
);

/**
 * The principal of an automation in an environment of its organization; undefined when there is no such environment.
 * Runs and their packets show its id, `automation:<key>`.
 */
export async function principalOfAutomation(
  deps: Pick<Deps, "db">,
  { organizationId, automationKey }: { readonly organizationId: string; readonly automationKey: string },
  environmentSlug: string,
): Promise<Principal<"automation"> | undefined> {
  const { rows } = await deps.db.pool.query(readOrganization([organizationId, environmentSlug]));
  const [row] = rows;
  if (!row) return undefined;
  const { environmentId, ...organization } = row;
  return {
    kind: "automation",
    id: `automation:${automationKey}`,
    organizationId,
    environmentId,
    environmentSlug,
    isLive: environmentSlug === "live",
    organization,
  };
}
