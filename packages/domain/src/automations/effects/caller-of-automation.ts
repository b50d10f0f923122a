import type { Deps } from "../../deps.ts";
import type { OrganizationCaller } from "../../keys/index.ts";
import type { Automation } from "../automation.ts";

interface OwnerRow {
  readonly environmentId: string;
  readonly requestsPerMinute: number;
  readonly monthlyRunCap: number | null;
  readonly recordsPosture: OrganizationCaller["organization"]["recordsPosture"];
  readonly analysesEnabled: boolean;
  readonly defaultFieldPolicy: string;
  readonly assertionSecret: string | null;
}

/**
 * As whom an automation acts: like an organization key of the environment, which is what the service that set it up may
 * do. The key id says `automation:<key>`, in runs and their packets. Undefined when there is no such environment.
 */
export async function callerOfAutomation(
  deps: Pick<Deps, "db">,
  { organizationId, automationKey }: Automation,
  environmentSlug: string,
): Promise<OrganizationCaller | undefined> {
  const { rows } = await deps.db.pool.query<OwnerRow>(
    `select e.id as "environmentId", o.requests_per_minute as "requestsPerMinute", o.monthly_run_cap as "monthlyRunCap",
       o.records_posture as "recordsPosture", o.analyses_enabled as "analysesEnabled",
       o.default_field_policy as "defaultFieldPolicy", o.assertion_secret as "assertionSecret"
     from environments e join organizations o on o.id = e.organization_id
     where e.organization_id = $1 and e.slug = $2`,
    [organizationId, environmentSlug],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { environmentId, ...organization } = row;
  return {
    kind: "organization",
    keyId: `automation:${automationKey}`,
    organizationId,
    environmentId,
    environmentSlug,
    isLive: environmentSlug === "live",
    organization,
  };
}
