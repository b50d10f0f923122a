import { type Transaction, statement } from "@service/db";

import type { Actor } from "../../identity/access/index.ts";
import { recordChange } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import { auditedAutomation, type Automation, automationColumns, automationOf } from "./automation.ts";
import { compileCron } from "../../events/schedules/index.ts";
import { noSuchAutomation } from "./list-automations.ts";

const switchOne = statement(
  "automations_switch",
  `update automations a set enabled = $2, next_tick_at = $3, updated_at = now() where a.id = $1
   returning ${automationColumns}`,
);

/**
 * Enables or disables an automation. Events and ticks while it is disabled are lost to it; a schedule continues with
 * its next tick. Executions that wait when it is disabled are skipped when claimed. Repeating it changes nothing.
 *
 * @throws `not_found`.
 */
export async function switchAutomation(
  deps: Pick<Deps, "db">,
  actor: Actor,
  request: { readonly organizationId: string; readonly automationKey: string; readonly enabled: boolean },
): Promise<Automation> {
  const { enabled } = request;
  const organizationId = (await showOrganization(deps, request.organizationId)).id;
  return deps.db.inTransaction(async (tx) => {
    const { automation, now } = await lockAutomation(tx, organizationId, request.automationKey);
    if (automation.enabled === enabled) return automation;
    const { trigger } = automation;
    const isTicking = enabled && "schedule" in trigger;
    const { rows } = await tx.query(
      switchOne([
        automation.id,
        enabled,
        isTicking ? (compileCron(trigger.schedule, trigger.timezone).next(now) ?? null) : null,
      ]),
    );
    const [row] = rows;
    if (!row) throw new Error("an update returned no row");
    const switched = automationOf(row);
    await record(tx, actor, { action: "automations.switch", before: automation, after: switched });
    return switched;
  });
}

const removeOne = statement(
  "automations_remove",
  "update automations set removed_at = now(), updated_at = now(), enabled = false, next_tick_at = null where id = $1",
);

/** Removes an automation; its key can be used again, and its log stays. @throws `not_found` */
export async function removeAutomation(
  deps: Pick<Deps, "db">,
  actor: Actor,
  organizationId: string,
  automationKey: string,
): Promise<void> {
  const { id } = await showOrganization(deps, organizationId);
  await deps.db.inTransaction(async (tx) => {
    const { automation } = await lockAutomation(tx, id, automationKey);
    await tx.query(removeOne([automation.id]));
    await record(tx, actor, { action: "automations.remove", before: automation, after: null });
  });
}

function record(
  tx: Transaction,
  actor: Actor,
  change: {
    readonly action: "automations.switch" | "automations.remove";
    readonly before: Automation;
    readonly after: Automation | null;
  },
): Promise<void> {
  const { action, before, after } = change;
  return recordChange(tx, actor, {
    action,
    kind: "automation",
    id: before.automationKey,
    organizationId: before.organizationId,
    before: auditedAutomation(before),
    after: after && auditedAutomation(after),
  });
}

const lockWithClock = statement(
  "automations_lock_by_key",
  `select ${automationColumns}, clock_timestamp() as now from automations a
   where a.organization_id = $1 and a.automation_key = $2 and a.removed_at is null for no key update`,
);

async function lockAutomation(
  tx: Transaction,
  organizationId: string,
  automationKey: string,
): Promise<{ automation: Automation; now: Date }> {
  const { rows } = await tx.query(lockWithClock([organizationId, automationKey]));
  const [row] = rows;
  if (!row) throw noSuchAutomation();
  const { now, ...automation } = row;
  return { automation: automationOf(automation), now };
}
