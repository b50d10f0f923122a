import { randomUUID } from "node:crypto";
import { fail } from "@service/contract";
import { isUniqueViolation, statement } from "@service/db";

import type { Actor } from "../../identity/access/index.ts";
import { recordChange } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { findEngine, type EngineDeps } from "../../engines/engines/index.ts";
import { showOrganization, createInTurn } from "../../identity/organizations/index.ts";
import { auditedAutomation, type Automation, automationColumns, automationOf } from "./automation.ts";
import { automationBounds, type AutomationFile, readAutomationFile } from "./automation-file.ts";
import { compileCron } from "../../events/schedules/index.ts";

/**
 * Stores an automation (AUTO-11). It reacts to events recorded from now on; a schedule's first tick is the next one.
 *
 * @param text the automation as JSON text.
 * @returns also what its effect refers to and does not exist yet: until it does, the effect fails when due.
 * @throws `not_found` for the organization; `invalid_request` (also for a taken key, or beyond a hundred automations);
 *   `validation_error` with JSON Pointers.
 */
export async function createAutomation(
  deps: Pick<Deps, "db" | "clock"> & EngineDeps,
  actor: Actor,
  request: { readonly organizationId: string; readonly text: string },
): Promise<{ readonly automation: Automation; readonly missing: string | null }> {
  const { id: organizationId } = await showOrganization(deps, request.organizationId);
  const file = readAutomationFile(request.text);
  const automation = await insert(deps, actor, organizationId, file);
  return { automation, missing: await missingTarget(deps, organizationId, file) };
}

const countAutomations = statement(
  "automations_count",
  `select count(*) as automations, clock_timestamp() as now from automations
   where organization_id = $1 and removed_at is null`,
);

const insertAutomation = statement(
  "automations_insert",
  `insert into automations as a (id, organization_id, automation_key, enabled, event_type, filter, schedule, timezone,
     effect, max_per_hour, cooldown_seconds, next_tick_at)
   values (@id, @organization_id, @automation_key, @enabled, @event_type, @filter, @schedule, @timezone, @effect,
     @max_per_hour, @cooldown_seconds, @next_tick_at)
   returning ${automationColumns}`,
);

async function insert(
  deps: Pick<Deps, "db" | "clock">,
  actor: Actor,
  organizationId: string,
  file: AutomationFile,
): Promise<Automation> {
  const { trigger } = file;
  const cron = "schedule" in trigger ? trigger : undefined;
  const event = "schedule" in trigger ? undefined : trigger;
  try {
    return await createInTurn(deps.db, organizationId, async (tx) => {
      // Count in a statement after the organization's lock: of two concurrent creations the second sees the first.
      const { rows: counted } = await tx.query(countAutomations([organizationId]));
      const [{ automations, now } = { automations: 0, now: deps.clock.now() }] = counted;
      if (automations >= automationBounds.perOrganizationMax) {
        throw fail("invalid_request", {
          message: `An organization has at most ${automationBounds.perOrganizationMax} automations.`,
        });
      }
      const { rows } = await tx.query(
        insertAutomation({
          id: randomUUID(),
          organizationId,
          automationKey: file.automation_key,
          enabled: file.enabled,
          eventType: event?.event_type ?? null,
          filter: event?.filter === undefined ? null : JSON.stringify(event.filter),
          schedule: cron?.schedule ?? null,
          timezone: cron?.timezone ?? null,
          effect: JSON.stringify(file.effect),
          maxPerHour: file.max_per_hour,
          cooldownSeconds: file.cooldown_s,
          nextTickAt: cron && file.enabled ? (compileCron(cron.schedule, cron.timezone).next(now) ?? null) : null,
        }),
      );
      const [row] = rows;
      if (!row) throw new Error("an insert returned no row");
      const created = automationOf(row);
      await recordChange(tx, actor, {
        action: "automations.create",
        kind: "automation",
        id: created.automationKey,
        organizationId,
        before: null,
        after: auditedAutomation(created),
      });
      return created;
    });
  } catch (error) {
    if (!isUniqueViolation(error, "automations_key")) throw error;
    throw fail("invalid_request", {
      message: `An automation "${file.automation_key}" exists: remove it first, or give this one another key.`,
    });
  }
}

const findEndpoint = statement(
  "automations_find_endpoint",
  "select 1 from webhook_endpoints where id = $1 and organization_id = $2 and deleted_at is null",
);

const findInstance = statement(
  "conversation_instances_find_target",
  "select id from conversation_instances where organization_id = $1 and slug = $2",
);

async function missingEngine(
  deps: Pick<Deps, "db" | "clock"> & EngineDeps,
  organizationId: string,
  slug: string,
): Promise<string | null> {
  return (await findEngine(deps, { organizationId }, slug))
    ? null
    : `no engine "${slug}" exists in the organization yet`;
}

/** Readable text, for the operator's command. */
async function missingTarget(
  deps: Pick<Deps, "db" | "clock"> & EngineDeps,
  organizationId: string,
  { effect }: AutomationFile,
): Promise<string | null> {
  switch (effect.kind) {
    case "run_engine":
      return missingEngine(deps, organizationId, effect.engine_slug);
    case "start_evaluation": {
      const { engine_slug: engineSlug, instance_slug: instanceSlug } = effect;
      if (engineSlug !== undefined) return missingEngine(deps, organizationId, engineSlug);
      const { rows } = await deps.db.pool.query(findInstance([organizationId, instanceSlug ?? ""]));
      return rows.length > 0 ? null : `no conversation instance "${instanceSlug}" exists in the organization yet`;
    }
    case "deliver_webhook": {
      const { rows } = await deps.db.pool.query(findEndpoint([effect.endpoint_id, organizationId]));
      return rows.length > 0 ? null : `no webhook endpoint ${effect.endpoint_id} exists in the organization`;
    }
    case "emit_event":
      return null;
  }
}
