import { fail, limits, uuidPattern } from "@service/contract";
import { type Transaction, statement } from "@service/db";
import { presetPolicy } from "@service/privacy";
import type { Actor } from "../access/index.ts";
import { recordChange } from "../audit/index.ts";
import type { Deps } from "../../deps.ts";
import { assertOperatorSecret } from "../secrets/index.ts";
import { sealAssertionSecret } from "./assertion-secret.ts";
import {
  organizationColumns,
  organizationNotFound,
  organizationOf,
  type DeliverySetup,
  type Organization,
  type OrganizationRow,
  type RecordsPosture,
} from "./organization.ts";

/** Options of `svc organization set`; a setting left out stays, `null` removes a cap or the secret. */
export interface OrganizationChanges {
  readonly requestsPerMinute?: number | undefined;
  readonly monthlyRunCap?: number | null | undefined;
  readonly maxRunning?: number | null | undefined;
  readonly deliverySetup?: DeliverySetup | undefined;
  readonly recordsPosture?: RecordsPosture | undefined;
  readonly assertionSecret?: string | null | undefined;
  readonly analysesEnabled?: boolean | undefined;
  readonly defaultFieldPolicy?: string | undefined;
  /** Types of ledger commands that agents may append; null: the usual ones. */
  readonly agentCommands?: readonly string[] | null | undefined;
  /** Model aliases that are open to it from now on, besides `embedded`. */
  readonly models?: readonly string[] | undefined;
  /** Null: the service's default. */
  readonly maxActiveTurns?: number | null | undefined;
  /** Null: the service's default. */
  readonly conversationRetentionDays?: number | null | undefined;
}

const updateSettings = statement(
  "organizations_update_settings",
  `
  update organizations o set requests_per_minute = @requests_per_minute, monthly_run_cap = @monthly_run_cap,
    max_running = @max_running,
    delivery_setup = @delivery_setup::delivery_setup, records_posture = @records_posture::records_posture,
      analyses_enabled = @analyses_enabled,
    assertion_secret = @assertion_secret, default_field_policy = @default_field_policy,
      agent_commands = @agent_commands, models = @models::text[], max_active_turns = @max_active_turns,
    conversation_retention_days = @conversation_retention_days
  where id = @organization_id returning ${organizationColumns("o")}`,
);

/**
 * Usage is counted only while there is a cap (RUN-92), so a cap set in mid-month first counts the month's existing
 * runs. `greatest` keeps a stored count that is higher because retention has removed runs.
 */
const countMonth = statement(
  "run_usage_count_month",
  `
  insert into run_usage (organization_id, month, used)
  select $1::uuid, (date_trunc('month', now() at time zone 'utc'))::date, count(*)::int
  from runs join environments on environments.id = runs.environment_id
  where runs.organization_id = $1::uuid and environments.slug = 'live'
    and runs.test_scenario is null
    and runs.created_at >= date_trunc('month', now() at time zone 'utc') at time zone 'utc'
  on conflict (organization_id, month) do update set used = greatest(run_usage.used, excluded.used)`,
);

const monthlyRunCapMax = 1_000_000_000;
const maxRunningMax = 1_000_000;
const maxActiveTurnsMax = 10_000;
const conversationRetentionDaysMax = 3_650;

const lockSettings = statement(
  "organizations_lock_settings",
  `select ${organizationColumns("o")} from organizations o where id = $1 for no key update`,
);

/**
 * Changes the operator's settings of an organization. They apply immediately to requests with scoped keys and within 60
 * seconds to those with organization keys.
 * @throws `not_found`; `invalid_request` naming the bound, also for an assertion secret that is too short (KEY-43).
 */
export async function setOrganization(
  deps: Pick<Deps, "db" | "secrets">,
  actor: Actor,
  organizationId: string,
  changes: OrganizationChanges,
): Promise<Organization> {
  within("requests per minute", changes.requestsPerMinute, 1, limits.quotaRequestsPerMinuteMax);
  within("monthly run cap", changes.monthlyRunCap, 0, monthlyRunCapMax);
  within("number of running runs", changes.maxRunning, 1, maxRunningMax);
  within("number of active turns", changes.maxActiveTurns, 1, maxActiveTurnsMax);
  within("days of retention", changes.conversationRetentionDays, 1, conversationRetentionDaysMax);
  if (typeof changes.assertionSecret === "string") assertOperatorSecret(changes.assertionSecret);
  if (!uuidPattern.test(organizationId)) throw organizationNotFound();

  return deps.db.inTransaction(async (tx) => {
    // Locked, so that concurrent changes of different settings are both kept.
    const { rows: locked } = await tx.query(lockSettings([organizationId]));
    const [before] = locked;
    if (!before) throw organizationNotFound();
    await refuseUnknownPolicy(tx, organizationId, changes.defaultFieldPolicy);
    await refuseUnknownModels(tx, changes.models);
    const { rows } = await tx.query(
      updateSettings({
        organizationId,
        requestsPerMinute: changes.requestsPerMinute ?? before.requestsPerMinute,
        monthlyRunCap: changes.monthlyRunCap === undefined ? before.monthlyRunCap : changes.monthlyRunCap,
        maxRunning: changes.maxRunning === undefined ? before.maxRunning : changes.maxRunning,
        deliverySetup: changes.deliverySetup ?? before.deliverySetup,
        recordsPosture: changes.recordsPosture ?? before.recordsPosture,
        analysesEnabled: changes.analysesEnabled ?? before.analysesEnabled,
        assertionSecret: sealedSecret(deps, organizationId, changes.assertionSecret, before.assertionSecret),
        defaultFieldPolicy: changes.defaultFieldPolicy ?? before.defaultFieldPolicy,
        agentCommands:
          changes.agentCommands === undefined ? before.agentCommands : (changes.agentCommands?.join(",") ?? null),
        models: [...(changes.models ?? before.models)],
        maxActiveTurns: changes.maxActiveTurns === undefined ? before.maxActiveTurns : changes.maxActiveTurns,
        conversationRetentionDays:
          changes.conversationRetentionDays === undefined
            ? before.conversationRetentionDays
            : changes.conversationRetentionDays,
      }),
    );
    const [after] = rows;
    if (!after) throw new Error("an update returned no row");
    if (typeof changes.monthlyRunCap === "number") await tx.query(countMonth([organizationId]));
    await recordSettings(tx, actor, before, after);
    return organizationOf(after);
  });
}

const ownPolicy = statement(
  "organizations_field_policy_exists",
  "select exists (select from field_policies where organization_id = $1 and policy_key = $2) as exists",
);

async function refuseUnknownPolicy(tx: Transaction, organizationId: string, key: string | undefined): Promise<void> {
  if (key === undefined || presetPolicy(key) !== undefined) return;
  const { rows } = await tx.query(ownPolicy([organizationId, key]));
  if (rows[0]?.exists !== true)
    throw fail("invalid_request", { message: `No field policy has the name ${key}. See svc field-policy list.` });
}

const unknownAliases = statement(
  "model_aliases_unknown",
  `select a.alias from unnest($1::text[]) as a (alias)
   where not exists (select from model_aliases m where m.alias = a.alias) order by a.alias limit 10`,
);

/** Aliases that need no registration: `embedded` is always open, `default` is the model of the processes' variables. */
const unregistered: readonly string[] = ["embedded", "default"];

async function refuseUnknownModels(tx: Transaction, models: readonly string[] | undefined): Promise<void> {
  const named = (models ?? []).filter((alias) => !unregistered.includes(alias));
  if (named.length === 0) return;
  const { rows } = await tx.query(unknownAliases([named]));
  const [first] = rows;
  if (first !== undefined)
    throw fail("invalid_request", { message: `No model has the alias ${String(first.alias)}. See svc model list.` });
}

/** Records nothing when no setting changed: the command without options only shows them. */
async function recordSettings(
  tx: Transaction,
  actor: Actor,
  before: OrganizationRow,
  after: OrganizationRow,
): Promise<void> {
  const was = auditedSettings(before);
  const is = { ...auditedSettings(after), ...secretChange(before.assertionSecret, after.assertionSecret) };
  if (JSON.stringify(was) === JSON.stringify(is)) return;
  const { id } = after;
  const action = "organizations.set";
  await recordChange(tx, actor, { action, kind: "organization", id, organizationId: id, before: was, after: is });
}

function auditedSettings(row: OrganizationRow) {
  return {
    requests_per_minute: row.requestsPerMinute,
    monthly_run_cap: row.monthlyRunCap,
    max_running: row.maxRunning,
    delivery_setup: row.deliverySetup,
    records_posture: row.recordsPosture,
    analyses_enabled: row.analysesEnabled,
    default_field_policy: row.defaultFieldPolicy,
    agent_commands: row.agentCommands,
    models: row.models,
    max_active_turns: row.maxActiveTurns,
    conversation_retention_days: row.conversationRetentionDays,
    verifies_assertions: row.assertionSecret !== null,
  };
}

/** Sealing differs each time, so comparing sealed strings shows whether the secret was set; neither is logged. */
function secretChange(before: string | null, after: string | null): { readonly assertion_secret?: "changed" } {
  return before === after ? {} : { assertion_secret: "changed" };
}

function sealedSecret(
  deps: Pick<Deps, "secrets">,
  organizationId: string,
  secret: string | null | undefined,
  before: string | null,
): string | null {
  if (secret === undefined) return before;
  return secret === null ? null : sealAssertionSecret(deps.secrets, organizationId, secret);
}

function within(what: string, value: number | null | undefined, min: number, max: number): void {
  if (value === undefined || value === null) return;
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw fail("invalid_request", { message: `The ${what} must be a whole number from ${min} to ${max}.` });
}
