import { fail } from "@service/contract";
import { statement } from "@service/db";

import type { Deps } from "../../deps.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import { type Automation, automationColumns, automationOf } from "./automation.ts";

export interface ListedAutomation extends Automation {
  readonly lastFiredAt: Date | null;
}

const listOfOrganization = statement(
  "automations_list",
  `select ${automationColumns},
     (select max(x.fired_at) from automation_executions x where x.automation_id = a.id) as "lastFiredAt"
   from automations a where a.organization_id = $1 and a.removed_at is null order by a.automation_key`,
);

/** The automations of an organization, by key. @throws `not_found` for an organization that does not exist. */
export async function listAutomations(deps: Pick<Deps, "db">, organizationId: string): Promise<ListedAutomation[]> {
  const { id } = await showOrganization(deps, organizationId);
  const { rows } = await deps.db.pool.query(listOfOrganization([id]));
  return rows.map(({ lastFiredAt, ...row }) => ({ ...automationOf(row), lastFiredAt }));
}

const readAutomation = statement(
  "automations_read",
  `select ${automationColumns} from automations a
   where a.organization_id = $1 and a.automation_key = $2 and a.removed_at is null`,
);

/** @throws `not_found` when the organization has no automation with this key. */
export async function showAutomation(
  deps: Pick<Deps, "db">,
  organizationId: string,
  automationKey: string,
): Promise<Automation> {
  const { id } = await showOrganization(deps, organizationId);
  const { rows } = await deps.db.pool.query(readAutomation([id, automationKey]));
  const [row] = rows;
  if (!row) throw noSuchAutomation();
  return automationOf(row);
}

export function noSuchAutomation(): Error {
  return fail("not_found", { message: "No automation with this key exists in the organization." });
}
