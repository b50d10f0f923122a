import type { EndpointStatus, PayloadMode, RunEventType } from "@service/contract";
import { fieldsOf, slugOf } from "../../identity/audit/index.ts";

/** A webhook endpoint as stored, without its sealed secrets and header values. */
export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly RunEventType[];
  readonly payloadMode: PayloadMode;
  readonly retryPolicy: string;
  readonly status: EndpointStatus;
  readonly disabledReason: "manual" | "gone" | "failing" | null;
  readonly disabledAt: Date | null;
  readonly headerNames: readonly string[];
  readonly maxPerSecond: number;
  readonly maxInFlight: number;
  readonly autoRecover: boolean;
  readonly lastSuccessAt: Date | null;
  readonly firstFailureAt: Date | null;
  readonly failuresInARow: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly environment: string;
}

/** Columns of an `Endpoint` that are stored as text, and lists, which Prisma does not make NOT NULL. */
export type EndpointWords = Pick<Endpoint, "events" | "disabledReason" | "headerNames">;

/** The audit entry of the endpoint that is `row`. Without header values and the URL's query: they hold credentials. */
export function auditedEndpoint(row: string) {
  return {
    kind: "webhook_endpoint",
    id: `${row}.id`,
    organizationId: `${row}.organization_id`,
    environment: slugOf(`${row}.environment_id`),
  } as const;
}

/** The settings of the endpoint that is `row`, as jsonb. */
export function auditedSettings(row: string): string {
  const plain = ["description", "events", "payload_mode", "header_names", "max_per_second", "max_in_flight"];
  const settings = fieldsOf(row, [...plain, "auto_recover", "status"]);
  return `${settings} || jsonb_build_object('url', regexp_replace(${row}.url, '[?#].*$', '?…'))`;
}

/** Columns of an `Endpoint` in a statement that has `webhook_endpoints e` and `environments v`. */
export const endpointColumns = `
  e.id, e.url, e.description, e.events, e.payload_mode as "payloadMode", e.retry_policy as "retryPolicy", e.status,
  e.disabled_reason as "disabledReason", e.disabled_at as "disabledAt", e.header_names as "headerNames",
  e.max_per_second as "maxPerSecond", e.max_in_flight as "maxInFlight", e.auto_recover as "autoRecover",
  e.last_success_at as "lastSuccessAt", e.first_failure_at as "firstFailureAt",
  e.failures_in_a_row as "failuresInARow", e.created_at as "createdAt", e.updated_at as "updatedAt",
  v.slug as environment`;
