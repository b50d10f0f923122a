import { fail, type ServiceError } from "@service/contract";

export const deliverySetups = ["per_run", "per_correction"] as const;
export type DeliverySetup = (typeof deliverySetups)[number];
export const recordsPostures = ["off", "shadow", "lit"] as const;
export type RecordsPosture = (typeof recordsPostures)[number];

/** An organization as the operator sees it. The assertion secret itself is never shown again. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly requestsPerMinute: number;
  /** Runs of `live` per calendar month (UTC); null = no cap. */
  readonly monthlyRunCap: number | null;
  /** Runs in `processing` at one time; null = no cap. */
  readonly maxRunning: number | null;
  readonly deliverySetup: DeliverySetup;
  readonly recordsPosture: RecordsPosture;
  readonly verifiesAssertions: boolean;
  readonly analysesEnabled: boolean;
  readonly defaultFieldPolicy: string;
  /** Types of ledger commands that agents may append, with commas; null: the usual ones. */
  readonly agentCommands: string | null;
  /** Model aliases that are open to it, besides `embedded`. */
  readonly models: readonly string[];
  /** Turns queued or running at one time; null: the service's default. */
  readonly maxActiveTurns: number | null;
  /** Days after its last turn for which a conversation is kept; null: the service's default. */
  readonly conversationRetentionDays: number | null;
  readonly createdAt: Date;
}

export interface OrganizationRow extends Omit<Organization, "verifiesAssertions"> {
  /** Sealed. */
  readonly assertionSecret: string | null;
}

/** Columns of the stored organization in `row`. */
export const organizationColumns = (row: string): string => `${row}.id, ${row}.name,
  ${row}.requests_per_minute as "requestsPerMinute", ${row}.monthly_run_cap as "monthlyRunCap",
  ${row}.max_running as "maxRunning", ${row}.delivery_setup as "deliverySetup", ${row}.records_posture as "recordsPosture",
  ${row}.analyses_enabled as "analysesEnabled", ${row}.default_field_policy as "defaultFieldPolicy",
  ${row}.agent_commands as "agentCommands", ${row}.models, ${row}.max_active_turns as "maxActiveTurns",
  ${row}.conversation_retention_days as "conversationRetentionDays",
  ${row}.assertion_secret as "assertionSecret", ${row}.created_at as "createdAt"`;

export function organizationOf(row: OrganizationRow): Organization {
  const { assertionSecret, ...settings } = row;
  return { ...settings, verifiesAssertions: assertionSecret !== null };
}

export function organizationNotFound(): ServiceError {
  return fail("not_found", { message: "No organization with this id exists." });
}
