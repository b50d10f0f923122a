import { type Json, parseJson } from "@service/json";

import { type Effect, readStoredEffect, type Trigger } from "./automation-file.ts";

/** An automation as stored. */
export interface Automation {
  readonly id: string;
  readonly organizationId: string;
  readonly automationKey: string;
  readonly enabled: boolean;
  readonly trigger: Trigger;
  readonly effect: Effect;
  readonly maxPerHour: number;
  readonly cooldownSeconds: number;
  /** Null while disabled, and for automations on events. */
  readonly nextTickAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface AutomationRow extends Omit<Automation, "trigger" | "effect"> {
  readonly eventType: string | null;
  /** JSON text. */
  readonly filter: string | null;
  readonly schedule: string | null;
  readonly timezone: string | null;
  /** JSON text. */
  readonly effect: string;
}

/** Columns of an `AutomationRow` in a statement that has `automations a`. */
export const automationColumns = `a.id, a.organization_id as "organizationId", a.automation_key as "automationKey",
  a.enabled, a.event_type as "eventType", a.filter, a.schedule, a.timezone, a.effect, a.max_per_hour as "maxPerHour",
  a.cooldown_seconds as "cooldownSeconds", a.next_tick_at as "nextTickAt", a.created_at as "createdAt",
  a.updated_at as "updatedAt"`;

/** The audit entry of an automation: its trigger and effect, without templates, which may be large. */
export function auditedAutomation({ enabled, trigger, effect, maxPerHour, cooldownSeconds }: Automation): object {
  return {
    enabled,
    ...("schedule" in trigger ? trigger : { event_type: trigger.event_type, filter: trigger.filter }),
    effect: effect.kind,
    ...("engine_slug" in effect ? { engine_slug: effect.engine_slug } : {}),
    ...("endpoint_id" in effect ? { endpoint_id: effect.endpoint_id } : {}),
    max_per_hour: maxPerHour,
    cooldown_s: cooldownSeconds,
  };
}

export function automationOf({ eventType, filter, schedule, timezone, effect, ...row }: AutomationRow): Automation {
  return { ...row, trigger: triggerOf({ eventType, filter, schedule, timezone }), effect: readStoredEffect(effect) };
}

function triggerOf(row: Pick<AutomationRow, "eventType" | "filter" | "schedule" | "timezone">): Trigger {
  if (row.schedule !== null) return { schedule: row.schedule, timezone: row.timezone ?? "UTC" };
  const filter: Json | undefined = row.filter === null ? undefined : parseJson(row.filter);
  return { event_type: row.eventType ?? "", ...(filter === undefined ? {} : { filter }) };
}

/** The automation as an operator wrote it, with its defaults and its state. */
export function presentAutomation(automation: Automation) {
  return {
    automation_id: automation.id,
    automation_key: automation.automationKey,
    enabled: automation.enabled,
    trigger: automation.trigger,
    effect: automation.effect,
    max_per_hour: automation.maxPerHour,
    cooldown_s: automation.cooldownSeconds,
    dedupe: "per_event" as const,
    ...("schedule" in automation.trigger ? { next_tick_at: automation.nextTickAt } : {}),
    created_at: automation.createdAt,
    updated_at: automation.updatedAt,
  };
}
