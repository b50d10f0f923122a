import type { Transaction } from "@service/db";

import type { Deps } from "../deps.ts";
import { showOrganization } from "../organizations/index.ts";
import { type Automation, automationColumns, automationOf, type AutomationRow } from "./automation.ts";
import { compileCron } from "./cron-schedule.ts";
import { noSuchAutomation } from "./list-automations.ts";

/**
 * Enables or disables an automation. While it is disabled nothing is kept for it: events pass, and a schedule goes on with
 * its next tick. What waits for its turn at this moment is skipped by whoever takes it up. Repeating it changes nothing.
 *
 * @throws `not_found`.
 */
export async function switchAutomation(
  deps: Deps,
  request: { readonly organizationId: string; readonly automationKey: string; readonly enabled: boolean },
): Promise<Automation> {
  const { enabled } = request;
  const organizationId = (await showOrganization(deps, request.organizationId)).id;
  return deps.db.inTransaction(async (tx) => {
    const { automation, now } = await lockAutomation(tx, organizationId, request.automationKey);
    if (automation.enabled === enabled) return automation;
    const { trigger } = automation;
    const isTicking = enabled && "schedule" in trigger;
    const { rows } = await tx.query<AutomationRow>(
      `update automations a set enabled = $2, next_tick_at = $3, updated_at = now() where a.id = $1
       returning ${automationColumns}`,
      [automation.id, enabled, isTicking ? (compileCron(trigger.schedule, trigger.timezone).next(now) ?? null) : null],
    );
    const [row] = rows;
    if (!row) throw new Error("an update returned no row");
    return automationOf(row);
  });
}

/** Removes an automation; its key is free again, and what it did stays in the log. @throws `not_found` */
export async function removeAutomation(deps: Deps, organizationId: string, automationKey: string): Promise<void> {
  const { id } = await showOrganization(deps, organizationId);
  await deps.db.inTransaction(async (tx) => {
    const { automation } = await lockAutomation(tx, id, automationKey);
    await tx.query(
      "update automations set removed_at = now(), updated_at = now(), enabled = false, next_tick_at = null where id = $1",
      [automation.id],
    );
  });
}

async function lockAutomation(
  tx: Transaction,
  organizationId: string,
  automationKey: string,
): Promise<{ automation: Automation; now: Date }> {
  const { rows } = await tx.query<AutomationRow & { now: Date }>(
    `select ${automationColumns}, clock_timestamp() as now from automations a
     where a.organization_id = $1 and a.automation_key = $2 and a.removed_at is null for no key update`,
    [organizationId, automationKey],
  );
  const [row] = rows;
  if (!row) throw noSuchAutomation();
  const { now, ...automation } = row;
  return { automation: automationOf(automation), now };
}
