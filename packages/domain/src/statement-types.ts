/**
 * Parameters and rows of every named statement, as PostgreSQL describes them. Written by `npm run generate`; never
 * edited. A parameter may always be null; a column may be null unless a constraint, its expression or a condition of
 * the statement says otherwise.
 */
import type { ArrayOf } from "@service/db";

type AutomationExecutionStatus = "pending" | "running" | "succeeded" | "failed" | "skipped";
type BlobScan = "pending" | "not_configured" | "clean" | "malware" | "unavailable";
type BlobTextStatus = "pending" | "ready" | "none" | "failed";
type ConnectionKind = "import" | "file_drop" | "http_json" | "sql";
type ConnectionState = "active" | "disabled";
type ConversationInstanceStatus = "active" | "archived";
type ConversationStatus = "active" | "archived";
type DeliverySetup = "per_run" | "per_correction";
type DeliveryState = "pending" | "delivering" | "retry_scheduled" | "held" | "delivered" | "dead_letter" | "cancelled";
type DerivationExecutionStatus = "running" | "succeeded" | "failed";
type DerivationMode = "incremental" | "full";
type EndpointStatus = "enabled" | "disabled";
type EnginePurpose = "risk" | "program" | "opportunity";
type EngineStatus = "active" | "archived";
type EngineTypeName = "comparison" | "matching" | "entity_analysis" | "diligence" | "triage" | "opportunity";
type EvalRunStatus = "queued" | "running" | "completed" | "failed" | "cancelled";
type EvalScenarioStatus = "active" | "retired";
type InboundOutcome = "appended" | "ignored" | "rejected";
type InboundSourceKind = "native" | "repo_host" | "ams_ons";
type OutputPhase = "pending" | "deterministic" | "final";
type PayloadMode = "thin" | "full";
type PinPolicy = "latest_allowed" | "exact_required";
type RecordImportMode = "full" | "delta";
type RecordImportState = "reading" | "staged" | "applying" | "served" | "unchanged" | "refused" | "failed" | "cancelled";
type RecordsPosture = "off" | "shadow" | "lit";
type RecoveryState = "running" | "completed" | "cancelled";
type RunStatus = "queued" | "processing" | "completed" | "degraded" | "failed" | "cancelled";
type SeatOrigin = "staff" | "file";
type SeatScope = "Own" | "Team" | "Office" | "All" | "Platform";
type WebhookEventType = "run.completed" | "run.failed" | "run.cancelled" | "run.superseded" | "webhook.test" | "platform.event";

declare module "@service/db/statement" {
  interface StatementTypes {
    "analyses_give_back": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: never;
    };
    "analyses_list": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        Date | string | null, // $3 timestamp with time zone
        ArrayOf<string> | null, // $4 text[]
        boolean | null, // $5 boolean
        boolean | null, // $6 boolean
        Date | string | null, // $7 timestamp with time zone
        string | null, // $8 uuid
        ArrayOf<string> | null, // $9 text[]
        number | null, // $10 bigint
      ];
      row: {
        readonly "analysisId": string; // uuid
        readonly "createdAt": Date; // timestamp with time zone
        readonly "connectionId": string; // uuid
        readonly "snapshotSeq": number; // integer
        readonly "family": string; // text
        readonly "query": string; // text
        readonly "suppressedGroups": number; // integer
        readonly "isTruncated": boolean; // boolean
        readonly "fields": readonly string[] | null; // text[]
      };
    };
    "analyses_lock_owner": {
      values: readonly [
        string | null, // $1 text
        string | null, // $2 text
      ];
      row: {
        readonly "locked": string | null; // text
      };
    };
    "analyses_oldest_counted": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 bigint
      ];
      row: {
        readonly "createdAt": Date; // timestamp with time zone
      };
    };
    "analyses_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        Date | string | null, // $3 timestamp with time zone
        ArrayOf<string> | null, // $4 text[]
        boolean | null, // $5 boolean
        boolean | null, // $6 boolean
      ];
      row: {
        readonly "analysisId": string; // uuid
        readonly "createdAt": Date; // timestamp with time zone
        readonly "connectionId": string; // uuid
        readonly "snapshotSeq": number; // integer
        readonly "family": string; // text
        readonly "query": string; // text
        readonly "suppressedGroups": number; // integer
        readonly "isTruncated": boolean; // boolean
        readonly "fields": readonly string[] | null; // text[]
        readonly "rows": string; // text
      };
    };
    "analyses_remove_old": {
      values: readonly [
        number | null, // $1 integer
        number | null, // $2 bigint
      ];
      row: never;
    };
    "analyses_reserve": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 uuid
        number | null, // $5 integer
        string | null, // $6 text
        string | null, // $7 text
        ArrayOf<string> | null, // $8 text[]
        ArrayOf<string> | null, // $9 text[]
        boolean | null, // $10 boolean
        boolean | null, // $11 boolean
        Date | string | null, // $12 timestamp with time zone
        Date | string | null, // $13 timestamp with time zone
        number | null, // $14 bigint
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "analyses_store_answer": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 integer
        boolean | null, // $4 boolean
      ];
      row: never;
    };
    "audit_log_find": {
      values: readonly [
        number | null, // $1 bigint
      ];
      row: {
        readonly "?column?": number; // integer
      };
    };
    "audit_log_insert": {
      values: readonly [
        string | null, // $1 text
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 uuid
        string | null, // $7 uuid
        string | null, // $8 jsonb
        string | null, // $9 jsonb
      ];
      row: never;
    };
    "audit_log_list": {
      values: readonly [
        string | null, // $1 uuid
        Date | string | null, // $2 timestamp with time zone
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
        number | null, // $6 bigint
        number | null, // $7 bigint
      ];
      row: {
        readonly "id": number; // bigint
        readonly "recordedAt": Date; // timestamp with time zone
        readonly "principalKind": string; // text
        readonly "principalId": string; // text
        readonly "action": string; // text
        readonly "resourceKind": string; // text
        readonly "resourceId": string; // text
        readonly "organizationId": string; // uuid
        readonly "environment": string | null; // text
        readonly "before": unknown; // jsonb
        readonly "after": unknown; // jsonb
      };
    };
    "audit_log_list_of_none": {
      values: readonly [
        string | null, // $1 uuid
        Date | string | null, // $2 timestamp with time zone
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
        number | null, // $6 bigint
        number | null, // $7 bigint
      ];
      row: {
        readonly "id": number; // bigint
        readonly "recordedAt": Date; // timestamp with time zone
        readonly "principalKind": string; // text
        readonly "principalId": string; // text
        readonly "action": string; // text
        readonly "resourceKind": string; // text
        readonly "resourceId": string; // text
        readonly "organizationId": string | null; // uuid
        readonly "environment": string | null; // text
        readonly "before": unknown; // jsonb
        readonly "after": unknown; // jsonb
      };
    };
    "audit_log_read": {
      values: readonly [
        number | null, // $1 bigint
      ];
      row: {
        readonly "id": number; // bigint
        readonly "recordedAt": Date; // timestamp with time zone
        readonly "principalKind": string; // text
        readonly "principalId": string; // text
        readonly "action": string; // text
        readonly "resourceKind": string; // text
        readonly "resourceId": string; // text
        readonly "organizationId": string | null; // uuid
        readonly "environment": string | null; // text
        readonly "before": unknown; // jsonb
        readonly "after": unknown; // jsonb
      };
    };
    "automation_executions_count_fired": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 double precision
        Date | string | null, // $3 timestamp with time zone
      ];
      row: {
        readonly "firedLastHour": number; // bigint
        readonly "isCooling": boolean; // boolean
      };
    };
    "automation_executions_delay": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 uuid[]
        number | null, // $3 double precision
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "automation_executions_give_back": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 uuid[]
      ];
      row: never;
    };
    "automation_executions_insert_fired": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 uuid[]
        ArrayOf<string> | null, // $3 uuid[]
      ];
      row: never;
    };
    "automation_executions_insert_matched": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 uuid[]
        ArrayOf<string> | null, // $3 uuid[]
        ArrayOf<string> | null, // $4 text[]
        ArrayOf<string> | null, // $5 text[]
        ArrayOf<string> | null, // $6 text[]
      ];
      row: never;
    };
    "automation_executions_list": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        AutomationExecutionStatus | null, // $3 automation_execution_status
        number | null, // $4 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "automationKey": string; // text
        readonly "status": AutomationExecutionStatus; // automation_execution_status
        readonly "eventId": string; // uuid
        readonly "eventType": string; // text
        readonly "attempts": number; // smallint
        readonly "code": string | null; // text
        readonly "message": string | null; // text
        readonly "runId": string | null; // uuid
        readonly "emittedEventId": string | null; // uuid
        readonly "deliveryId": string | null; // uuid
        readonly "evalRunId": string | null; // uuid
        readonly "createdAt": Date; // timestamp with time zone
        readonly "firedAt": Date | null; // timestamp with time zone
        readonly "finishedAt": Date | null; // timestamp with time zone
      };
    };
    "automation_executions_lock_due": {
      values: readonly [];
      row: {
        readonly "executionId": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "automationId": string; // uuid
        readonly "eventId": string; // uuid
        readonly "attempts": number; // smallint
        readonly "unqueuedRuns": number; // smallint
        readonly "firedAt": Date | null; // timestamp with time zone
        readonly "scheduledAt": Date | null; // timestamp with time zone
      };
    };
    "automation_executions_lock_held": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "?column?": number; // integer
      };
    };
    "automation_executions_remove_old": {
      values: readonly [
        number | null, // $1 integer
        number | null, // $2 bigint
      ];
      row: never;
    };
    "automation_executions_settle": {
      values: readonly [
        string | null, // $1 uuid
        AutomationExecutionStatus | null, // $2 automation_execution_status
        number | null, // $3 double precision
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 uuid
        string | null, // $7 uuid
        string | null, // $8 uuid
        number | null, // $9 smallint
      ];
      row: never;
    };
    "automation_executions_skip": {
      values: readonly [
        string | null, // $1 uuid
        AutomationExecutionStatus | null, // $2 automation_execution_status
        string | null, // $3 text
        string | null, // $4 text
        boolean | null, // $5 boolean
        string | null, // $6 uuid
      ];
      row: never;
    };
    "automation_executions_start": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 double precision
      ];
      row: never;
    };
    "automations_count": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "automations": number; // bigint
        readonly "now": Date; // timestamp with time zone
      };
    };
    "automations_find_endpoint": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "?column?": number; // integer
      };
    };
    "automations_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        boolean | null, // $4 boolean
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
        string | null, // $8 text
        string | null, // $9 text
        number | null, // $10 integer
        number | null, // $11 integer
        Date | string | null, // $12 timestamp with time zone
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "automationKey": string; // text
        readonly "enabled": boolean; // boolean
        readonly "eventType": string | null; // text
        readonly "filter": string | null; // text
        readonly "schedule": string | null; // text
        readonly "timezone": string | null; // text
        readonly "effect": string; // text
        readonly "maxPerHour": number; // integer
        readonly "cooldownSeconds": number; // integer
        readonly "nextTickAt": Date | null; // timestamp with time zone
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "automations_list": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "automationKey": string; // text
        readonly "enabled": boolean; // boolean
        readonly "eventType": string | null; // text
        readonly "filter": string | null; // text
        readonly "schedule": string | null; // text
        readonly "timezone": string | null; // text
        readonly "effect": string; // text
        readonly "maxPerHour": number; // integer
        readonly "cooldownSeconds": number; // integer
        readonly "nextTickAt": Date | null; // timestamp with time zone
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
        readonly "lastFiredAt": Date | null; // timestamp with time zone
      };
    };
    "automations_lock": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "automationKey": string; // text
        readonly "enabled": boolean; // boolean
        readonly "eventType": string | null; // text
        readonly "filter": string | null; // text
        readonly "schedule": string | null; // text
        readonly "timezone": string | null; // text
        readonly "effect": string; // text
        readonly "maxPerHour": number; // integer
        readonly "cooldownSeconds": number; // integer
        readonly "nextTickAt": Date | null; // timestamp with time zone
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
        readonly "isRemoved": boolean; // boolean
      };
    };
    "automations_lock_by_key": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "automationKey": string; // text
        readonly "enabled": boolean; // boolean
        readonly "eventType": string | null; // text
        readonly "filter": string | null; // text
        readonly "schedule": string | null; // text
        readonly "timezone": string | null; // text
        readonly "effect": string; // text
        readonly "maxPerHour": number; // integer
        readonly "cooldownSeconds": number; // integer
        readonly "nextTickAt": Date | null; // timestamp with time zone
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
        readonly "now": Date; // timestamp with time zone
      };
    };
    "automations_lock_due": {
      values: readonly [];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "automationKey": string; // text
        readonly "schedule": string | null; // text
        readonly "timezone": string | null; // text
        readonly "nextTickAt": Date; // timestamp with time zone
        readonly "now": Date; // timestamp with time zone
      };
    };
    "automations_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "automationKey": string; // text
        readonly "enabled": boolean; // boolean
        readonly "eventType": string | null; // text
        readonly "filter": string | null; // text
        readonly "schedule": string | null; // text
        readonly "timezone": string | null; // text
        readonly "effect": string; // text
        readonly "maxPerHour": number; // integer
        readonly "cooldownSeconds": number; // integer
        readonly "nextTickAt": Date | null; // timestamp with time zone
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "automations_read_marked": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 text[]
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "automationKey": string; // text
        readonly "enabled": boolean; // boolean
        readonly "eventType": string | null; // text
        readonly "filter": string | null; // text
        readonly "schedule": string | null; // text
        readonly "timezone": string | null; // text
        readonly "effect": string; // text
        readonly "maxPerHour": number; // integer
        readonly "cooldownSeconds": number; // integer
        readonly "nextTickAt": Date | null; // timestamp with time zone
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
        readonly "markedFor": string | null; // uuid
        readonly "isOwnEmission": boolean; // boolean
      };
    };
    "automations_remove": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: never;
    };
    "automations_remove_unused": {
      values: readonly [
        number | null, // $1 integer
      ];
      row: never;
    };
    "automations_set_next_ticks": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<Date | string> | null, // $2 timestamp with time zone[]
      ];
      row: never;
    };
    "automations_switch": {
      values: readonly [
        string | null, // $1 uuid
        boolean | null, // $2 boolean
        Date | string | null, // $3 timestamp with time zone
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "automationKey": string; // text
        readonly "enabled": boolean; // boolean
        readonly "eventType": string | null; // text
        readonly "filter": string | null; // text
        readonly "schedule": string | null; // text
        readonly "timezone": string | null; // text
        readonly "effect": string; // text
        readonly "maxPerHour": number; // integer
        readonly "cooldownSeconds": number; // integer
        readonly "nextTickAt": Date | null; // timestamp with time zone
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "await_log": {
      values: readonly [];
      row: {
        readonly "pg_logical_emit_message": string | null; // pg_lsn
      };
    };
    "blobs_claim": {
      values: readonly [
        number | null, // $1 integer
        ArrayOf<string> | null, // $2 uuid[]
        ArrayOf<number> | null, // $3 integer[]
        number | null, // $4 integer
      ];
      row: {
        readonly "organizationId": string; // uuid
        readonly "sha256": string; // text
        readonly "mediaType": string; // text
        readonly "scan": BlobScan; // blob_scan
        readonly "attempts": number; // smallint
        readonly "leaseToken": string; // uuid
        readonly "isUnscannable": boolean; // boolean
      };
    };
    "blobs_count_pending": {
      values: readonly [];
      row: {
        readonly "waiting": number; // integer
        readonly "unscanned": number; // integer
        readonly "unscannedSeconds": number | null; // double precision
      };
    };
    "blobs_extend": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 text[]
        ArrayOf<string> | null, // $3 uuid[]
      ];
      row: {
        readonly "leaseToken": string; // uuid
      };
    };
    "blobs_mark_unused": {
      values: readonly [
        number | null, // $1 bigint
      ];
      row: {
        readonly "organizationId": string; // uuid
        readonly "sha256": string; // text
        readonly "removingAt": Date; // timestamp with time zone
      };
    };
    "blobs_release": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 uuid
        number | null, // $4 double precision
        number | null, // $5 integer
        boolean | null, // $6 boolean
      ];
      row: never;
    };
    "blobs_remove": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        Date | string | null, // $3 timestamp with time zone
      ];
      row: never;
    };
    "blobs_scan_again": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: never;
    };
    "blobs_settle": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 uuid
        BlobTextStatus | null, // $4 blob_text_status
        string | null, // $5 text
        number | null, // $6 integer
        boolean | null, // $7 boolean
        BlobScan | null, // $8 blob_scan
        number | null, // $9 integer
      ];
      row: never;
    };
    "blobs_touch": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 bigint
        string | null, // $4 text
        string | null, // $5 text
        BlobScan | null, // $6 blob_scan
      ];
      row: {
        readonly "isRemoving": boolean; // boolean
        readonly "isNew": boolean; // boolean
      };
    };
    "book_accounts_count_current": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "rows": number; // bigint
      };
    };
    "book_accounts_read_before": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
        number | null, // $3 bigint
      ];
      row: {
        readonly "key": string; // text
        readonly "sourceId": string; // text
        readonly "fields": string; // text
      };
    };
    "book_accounts_read_begun": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
        number | null, // $3 bigint
      ];
      row: {
        readonly "key": string; // text
        readonly "sourceId": string; // text
        readonly "fields": string; // text
      };
    };
    "book_grants_read_people_without_seat": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 bigint
      ];
      row: {
        readonly "seatKey": string; // text
      };
    };
    "book_heads_changed_clients": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 integer
        number | null, // $4 integer
      ];
      row: {
        readonly "clientKey": string; // text
      };
    };
    "book_heads_read_changes": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
      ];
      row: {
        readonly "clientKey": string; // text
        readonly "seq": number; // integer
      };
    };
    "book_policies_read_clients": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
      ];
      row: {
        readonly "policyKey": string; // text
        readonly "clientKey": string; // text
      };
    };
    "conversation_annotations_change": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
        string | null, // $3 text
        ArrayOf<string> | null, // $4 text[]
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
        string | null, // $8 text
        string | null, // $9 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "turnId": string | null; // uuid
        readonly "kind": string; // text
        readonly "rating": string | null; // text
        readonly "labels": readonly string[] | null; // text[]
        readonly "correctedOutput": string | null; // text
        readonly "comment": string | null; // text
        readonly "authorPrincipal": string | null; // text
        readonly "revision": number; // integer
        readonly "promotedScenarioKey": string | null; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "conversation_annotations_count": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "annotations": number; // bigint
      };
    };
    "conversation_annotations_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
        string | null, // $5 uuid
        string | null, // $6 text
        string | null, // $7 text
        ArrayOf<string> | null, // $8 text[]
        string | null, // $9 text
        string | null, // $10 text
        string | null, // $11 text
        string | null, // $12 text
        string | null, // $13 text
        string | null, // $14 text
        string | null, // $15 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "turnId": string | null; // uuid
        readonly "kind": string; // text
        readonly "rating": string | null; // text
        readonly "labels": readonly string[] | null; // text[]
        readonly "correctedOutput": string | null; // text
        readonly "comment": string | null; // text
        readonly "authorPrincipal": string | null; // text
        readonly "revision": number; // integer
        readonly "promotedScenarioKey": string | null; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "conversation_annotations_list": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 text
        Date | string | null, // $5 timestamp with time zone
        string | null, // $6 uuid
        number | null, // $7 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "turnId": string | null; // uuid
        readonly "kind": string; // text
        readonly "rating": string | null; // text
        readonly "labels": readonly string[] | null; // text[]
        readonly "correctedOutput": string | null; // text
        readonly "comment": string | null; // text
        readonly "authorPrincipal": string | null; // text
        readonly "revision": number; // integer
        readonly "promotedScenarioKey": string | null; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "conversation_annotations_note_promotion": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: never;
    };
    "conversation_annotations_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "turnId": string | null; // uuid
        readonly "kind": string; // text
        readonly "rating": string | null; // text
        readonly "labels": readonly string[] | null; // text[]
        readonly "correctedOutput": string | null; // text
        readonly "comment": string | null; // text
        readonly "authorPrincipal": string | null; // text
        readonly "revision": number; // integer
        readonly "promotedScenarioKey": string | null; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "conversation_annotations_read_to_promote": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
        string | null, // $5 uuid
        string | null, // $6 text
      ];
      row: {
        readonly "id": string | null; // uuid
        readonly "turnId": string | null; // uuid
        readonly "rating": string | null; // text
        readonly "correctedOutput": string | null; // text
        readonly "seed": string; // text
        readonly "environment": string; // text
      };
    };
    "conversation_annotations_remove": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "conversation_attachments_count": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "count": number; // integer
      };
    };
    "conversation_attachments_find": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        ArrayOf<string> | null, // $4 uuid[]
      ];
      row: {
        readonly "attachmentId": string; // uuid
        readonly "sha256": string; // text
        readonly "fileName": string; // text
        readonly "mediaType": string; // text
        readonly "bytes": number; // bigint
        readonly "pageCount": number | null; // integer
        readonly "textStatus": BlobTextStatus; // blob_text_status
        readonly "textReason": string | null; // text
        readonly "scan": BlobScan; // blob_scan
      };
    };
    "conversation_attachments_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
        string | null, // $8 text
        string | null, // $9 text
      ];
      row: never;
    };
    "conversation_attachments_list": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        Date | string | null, // $4 timestamp with time zone
        string | null, // $5 uuid
        number | null, // $6 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "sha256": string; // text
        readonly "fileName": string; // text
        readonly "declaredMediaType": string; // text
        readonly "metadata": string | null; // text
        readonly "isAttached": boolean; // boolean
        readonly "createdAt": Date; // timestamp with time zone
        readonly "bytes": number; // bigint
        readonly "mediaType": string; // text
        readonly "textStatus": BlobTextStatus; // blob_text_status
        readonly "textReason": string | null; // text
        readonly "pageCount": number | null; // integer
        readonly "isCut": boolean; // boolean
        readonly "scan": BlobScan; // blob_scan
        readonly "textChars": number; // integer
      };
    };
    "conversation_attachments_mark": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        ArrayOf<string> | null, // $3 uuid[]
      ];
      row: never;
    };
    "conversation_attachments_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "sha256": string; // text
        readonly "fileName": string; // text
        readonly "declaredMediaType": string; // text
        readonly "metadata": string | null; // text
        readonly "isAttached": boolean; // boolean
        readonly "createdAt": Date; // timestamp with time zone
        readonly "bytes": number; // bigint
        readonly "mediaType": string; // text
        readonly "textStatus": BlobTextStatus; // blob_text_status
        readonly "textReason": string | null; // text
        readonly "pageCount": number | null; // integer
        readonly "isCut": boolean; // boolean
        readonly "scan": BlobScan; // blob_scan
        readonly "textChars": number; // integer
      };
    };
    "conversation_attachments_remove_of_conversation": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "count": number; // integer
      };
    };
    "conversation_attachments_remove_unattached": {
      values: readonly [
        number | null, // $1 bigint
      ];
      row: {
        readonly "count": number; // integer
      };
    };
    "conversation_configurations_insert": {
      values: readonly [
        string | null, // $1 text
        string | null, // $2 text
      ];
      row: never;
    };
    "conversation_configurations_read": {
      values: readonly [
        string | null, // $1 text
      ];
      row: {
        readonly "config": string; // text
      };
    };
    "conversation_configurations_remove_unused": {
      values: readonly [];
      row: {
        readonly "looked": number; // bigint
        readonly "removed": number; // bigint
      };
    };
    "conversation_instance_versions_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 integer
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 text
        number | null, // $7 integer
        string | null, // $8 text
        string | null, // $9 text
        string | null, // $10 text
        string | null, // $11 text
      ];
      row: {
        readonly "version": number; // integer
        readonly "configHash": string; // text
        readonly "changelog": string; // text
        readonly "gate": string; // text
        readonly "restoredFrom": number | null; // integer
        readonly "releasedAt": Date; // timestamp with time zone
        readonly "releasedBy": string; // text
      };
    };
    "conversation_instance_versions_list": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
        number | null, // $3 bigint
      ];
      row: {
        readonly "version": number; // integer
        readonly "configHash": string; // text
        readonly "changelog": string; // text
        readonly "gate": string; // text
        readonly "restoredFrom": number | null; // integer
        readonly "releasedAt": Date; // timestamp with time zone
        readonly "releasedBy": string; // text
        readonly "configBytes": number; // integer
      };
    };
    "conversation_instance_versions_read": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
      ];
      row: {
        readonly "version": number; // integer
        readonly "configHash": string; // text
        readonly "changelog": string; // text
        readonly "gate": string; // text
        readonly "restoredFrom": number | null; // integer
        readonly "releasedAt": Date; // timestamp with time zone
        readonly "releasedBy": string; // text
      };
    };
    "conversation_instance_versions_read_hash": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
      ];
      row: {
        readonly "hash": string; // text
      };
    };
    "conversation_instances_change": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 text
        boolean | null, // $7 boolean
        number | null, // $8 integer
        string | null, // $9 text
        string | null, // $10 text
        string | null, // $11 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "slug": string; // text
        readonly "label": string; // text
        readonly "description": string; // text
        readonly "status": ConversationInstanceStatus; // conversation_instance_status
        readonly "draftConfigHash": string; // text
        readonly "revision": number; // integer
        readonly "draftUpdatedAt": Date; // timestamp with time zone
        readonly "draftUpdatedBy": string; // text
        readonly "evalGate": string; // text
        readonly "retentionDays": number | null; // integer
        readonly "latestVersion": number | null; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "conversation_instances_find_target": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "conversation_instances_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
        string | null, // $8 text
        string | null, // $9 text
        string | null, // $10 text
        string | null, // $11 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "slug": string; // text
        readonly "label": string; // text
        readonly "description": string; // text
        readonly "status": ConversationInstanceStatus; // conversation_instance_status
        readonly "draftConfigHash": string; // text
        readonly "revision": number; // integer
        readonly "draftUpdatedAt": Date; // timestamp with time zone
        readonly "draftUpdatedBy": string; // text
        readonly "evalGate": string; // text
        readonly "retentionDays": number | null; // integer
        readonly "latestVersion": number | null; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "conversation_instances_list": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        Date | string | null, // $3 timestamp with time zone
        string | null, // $4 uuid
        number | null, // $5 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "slug": string; // text
        readonly "label": string; // text
        readonly "description": string; // text
        readonly "status": ConversationInstanceStatus; // conversation_instance_status
        readonly "draftConfigHash": string; // text
        readonly "revision": number; // integer
        readonly "draftUpdatedAt": Date; // timestamp with time zone
        readonly "draftUpdatedBy": string; // text
        readonly "evalGate": string; // text
        readonly "retentionDays": number | null; // integer
        readonly "latestVersion": number | null; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "conversation_instances_lock": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "slug": string; // text
        readonly "label": string; // text
        readonly "description": string; // text
        readonly "status": ConversationInstanceStatus; // conversation_instance_status
        readonly "draftConfigHash": string; // text
        readonly "revision": number; // integer
        readonly "draftUpdatedAt": Date; // timestamp with time zone
        readonly "draftUpdatedBy": string; // text
        readonly "evalGate": string; // text
        readonly "retentionDays": number | null; // integer
        readonly "latestVersion": number | null; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "conversation_instances_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "slug": string; // text
        readonly "label": string; // text
        readonly "description": string; // text
        readonly "status": ConversationInstanceStatus; // conversation_instance_status
        readonly "draftConfigHash": string; // text
        readonly "revision": number; // integer
        readonly "draftUpdatedAt": Date; // timestamp with time zone
        readonly "draftUpdatedBy": string; // text
        readonly "evalGate": string; // text
        readonly "retentionDays": number | null; // integer
        readonly "latestVersion": number | null; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "conversation_instances_read_slugs": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "slug": string; // text
      };
    };
    "conversation_instances_replace_draft": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "slug": string; // text
        readonly "label": string; // text
        readonly "description": string; // text
        readonly "status": ConversationInstanceStatus; // conversation_instance_status
        readonly "draftConfigHash": string; // text
        readonly "revision": number; // integer
        readonly "draftUpdatedAt": Date; // timestamp with time zone
        readonly "draftUpdatedBy": string; // text
        readonly "evalGate": string; // text
        readonly "retentionDays": number | null; // integer
        readonly "latestVersion": number | null; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "conversations_change": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 jsonb
        string | null, // $4 text
      ];
      row: never;
    };
    "conversations_expire": {
      values: readonly [
        number | null, // $1 bigint
        Date | string | null, // $2 timestamp with time zone
        number | null, // $3 integer
      ];
      row: never;
    };
    "conversations_find_for_attachments": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 uuid
        string | null, // $5 text
      ];
      row: {
        readonly "id": string | null; // uuid
        readonly "isLive": boolean; // boolean
        readonly "released": string | null; // text
        readonly "draft": string; // text
      };
    };
    "conversations_hide": {
      values: readonly [
        string | null, // $1 uuid
        boolean | null, // $2 boolean
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "conversations_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 uuid
        string | null, // $8 text
        string | null, // $9 text
        ArrayOf<string> | null, // $10 uuid[]
        string | null, // $11 text
        string | null, // $12 jsonb
        string | null, // $13 text
        Buffer | null, // $14 bytea
        Buffer | null, // $15 bytea
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "environmentId": string; // uuid
        readonly "environmentSlug": string; // text
        readonly "instanceId": string; // uuid
        readonly "instanceSlug": string; // text
        readonly "title": string; // text
        readonly "status": ConversationStatus; // conversation_status
        readonly "ownerPrincipal": string | null; // text
        readonly "connectionId": string | null; // uuid
        readonly "clientKey": string | null; // text
        readonly "policyKey": string | null; // text
        readonly "runIds": readonly string[]; // uuid[]
        readonly "variables": string; // text
        readonly "metadata": unknown; // jsonb
        readonly "turnCount": number; // integer
        readonly "headTurnId": string | null; // uuid
        readonly "activeTurnId": string | null; // uuid
        readonly "lastTurnAt": Date | null; // timestamp with time zone
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "conversations_lock": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 text
        string | null, // $5 text
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "conversations_lock_deleted": {
      values: readonly [
        number | null, // $1 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "erasesDerived": boolean; // boolean
      };
    };
    "conversations_lock_for_attachment": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "conversations_purge": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
      ];
      row: {
        readonly "removed": number; // bigint
      };
    };
    "conversations_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 text
        string | null, // $5 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "environmentId": string; // uuid
        readonly "environmentSlug": string; // text
        readonly "instanceId": string; // uuid
        readonly "instanceSlug": string; // text
        readonly "title": string; // text
        readonly "status": ConversationStatus; // conversation_status
        readonly "ownerPrincipal": string | null; // text
        readonly "connectionId": string | null; // uuid
        readonly "clientKey": string | null; // text
        readonly "policyKey": string | null; // text
        readonly "runIds": readonly string[]; // uuid[]
        readonly "variables": string; // text
        readonly "metadata": unknown; // jsonb
        readonly "turnCount": number; // integer
        readonly "headTurnId": string | null; // uuid
        readonly "activeTurnId": string | null; // uuid
        readonly "lastTurnAt": Date | null; // timestamp with time zone
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "conversations_read_by_key": {
      values: readonly [
        Buffer | null, // $1 bytea
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "environmentId": string; // uuid
        readonly "environmentSlug": string; // text
        readonly "instanceId": string; // uuid
        readonly "instanceSlug": string; // text
        readonly "title": string; // text
        readonly "status": ConversationStatus; // conversation_status
        readonly "ownerPrincipal": string | null; // text
        readonly "connectionId": string | null; // uuid
        readonly "clientKey": string | null; // text
        readonly "policyKey": string | null; // text
        readonly "runIds": readonly string[]; // uuid[]
        readonly "variables": string; // text
        readonly "metadata": unknown; // jsonb
        readonly "turnCount": number; // integer
        readonly "headTurnId": string | null; // uuid
        readonly "activeTurnId": string | null; // uuid
        readonly "lastTurnAt": Date | null; // timestamp with time zone
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
        readonly "requestHash": Buffer; // bytea
      };
    };
    "conversations_read_seed": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "seed": string; // text
      };
    };
    "conversations_record_export": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
      ];
      row: never;
    };
    "dataset_rows_after": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 bigint
      ];
      row: {
        readonly "key": string; // text
        readonly "body": string; // text
      };
    };
    "dataset_rows_insert": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
        ArrayOf<string> | null, // $3 text[]
      ];
      row: never;
    };
    "dataset_rows_list": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        ArrayOf<string> | null, // $4 text[]
        ArrayOf<string> | null, // $5 text[]
        ArrayOf<string> | null, // $6 text[]
        ArrayOf<string> | null, // $7 text[]
        ArrayOf<string> | null, // $8 text[]
        number | null, // $9 bigint
      ];
      row: {
        readonly "key": string; // text
        readonly "body": string; // text
      };
    };
    "dataset_rows_measure": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "rows": number; // bigint
        readonly "bytes": number; // bigint
      };
    };
    "dataset_rows_members": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "name": string | null; // text
        readonly "types": readonly string[] | null; // text[]
      };
    };
    "dataset_rows_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
      ];
      row: {
        readonly "body": string; // text
      };
    };
    "dataset_rows_serve": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<number> | null, // $2 integer[]
        ArrayOf<string> | null, // $3 text[]
        ArrayOf<string> | null, // $4 text[]
      ];
      row: {
        readonly "at": number | null; // integer
        readonly "isThere": boolean; // boolean
      };
    };
    "dataset_terms_find": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 uuid[]
        ArrayOf<string> | null, // $3 text[]
        number | null, // $4 bigint
      ];
      row: {
        readonly "versionId": string; // uuid
        readonly "at": number; // integer
        readonly "key": string; // text
        readonly "count": number; // smallint
        readonly "words": number; // smallint
        readonly "isWhole": boolean | null; // boolean
      };
    };
    "dataset_terms_insert": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
        ArrayOf<string> | null, // $3 text[]
        ArrayOf<number> | null, // $4 smallint[]
        ArrayOf<number> | null, // $5 smallint[]
      ];
      row: never;
    };
    "dataset_versions_complete": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 integer
      ];
      row: never;
    };
    "dataset_versions_have_terms": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: never;
    };
    "dataset_versions_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        Date | string | null, // $4 timestamp with time zone
      ];
      row: {
        readonly "version": number; // integer
      };
    };
    "dataset_versions_kept": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "versionId": string; // uuid
        readonly "datasetKey": string; // text
        readonly "version": number; // integer
        readonly "sha256": string | null; // text
        readonly "rows": number; // integer
        readonly "asOf": Date; // timestamp with time zone
        readonly "refreshedAt": Date | null; // timestamp with time zone
        readonly "hasTerms": boolean; // boolean
      };
    };
    "dataset_versions_list": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 bigint
      ];
      row: {
        readonly "organizationId": string; // uuid
        readonly "datasetKey": string; // text
        readonly "version": number; // integer
        readonly "sha256": string | null; // text
        readonly "rows": number; // integer
        readonly "asOf": Date; // timestamp with time zone
        readonly "importedAt": Date | null; // timestamp with time zone
      };
    };
    "dataset_versions_lock": {
      values: readonly [
        string | null, // $1 text
        string | null, // $2 text
      ];
      row: {
        readonly "pg_advisory_xact_lock": string | null; // void
      };
    };
    "dataset_versions_lock_unindexed": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "dataset_versions_newest_watchlists": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "versionId": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "datasetKey": string; // text
        readonly "version": number; // integer
        readonly "sha256": string | null; // text
        readonly "rows": number; // integer
        readonly "asOf": Date; // timestamp with time zone
      };
    };
    "dataset_versions_of_catalog": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "versionId": string; // uuid
        readonly "datasetKey": string; // text
        readonly "version": number; // integer
        readonly "sha256": string | null; // text
        readonly "rows": number; // integer
        readonly "asOf": Date; // timestamp with time zone
        readonly "refreshedAt": Date | null; // timestamp with time zone
        readonly "hasTerms": boolean; // boolean
      };
    };
    "dataset_versions_read_newest": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "version": number; // integer
        readonly "sha256": string | null; // text
        readonly "asOf": Date; // timestamp with time zone
      };
    };
    "dataset_versions_remove_old": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 bigint
      ];
      row: never;
    };
    "dataset_versions_renew": {
      values: readonly [
        string | null, // $1 uuid
        Date | string | null, // $2 timestamp with time zone
      ];
      row: {
        readonly "asOf": Date; // timestamp with time zone
      };
    };
    "datasets_current": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 text[]
      ];
      row: {
        readonly "position": number; // integer
        readonly "versionId": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "datasetKey": string; // text
        readonly "version": number; // integer
        readonly "sha256": string | null; // text
        readonly "rows": number; // integer
        readonly "asOf": Date; // timestamp with time zone
      };
    };
    "derivation_executions_end_interrupted": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 uuid
      ];
      row: never;
    };
    "derivation_executions_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 uuid
        number | null, // $5 integer
        number | null, // $6 integer
      ];
      row: never;
    };
    "derivation_executions_last": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "key": string; // text
        readonly "connectionId": string; // uuid
        readonly "status": DerivationExecutionStatus; // derivation_execution_status
        readonly "changeSeqFrom": number; // integer
        readonly "changeSeqTo": number; // integer
        readonly "clients": number; // integer
        readonly "rows": number; // integer
        readonly "code": string | null; // text
        readonly "message": string | null; // text
        readonly "startedAt": Date; // timestamp with time zone
        readonly "finishedAt": Date | null; // timestamp with time zone
      };
    };
    "derivation_executions_list": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "key": string; // text
        readonly "connectionId": string; // uuid
        readonly "status": DerivationExecutionStatus; // derivation_execution_status
        readonly "changeSeqFrom": number; // integer
        readonly "changeSeqTo": number; // integer
        readonly "clients": number; // integer
        readonly "rows": number; // integer
        readonly "code": string | null; // text
        readonly "message": string | null; // text
        readonly "startedAt": Date; // timestamp with time zone
        readonly "finishedAt": Date | null; // timestamp with time zone
      };
    };
    "derivation_executions_remove_old": {
      values: readonly [
        number | null, // $1 bigint
      ];
      row: never;
    };
    "derivation_executions_settle": {
      values: readonly [
        string | null, // $1 uuid
        DerivationExecutionStatus | null, // $2 derivation_execution_status
        number | null, // $3 integer
        number | null, // $4 integer
        string | null, // $5 text
        string | null, // $6 text
      ];
      row: never;
    };
    "derivations_claim": {
      values: readonly [
        ArrayOf<string> | null, // $1 text[]
        string | null, // $2 uuid
        ArrayOf<string> | null, // $3 text[]
        ArrayOf<string> | null, // $4 text[]
      ];
      row: {
        readonly "organizationId": string; // uuid
        readonly "key": string; // text
        readonly "isWhole": boolean; // boolean
      };
    };
    "derivations_list": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "key": string | null; // text
        readonly "label": string | null; // text
        readonly "mode": DerivationMode | null; // derivation_mode
        readonly "inputs": readonly string[] | null; // text[]
        readonly "output": string | null; // text
        readonly "isAfterSync": boolean | null; // boolean
        readonly "schedule": string | null; // text
        readonly "timezone": string | null; // text
        readonly "performedBy": string | null; // text
        readonly "enabled": boolean | null; // boolean
        readonly "dueAt": Date | null; // timestamp with time zone
        readonly "state": string | null; // text
      };
    };
    "derivations_make_due": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "key": string; // text
      };
    };
    "derivations_register": {
      values: readonly [
        ArrayOf<string> | null, // $1 text[]
        ArrayOf<string> | null, // $2 text[]
        ArrayOf<string> | null, // $3 text[]
        ArrayOf<string> | null, // $4 text[]
        ArrayOf<string> | null, // $5 text[]
        ArrayOf<boolean> | null, // $6 boolean[]
        ArrayOf<string> | null, // $7 text[]
        ArrayOf<string> | null, // $8 text[]
        ArrayOf<Date | string> | null, // $9 timestamp with time zone[]
        string | null, // $10 uuid
      ];
      row: never;
    };
    "derivations_release": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 uuid
      ];
      row: never;
    };
    "derivations_renew_lease": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 uuid
      ];
      row: never;
    };
    "derivations_settle_failed": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 uuid
      ];
      row: never;
    };
    "derivations_settle_succeeded": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 uuid
        Date | string | null, // $4 timestamp with time zone
      ];
      row: never;
    };
    "derived_outputs_open": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "version": number; // integer
        readonly "seq": number; // integer
        readonly "computedAt": Date | null; // timestamp with time zone
      };
    };
    "derived_outputs_switch": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 integer
        number | null, // $4 integer
      ];
      row: {
        readonly "rows": number; // integer
      };
    };
    "derived_rows_current_of_clients": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
        string | null, // $3 text
      ];
      row: {
        readonly "rowKey": string; // text
        readonly "clientKey": string; // text
        readonly "body": string; // text
      };
    };
    "derived_rows_drop_old": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 integer
      ];
      row: never;
    };
    "derived_rows_drop_unserved": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 integer
      ];
      row: never;
    };
    "derived_rows_end": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        ArrayOf<string> | null, // $3 text[]
        number | null, // $4 integer
      ];
      row: never;
    };
    "derived_rows_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 integer
        string | null, // $4 json
      ];
      row: never;
    };
    "derived_rows_read_summary": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "body": string; // text
        readonly "computedAt": Date; // timestamp with time zone
      };
    };
    "derived_rows_reopen_ended": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 integer
      ];
      row: never;
    };
    "designated_engines_find": {
      values: readonly [
        string | null, // $1 uuid
        EnginePurpose | null, // $2 engine_purpose
      ];
      row: {
        readonly "slug": string; // text
      };
    };
    "designated_engines_remove": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: never;
    };
    "designated_engines_set": {
      values: readonly [
        string | null, // $1 uuid
        EnginePurpose | null, // $2 engine_purpose
        string | null, // $3 uuid
      ];
      row: never;
    };
    "document_pages_best": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
        string | null, // $3 text
        number | null, // $4 bigint
      ];
      row: {
        readonly "sha256": string; // text
        readonly "page": number; // integer
        readonly "text": string; // text
      };
    };
    "document_pages_find": {
      values: readonly [
        string | null, // $1 uuid
        boolean | null, // $2 boolean
        ArrayOf<string> | null, // $3 text[]
        boolean | null, // $4 boolean
        string | null, // $5 text
        ArrayOf<string> | null, // $6 text[]
        ArrayOf<string> | null, // $7 text[]
        boolean | null, // $8 boolean
        ArrayOf<string> | null, // $9 text[]
        ArrayOf<string> | null, // $10 text[]
        string | null, // $11 text
        string | null, // $12 uuid
        string | null, // $13 text
        number | null, // $14 bigint
      ];
      row: {
        readonly "sourceBlobRef": string; // text
        readonly "title": string; // text
        readonly "clientKey": string | null; // text
        readonly "page": number; // integer
        readonly "pageCount": number | null; // integer
        readonly "text": string; // text
      };
    };
    "document_pages_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        ArrayOf<string> | null, // $3 text[]
      ];
      row: never;
    };
    "document_pages_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 integer
        number | null, // $4 integer
      ];
      row: {
        readonly "page": number; // integer
        readonly "text": string; // text
      };
    };
    "egress_manifests_insert": {
      values: readonly [
        string | null, // $1 text
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 text
      ];
      row: never;
    };
    "engine_configurations_insert": {
      values: readonly [
        string | null, // $1 text
        EngineTypeName | null, // $2 engine_type_name
        string | null, // $3 text
      ];
      row: never;
    };
    "engine_gates_read": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "body": string; // text
      };
    };
    "engine_gates_set": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: never;
    };
    "engine_releases_count": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "releases": number; // bigint
      };
    };
    "engine_releases_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        number | null, // $4 integer
        number | null, // $5 integer
        string | null, // $6 text
        string | null, // $7 text
        string | null, // $8 text
        string | null, // $9 text
        string | null, // $10 text
        string | null, // $11 text
        string | null, // $12 text
        string | null, // $13 text
        string | null, // $14 text
      ];
      row: {
        readonly "major": number; // integer
        readonly "minor": number; // integer
        readonly "configHash": string; // text
        readonly "changelog": string; // text
        readonly "releasedAt": Date; // timestamp with time zone
        readonly "releasedBy": string; // text
        readonly "withdrawnAt": Date | null; // timestamp with time zone
        readonly "id": string; // uuid
        readonly "engineId": string; // uuid
        readonly "config": string; // text
        readonly "requestSchema": string; // text
        readonly "responseSchema": string; // text
        readonly "requestSchemaSha256": string; // text
        readonly "responseSchemaSha256": string; // text
        readonly "gate": string; // text
      };
    };
    "engine_releases_list": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "major": number; // integer
        readonly "minor": number; // integer
        readonly "configHash": string; // text
        readonly "changelog": string; // text
        readonly "releasedAt": Date; // timestamp with time zone
        readonly "releasedBy": string; // text
        readonly "withdrawnAt": Date | null; // timestamp with time zone
      };
    };
    "engine_releases_read": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
        number | null, // $3 integer
      ];
      row: {
        readonly "major": number; // integer
        readonly "minor": number; // integer
        readonly "configHash": string; // text
        readonly "changelog": string; // text
        readonly "releasedAt": Date; // timestamp with time zone
        readonly "releasedBy": string; // text
        readonly "withdrawnAt": Date | null; // timestamp with time zone
        readonly "id": string; // uuid
        readonly "engineId": string; // uuid
        readonly "config": string; // text
        readonly "requestSchema": string; // text
        readonly "responseSchema": string; // text
        readonly "requestSchemaSha256": string; // text
        readonly "responseSchemaSha256": string; // text
        readonly "gate": string; // text
      };
    };
    "engine_releases_read_newest": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "major": number; // integer
        readonly "minor": number; // integer
        readonly "configHash": string; // text
        readonly "changelog": string; // text
        readonly "releasedAt": Date; // timestamp with time zone
        readonly "releasedBy": string; // text
        readonly "withdrawnAt": Date | null; // timestamp with time zone
        readonly "id": string; // uuid
        readonly "engineId": string; // uuid
        readonly "config": string; // text
        readonly "requestSchema": string; // text
        readonly "responseSchema": string; // text
        readonly "requestSchemaSha256": string; // text
        readonly "responseSchemaSha256": string; // text
        readonly "gate": string; // text
      };
    };
    "engine_releases_read_schemas": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
        number | null, // $3 integer
      ];
      row: {
        readonly "requestSchema": string; // text
        readonly "responseSchema": string; // text
        readonly "requestSchemaSha256": string; // text
        readonly "responseSchemaSha256": string; // text
      };
    };
    "engine_releases_read_served": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "major": number; // integer
        readonly "minor": number; // integer
        readonly "configHash": string; // text
        readonly "changelog": string; // text
        readonly "releasedAt": Date; // timestamp with time zone
        readonly "releasedBy": string; // text
        readonly "withdrawnAt": Date | null; // timestamp with time zone
        readonly "id": string; // uuid
        readonly "engineId": string; // uuid
        readonly "config": string; // text
        readonly "requestSchema": string; // text
        readonly "responseSchema": string; // text
        readonly "requestSchemaSha256": string; // text
        readonly "responseSchemaSha256": string; // text
        readonly "gate": string; // text
      };
    };
    "engine_releases_read_withdrawn": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "major": number; // integer
        readonly "minor": number; // integer
      };
    };
    "engine_releases_withdraw": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
        number | null, // $3 integer
      ];
      row: never;
    };
    "engine_stamp_secrets_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 text
      ];
      row: {
        readonly "setAt": Date; // timestamp with time zone
      };
    };
    "engine_stamp_secrets_read_sources": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
      ];
      row: {
        readonly "sourceKey": string; // text
      };
    };
    "engines_change": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
        EngineStatus | null, // $5 engine_status
        string | null, // $6 text
        string | null, // $7 text
        string | null, // $8 text
        string | null, // $9 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "slug": string; // text
        readonly "label": string; // text
        readonly "description": string; // text
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "status": EngineStatus; // engine_status
        readonly "groupKey": string; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "engines_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
        EngineTypeName | null, // $6 engine_type_name
        string | null, // $7 text
        string | null, // $8 text
        string | null, // $9 text
        boolean | null, // $10 boolean
        boolean | null, // $11 boolean
        number | null, // $12 integer
        string | null, // $13 text
        string | null, // $14 text
        string | null, // $15 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "slug": string; // text
        readonly "label": string; // text
        readonly "description": string; // text
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "status": EngineStatus; // engine_status
        readonly "groupKey": string; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "engines_list": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 uuid[]
      ];
      row: {
        readonly "id": string; // uuid
        readonly "slug": string; // text
        readonly "label": string; // text
        readonly "description": string; // text
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "status": EngineStatus; // engine_status
        readonly "groupKey": string; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "engines_list_for_operator": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "slug": string; // text
        readonly "label": string; // text
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "status": EngineStatus; // engine_status
        readonly "pinPolicy": PinPolicy; // pin_policy
        readonly "newestRelease": string | null; // text
        readonly "draftUpdatedAt": Date; // timestamp with time zone
      };
    };
    "engines_lock": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "slug": string; // text
        readonly "label": string; // text
        readonly "description": string; // text
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "status": EngineStatus; // engine_status
        readonly "groupKey": string; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
        readonly "organizationId": string; // uuid
        readonly "pinPolicy": PinPolicy; // pin_policy
        readonly "draft": string; // text
        readonly "draftRevision": number; // integer
        readonly "draftConfigHash": string; // text
        readonly "draftUpdatedAt": Date; // timestamp with time zone
        readonly "draftUpdatedBy": string; // text
      };
    };
    "engines_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "slug": string; // text
        readonly "label": string; // text
        readonly "description": string; // text
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "status": EngineStatus; // engine_status
        readonly "groupKey": string; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "engines_read_configurations": {
      values: readonly [
        ArrayOf<string> | null, // $1 text[]
      ];
      row: {
        readonly "hash": string; // text
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "effective": string; // text
      };
    };
    "engines_read_designations": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "purpose": string; // text
      };
    };
    "engines_read_for_calls": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 text[]
      ];
      row: {
        readonly "organizationId": string; // uuid
        readonly "id": string; // uuid
        readonly "revision": number; // integer
        readonly "slug": string; // text
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "status": EngineStatus; // engine_status
        readonly "pinPolicy": PinPolicy; // pin_policy
        readonly "draftConfigHash": string; // text
        readonly "exposeWarnings": boolean; // boolean
        readonly "notifyOnSupersede": boolean; // boolean
        readonly "requestsPerMinute": number; // integer
        readonly "latest": unknown; // json
      };
    };
    "engines_read_ids": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "engines_read_releases": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<number> | null, // $2 integer[]
        ArrayOf<number> | null, // $3 integer[]
      ];
      row: {
        readonly "engineId": string; // uuid
        readonly "major": number; // integer
        readonly "minor": number; // integer
        readonly "configHash": string; // text
        readonly "servable": boolean; // boolean
      };
    };
    "engines_read_settings": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "settings": unknown; // jsonb
      };
    };
    "engines_read_slugs": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "slug": string; // text
      };
    };
    "engines_read_stamp_secrets": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "ciphertext": string; // text
      };
    };
    "engines_read_whole": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "slug": string; // text
        readonly "label": string; // text
        readonly "description": string; // text
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "status": EngineStatus; // engine_status
        readonly "groupKey": string; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
        readonly "organizationId": string; // uuid
        readonly "pinPolicy": PinPolicy; // pin_policy
        readonly "draft": string; // text
        readonly "draftRevision": number; // integer
        readonly "draftConfigHash": string; // text
        readonly "draftUpdatedAt": Date; // timestamp with time zone
        readonly "draftUpdatedBy": string; // text
      };
    };
    "engines_remove_unused_configurations": {
      values: readonly [];
      row: {
        readonly "looked": number; // bigint
        readonly "removed": number; // bigint
      };
    };
    "engines_replace_draft": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
        boolean | null, // $5 boolean
        boolean | null, // $6 boolean
        number | null, // $7 integer
        string | null, // $8 text
        string | null, // $9 text
        string | null, // $10 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "slug": string; // text
        readonly "label": string; // text
        readonly "description": string; // text
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "status": EngineStatus; // engine_status
        readonly "groupKey": string; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
        readonly "organizationId": string; // uuid
        readonly "pinPolicy": PinPolicy; // pin_policy
        readonly "draft": string; // text
        readonly "draftRevision": number; // integer
        readonly "draftConfigHash": string; // text
        readonly "draftUpdatedAt": Date; // timestamp with time zone
        readonly "draftUpdatedBy": string; // text
      };
    };
    "engines_set_pin_policy": {
      values: readonly [
        string | null, // $1 uuid
        PinPolicy | null, // $2 pin_policy
      ];
      row: never;
    };
    "environments_count_blockers": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "keys": number; // bigint
        readonly "webhook_endpoints": number; // bigint
        readonly "inbound_sources": number; // bigint
        readonly "runs": number; // bigint
        readonly "conversations": number; // bigint
      };
    };
    "environments_find": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "environments_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "slug": string; // text
        readonly "name": string; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "environments_list": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "slug": string; // text
        readonly "name": string; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "environments_lock": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "environments_read_slugs": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "slug": string; // text
      };
    };
    "environments_read_time": {
      values: readonly [];
      row: {
        readonly "before": Date; // timestamp with time zone
      };
    };
    "environments_remove": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
      ];
      row: never;
    };
    "environments_remove_endpoints": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: never;
    };
    "environments_remove_events": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: never;
    };
    "environments_remove_organization_keys": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: never;
    };
    "environments_remove_scoped_keys": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: never;
    };
    "environments_rename": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "slug": string; // text
        readonly "name": string; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
      };
    };
    "erasure_count_conversations": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "rows": number; // bigint
      };
    };
    "erasure_count_documents": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
      ];
      row: {
        readonly "rows": number; // bigint
      };
    };
    "erasure_count_opportunities": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "rows": number; // bigint
      };
    };
    "erasure_end_conversations": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 uuid
      ];
      row: never;
    };
    "erasure_find_runs": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 bigint
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "erasure_read_analyses": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "query": string; // text
        readonly "rows": string | null; // text
      };
    };
    "erasure_read_annotations": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "comment": string; // text
      };
    };
    "erasure_read_answers": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 smallint
        number | null, // $4 smallint
        Date | string | null, // $5 timestamp with time zone
        number | null, // $6 bigint
      ];
      row: {
        readonly "deliveryId": string; // uuid
        readonly "cycle": number; // smallint
        readonly "try": number; // smallint
        readonly "startedAt": Date; // timestamp with time zone
        readonly "body": string; // text
        readonly "isBase64": boolean; // boolean
      };
    };
    "erasure_read_bodies": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        number | null, // $4 bigint
      ];
      row: {
        readonly "eventId": string; // uuid
        readonly "mode": PayloadMode; // payload_mode
        readonly "body": string; // text
      };
    };
    "erasure_read_conversation_annotations": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "correctedOutput": string | null; // text
        readonly "comment": string | null; // text
        readonly "labels": readonly string[] | null; // text[]
      };
    };
    "erasure_read_conversations": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "title": string; // text
        readonly "variables": string; // text
        readonly "metadata": string; // text
        readonly "seed": string; // text
      };
    };
    "erasure_read_corrections": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "output": string; // text
        readonly "solutions": string | null; // text
        readonly "reason": string; // text
      };
    };
    "erasure_read_derived": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        number | null, // $4 integer
        number | null, // $5 bigint
      ];
      row: {
        readonly "derivationKey": string; // text
        readonly "rowKey": string; // text
        readonly "fromVersion": number; // integer
        readonly "body": string; // text
      };
    };
    "erasure_read_eval_results": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        number | null, // $4 smallint
        number | null, // $5 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "key": string; // text
        readonly "trial": number; // smallint
        readonly "body": string; // text
      };
    };
    "erasure_read_events": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 bigint
        number | null, // $3 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "seq": number; // bigint
        readonly "data": string; // text
      };
    };
    "erasure_read_opportunities": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 bigint
      ];
      row: {
        readonly "environmentId": string; // uuid
        readonly "engineId": string; // uuid
        readonly "id": string; // uuid
        readonly "body": string; // text
        readonly "words": string; // text
        readonly "note": string | null; // text
      };
    };
    "erasure_read_outcomes": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "target": string | null; // text
        readonly "payload": string | null; // text
        readonly "reasonText": string | null; // text
      };
    };
    "erasure_read_payloads": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "error": string | null; // text
        readonly "errorDetails": string | null; // text
        readonly "cancelReason": string | null; // text
        readonly "input": string; // text
        readonly "offerings": string | null; // text
        readonly "output": string | null; // text
        readonly "solutions": string | null; // text
        readonly "warnings": string | null; // text
        readonly "work_items": string | null; // text
        readonly "trace": string | null; // text
        readonly "erasedParts": readonly string[] | null; // text[]
      };
    };
    "erasure_read_quarantine": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 bigint
        number | null, // $3 bigint
      ];
      row: {
        readonly "id": number; // bigint
        readonly "sourceId": string | null; // text
        readonly "body": string; // text
        readonly "reasons": string; // text
        readonly "staged": string | null; // text
      };
    };
    "erasure_read_reports": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "report": string | null; // text
        readonly "reason": string | null; // text
      };
    };
    "erasure_read_scenario_revisions": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 integer
        number | null, // $4 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "revision": number; // integer
        readonly "body": string; // text
      };
    };
    "erasure_read_turns": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "inputText": string; // text
        readonly "inputMetadata": string; // text
        readonly "passages": string | null; // text
        readonly "citations": string; // text
        readonly "outputText": string | null; // text
        readonly "outputJson": string | null; // text
      };
    };
    "erasure_remove_analyses": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
      ];
      row: never;
    };
    "erasure_remove_answer": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 smallint
        number | null, // $3 smallint
        Date | string | null, // $4 timestamp with time zone
      ];
      row: never;
    };
    "erasure_remove_attempts": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
      ];
      row: never;
    };
    "erasure_remove_derived": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        number | null, // $4 integer
      ];
      row: never;
    };
    "erasure_remove_note": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
      ];
      row: never;
    };
    "erasure_remove_opportunities": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: never;
    };
    "erasure_remove_quarantine": {
      values: readonly [
        ArrayOf<number> | null, // $1 bigint[]
      ];
      row: never;
    };
    "erasure_remove_runs": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
      ];
      row: never;
    };
    "erasure_write_annotation": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
      ];
      row: never;
    };
    "erasure_write_body": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
      ];
      row: never;
    };
    "erasure_write_conversation": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
      ];
      row: never;
    };
    "erasure_write_conversation_annotation": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        ArrayOf<string> | null, // $4 text[]
      ];
      row: never;
    };
    "erasure_write_correction": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
      ];
      row: never;
    };
    "erasure_write_errors": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
      ];
      row: never;
    };
    "erasure_write_eval_result": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 smallint
        string | null, // $4 text
      ];
      row: never;
    };
    "erasure_write_event": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: never;
    };
    "erasure_write_opportunity": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
        string | null, // $5 text
        boolean | null, // $6 boolean
      ];
      row: never;
    };
    "erasure_write_outcome": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
      ];
      row: never;
    };
    "erasure_write_payload": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
        string | null, // $8 text
        ArrayOf<string> | null, // $9 text[]
      ];
      row: never;
    };
    "erasure_write_report": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
      ];
      row: never;
    };
    "erasure_write_scenario_revision": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
        string | null, // $3 text
      ];
      row: never;
    };
    "erasure_write_turn": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
        boolean | null, // $8 boolean
      ];
      row: never;
    };
    "eval_results_claim": {
      values: readonly [
        number | null, // $1 bigint
        number | null, // $2 double precision
      ];
      row: {
        readonly "runId": string; // uuid
        readonly "scenarioKey": string; // text
        readonly "trial": number; // smallint
        readonly "scenarioRevision": number; // integer
        readonly "attempts": number; // smallint
        readonly "token": string; // uuid
        readonly "instanceId": string; // uuid
        readonly "configHash": string; // text
        readonly "rights": string; // text
        readonly "scenario": string; // text
      };
    };
    "eval_results_count_active": {
      values: readonly [];
      row: {
        readonly "waiting": number; // integer
        readonly "running": number; // integer
      };
    };
    "eval_results_count_left": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "left": number; // integer
      };
    };
    "eval_results_extend": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 text[]
        ArrayOf<number> | null, // $3 integer[]
        ArrayOf<string> | null, // $4 uuid[]
        number | null, // $5 double precision
      ];
      row: {
        readonly "token": string; // uuid
      };
    };
    "eval_results_list": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        number | null, // $4 integer
        number | null, // $5 bigint
      ];
      row: {
        readonly "scenarioKey": string; // text
        readonly "scenarioRevision": number; // integer
        readonly "trial": number; // smallint
        readonly "status": string; // text
        readonly "score": number | null; // double precision
        readonly "body": string | null; // text
        readonly "evidence": string | null; // text
      };
    };
    "eval_results_read_compared": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "scenarioKey": string; // text
        readonly "scenarioRevision": number; // integer
        readonly "status": string; // text
        readonly "score": number | null; // double precision
      };
    };
    "eval_results_read_first_trials": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
      ];
      row: {
        readonly "scenarioKey": string; // text
        readonly "scenarioRevision": number; // integer
        readonly "trial": number; // smallint
        readonly "status": string; // text
        readonly "score": number | null; // double precision
        readonly "body": string | null; // text
        readonly "evidence": string | null; // text
      };
    };
    "eval_results_read_of_run": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "scenarioKey": string; // text
        readonly "scenarioRevision": number; // integer
        readonly "status": string; // text
        readonly "score": number | null; // double precision
        readonly "body": string | null; // text
        readonly "scenario": string; // text
      };
    };
    "eval_results_read_of_runs": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
      ];
      row: {
        readonly "runId": string; // uuid
        readonly "scenarioKey": string; // text
        readonly "scenarioRevision": number; // integer
        readonly "status": string; // text
        readonly "score": number | null; // double precision
      };
    };
    "eval_results_release": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 text[]
        ArrayOf<number> | null, // $3 integer[]
        ArrayOf<string> | null, // $4 uuid[]
      ];
      row: never;
    };
    "eval_results_settle": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 smallint
        string | null, // $4 uuid
        string | null, // $5 text
        number | null, // $6 double precision
        string | null, // $7 text
        string | null, // $8 text
      ];
      row: never;
    };
    "eval_runs_begin": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
      ];
      row: never;
    };
    "eval_runs_cancel": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "eval_runs_complete": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
      ];
      row: never;
    };
    "eval_runs_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 text
        string | null, // $5 uuid
        number | null, // $6 integer
        string | null, // $7 text
        string | null, // $8 text
        string | null, // $9 text
        string | null, // $10 text
        number | null, // $11 smallint
        string | null, // $12 text
        boolean | null, // $13 boolean
        string | null, // $14 text
        string | null, // $15 text
        string | null, // $16 text
        string | null, // $17 text
        Buffer | null, // $18 bytea
        Buffer | null, // $19 bytea
        ArrayOf<string> | null, // $20 text[]
        ArrayOf<string> | null, // $21 uuid[]
        ArrayOf<number> | null, // $22 integer[]
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "eval_runs_list": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        Date | string | null, // $4 timestamp with time zone
        string | null, // $5 uuid
        number | null, // $6 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "instanceId": string; // uuid
        readonly "environmentSlug": string; // text
        readonly "status": EvalRunStatus; // eval_run_status
        readonly "outcome": string | null; // text
        readonly "targetVersion": number | null; // integer
        readonly "configHash": string; // text
        readonly "scenarioSetHash": string; // text
        readonly "scorerVersion": string; // text
        readonly "model": string; // text
        readonly "trials": number; // smallint
        readonly "trialRule": string; // text
        readonly "label": string | null; // text
        readonly "triggerType": string; // text
        readonly "triggerId": string; // text
        readonly "summary": string | null; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "startedAt": Date | null; // timestamp with time zone
        readonly "completedAt": Date | null; // timestamp with time zone
      };
    };
    "eval_runs_lock": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "eval_runs_lock_done": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "trialRule": string; // text
        readonly "evalGate": string; // text
      };
    };
    "eval_runs_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "instanceId": string; // uuid
        readonly "environmentSlug": string; // text
        readonly "status": EvalRunStatus; // eval_run_status
        readonly "outcome": string | null; // text
        readonly "targetVersion": number | null; // integer
        readonly "configHash": string; // text
        readonly "scenarioSetHash": string; // text
        readonly "scorerVersion": string; // text
        readonly "model": string; // text
        readonly "trials": number; // smallint
        readonly "trialRule": string; // text
        readonly "label": string | null; // text
        readonly "triggerType": string; // text
        readonly "triggerId": string; // text
        readonly "summary": string | null; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "startedAt": Date | null; // timestamp with time zone
        readonly "completedAt": Date | null; // timestamp with time zone
      };
    };
    "eval_runs_read_by_key": {
      values: readonly [
        Buffer | null, // $1 bytea
      ];
      row: {
        readonly "id": string; // uuid
        readonly "status": EvalRunStatus; // eval_run_status
        readonly "requestHash": Buffer; // bytea
      };
    };
    "eval_runs_read_finished": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "environmentSlug": string; // text
        readonly "instanceSlug": string; // text
        readonly "status": EvalRunStatus; // eval_run_status
        readonly "outcome": string | null; // text
        readonly "targetVersion": number | null; // integer
        readonly "configHash": string; // text
        readonly "summary": string | null; // text
        readonly "triggerType": string; // text
        readonly "triggerId": string; // text
      };
    };
    "eval_runs_read_latest_release": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "instanceId": string; // uuid
        readonly "environmentSlug": string; // text
        readonly "status": EvalRunStatus; // eval_run_status
        readonly "outcome": string | null; // text
        readonly "targetVersion": number | null; // integer
        readonly "configHash": string; // text
        readonly "scenarioSetHash": string; // text
        readonly "scorerVersion": string; // text
        readonly "model": string; // text
        readonly "trials": number; // smallint
        readonly "trialRule": string; // text
        readonly "label": string | null; // text
        readonly "triggerType": string; // text
        readonly "triggerId": string; // text
        readonly "summary": string | null; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "startedAt": Date | null; // timestamp with time zone
        readonly "completedAt": Date | null; // timestamp with time zone
      };
    };
    "eval_runs_read_of_configuration": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 text
        number | null, // $5 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "status": string; // text
        readonly "configHash": string; // text
        readonly "scorerVersion": string; // text
        readonly "scenarioSetHash": string; // text
        readonly "trials": number; // smallint
        readonly "completedAt": Date | null; // timestamp with time zone
      };
    };
    "eval_runs_refuse_unqueued": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "eval_scenarios_count_active": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "count": number; // integer
      };
    };
    "eval_scenarios_erase": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 text
      ];
      row: {
        readonly "count": number; // integer
      };
    };
    "eval_scenarios_find_key": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "eval_scenarios_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 text
        ArrayOf<string> | null, // $5 text[]
        string | null, // $6 uuid
        string | null, // $7 uuid
        number | null, // $8 integer
        string | null, // $9 text
        string | null, // $10 text
        string | null, // $11 text
        string | null, // $12 text
        string | null, // $13 text
        string | null, // $14 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "instanceId": string; // uuid
        readonly "key": string; // text
        readonly "status": EvalScenarioStatus; // eval_scenario_status
        readonly "revision": number; // integer
        readonly "currentRevision": number; // integer
        readonly "retiredReason": string | null; // text
        readonly "body": string; // text
        readonly "contentHash": string; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "writtenAt": Date; // timestamp with time zone
      };
    };
    "eval_scenarios_list": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
        number | null, // $6 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "instanceId": string; // uuid
        readonly "key": string; // text
        readonly "status": EvalScenarioStatus; // eval_scenario_status
        readonly "revision": number; // integer
        readonly "currentRevision": number; // integer
        readonly "retiredReason": string | null; // text
        readonly "body": string; // text
        readonly "contentHash": string; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "writtenAt": Date; // timestamp with time zone
      };
    };
    "eval_scenarios_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        number | null, // $4 integer
      ];
      row: {
        readonly "id": string; // uuid
        readonly "instanceId": string; // uuid
        readonly "key": string; // text
        readonly "status": EvalScenarioStatus; // eval_scenario_status
        readonly "revision": number; // integer
        readonly "currentRevision": number; // integer
        readonly "retiredReason": string | null; // text
        readonly "body": string; // text
        readonly "contentHash": string; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "writtenAt": Date; // timestamp with time zone
      };
    };
    "eval_scenarios_read_active": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "key": string; // text
        readonly "revision": number; // integer
        readonly "tags": readonly string[] | null; // text[]
        readonly "body": string; // text
      };
    };
    "eval_scenarios_read_promoted": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
      ];
      row: {
        readonly "key": string; // text
      };
    };
    "eval_scenarios_read_retired_since": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 integer
        number | null, // $4 bigint
      ];
      row: {
        readonly "key": string; // text
      };
    };
    "eval_scenarios_retire": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
      ];
      row: {
        readonly "?column?": number; // integer
      };
    };
    "eval_scenarios_revise": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
        ArrayOf<string> | null, // $3 text[]
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
        string | null, // $8 text
        string | null, // $9 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "instanceId": string; // uuid
        readonly "key": string; // text
        readonly "status": EvalScenarioStatus; // eval_scenario_status
        readonly "revision": number; // integer
        readonly "currentRevision": number; // integer
        readonly "retiredReason": string | null; // text
        readonly "body": string; // text
        readonly "contentHash": string; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "writtenAt": Date; // timestamp with time zone
      };
    };
    "eval_scenarios_select": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        ArrayOf<string> | null, // $3 text[]
        ArrayOf<string> | null, // $4 text[]
      ];
      row: {
        readonly "id": string; // uuid
        readonly "key": string; // text
        readonly "revision": number; // integer
      };
    };
    "event_marks_list_given_up": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 bigint
      ];
      row: {
        readonly "eventId": string; // uuid
        readonly "consumer": string; // text
        readonly "type": string | null; // text
        readonly "runId": string | null; // uuid
        readonly "attempts": number; // smallint
        readonly "error": string | null; // text
        readonly "failedAt": Date; // timestamp with time zone
      };
    };
    "event_marks_measure": {
      values: readonly [];
      row: {
        readonly "consumer": string; // text
        readonly "waiting": number; // bigint
        readonly "oldestDueSeconds": number; // double precision
        readonly "failed": number; // bigint
      };
    };
    "event_marks_postpone": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 text[]
        ArrayOf<string> | null, // $3 uuid[]
        ArrayOf<number> | null, // $4 smallint[]
        ArrayOf<number> | null, // $5 double precision[]
        ArrayOf<string> | null, // $6 text[]
      ];
      row: never;
    };
    "event_marks_retry": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: never;
    };
    "events_has_due": {
      values: readonly [
        string | null, // $1 text
      ];
      row: {
        readonly "isDue": boolean; // boolean
      };
    };
    "field_policies_list": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "policyKey": string; // text
        readonly "denied": readonly string[] | null; // text[]
        readonly "masks": string; // text
      };
    };
    "field_policies_names": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
      ];
      row: {
        readonly "key": string; // text
      };
    };
    "field_policies_read": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "policyKey": string; // text
        readonly "denied": readonly string[] | null; // text[]
        readonly "masks": string; // text
      };
    };
    "field_policies_upsert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        ArrayOf<string> | null, // $3 text[]
        string | null, // $4 text
      ];
      row: never;
    };
    "graph_edges_read": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "from": string | null; // text
        readonly "to": string | null; // text
        readonly "kind": string | null; // text
        readonly "since": Date | null; // timestamp with time zone
      };
    };
    "graph_nodes_read": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "kind": string | null; // text
        readonly "key": string | null; // text
        readonly "label": string | null; // text
        readonly "state": string | null; // text
        readonly "updatedAt": Date | null; // timestamp with time zone
        readonly "properties": unknown; // jsonb
      };
    };
    "inbound_deliveries_insert": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 text[]
        ArrayOf<Buffer> | null, // $3 bytea[]
        ArrayOf<InboundOutcome> | null, // $4 inbound_outcome[]
        ArrayOf<string> | null, // $5 text[]
        ArrayOf<string> | null, // $6 uuid[]
        ArrayOf<string> | null, // $7 uuid[]
        ArrayOf<string> | null, // $8 text[]
        ArrayOf<string> | null, // $9 text[]
        string | null, // $10 text
        ArrayOf<Date | string> | null, // $11 timestamp with time zone[]
      ];
      row: {
        readonly "sourceId": string; // uuid
        readonly "deliveryId": string; // text
      };
    };
    "inbound_deliveries_read": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 text[]
      ];
      row: {
        readonly "sourceId": string; // uuid
        readonly "deliveryId": string; // text
        readonly "bodyHash": Buffer; // bytea
        readonly "outcome": InboundOutcome; // inbound_outcome
        readonly "reason": string | null; // text
        readonly "eventId": string | null; // uuid
      };
    };
    "inbound_deliveries_remove_old": {
      values: readonly [
        number | null, // $1 integer
        number | null, // $2 bigint
      ];
      row: never;
    };
    "inbound_source_secrets_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        number | null, // $4 integer
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
      ];
      row: never;
    };
    "inbound_sources_disable": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
      ];
      row: {
        readonly "sourceKey": string; // text
        readonly "disabledAt": Date; // timestamp with time zone
      };
    };
    "inbound_sources_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 uuid
        string | null, // $4 text
        InboundSourceKind | null, // $5 inbound_source_kind
        string | null, // $6 text
        string | null, // $7 uuid
        string | null, // $8 text
        string | null, // $9 text
        string | null, // $10 text
        string | null, // $11 text
      ];
      row: never;
    };
    "inbound_sources_list": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "sourceKey": string; // text
        readonly "kind": InboundSourceKind; // inbound_source_kind
        readonly "organizationId": string; // uuid
        readonly "environment": string; // text
        readonly "mapping": string; // text
        readonly "liveSecrets": number; // bigint
        readonly "createdAt": Date; // timestamp with time zone
        readonly "disabledAt": Date | null; // timestamp with time zone
      };
    };
    "inbound_sources_lock": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "kind": InboundSourceKind; // inbound_source_kind
        readonly "isDisabled": boolean; // boolean
      };
    };
    "inbound_sources_read": {
      values: readonly [
        ArrayOf<string> | null, // $1 text[]
      ];
      row: {
        readonly "id": string; // uuid
        readonly "sourceKey": string; // text
        readonly "kind": InboundSourceKind; // inbound_source_kind
        readonly "organizationId": string; // uuid
        readonly "environment": string; // text
        readonly "mapping": string; // text
        readonly "secrets": unknown; // json
      };
    };
    "jobs_count_unfinished": {
      values: readonly [];
      row: {
        readonly "kind": string; // text
        readonly "waiting": number; // integer
        readonly "running": number; // integer
        readonly "cancelPending": number; // integer
        readonly "oldestWaitSeconds": number | null; // double precision
      };
    };
    "keys_read_organization_keys": {
      values: readonly [
        ArrayOf<Buffer> | null, // $1 bytea[]
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "environmentId": string; // uuid
        readonly "environmentSlug": string; // text
        readonly "requestsPerMinute": number; // integer
        readonly "monthlyRunCap": number | null; // integer
        readonly "recordsPosture": RecordsPosture; // records_posture
        readonly "analysesEnabled": boolean; // boolean
        readonly "defaultFieldPolicy": string; // text
        readonly "assertionSecret": string | null; // text
        readonly "keyHash": Buffer; // bytea
      };
    };
    "keys_read_scoped_keys": {
      values: readonly [
        ArrayOf<string> | null, // $1 text[]
      ];
      row: {
        readonly "id": string; // text
        readonly "organizationId": string; // uuid
        readonly "environmentId": string; // uuid
        readonly "environmentSlug": string; // text
        readonly "requestsPerMinute": number; // integer
        readonly "monthlyRunCap": number | null; // integer
        readonly "recordsPosture": RecordsPosture; // records_posture
        readonly "analysesEnabled": boolean; // boolean
        readonly "defaultFieldPolicy": string; // text
        readonly "assertionSecret": string | null; // text
        readonly "secretHash": Buffer; // bytea
        readonly "capabilities": readonly string[] | null; // text[]
        readonly "engineIds": readonly string[]; // text[]
      };
    };
    "ledger_begin": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: never;
    };
    "ledger_erase_find_live": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "ledger_erase_is_recorded": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "one": number; // integer
      };
    };
    "ledger_erase_payloads": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<number> | null, // $2 bigint[]
      ];
      row: never;
    };
    "ledger_erase_read": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 bigint
        number | null, // $3 bigint
      ];
      row: {
        readonly "seq": number; // bigint
        readonly "commandId": string; // uuid
        readonly "type": string; // text
        readonly "entityKind": string; // text
        readonly "entityKey": string; // text
        readonly "clientKey": string | null; // text
        readonly "payload": string; // text
      };
    };
    "ledger_find_documents": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<number> | null, // $2 integer[]
        ArrayOf<string> | null, // $3 text[]
        ArrayOf<string> | null, // $4 text[]
      ];
      row: {
        readonly "at": number | null; // integer
        readonly "isOpen": boolean; // boolean
        readonly "isSeen": boolean | null; // boolean
        readonly "clientKey": string | null; // text
      };
    };
    "ledger_find_granted": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<number> | null, // $2 integer[]
        ArrayOf<string> | null, // $3 uuid[]
        ArrayOf<string> | null, // $4 text[]
        ArrayOf<string> | null, // $5 text[]
        ArrayOf<string> | null, // $6 text[]
      ];
      row: {
        readonly "at": number | null; // integer
      };
    };
    "ledger_find_opportunities": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<number> | null, // $2 integer[]
        ArrayOf<string> | null, // $3 uuid[]
        ArrayOf<string> | null, // $4 uuid[]
        ArrayOf<string> | null, // $5 text[]
      ];
      row: {
        readonly "at": number | null; // integer
        readonly "clientKey": string; // text
        readonly "policyKey": string | null; // text
        readonly "isSeen": boolean | null; // boolean
      };
    };
    "ledger_find_records": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<number> | null, // $2 integer[]
        ArrayOf<string> | null, // $3 text[]
        ArrayOf<string> | null, // $4 uuid[]
        ArrayOf<string> | null, // $5 text[]
        ArrayOf<string> | null, // $6 text[]
      ];
      row: {
        readonly "at": number | null; // integer
        readonly "clientKey": string; // text
        readonly "policyKey": string | null; // text
        readonly "isSeen": boolean | null; // boolean
      };
    };
    "ledger_find_runs": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<number> | null, // $2 integer[]
        ArrayOf<string> | null, // $3 uuid[]
        ArrayOf<string> | null, // $4 uuid[]
        ArrayOf<string> | null, // $5 text[]
        ArrayOf<string> | null, // $6 text[]
      ];
      row: {
        readonly "at": number | null; // integer
        readonly "clientKey": string | null; // text
        readonly "isOpen": boolean; // boolean
        readonly "isSeen": boolean | null; // boolean
      };
    };
    "ledger_lock_head": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "seq": number; // bigint
        readonly "hash": string; // text
        readonly "agentCommands": string | null; // text
        readonly "lockedAt": Date; // timestamp with time zone
      };
    };
    "ledger_read_by_keys": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 uuid[]
      ];
      row: {
        readonly "idempotencyKey": string; // uuid
        readonly "requestSha256": string; // text
        readonly "commandId": string; // uuid
        readonly "seq": number; // bigint
        readonly "type": string; // text
        readonly "entity": string; // text
      };
    };
    "ledger_read_chain": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 bigint
        number | null, // $3 bigint
        number | null, // $4 bigint
      ];
      row: {
        readonly "seq": number; // bigint
        readonly "commandId": string; // uuid
        readonly "environmentId": string; // uuid
        readonly "connectionId": string | null; // uuid
        readonly "type": string; // text
        readonly "entityKind": string; // text
        readonly "entityKey": string; // text
        readonly "entity": string; // text
        readonly "clientKey": string | null; // text
        readonly "policyKey": string | null; // text
        readonly "isOpen": boolean; // boolean
        readonly "payload": string; // text
        readonly "payloadSha256": string; // text
        readonly "actorPrincipal": string; // text
        readonly "actorType": string; // text
        readonly "recordedAt": Date; // timestamp with time zone
        readonly "hash": string; // text
      };
    };
    "ledger_read_flags": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 uuid[]
        ArrayOf<string> | null, // $3 text[]
        ArrayOf<string> | null, // $4 text[]
      ];
      row: {
        readonly "row": unknown; // json
      };
    };
    "ledger_read_head": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "seq": number; // bigint
        readonly "hash": string; // text
      };
    };
    "ledger_read_last_seqs": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 uuid[]
        ArrayOf<string> | null, // $3 text[]
        ArrayOf<string> | null, // $4 text[]
      ];
      row: {
        readonly "environmentId": string | null; // uuid
        readonly "kind": string | null; // text
        readonly "key": string | null; // text
        readonly "seq": number; // bigint
      };
    };
    "ledger_read_notes": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
      ];
      row: {
        readonly "row": unknown; // json
      };
    };
    "ledger_read_of_run": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 bigint
        ArrayOf<string> | null, // $4 text[]
        string | null, // $5 text
      ];
      row: {
        readonly "seq": number; // bigint
        readonly "type": string; // text
      };
    };
    "ledger_read_tasks": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
      ];
      row: {
        readonly "row": unknown; // json
      };
    };
    "ledger_read_workflows": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
      ];
      row: {
        readonly "row": unknown; // json
      };
    };
    "ledger_write": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 bigint
        string | null, // $3 text
        string | null, // $4 json
        string | null, // $5 json
        string | null, // $6 json
        string | null, // $7 json
        string | null, // $8 json
        string | null, // $9 json
      ];
      row: never;
    };
    "model_aliases_disable": {
      values: readonly [
        string | null, // $1 text
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
      ];
      row: {
        readonly "isKnown": boolean; // boolean
      };
    };
    "model_aliases_find": {
      values: readonly [
        string | null, // $1 text
      ];
      row: {
        readonly "alias": string; // text
        readonly "provider": string; // text
        readonly "baseUrl": string; // text
        readonly "model": string; // text
        readonly "apiKey": string | null; // text
        readonly "contextTokens": number; // integer
        readonly "maxOutputTokens": number; // integer
        readonly "caps": readonly string[]; // text[]
        readonly "surfaces": readonly string[]; // text[]
        readonly "perMinute": number | null; // integer
        readonly "price": string | null; // text
        readonly "disabledAt": Date | null; // timestamp with time zone
      };
    };
    "model_aliases_list": {
      values: readonly [];
      row: {
        readonly "alias": string; // text
        readonly "provider": string; // text
        readonly "baseUrl": string; // text
        readonly "model": string; // text
        readonly "apiKey": string | null; // text
        readonly "contextTokens": number; // integer
        readonly "maxOutputTokens": number; // integer
        readonly "caps": readonly string[]; // text[]
        readonly "surfaces": readonly string[]; // text[]
        readonly "perMinute": number | null; // integer
        readonly "price": string | null; // text
        readonly "disabledAt": Date | null; // timestamp with time zone
      };
    };
    "model_aliases_list_open": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "alias": string; // text
        readonly "provider": string; // text
        readonly "baseUrl": string; // text
        readonly "model": string; // text
        readonly "apiKey": string | null; // text
        readonly "contextTokens": number; // integer
        readonly "maxOutputTokens": number; // integer
        readonly "caps": readonly string[]; // text[]
        readonly "surfaces": readonly string[]; // text[]
        readonly "perMinute": number | null; // integer
        readonly "price": string | null; // text
        readonly "disabledAt": Date | null; // timestamp with time zone
      };
    };
    "model_aliases_lock": {
      values: readonly [
        string | null, // $1 text
      ];
      row: {
        readonly "alias": string; // text
        readonly "provider": string; // text
        readonly "baseUrl": string; // text
        readonly "model": string; // text
        readonly "apiKey": string | null; // text
        readonly "contextTokens": number; // integer
        readonly "maxOutputTokens": number; // integer
        readonly "caps": readonly string[]; // text[]
        readonly "surfaces": readonly string[]; // text[]
        readonly "perMinute": number | null; // integer
        readonly "price": string | null; // text
        readonly "disabledAt": Date | null; // timestamp with time zone
      };
    };
    "model_aliases_test": {
      values: readonly [
        string | null, // $1 text
      ];
      row: {
        readonly "alias": string; // text
        readonly "provider": string; // text
        readonly "baseUrl": string; // text
        readonly "model": string; // text
        readonly "apiKey": string | null; // text
        readonly "contextTokens": number; // integer
        readonly "maxOutputTokens": number; // integer
        readonly "caps": readonly string[]; // text[]
        readonly "surfaces": readonly string[]; // text[]
        readonly "perMinute": number | null; // integer
        readonly "price": string | null; // text
        readonly "disabledAt": Date | null; // timestamp with time zone
      };
    };
    "model_aliases_unknown": {
      values: readonly [
        ArrayOf<string> | null, // $1 text[]
      ];
      row: {
        readonly "alias": string | null; // text
      };
    };
    "model_aliases_upsert": {
      values: readonly [
        string | null, // $1 text
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
        number | null, // $6 integer
        number | null, // $7 integer
        ArrayOf<string> | null, // $8 text[]
        ArrayOf<string> | null, // $9 text[]
        number | null, // $10 integer
        string | null, // $11 text
      ];
      row: {
        readonly "alias": string; // text
        readonly "provider": string; // text
        readonly "baseUrl": string; // text
        readonly "model": string; // text
        readonly "apiKey": string | null; // text
        readonly "contextTokens": number; // integer
        readonly "maxOutputTokens": number; // integer
        readonly "caps": readonly string[]; // text[]
        readonly "surfaces": readonly string[]; // text[]
        readonly "perMinute": number | null; // integer
        readonly "price": string | null; // text
        readonly "disabledAt": Date | null; // timestamp with time zone
      };
    };
    "model_minutes_take": {
      values: readonly [
        string | null, // $1 text
        Date | string | null, // $2 timestamp with time zone
        number | null, // $3 integer
      ];
      row: {
        readonly "used": number; // integer
      };
    };
    "model_usage_add": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 uuid
        string | null, // $4 uuid
        string | null, // $5 text
        number | null, // $6 bigint
        number | null, // $7 bigint
        number | null, // $8 bigint
      ];
      row: never;
    };
    "model_usage_add_sums": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 text[]
        ArrayOf<string> | null, // $3 text[]
        ArrayOf<string> | null, // $4 uuid[]
        ArrayOf<string> | null, // $5 uuid[]
        ArrayOf<string> | null, // $6 text[]
        ArrayOf<number> | null, // $7 integer[]
        ArrayOf<number> | null, // $8 integer[]
        ArrayOf<number> | null, // $9 double precision[]
        ArrayOf<number> | null, // $10 double precision[]
      ];
      row: never;
    };
    "model_usage_list": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
      ];
      row: {
        readonly "day": string | null; // text
        readonly "alias": string; // text
        readonly "environment": string; // text
        readonly "instanceId": string; // uuid
        readonly "requests": number; // double precision
        readonly "failures": number; // double precision
        readonly "inputTokens": number; // double precision
        readonly "outputTokens": number; // double precision
      };
    };
    "model_usage_remove_old": {
      values: readonly [
        number | null, // $1 bigint
      ];
      row: never;
    };
    "opportunities_due_groups": {
      values: readonly [];
      row: {
        readonly "organizationId": string; // uuid
        readonly "environmentId": string; // uuid
        readonly "engineId": string; // uuid
      };
    };
    "opportunities_expire": {
      values: readonly [
        Date | string | null, // $1 date
        number | null, // $2 bigint
      ];
      row: never;
    };
    "opportunities_find_engine": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "slug": string; // text
      };
    };
    "opportunities_next_run": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
      ];
      row: {
        readonly "runId": string; // uuid
        readonly "status": RunStatus; // run_status
        readonly "completedAt": Date | null; // timestamp with time zone
        readonly "isOlder": boolean; // boolean
      };
    };
    "opportunities_read_annotations": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "line": string | null; // text
      };
    };
    "opportunities_read_previous": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "line": string; // text
      };
    };
    "opportunities_remove_closed": {
      values: readonly [
        Date | string | null, // $1 timestamp with time zone
        number | null, // $2 bigint
      ];
      row: never;
    };
    "opportunities_resolve_gone": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
      ];
      row: never;
    };
    "opportunities_set_statuses": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 uuid[]
        ArrayOf<string> | null, // $3 uuid[]
        ArrayOf<string> | null, // $4 text[]
        ArrayOf<string> | null, // $5 text[]
        ArrayOf<string> | null, // $6 text[]
        ArrayOf<Date | string> | null, // $7 timestamp with time zone[]
      ];
      row: {
        readonly "revision": number; // integer
      };
    };
    "opportunities_write_rows": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 bigint
      ];
      row: {
        readonly "new": number; // bigint
        readonly "updated": number; // bigint
        readonly "unchanged": number; // bigint
        readonly "resolved": number; // bigint
      };
    };
    "opportunity_annotations_delete": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
        number | null, // $5 integer
        string | null, // $6 text
        string | null, // $7 text
        string | null, // $8 text
      ];
      row: {
        readonly "revision": number; // integer
      };
    };
    "opportunity_annotations_save": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
        string | null, // $5 text
        string | null, // $6 text
        Date | string | null, // $7 date
        string | null, // $8 text
        string | null, // $9 text
        string | null, // $10 text
        Date | string | null, // $11 timestamp with time zone
        number | null, // $12 integer
        string | null, // $13 text
        string | null, // $14 text
        string | null, // $15 text
      ];
      row: {
        readonly "revision": number; // integer
      };
    };
    "opportunity_heads_advance": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
        Date | string | null, // $5 timestamp with time zone
      ];
      row: never;
    };
    "opportunity_heads_lock": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
      ];
      row: {
        readonly "seq": number; // integer
      };
    };
    "opportunity_heads_open": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
      ];
      row: never;
    };
    "opportunity_heads_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        ArrayOf<string> | null, // $3 uuid[]
      ];
      row: {
        readonly "runId": string; // uuid
        readonly "completedAt": Date | null; // timestamp with time zone
        readonly "seq": number | null; // integer
      };
    };
    "opportunity_heads_read_for_run": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "runId": string; // uuid
        readonly "completedAt": Date | null; // timestamp with time zone
      };
    };
    "opportunity_heads_try": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
      ];
      row: {
        readonly "seq": number; // integer
      };
    };
    "opportunity_projections_find": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "organizationId": string; // uuid
        readonly "environmentId": string; // uuid
        readonly "engineId": string; // uuid
      };
    };
    "opportunity_projections_find_unfinished": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
        number | null, // $5 integer
        number | null, // $6 integer
      ];
      row: {
        readonly "runId": string; // uuid
        readonly "isOver": boolean | null; // boolean
      };
    };
    "opportunity_projections_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
        string | null, // $5 uuid
        string | null, // $6 text
        boolean | null, // $7 boolean
        number | null, // $8 integer
        number | null, // $9 integer
        boolean | null, // $10 boolean
      ];
      row: {
        readonly "runId": string; // uuid
      };
    };
    "opportunity_projections_mark": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: never;
    };
    "opportunity_projections_remove": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: never;
    };
    "opportunity_projections_remove_orphans": {
      values: readonly [
        number | null, // $1 bigint
      ];
      row: never;
    };
    "organization_keys_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        Buffer | null, // $4 bytea
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
        string | null, // $8 text
        string | null, // $9 text
      ];
      row: never;
    };
    "organization_keys_list": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 bigint
      ];
      row: {
        readonly "keyId": string; // uuid
        readonly "keyPrefix": string | null; // text
        readonly "environment": string; // text
        readonly "label": string; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "revokedAt": Date | null; // timestamp with time zone
      };
    };
    "organization_keys_revoke": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
      ];
      row: {
        readonly "revokedAt": Date; // timestamp with time zone
      };
    };
    "organization_keys_until_forgotten": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 double precision
      ];
      row: {
        readonly "ms": number | null; // double precision
      };
    };
    "organizations_default_model_open": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "open": boolean | null; // boolean
      };
    };
    "organizations_field_policy_exists": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "exists": boolean; // boolean
      };
    };
    "organizations_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 uuid
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "name": string; // text
        readonly "requestsPerMinute": number; // integer
        readonly "monthlyRunCap": number | null; // integer
        readonly "maxRunning": number | null; // integer
        readonly "deliverySetup": DeliverySetup; // delivery_setup
        readonly "recordsPosture": RecordsPosture; // records_posture
        readonly "analysesEnabled": boolean; // boolean
        readonly "defaultFieldPolicy": string; // text
        readonly "agentCommands": string | null; // text
        readonly "models": readonly string[]; // text[]
        readonly "maxActiveTurns": number | null; // integer
        readonly "conversationRetentionDays": number | null; // integer
        readonly "assertionSecret": string | null; // text
        readonly "createdAt": Date; // timestamp with time zone
      };
    };
    "organizations_lock_for_creation": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "?column?": number; // integer
      };
    };
    "organizations_lock_settings": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "name": string; // text
        readonly "requestsPerMinute": number; // integer
        readonly "monthlyRunCap": number | null; // integer
        readonly "maxRunning": number | null; // integer
        readonly "deliverySetup": DeliverySetup; // delivery_setup
        readonly "recordsPosture": RecordsPosture; // records_posture
        readonly "analysesEnabled": boolean; // boolean
        readonly "defaultFieldPolicy": string; // text
        readonly "agentCommands": string | null; // text
        readonly "models": readonly string[]; // text[]
        readonly "maxActiveTurns": number | null; // integer
        readonly "conversationRetentionDays": number | null; // integer
        readonly "assertionSecret": string | null; // text
        readonly "createdAt": Date; // timestamp with time zone
      };
    };
    "organizations_open_models": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "models": readonly string[]; // text[]
      };
    };
    "organizations_read_for_automation": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "environmentId": string; // uuid
        readonly "requestsPerMinute": number; // integer
        readonly "monthlyRunCap": number | null; // integer
        readonly "recordsPosture": RecordsPosture; // records_posture
        readonly "analysesEnabled": boolean; // boolean
        readonly "defaultFieldPolicy": string; // text
        readonly "assertionSecret": string | null; // text
      };
    };
    "organizations_read_rights": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 uuid
      ];
      row: {
        readonly "recordsPosture": RecordsPosture; // records_posture
        readonly "defaultFieldPolicy": string; // text
        readonly "isOrganizationKey": boolean; // boolean
        readonly "capabilities": readonly string[] | null; // text[]
        readonly "engineIds": readonly string[]; // text[]
      };
    };
    "organizations_update_settings": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
        number | null, // $3 integer
        number | null, // $4 integer
        DeliverySetup | null, // $5 delivery_setup
        RecordsPosture | null, // $6 records_posture
        boolean | null, // $7 boolean
        string | null, // $8 text
        string | null, // $9 text
        string | null, // $10 text
        ArrayOf<string> | null, // $11 text[]
        number | null, // $12 integer
        number | null, // $13 integer
      ];
      row: {
        readonly "id": string; // uuid
        readonly "name": string; // text
        readonly "requestsPerMinute": number; // integer
        readonly "monthlyRunCap": number | null; // integer
        readonly "maxRunning": number | null; // integer
        readonly "deliverySetup": DeliverySetup; // delivery_setup
        readonly "recordsPosture": RecordsPosture; // records_posture
        readonly "analysesEnabled": boolean; // boolean
        readonly "defaultFieldPolicy": string; // text
        readonly "agentCommands": string | null; // text
        readonly "models": readonly string[]; // text[]
        readonly "maxActiveTurns": number | null; // integer
        readonly "conversationRetentionDays": number | null; // integer
        readonly "assertionSecret": string | null; // text
        readonly "createdAt": Date; // timestamp with time zone
      };
    };
    "platform_events_append": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 uuid[]
        ArrayOf<string> | null, // $3 text[]
        ArrayOf<string> | null, // $4 text[]
        ArrayOf<string> | null, // $5 text[]
        ArrayOf<string> | null, // $6 text[]
        string | null, // $7 text
        ArrayOf<Date | string> | null, // $8 timestamp with time zone[]
        ArrayOf<string> | null, // $9 uuid[]
        ArrayOf<number> | null, // $10 smallint[]
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "platform_events_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "seq": number; // bigint
        readonly "organizationId": string; // uuid
        readonly "type": string; // text
        readonly "dedupeKey": string; // text
        readonly "subjectKind": string; // text
        readonly "subjectKey": string; // text
        readonly "data": string; // text
        readonly "occurredAt": Date; // timestamp with time zone
        readonly "recordedAt": Date; // timestamp with time zone
        readonly "causationId": string | null; // uuid
        readonly "depth": number; // smallint
      };
    };
    "platform_events_read_newest": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "seq": number; // bigint
        readonly "organizationId": string; // uuid
        readonly "type": string; // text
        readonly "dedupeKey": string; // text
        readonly "subjectKind": string; // text
        readonly "subjectKey": string; // text
        readonly "data": string; // text
        readonly "occurredAt": Date; // timestamp with time zone
        readonly "recordedAt": Date; // timestamp with time zone
        readonly "causationId": string | null; // uuid
        readonly "depth": number; // smallint
      };
    };
    "platform_events_read_size": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 bigint
      ];
      row: {
        readonly "bytes": number; // bigint
      };
    };
    "platform_events_remove_old": {
      values: readonly [
        number | null, // $1 integer
        number | null, // $2 bigint
      ];
      row: never;
    };
    "reconciler_read_tick": {
      values: readonly [];
      row: {
        readonly "secondsAgo": number; // double precision
      };
    };
    "record_connections_claim_sync": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 double precision
      ];
      row: {
        readonly "connectionId": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "attempt": number; // integer
      };
    };
    "record_connections_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
        string | null, // $8 text
        Date | string | null, // $9 timestamp with time zone
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "name": string; // text
        readonly "kind": ConnectionKind; // connection_kind
        readonly "state": ConnectionState; // connection_state
        readonly "config": string; // text
        readonly "mapping": string; // text
        readonly "freshHours": number; // integer
        readonly "agingHours": number; // integer
        readonly "schedule": string | null; // text
        readonly "timezone": string; // text
        readonly "nextSyncAt": Date | null; // timestamp with time zone
        readonly "servedSeq": number; // integer
        readonly "asOf": Date | null; // timestamp with time zone
        readonly "fetchedAt": Date | null; // timestamp with time zone
        readonly "lastImportId": string | null; // uuid
        readonly "createdAt": Date; // timestamp with time zone
      };
    };
    "record_connections_is_locked": {
      values: readonly [
        string | null, // $1 text
      ];
      row: {
        readonly "isHeld": boolean; // boolean
      };
    };
    "record_connections_list": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "name": string; // text
        readonly "kind": ConnectionKind; // connection_kind
        readonly "state": ConnectionState; // connection_state
        readonly "config": string; // text
        readonly "mapping": string; // text
        readonly "freshHours": number; // integer
        readonly "agingHours": number; // integer
        readonly "schedule": string | null; // text
        readonly "timezone": string; // text
        readonly "nextSyncAt": Date | null; // timestamp with time zone
        readonly "servedSeq": number; // integer
        readonly "asOf": Date | null; // timestamp with time zone
        readonly "fetchedAt": Date | null; // timestamp with time zone
        readonly "lastImportId": string | null; // uuid
        readonly "createdAt": Date; // timestamp with time zone
      };
    };
    "record_connections_lock": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: never;
    };
    "record_connections_lock_sync": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "schedule": string | null; // text
        readonly "timezone": string; // text
        readonly "now": Date; // timestamp with time zone
      };
    };
    "record_connections_mark_stale": {
      values: readonly [];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "name": string; // text
        readonly "asOf": Date | null; // timestamp with time zone
        readonly "agingHours": number; // integer
      };
    };
    "record_connections_note_last_import": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: never;
    };
    "record_connections_read": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "name": string; // text
        readonly "kind": ConnectionKind; // connection_kind
        readonly "state": ConnectionState; // connection_state
        readonly "config": string; // text
        readonly "mapping": string; // text
        readonly "freshHours": number; // integer
        readonly "agingHours": number; // integer
        readonly "schedule": string | null; // text
        readonly "timezone": string; // text
        readonly "nextSyncAt": Date | null; // timestamp with time zone
        readonly "servedSeq": number; // integer
        readonly "asOf": Date | null; // timestamp with time zone
        readonly "fetchedAt": Date | null; // timestamp with time zone
        readonly "lastImportId": string | null; // uuid
        readonly "createdAt": Date; // timestamp with time zone
      };
    };
    "record_connections_release_sync": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 uuid[]
      ];
      row: never;
    };
    "record_connections_renew": {
      values: readonly [
        string | null, // $1 uuid
        Date | string | null, // $2 timestamp with time zone
        string | null, // $3 uuid
      ];
      row: {
        readonly "servedSeq": number; // integer
      };
    };
    "record_connections_renew_sync": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 uuid[]
        number | null, // $3 double precision
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "record_connections_serve": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
        Date | string | null, // $3 timestamp with time zone
        string | null, // $4 uuid
      ];
      row: {
        readonly "asOf": Date; // timestamp with time zone
      };
    };
    "record_connections_served": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "servedSeq": number; // integer
      };
    };
    "record_connections_settle_sync": {
      values: readonly [
        string | null, // $1 uuid
        Date | string | null, // $2 timestamp with time zone
        number | null, // $3 integer
      ];
      row: never;
    };
    "record_connections_take_lock": {
      values: readonly [
        string | null, // $1 text
      ];
      row: {
        readonly "isTaken": boolean | null; // boolean
      };
    };
    "record_connections_take_sync_lock": {
      values: readonly [
        string | null, // $1 text
      ];
      row: {
        readonly "isTaken": boolean | null; // boolean
      };
    };
    "record_connections_update": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
        number | null, // $5 integer
        number | null, // $6 integer
        string | null, // $7 text
        string | null, // $8 text
        string | null, // $9 text
        Date | string | null, // $10 timestamp with time zone
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "name": string; // text
        readonly "kind": ConnectionKind; // connection_kind
        readonly "state": ConnectionState; // connection_state
        readonly "config": string; // text
        readonly "mapping": string; // text
        readonly "freshHours": number; // integer
        readonly "agingHours": number; // integer
        readonly "schedule": string | null; // text
        readonly "timezone": string; // text
        readonly "nextSyncAt": Date | null; // timestamp with time zone
        readonly "servedSeq": number; // integer
        readonly "asOf": Date | null; // timestamp with time zone
        readonly "fetchedAt": Date | null; // timestamp with time zone
        readonly "lastImportId": string | null; // uuid
        readonly "createdAt": Date; // timestamp with time zone
      };
    };
    "record_connections_watermark": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "watermark": string | null; // text
      };
    };
    "record_documents_find_clients": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
        number | null, // $3 integer
      ];
      row: {
        readonly "key": string; // text
      };
    };
    "record_documents_find_policies": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
        number | null, // $3 integer
      ];
      row: {
        readonly "key": string; // text
        readonly "clientKey": string; // text
      };
    };
    "record_documents_find_suppressed": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
      ];
      row: {
        readonly "key": string; // text
      };
    };
    "record_documents_list": {
      values: readonly [
        string | null, // $1 uuid
        boolean | null, // $2 boolean
        ArrayOf<string> | null, // $3 text[]
        boolean | null, // $4 boolean
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
        string | null, // $8 text
        Date | string | null, // $9 date
        string | null, // $10 text
        ArrayOf<string> | null, // $11 text[]
        ArrayOf<string> | null, // $12 text[]
        boolean | null, // $13 boolean
        Date | string | null, // $14 timestamp with time zone
        string | null, // $15 uuid
        number | null, // $16 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "connectionId": string; // uuid
        readonly "sha256": string; // text
        readonly "sourceBlobRef": string; // text
        readonly "title": string; // text
        readonly "kind": string; // text
        readonly "datedOn": string | null; // text
        readonly "clientKey": string | null; // text
        readonly "policyKey": string | null; // text
        readonly "carrierKey": string | null; // text
        readonly "line": string | null; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "bytes": number; // bigint
        readonly "mediaType": string; // text
        readonly "textStatus": BlobTextStatus; // blob_text_status
        readonly "textReason": string | null; // text
        readonly "pageCount": number | null; // integer
        readonly "isCut": boolean; // boolean
        readonly "scan": BlobScan; // blob_scan
        readonly "isSeen": boolean; // boolean
      };
    };
    "record_documents_read": {
      values: readonly [
        string | null, // $1 uuid
        boolean | null, // $2 boolean
        ArrayOf<string> | null, // $3 text[]
        boolean | null, // $4 boolean
        string | null, // $5 text
        string | null, // $6 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "connectionId": string; // uuid
        readonly "sha256": string; // text
        readonly "sourceBlobRef": string; // text
        readonly "title": string; // text
        readonly "kind": string; // text
        readonly "datedOn": string | null; // text
        readonly "clientKey": string | null; // text
        readonly "policyKey": string | null; // text
        readonly "carrierKey": string | null; // text
        readonly "line": string | null; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "bytes": number; // bigint
        readonly "mediaType": string; // text
        readonly "textStatus": BlobTextStatus; // blob_text_status
        readonly "textReason": string | null; // text
        readonly "pageCount": number | null; // integer
        readonly "isCut": boolean; // boolean
        readonly "scan": BlobScan; // blob_scan
        readonly "isSeen": boolean; // boolean
      };
    };
    "record_documents_remove_of_client": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
      ];
      row: {
        readonly "count": number; // integer
      };
    };
    "record_documents_stand": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "isThere": boolean; // boolean
      };
    };
    "record_documents_upsert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        ArrayOf<string> | null, // $3 uuid[]
        ArrayOf<string> | null, // $4 text[]
        ArrayOf<string> | null, // $5 text[]
        ArrayOf<string> | null, // $6 text[]
        ArrayOf<string> | null, // $7 text[]
        ArrayOf<string> | null, // $8 text[]
        ArrayOf<Date | string> | null, // $9 date[]
        ArrayOf<string> | null, // $10 text[]
        ArrayOf<string> | null, // $11 text[]
        ArrayOf<string> | null, // $12 text[]
        ArrayOf<string> | null, // $13 text[]
        ArrayOf<string> | null, // $14 text[]
        boolean | null, // $15 boolean
        ArrayOf<string> | null, // $16 text[]
      ];
      row: {
        readonly "isNew": boolean; // boolean
      };
    };
    "record_erasures_find": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "connectionId": string; // uuid
      };
    };
    "record_erasures_finish": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: never;
    };
    "record_erasures_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 text
      ];
      row: {
        readonly "erasureId": string; // uuid
        readonly "counts": string; // text
        readonly "hadEnded": boolean; // boolean
      };
    };
    "record_erasures_keep_counts": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
      ];
      row: never;
    };
    "record_imports_ask_cancel": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: never;
    };
    "record_imports_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
        Date | string | null, // $8 timestamp with time zone
        ArrayOf<string> | null, // $9 text[]
        Date | string | null, // $10 timestamp with time zone
        string | null, // $11 text
        string | null, // $12 text
        ArrayOf<string> | null, // $13 text[]
        ArrayOf<string> | null, // $14 text[]
      ];
      row: never;
    };
    "record_imports_is_cancel_asked": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: never;
    };
    "record_imports_mark_slice": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
      ];
      row: never;
    };
    "record_imports_move": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
        string | null, // $3 text
        number | null, // $4 integer
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
      ];
      row: never;
    };
    "record_imports_read": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "connectionId": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "state": RecordImportState; // record_import_state
        readonly "mode": RecordImportMode; // record_import_mode
        readonly "seq": number | null; // integer
        readonly "mapping": string; // text
        readonly "mappingHash": string; // text
        readonly "files": string; // text
        readonly "filesHash": string | null; // text
        readonly "asOf": Date; // timestamp with time zone
        readonly "accept": readonly string[] | null; // text[]
        readonly "complete": readonly string[] | null; // text[]
        readonly "problems": readonly string[] | null; // text[]
        readonly "appliedFamily": string | null; // text
        readonly "appliedKey": string | null; // text
        readonly "counts": string; // text
        readonly "report": string | null; // text
        readonly "reason": string | null; // text
        readonly "isCancelAsked": boolean; // boolean
        readonly "fetchedAt": Date | null; // timestamp with time zone
        readonly "fetchedWith": string | null; // text
        readonly "startedAt": Date; // timestamp with time zone
        readonly "finishedAt": Date | null; // timestamp with time zone
      };
    };
    "record_imports_read_left_staged": {
      values: readonly [
        number | null, // $1 integer
      ];
      row: {
        readonly "table": string; // name
      };
    };
    "record_imports_read_list": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "connectionId": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "state": RecordImportState; // record_import_state
        readonly "mode": RecordImportMode; // record_import_mode
        readonly "seq": number | null; // integer
        readonly "mapping": string; // text
        readonly "mappingHash": string; // text
        readonly "files": string; // text
        readonly "filesHash": string | null; // text
        readonly "asOf": Date; // timestamp with time zone
        readonly "accept": readonly string[] | null; // text[]
        readonly "complete": readonly string[] | null; // text[]
        readonly "problems": readonly string[] | null; // text[]
        readonly "appliedFamily": string | null; // text
        readonly "appliedKey": string | null; // text
        readonly "counts": string; // text
        readonly "report": string | null; // text
        readonly "reason": string | null; // text
        readonly "isCancelAsked": boolean; // boolean
        readonly "fetchedAt": Date | null; // timestamp with time zone
        readonly "fetchedWith": string | null; // text
        readonly "startedAt": Date; // timestamp with time zone
        readonly "finishedAt": Date | null; // timestamp with time zone
      };
    };
    "record_imports_read_serving": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "connectionId": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "state": RecordImportState; // record_import_state
        readonly "mode": RecordImportMode; // record_import_mode
        readonly "seq": number | null; // integer
        readonly "mapping": string; // text
        readonly "mappingHash": string; // text
        readonly "files": string; // text
        readonly "filesHash": string | null; // text
        readonly "asOf": Date; // timestamp with time zone
        readonly "accept": readonly string[] | null; // text[]
        readonly "complete": readonly string[] | null; // text[]
        readonly "problems": readonly string[] | null; // text[]
        readonly "appliedFamily": string | null; // text
        readonly "appliedKey": string | null; // text
        readonly "counts": string; // text
        readonly "report": string | null; // text
        readonly "reason": string | null; // text
        readonly "isCancelAsked": boolean; // boolean
        readonly "fetchedAt": Date | null; // timestamp with time zone
        readonly "fetchedWith": string | null; // text
        readonly "startedAt": Date; // timestamp with time zone
        readonly "finishedAt": Date | null; // timestamp with time zone
      };
    };
    "record_imports_read_unfinished": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "connectionId": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "state": RecordImportState; // record_import_state
        readonly "mode": RecordImportMode; // record_import_mode
        readonly "seq": number | null; // integer
        readonly "mapping": string; // text
        readonly "mappingHash": string; // text
        readonly "files": string; // text
        readonly "filesHash": string | null; // text
        readonly "asOf": Date; // timestamp with time zone
        readonly "accept": readonly string[] | null; // text[]
        readonly "complete": readonly string[] | null; // text[]
        readonly "problems": readonly string[] | null; // text[]
        readonly "appliedFamily": string | null; // text
        readonly "appliedKey": string | null; // text
        readonly "counts": string; // text
        readonly "report": string | null; // text
        readonly "reason": string | null; // text
        readonly "isCancelAsked": boolean; // boolean
        readonly "fetchedAt": Date | null; // timestamp with time zone
        readonly "fetchedWith": string | null; // text
        readonly "startedAt": Date; // timestamp with time zone
        readonly "finishedAt": Date | null; // timestamp with time zone
      };
    };
    "record_quarantine_count_orphans": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "family": string; // text
        readonly "rows": number; // bigint
      };
    };
    "record_quarantine_read_of_import": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 bigint
        number | null, // $4 bigint
      ];
      row: {
        readonly "id": number; // bigint
        readonly "family": string; // text
        readonly "sourceId": string | null; // text
        readonly "sourceFile": number; // smallint
        readonly "sourceLine": number; // integer
        readonly "reasons": string; // text
        readonly "body": string; // text
        readonly "isOrphan": boolean; // boolean
        readonly "originId": string | null; // uuid
      };
    };
    "record_quarantine_read_places": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "file": number; // smallint
        readonly "line": number; // integer
      };
    };
    "record_quarantine_remove_of_import": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: never;
    };
    "record_quarantine_remove_old": {
      values: readonly [
        number | null, // $1 integer
        number | null, // $2 bigint
      ];
      row: never;
    };
    "record_quarantine_settle_orphans": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: never;
    };
    "record_quarantine_store_sources": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        ArrayOf<number> | null, // $3 integer[]
        ArrayOf<number> | null, // $4 integer[]
        ArrayOf<string> | null, // $5 text[]
      ];
      row: never;
    };
    "record_snapshots_read_oldest": {
      values: readonly [];
      row: {
        readonly "connectionId": string; // uuid
        readonly "seq": number; // integer
      };
    };
    "record_snapshots_read_oldest_of": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "seq": number; // integer
      };
    };
    "record_snapshots_remove_old": {
      values: readonly [
        number | null, // $1 integer
        number | null, // $2 bigint
      ];
      row: never;
    };
    "record_suppressions_exist": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "isAny": boolean; // boolean
      };
    };
    "record_suppressions_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: never;
    };
    "record_suppressions_insert_keys": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
      ];
      row: never;
    };
    "record_suppressions_read_documents": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
      ];
      row: {
        readonly "sourceId": string; // text
      };
    };
    "records_active_connections": {
      values: readonly [
        ArrayOf<number> | null, // $1 integer[]
        ArrayOf<string> | null, // $2 uuid[]
        ArrayOf<string> | null, // $3 uuid[]
      ];
      row: {
        readonly "at": number | null; // integer
        readonly "connectionId": string; // uuid
        readonly "name": string; // text
        readonly "kind": ConnectionKind; // connection_kind
        readonly "seq": number; // integer
        readonly "asOf": Date | null; // timestamp with time zone
        readonly "fetchedAt": Date | null; // timestamp with time zone
        readonly "freshHours": number; // integer
        readonly "agingHours": number; // integer
        readonly "importId": string | null; // uuid
        readonly "mappingHash": string | null; // text
      };
    };
    "records_cancel_statement": {
      values: readonly [
        number | null, // $1 integer
      ];
      row: {
        readonly "cancelled": boolean | null; // boolean
      };
    };
    "records_connections_with_syncs": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "connectionId": string; // uuid
        readonly "name": string; // text
        readonly "kind": ConnectionKind; // connection_kind
        readonly "seq": number; // integer
        readonly "asOf": Date | null; // timestamp with time zone
        readonly "fetchedAt": Date | null; // timestamp with time zone
        readonly "freshHours": number; // integer
        readonly "agingHours": number; // integer
        readonly "importId": string | null; // uuid
        readonly "importState": RecordImportState | null; // record_import_state
        readonly "startedAt": Date | null; // timestamp with time zone
        readonly "finishedAt": Date | null; // timestamp with time zone
        readonly "counts": string | null; // text
      };
    };
    "records_count_quarantined": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "family": string; // text
        readonly "rows": number; // integer
      };
    };
    "records_kept_snapshot": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
      ];
      row: {
        readonly "seq": number; // integer
        readonly "asOf": Date; // timestamp with time zone
      };
    };
    "records_mapping_of_import": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "mapping": string; // text
      };
    };
    "records_snapshot_before": {
      values: readonly [
        string | null, // $1 uuid
        Date | string | null, // $2 timestamp with time zone
      ];
      row: {
        readonly "seq": number; // integer
      };
    };
    "run_annotations_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
        Buffer | null, // $8 bytea
        string | null, // $9 text
        string | null, // $10 text
        string | null, // $11 text
        string | null, // $12 text
        string | null, // $13 text
      ];
      row: {
        readonly "recordedAt": Date; // timestamp with time zone
        readonly "requestHash": Buffer; // bytea
        readonly "isReplay": boolean; // boolean
      };
    };
    "run_annotations_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 bigint
      ];
      row: {
        readonly "eventId": string; // uuid
        readonly "label": string; // text
        readonly "path": string | null; // text
        readonly "comment": string | null; // text
        readonly "recordedAt": Date; // timestamp with time zone
        readonly "recordedBy": string; // text
      };
    };
    "run_attempts_read": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "attempt": number; // smallint
        readonly "outcome": string; // text
        readonly "owner": string | null; // text
        readonly "stage": string | null; // text
        readonly "startedAt": Date | null; // timestamp with time zone
        readonly "endedAt": Date; // timestamp with time zone
      };
    };
    "run_corrections_announce": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        DeliverySetup | null, // $3 delivery_setup
        string | null, // $4 uuid
      ];
      row: never;
    };
    "run_corrections_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
        string | null, // $8 text
        string | null, // $9 text
      ];
      row: {
        readonly "seq": number; // integer
      };
    };
    "run_corrections_list": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "seq": number; // integer
        readonly "output": string; // text
        readonly "solutions": string | null; // text
        readonly "reason": string; // text
        readonly "createdBy": string; // text
        readonly "createdAt": Date; // timestamp with time zone
      };
    };
    "run_corrections_lock_run": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "isNotified": boolean; // boolean
        readonly "setup": DeliverySetup | null; // delivery_setup
      };
    };
    "run_corrections_read_results": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
      ];
      row: {
        readonly "id": string; // uuid
        readonly "output": string; // text
        readonly "solutions": string | null; // text
      };
    };
    "run_corrections_read_run": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "status": RunStatus; // run_status
        readonly "engineId": string; // uuid
        readonly "engineVersion": string | null; // text
        readonly "configHash": string | null; // text
      };
    };
    "run_outcomes_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
        string | null, // $5 uuid
        string | null, // $6 text
        Date | string | null, // $7 timestamp with time zone
        string | null, // $8 text
        string | null, // $9 text
        string | null, // $10 text
        Buffer | null, // $11 bytea
        string | null, // $12 text
        string | null, // $13 text
        string | null, // $14 text
        string | null, // $15 text
        string | null, // $16 text
      ];
      row: {
        readonly "recordedAt": Date; // timestamp with time zone
        readonly "requestHash": Buffer; // bytea
        readonly "isReplay": boolean; // boolean
      };
    };
    "run_outcomes_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 bigint
      ];
      row: {
        readonly "eventId": string; // uuid
        readonly "eventType": string; // text
        readonly "occurredAt": Date; // timestamp with time zone
        readonly "target": string | null; // text
        readonly "payload": string | null; // text
        readonly "reasonText": string | null; // text
        readonly "recordedAt": Date; // timestamp with time zone
        readonly "recordedBy": string; // text
      };
    };
    "run_records_find": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "connectionId": string; // uuid
        readonly "posture": RecordsPosture; // records_posture
        readonly "seatKey": string | null; // text
        readonly "wanted": string; // text
        readonly "clientKey": string | null; // text
      };
    };
    "run_records_find_hidden": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
        string | null, // $3 text
      ];
      row: {
        readonly "runId": string; // uuid
      };
    };
    "run_records_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        RecordsPosture | null, // $4 records_posture
        string | null, // $5 text
        SeatScope | null, // $6 seat_scope
        string | null, // $7 text
        string | null, // $8 text
        string | null, // $9 text
      ];
      row: never;
    };
    "run_records_read_for_copies": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
      ];
      row: {
        readonly "runId": string; // uuid
        readonly "connectionId": string; // uuid
        readonly "seq": number | null; // integer
        readonly "wanted": string; // text
      };
    };
    "run_records_read_over_book": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 text[]
      ];
      row: {
        readonly "runId": string; // uuid
        readonly "isShownByGrants": boolean; // boolean
      };
    };
    "run_records_remove_orphans": {
      values: readonly [
        number | null, // $1 bigint
      ];
      row: never;
    };
    "run_records_store_head": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 smallint
        string | null, // $3 uuid
        number | null, // $4 integer
        string | null, // $5 text
      ];
      row: {
        readonly "subjectSeq": number | null; // integer
      };
    };
    "run_usage_add": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
      ];
      row: never;
    };
    "run_usage_count_month": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: never;
    };
    "run_usage_lock": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "room": number | null; // integer
      };
    };
    "run_usage_open": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: never;
    };
    "runs_cancel": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 text
        string | null, // $5 uuid
      ];
      row: {
        readonly "outcome": "cancelled" | "recorded" | "already_finished"; // text
        readonly "id": string; // uuid
        readonly "status": RunStatus; // run_status
        readonly "environmentSlug": string; // text
        readonly "engineId": string; // uuid
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "attempt": number; // smallint
        readonly "createdAt": Date; // timestamp with time zone
        readonly "completedAt": Date | null; // timestamp with time zone
        readonly "error": string | null; // text
        readonly "errorDetails": string | null; // text
        readonly "cancelRequestedAt": Date | null; // timestamp with time zone
        readonly "traceId": string | null; // text
        readonly "engineVersion": string | null; // text
        readonly "configHash": string | null; // text
        readonly "output": string | null; // text
        readonly "solutions": string | null; // text
      };
    };
    "runs_claim": {
      values: readonly [
        string | null, // $1 text
        ArrayOf<EngineTypeName> | null, // $2 engine_type_name[]
        number | null, // $3 bigint
        number | null, // $4 double precision
      ];
      row: {
        readonly "cappedIds": readonly string[]; // uuid[]
        readonly "hasMisplaced": boolean; // boolean
        readonly "id": string | null; // uuid
        readonly "organizationId": string | null; // uuid
        readonly "environmentId": string | null; // uuid
        readonly "engineId": string | null; // uuid
        readonly "engineType": EngineTypeName | null; // engine_type_name
        readonly "configHash": string | null; // text
        readonly "attempt": number | null; // smallint
        readonly "token": string | null; // uuid
        readonly "interruptions": number | null; // smallint
        readonly "reclaims": number | null; // smallint
        readonly "createdAt": Date | null; // timestamp with time zone
        readonly "actingPrincipal": string | null; // text
        readonly "testScenario": string | null; // text
        readonly "traceParent": string | null; // text
        readonly "waitedSeconds": number | null; // double precision
        readonly "input": string | null; // text
        readonly "offerings": string | null; // text
      };
    };
    "runs_claim_capped": {
      values: readonly [
        string | null, // $1 text
        ArrayOf<EngineTypeName> | null, // $2 engine_type_name[]
        number | null, // $3 bigint
        number | null, // $4 double precision
        ArrayOf<string> | null, // $5 uuid[]
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "environmentId": string; // uuid
        readonly "engineId": string; // uuid
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "configHash": string | null; // text
        readonly "attempt": number; // smallint
        readonly "token": string; // uuid
        readonly "interruptions": number; // smallint
        readonly "reclaims": number; // smallint
        readonly "createdAt": Date; // timestamp with time zone
        readonly "actingPrincipal": string | null; // text
        readonly "testScenario": string | null; // text
        readonly "traceParent": string | null; // text
        readonly "waitedSeconds": number; // double precision
        readonly "input": string; // text
        readonly "offerings": string | null; // text
      };
    };
    "runs_count_unfinished": {
      values: readonly [];
      row: {
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "queued": number; // integer
        readonly "unheld": number; // integer
        readonly "held": number; // integer
        readonly "cancelPending": number; // integer
        readonly "oldestWaitSeconds": number | null; // double precision
      };
    };
    "runs_extend_after_outage": {
      values: readonly [
        number | null, // $1 double precision
      ];
      row: never;
    };
    "runs_find_by_idem_hash": {
      values: readonly [
        ArrayOf<Buffer> | null, // $1 bytea[]
      ];
      row: {
        readonly "id": string; // uuid
        readonly "status": RunStatus; // run_status
        readonly "idemHash": Buffer; // bytea
        readonly "requestHash": Buffer; // bytea
        readonly "requestedPin": string | null; // text
        readonly "engineVersion": string | null; // text
      };
    };
    "runs_find_due": {
      values: readonly [
        number | null, // $1 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "stage": string | null; // text
        readonly "action": "gave_up_silent" | "cancelled" | "gave_up_unheld" | "reclaimed"; // text
      };
    };
    "runs_find_known": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<Buffer> | null, // $2 bytea[]
      ];
      row: {
        readonly "id": string | null; // uuid
      };
    };
    "runs_find_latest": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        ArrayOf<string> | null, // $3 text[]
        string | null, // $4 text
        string | null, // $5 text
      ];
      row: {
        readonly "subjectKey": string; // text
        readonly "id": string; // uuid
      };
    };
    "runs_find_latest_seen": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        ArrayOf<string> | null, // $3 text[]
        string | null, // $4 text
        string | null, // $5 text
        ArrayOf<string> | null, // $6 text[]
        string | null, // $7 text
      ];
      row: {
        readonly "subjectKey": string; // text
        readonly "id": string; // uuid
      };
    };
    "runs_find_named": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        ArrayOf<string> | null, // $3 uuid[]
        ArrayOf<string> | null, // $4 uuid[]
        ArrayOf<string> | null, // $5 text[]
        number | null, // $6 bigint
        boolean | null, // $7 boolean
        ArrayOf<string> | null, // $8 text[]
        string | null, // $9 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "engineId": string; // uuid
        readonly "subjectKey": string | null; // text
      };
    };
    "runs_find_newest_of_subject": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        ArrayOf<string> | null, // $4 uuid[]
        ArrayOf<string> | null, // $5 text[]
        number | null, // $6 bigint
        boolean | null, // $7 boolean
        ArrayOf<string> | null, // $8 text[]
        string | null, // $9 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "engineId": string; // uuid
        readonly "subjectKey": string; // text
      };
    };
    "runs_find_previous": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "completedAt": Date | null; // timestamp with time zone
        readonly "output": string | null; // text
      };
    };
    "runs_heartbeat": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<number> | null, // $2 smallint[]
        ArrayOf<string> | null, // $3 uuid[]
        ArrayOf<string> | null, // $4 text[]
        number | null, // $5 double precision
      ];
      row: {
        readonly "id": string; // uuid
        readonly "isCancelRequested": boolean; // boolean
      };
    };
    "runs_insert": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 uuid[]
        ArrayOf<string> | null, // $3 uuid[]
        ArrayOf<string> | null, // $4 text[]
        ArrayOf<boolean> | null, // $5 boolean[]
        ArrayOf<string> | null, // $6 uuid[]
        ArrayOf<string> | null, // $7 text[]
        ArrayOf<EngineTypeName> | null, // $8 engine_type_name[]
        ArrayOf<string> | null, // $9 text[]
        ArrayOf<string> | null, // $10 text[]
        ArrayOf<string> | null, // $11 text[]
        ArrayOf<Buffer> | null, // $12 bytea[]
        ArrayOf<Buffer> | null, // $13 bytea[]
        ArrayOf<string> | null, // $14 text[]
        ArrayOf<string> | null, // $15 text[]
        ArrayOf<string> | null, // $16 text[]
        ArrayOf<string> | null, // $17 text[]
        ArrayOf<string> | null, // $18 text[]
        ArrayOf<string> | null, // $19 text[]
        ArrayOf<string> | null, // $20 text[]
        string | null, // $21 text
        string | null, // $22 text
        ArrayOf<number> | null, // $23 integer[]
        boolean | null, // $24 boolean
      ];
      row: {
        readonly "id": string | null; // uuid
        readonly "outcome": "visible" | "inserted" | "stale" | "capped"; // text
      };
    };
    "runs_insert_admitted": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 uuid[]
        ArrayOf<string> | null, // $3 uuid[]
        ArrayOf<string> | null, // $4 text[]
        ArrayOf<boolean> | null, // $5 boolean[]
        ArrayOf<string> | null, // $6 uuid[]
        ArrayOf<string> | null, // $7 text[]
        ArrayOf<EngineTypeName> | null, // $8 engine_type_name[]
        ArrayOf<string> | null, // $9 text[]
        ArrayOf<string> | null, // $10 text[]
        ArrayOf<string> | null, // $11 text[]
        ArrayOf<Buffer> | null, // $12 bytea[]
        ArrayOf<Buffer> | null, // $13 bytea[]
        ArrayOf<string> | null, // $14 text[]
        ArrayOf<string> | null, // $15 text[]
        ArrayOf<string> | null, // $16 text[]
        ArrayOf<string> | null, // $17 text[]
        ArrayOf<string> | null, // $18 text[]
        ArrayOf<string> | null, // $19 text[]
        ArrayOf<string> | null, // $20 text[]
        string | null, // $21 text
        string | null, // $22 text
        ArrayOf<number> | null, // $23 integer[]
        boolean | null, // $24 boolean
      ];
      row: {
        readonly "id": string | null; // uuid
        readonly "outcome": "visible" | "inserted" | "stale" | "capped"; // text
      };
    };
    "runs_lock_capped": {
      values: readonly [
        ArrayOf<string> | null, // $1 text[]
      ];
      row: {
        readonly "pg_advisory_xact_lock": string | null; // void
        readonly "seqscan": string; // text
        readonly "bitmapscan": string; // text
      };
    };
    "runs_move_misplaced": {
      values: readonly [
        ArrayOf<EngineTypeName> | null, // $1 engine_type_name[]
      ];
      row: never;
    };
    "runs_read": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 uuid[]
        ArrayOf<string> | null, // $3 uuid[]
      ];
      row: {
        readonly "id": string; // uuid
        readonly "status": RunStatus; // run_status
        readonly "environmentSlug": string; // text
        readonly "engineId": string; // uuid
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "attempt": number; // smallint
        readonly "createdAt": Date; // timestamp with time zone
        readonly "completedAt": Date | null; // timestamp with time zone
        readonly "error": string | null; // text
        readonly "errorDetails": string | null; // text
        readonly "cancelRequestedAt": Date | null; // timestamp with time zone
        readonly "traceId": string | null; // text
        readonly "engineVersion": string | null; // text
        readonly "configHash": string | null; // text
        readonly "output": string | null; // text
        readonly "solutions": string | null; // text
        readonly "organizationId": string; // uuid
        readonly "environmentId": string; // uuid
        readonly "outputPhase": OutputPhase; // output_phase
        readonly "completedDeterministicAt": Date | null; // timestamp with time zone
        readonly "exposeWarnings": boolean; // boolean
        readonly "warnings": string | null; // text
        readonly "workItems": string | null; // text
        readonly "input": string; // text
        readonly "erasedParts": readonly string[] | null; // text[]
        readonly "bookConnectionId": string | null; // uuid
        readonly "computedSnapshotSeq": number | null; // integer
        readonly "computedSubjectSeq": number | null; // integer
        readonly "servedSnapshotSeq": number | null; // integer
        readonly "servedSubjectSeq": number | null; // integer
      };
    };
    "runs_read_configuration": {
      values: readonly [
        string | null, // $1 text
      ];
      row: {
        readonly "effective": string; // text
      };
    };
    "runs_read_content": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "engineId": string; // uuid
        readonly "testScenario": string | null; // text
        readonly "input": string; // text
        readonly "offerings": string | null; // text
      };
    };
    "runs_read_engine": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
      ];
      row: {
        readonly "engineId": string; // uuid
      };
    };
    "runs_read_finished": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<RunStatus> | null, // $2 run_status[]
      ];
      row: {
        readonly "id": string; // uuid
        readonly "status": RunStatus; // run_status
      };
    };
    "runs_read_for_events": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
      ];
      row: {
        readonly "id": string; // uuid
        readonly "status": RunStatus; // run_status
        readonly "environmentSlug": string; // text
        readonly "engineId": string; // uuid
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "attempt": number; // smallint
        readonly "createdAt": Date; // timestamp with time zone
        readonly "completedAt": Date | null; // timestamp with time zone
        readonly "error": string | null; // text
        readonly "errorDetails": string | null; // text
        readonly "cancelRequestedAt": Date | null; // timestamp with time zone
        readonly "traceId": string | null; // text
        readonly "engineVersion": string | null; // text
        readonly "configHash": string | null; // text
        readonly "output": string | null; // text
        readonly "solutions": string | null; // text
      };
    };
    "runs_read_for_packet": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "environmentSlug": string; // text
        readonly "engineId": string; // uuid
        readonly "engineSlug": string; // text
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "status": RunStatus; // run_status
        readonly "attempt": number; // smallint
        readonly "createdAt": Date; // timestamp with time zone
        readonly "completedAt": Date | null; // timestamp with time zone
        readonly "actingPrincipal": string | null; // text
        readonly "keyId": string; // text
        readonly "traceId": string | null; // text
        readonly "testScenario": string | null; // text
        readonly "engineVersion": string | null; // text
        readonly "configHash": string | null; // text
        readonly "input": string; // text
        readonly "output": string | null; // text
        readonly "solutions": string | null; // text
        readonly "trace": string | null; // text
      };
    };
    "runs_read_held": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<number> | null, // $2 smallint[]
        ArrayOf<string> | null, // $3 uuid[]
      ];
      row: {
        readonly "id": string; // uuid
        readonly "isCancelRequested": boolean; // boolean
      };
    };
    "runs_read_latest": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        ArrayOf<string> | null, // $3 text[]
        string | null, // $4 text
        string | null, // $5 text
        ArrayOf<number> | null, // $6 bigint[]
        string | number | null, // $7 numeric
        string | null, // $8 uuid
      ];
      row: {
        readonly "subjectKey": string; // text
        readonly "id": string; // uuid
        readonly "status": RunStatus; // run_status
        readonly "createdAt": Date; // timestamp with time zone
        readonly "completedAt": Date | null; // timestamp with time zone
        readonly "engineVersion": string | null; // text
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "outputStart": string | null; // text
        readonly "partsBytes": number; // integer
        readonly "outputsBytes": number | null; // double precision
        readonly "output": string | null; // text
        readonly "bookConnectionId": string | null; // uuid
        readonly "computedSnapshotSeq": number | null; // integer
        readonly "computedSubjectSeq": number | null; // integer
        readonly "servedSnapshotSeq": number | null; // integer
        readonly "servedSubjectSeq": number | null; // integer
      };
    };
    "runs_read_latest_seen": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        ArrayOf<string> | null, // $3 text[]
        string | null, // $4 text
        string | null, // $5 text
        ArrayOf<number> | null, // $6 bigint[]
        string | number | null, // $7 numeric
        string | null, // $8 uuid
        ArrayOf<string> | null, // $9 text[]
        string | null, // $10 text
      ];
      row: {
        readonly "subjectKey": string; // text
        readonly "id": string; // uuid
        readonly "status": RunStatus; // run_status
        readonly "createdAt": Date; // timestamp with time zone
        readonly "completedAt": Date | null; // timestamp with time zone
        readonly "engineVersion": string | null; // text
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "outputStart": string | null; // text
        readonly "partsBytes": number; // integer
        readonly "outputsBytes": number | null; // double precision
        readonly "output": string | null; // text
        readonly "bookConnectionId": string | null; // uuid
        readonly "computedSnapshotSeq": number | null; // integer
        readonly "computedSubjectSeq": number | null; // integer
        readonly "servedSnapshotSeq": number | null; // integer
        readonly "servedSubjectSeq": number | null; // integer
      };
    };
    "runs_read_manifest": {
      values: readonly [
        string | null, // $1 text
      ];
      row: {
        readonly "body": string; // text
      };
    };
    "runs_refuse_unqueued": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 uuid[]
        string | null, // $3 text
        string | null, // $4 text
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "runs_release": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<number> | null, // $2 smallint[]
        ArrayOf<string> | null, // $3 uuid[]
        ArrayOf<string> | null, // $4 uuid[]
        ArrayOf<string> | null, // $5 uuid[]
        number | null, // $6 double precision
        string | null, // $7 text
        string | null, // $8 text
        string | null, // $9 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "status": "failed" | "cancelled" | "processing"; // run_status
        readonly "engineType": EngineTypeName; // engine_type_name
      };
    };
    "runs_remove_old": {
      values: readonly [
        number | null, // $1 integer
        number | null, // $2 bigint
      ];
      row: never;
    };
    "runs_settle": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<number> | null, // $2 smallint[]
        ArrayOf<string> | null, // $3 uuid[]
        ArrayOf<RunStatus> | null, // $4 run_status[]
        ArrayOf<OutputPhase> | null, // $5 output_phase[]
        ArrayOf<string> | null, // $6 text[]
        ArrayOf<string> | null, // $7 text[]
        ArrayOf<string> | null, // $8 text[]
        ArrayOf<string> | null, // $9 uuid[]
        ArrayOf<WebhookEventType> | null, // $10 webhook_event_type[]
        ArrayOf<string> | null, // $11 uuid[]
        string | null, // $12 text
        string | null, // $13 text
        string | null, // $14 text
        string | null, // $15 text
        string | null, // $16 text
        boolean | null, // $17 boolean
      ];
      row: {
        readonly "token": string; // uuid
        readonly "status": RunStatus; // run_status
        readonly "isAwaited": boolean; // boolean
      };
    };
    "runs_settle_due": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 text[]
        ArrayOf<string> | null, // $3 uuid[]
        ArrayOf<string> | null, // $4 text[]
        number | null, // $5 double precision
        string | null, // $6 text
        string | null, // $7 text
      ];
      row: never;
    };
    "runs_show": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "environment": string; // text
        readonly "engine": string; // text
        readonly "engineType": EngineTypeName; // engine_type_name
        readonly "engineVersion": string | null; // text
        readonly "configHash": string | null; // text
        readonly "status": RunStatus; // run_status
        readonly "attempt": number; // smallint
        readonly "interruptions": number; // smallint
        readonly "reclaims": number; // smallint
        readonly "lastOwner": string | null; // text
        readonly "leaseExpiresAt": Date | null; // timestamp with time zone
        readonly "isHeld": boolean; // boolean
        readonly "heartbeatAt": Date | null; // timestamp with time zone
        readonly "stage": string | null; // text
        readonly "cancelRequestedAt": Date | null; // timestamp with time zone
        readonly "cancelReason": string | null; // text
        readonly "error": string | null; // text
        readonly "errorDetails": string | null; // text
        readonly "traceId": string | null; // text
        readonly "createdAt": Date; // timestamp with time zone
        readonly "startedAt": Date | null; // timestamp with time zone
        readonly "completedAt": Date | null; // timestamp with time zone
        readonly "inputBytes": number; // integer
        readonly "outputBytes": number | null; // integer
        readonly "events": readonly string[]; // text[]
      };
    };
    "runs_store_deterministic": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 smallint
        string | null, // $3 uuid
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
      ];
      row: {
        readonly "run_id": string; // uuid
      };
    };
    "scoped_keys_insert": {
      values: readonly [
        string | null, // $1 text
        string | null, // $2 uuid
        string | null, // $3 uuid
        Buffer | null, // $4 bytea
        ArrayOf<string> | null, // $5 text[]
        ArrayOf<string> | null, // $6 uuid[]
        ArrayOf<string> | null, // $7 text[]
        string | null, // $8 text
        string | null, // $9 text
        string | null, // $10 text
      ];
      row: never;
    };
    "scoped_keys_revoke": {
      values: readonly [
        string | null, // $1 text
        string | null, // $2 text
        string | null, // $3 text
        string | null, // $4 text
      ];
      row: {
        readonly "revokedAt": Date; // timestamp with time zone
      };
    };
    "seats_end_undelivered": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: never;
    };
    "seats_find_unknown": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 text[]
      ];
      row: {
        readonly "seatKey": string | null; // text
      };
    };
    "seats_list": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "seatKey": string; // text
        readonly "emails": readonly string[] | null; // text[]
        readonly "principalIds": readonly string[] | null; // text[]
        readonly "name": string | null; // text
        readonly "role": string | null; // text
        readonly "officeKey": string | null; // text
        readonly "teamKeys": readonly string[] | null; // text[]
        readonly "scope": SeatScope; // seat_scope
        readonly "fieldPolicyKey": string | null; // text
        readonly "active": boolean; // boolean
        readonly "origin": SeatOrigin; // seat_origin
      };
    };
    "seats_lock": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "seatKey": string; // text
        readonly "emails": readonly string[] | null; // text[]
        readonly "principalIds": readonly string[] | null; // text[]
        readonly "name": string | null; // text
        readonly "role": string | null; // text
        readonly "officeKey": string | null; // text
        readonly "teamKeys": readonly string[] | null; // text[]
        readonly "scope": SeatScope; // seat_scope
        readonly "fieldPolicyKey": string | null; // text
        readonly "active": boolean; // boolean
      };
    };
    "seats_project": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: never;
    };
    "seats_read": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "seatKey": string; // text
        readonly "emails": readonly string[] | null; // text[]
        readonly "principalIds": readonly string[] | null; // text[]
        readonly "name": string | null; // text
        readonly "role": string | null; // text
        readonly "officeKey": string | null; // text
        readonly "teamKeys": readonly string[] | null; // text[]
        readonly "scope": SeatScope; // seat_scope
        readonly "fieldPolicyKey": string | null; // text
        readonly "active": boolean; // boolean
      };
    };
    "seats_read_for_update": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "seatKey": string; // text
        readonly "emails": readonly string[] | null; // text[]
        readonly "principalIds": readonly string[] | null; // text[]
        readonly "name": string | null; // text
        readonly "role": string | null; // text
        readonly "officeKey": string | null; // text
        readonly "teamKeys": readonly string[] | null; // text[]
        readonly "scope": SeatScope; // seat_scope
        readonly "fieldPolicyKey": string | null; // text
        readonly "active": boolean; // boolean
        readonly "origin": SeatOrigin; // seat_origin
      };
    };
    "seats_upsert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        ArrayOf<string> | null, // $3 text[]
        ArrayOf<string> | null, // $4 text[]
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
        ArrayOf<string> | null, // $8 text[]
        SeatScope | null, // $9 seat_scope
        string | null, // $10 text
        boolean | null, // $11 boolean
      ];
      row: never;
    };
    "shadow_counts_add": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 text[]
        ArrayOf<string> | null, // $3 text[]
        ArrayOf<string> | null, // $4 text[]
        ArrayOf<number> | null, // $5 integer[]
        ArrayOf<number> | null, // $6 integer[]
      ];
      row: never;
    };
    "shadow_counts_report": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
      ];
      row: {
        readonly "route": string; // text
        readonly "seatKey": string | null; // text
        readonly "family": string; // text
        readonly "requests": number; // integer
        readonly "wouldHide": number; // integer
        readonly "firstDay": string; // text
        readonly "lastDay": string; // text
      };
    };
    "turn_attempts_read_egress": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
      ];
      row: {
        readonly "turnId": string; // uuid
        readonly "attempt": number; // smallint
        readonly "egress": string; // text
      };
    };
    "turn_frames_append": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<number> | null, // $2 smallint[]
        ArrayOf<string> | null, // $3 uuid[]
        ArrayOf<number> | null, // $4 integer[]
        ArrayOf<string> | null, // $5 text[]
        ArrayOf<string> | null, // $6 text[]
        ArrayOf<string> | null, // $7 text[]
        ArrayOf<string> | null, // $8 text[]
        ArrayOf<string> | null, // $9 uuid[]
        ArrayOf<number> | null, // $10 integer[]
        string | null, // $11 text
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "turn_frames_keep_hours": {
      values: readonly [
        number | null, // $1 integer
        number | null, // $2 integer
      ];
      row: {
        readonly "created": number | null; // integer
        readonly "dropped": number | null; // integer
      };
    };
    "turn_frames_read": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        Date | string | null, // $2 timestamp with time zone
        ArrayOf<number> | null, // $3 smallint[]
        ArrayOf<number> | null, // $4 integer[]
      ];
      row: {
        readonly "place": number; // integer
        readonly "status": string; // text
        readonly "attempt": number; // smallint
        readonly "lastSeq": number; // integer
        readonly "evidence": string | null; // text
        readonly "hasError": boolean; // boolean
        readonly "isDeleted": boolean; // boolean
        readonly "seqs": string | null; // text
        readonly "bodies": string | null; // text
      };
    };
    "turns_cancel": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 text
      ];
      row: {
        readonly "outcome": "ended" | "cancelled" | "recorded"; // text
      };
    };
    "turns_cancel_active_of": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "turns_claim": {
      values: readonly [
        string | null, // $1 text
        number | null, // $2 bigint
        number | null, // $3 double precision
        ArrayOf<string> | null, // $4 uuid[]
        ArrayOf<number> | null, // $5 integer[]
        number | null, // $6 integer
      ];
      row: {
        readonly "id": string; // uuid
        readonly "attempt": number; // smallint
        readonly "token": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "environmentId": string; // uuid
        readonly "conversationId": string; // uuid
        readonly "instanceId": string; // uuid
        readonly "index": number; // integer
        readonly "parentTurnId": string | null; // uuid
        readonly "inputText": string; // text
        readonly "attachmentIds": readonly string[] | null; // uuid[]
        readonly "configHash": string; // text
        readonly "testScenario": string | null; // text
        readonly "testAfterChars": number | null; // integer
        readonly "rights": string; // text
        readonly "traceParent": string | null; // text
        readonly "interruptions": number; // smallint
        readonly "reclaims": number; // smallint
        readonly "resumeMode": string | null; // text
        readonly "passages": string | null; // text
        readonly "evidence": string | null; // text
        readonly "outputText": string | null; // text
        readonly "citations": string; // text
        readonly "lastSeq": number; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "isCancelRequested": boolean; // boolean
        readonly "connectionId": string | null; // uuid
        readonly "clientKey": string | null; // text
        readonly "policyKey": string | null; // text
        readonly "runIds": readonly string[] | null; // uuid[]
        readonly "variables": string; // text
        readonly "seed": string; // text
        readonly "instanceSlug": string; // text
        readonly "hasAnswers": boolean; // boolean
        readonly "waitedSeconds": number; // double precision
      };
    };
    "turns_count_active": {
      values: readonly [];
      row: {
        readonly "waiting": number; // integer
        readonly "running": number; // integer
        readonly "cancelPending": number; // integer
        readonly "oldestWaitSeconds": number | null; // double precision
      };
    };
    "turns_extend_after_outage": {
      values: readonly [
        number | null, // $1 double precision
      ];
      row: never;
    };
    "turns_heartbeat": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<number> | null, // $2 smallint[]
        ArrayOf<string> | null, // $3 uuid[]
        number | null, // $4 double precision
      ];
      row: {
        readonly "id": string; // uuid
        readonly "isCancelRequested": boolean; // boolean
      };
    };
    "turns_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
        string | null, // $5 text
        ArrayOf<string> | null, // $6 uuid[]
        string | null, // $7 text
        boolean | null, // $8 boolean
        number | null, // $9 integer
        string | null, // $10 text
        string | null, // $11 text
        string | null, // $12 text
        number | null, // $13 integer
        string | null, // $14 text
        string | null, // $15 text
        string | null, // $16 text
        Buffer | null, // $17 bytea
        Buffer | null, // $18 bytea
        string | null, // $19 text
        string | null, // $20 text
        string | null, // $21 text
        string | null, // $22 text
        string | null, // $23 text
      ];
      row: {
        readonly "leftOver": number | null; // integer
        readonly "isFound": boolean; // boolean
        readonly "index": number | null; // integer
      };
    };
    "turns_list_all": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
        string | null, // $3 text
        number | null, // $4 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "conversationId": string; // uuid
        readonly "index": number; // integer
        readonly "parentTurnId": string | null; // uuid
        readonly "status": string; // text
        readonly "inputText": string; // text
        readonly "attachmentIds": readonly string[] | null; // uuid[]
        readonly "inputMetadata": string; // text
        readonly "instanceVersion": number | null; // integer
        readonly "configHash": string; // text
        readonly "submittedBy": string | null; // text
        readonly "traceId": string | null; // text
        readonly "attempt": number; // smallint
        readonly "cancelsOnLeave": boolean; // boolean
        readonly "resumeMode": string | null; // text
        readonly "cancelRequestedAt": Date | null; // timestamp with time zone
        readonly "evidence": string | null; // text
        readonly "outputText": string | null; // text
        readonly "outputJson": string | null; // text
        readonly "citations": string; // text
        readonly "method": string | null; // text
        readonly "modelAlias": string | null; // text
        readonly "modelProvider": string | null; // text
        readonly "modelName": string | null; // text
        readonly "fallbackUsed": boolean; // boolean
        readonly "inputTokens": number | null; // integer
        readonly "outputTokens": number | null; // integer
        readonly "usageEstimated": boolean; // boolean
        readonly "error": string | null; // text
        readonly "incompleteReason": string | null; // text
        readonly "lastSeq": number; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "startedAt": Date | null; // timestamp with time zone
        readonly "completedAt": Date | null; // timestamp with time zone
        readonly "isHead": boolean | null; // boolean
        readonly "isDeleted": boolean; // boolean
        readonly "attempts": unknown; // json
      };
    };
    "turns_list_path": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 integer
        string | null, // $3 text
        number | null, // $4 bigint
        string | null, // $5 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "conversationId": string; // uuid
        readonly "index": number; // integer
        readonly "parentTurnId": string | null; // uuid
        readonly "status": string; // text
        readonly "inputText": string; // text
        readonly "attachmentIds": readonly string[] | null; // uuid[]
        readonly "inputMetadata": string; // text
        readonly "instanceVersion": number | null; // integer
        readonly "configHash": string; // text
        readonly "submittedBy": string | null; // text
        readonly "traceId": string | null; // text
        readonly "attempt": number; // smallint
        readonly "cancelsOnLeave": boolean; // boolean
        readonly "resumeMode": string | null; // text
        readonly "cancelRequestedAt": Date | null; // timestamp with time zone
        readonly "evidence": string | null; // text
        readonly "outputText": string | null; // text
        readonly "outputJson": string | null; // text
        readonly "citations": string; // text
        readonly "method": string | null; // text
        readonly "modelAlias": string | null; // text
        readonly "modelProvider": string | null; // text
        readonly "modelName": string | null; // text
        readonly "fallbackUsed": boolean; // boolean
        readonly "inputTokens": number | null; // integer
        readonly "outputTokens": number | null; // integer
        readonly "usageEstimated": boolean; // boolean
        readonly "error": string | null; // text
        readonly "incompleteReason": string | null; // text
        readonly "lastSeq": number; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "startedAt": Date | null; // timestamp with time zone
        readonly "completedAt": Date | null; // timestamp with time zone
        readonly "isHead": boolean | null; // boolean
        readonly "isDeleted": boolean; // boolean
        readonly "attempts": unknown; // json
      };
    };
    "turns_note_waiting": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "turn_id": string; // uuid
      };
    };
    "turns_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "conversationId": string; // uuid
        readonly "index": number; // integer
        readonly "parentTurnId": string | null; // uuid
        readonly "status": string; // text
        readonly "inputText": string; // text
        readonly "attachmentIds": readonly string[] | null; // uuid[]
        readonly "inputMetadata": string; // text
        readonly "instanceVersion": number | null; // integer
        readonly "configHash": string; // text
        readonly "submittedBy": string | null; // text
        readonly "traceId": string | null; // text
        readonly "attempt": number; // smallint
        readonly "cancelsOnLeave": boolean; // boolean
        readonly "resumeMode": string | null; // text
        readonly "cancelRequestedAt": Date | null; // timestamp with time zone
        readonly "evidence": string | null; // text
        readonly "outputText": string | null; // text
        readonly "outputJson": string | null; // text
        readonly "citations": string; // text
        readonly "method": string | null; // text
        readonly "modelAlias": string | null; // text
        readonly "modelProvider": string | null; // text
        readonly "modelName": string | null; // text
        readonly "fallbackUsed": boolean; // boolean
        readonly "inputTokens": number | null; // integer
        readonly "outputTokens": number | null; // integer
        readonly "usageEstimated": boolean; // boolean
        readonly "error": string | null; // text
        readonly "incompleteReason": string | null; // text
        readonly "lastSeq": number; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "startedAt": Date | null; // timestamp with time zone
        readonly "completedAt": Date | null; // timestamp with time zone
        readonly "isHead": boolean | null; // boolean
        readonly "isDeleted": boolean; // boolean
        readonly "attempts": unknown; // json
      };
    };
    "turns_read_evidence": {
      values: readonly [
        string | null, // $1 uuid
        ArrayOf<string> | null, // $2 uuid[]
      ];
      row: {
        readonly "id": string; // uuid
        readonly "evidence": string; // text
      };
    };
    "turns_read_for_annotation": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "isActive": boolean; // boolean
      };
    };
    "turns_read_held": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<number> | null, // $2 smallint[]
        ArrayOf<string> | null, // $3 uuid[]
      ];
      row: {
        readonly "id": string; // uuid
        readonly "isCancelRequested": boolean; // boolean
      };
    };
    "turns_read_many": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
      ];
      row: {
        readonly "id": string; // uuid
        readonly "conversationId": string; // uuid
        readonly "index": number; // integer
        readonly "parentTurnId": string | null; // uuid
        readonly "status": string; // text
        readonly "inputText": string; // text
        readonly "attachmentIds": readonly string[] | null; // uuid[]
        readonly "inputMetadata": string; // text
        readonly "instanceVersion": number | null; // integer
        readonly "configHash": string; // text
        readonly "submittedBy": string | null; // text
        readonly "traceId": string | null; // text
        readonly "attempt": number; // smallint
        readonly "cancelsOnLeave": boolean; // boolean
        readonly "resumeMode": string | null; // text
        readonly "cancelRequestedAt": Date | null; // timestamp with time zone
        readonly "evidence": string | null; // text
        readonly "outputText": string | null; // text
        readonly "outputJson": string | null; // text
        readonly "citations": string; // text
        readonly "method": string | null; // text
        readonly "modelAlias": string | null; // text
        readonly "modelProvider": string | null; // text
        readonly "modelName": string | null; // text
        readonly "fallbackUsed": boolean; // boolean
        readonly "inputTokens": number | null; // integer
        readonly "outputTokens": number | null; // integer
        readonly "usageEstimated": boolean; // boolean
        readonly "error": string | null; // text
        readonly "incompleteReason": string | null; // text
        readonly "lastSeq": number; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "startedAt": Date | null; // timestamp with time zone
        readonly "completedAt": Date | null; // timestamp with time zone
        readonly "isHead": boolean | null; // boolean
        readonly "isDeleted": boolean; // boolean
        readonly "attempts": unknown; // json
      };
    };
    "turns_read_path_ids": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "turns_read_path_to_promote": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        number | null, // $3 integer
      ];
      row: {
        readonly "inputText": string; // text
        readonly "outputText": string | null; // text
        readonly "evidence": string | null; // text
        readonly "passages": string | null; // text
        readonly "method": string | null; // text
        readonly "citations": string; // text
        readonly "depth": number; // integer
      };
    };
    "turns_read_place": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 uuid
        string | null, // $4 uuid
        string | null, // $5 text
        string | null, // $6 uuid
        Buffer | null, // $7 bytea
      ];
      row: {
        readonly "instanceId": string; // uuid
        readonly "instanceStatus": string; // text
        readonly "latestVersion": number | null; // integer
        readonly "draftHash": string; // text
        readonly "releasedHash": string | null; // text
        readonly "conversationId": string | null; // uuid
        readonly "conversationStatus": string | null; // text
        readonly "headTurnId": string | null; // uuid
        readonly "connectionId": string | null; // uuid
        readonly "clientKey": string | null; // text
        readonly "policyKey": string | null; // text
        readonly "runIds": readonly string[] | null; // uuid[]
        readonly "variables": string | null; // text
        readonly "seed": string | null; // text
        readonly "activeTurnId": string | null; // uuid
        readonly "parentId": string | null; // uuid
        readonly "parentStatus": string | null; // text
        readonly "keyTurnId": string | null; // uuid
        readonly "keyRequestHash": Buffer | null; // bytea
      };
    };
    "turns_read_rights": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "rights": string; // text
      };
    };
    "turns_reconcile": {
      values: readonly [
        number | null, // $1 bigint
        number | null, // $2 smallint
        string | null, // $3 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "status": string; // text
      };
    };
    "turns_refuse_unqueued": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "turns_release": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<number> | null, // $2 smallint[]
        ArrayOf<string> | null, // $3 uuid[]
        number | null, // $4 smallint
        string | null, // $5 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "status": string; // text
      };
    };
    "turns_resume": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 text
        number | null, // $5 integer
        number | null, // $6 integer
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "turns_settle": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<number> | null, // $2 smallint[]
        ArrayOf<string> | null, // $3 uuid[]
        ArrayOf<string> | null, // $4 text[]
        ArrayOf<number> | null, // $5 integer[]
        ArrayOf<string> | null, // $6 text[]
        ArrayOf<string> | null, // $7 text[]
        ArrayOf<string> | null, // $8 text[]
        ArrayOf<string> | null, // $9 text[]
        ArrayOf<string> | null, // $10 text[]
        ArrayOf<string> | null, // $11 text[]
        ArrayOf<string> | null, // $12 text[]
        ArrayOf<boolean> | null, // $13 boolean[]
        ArrayOf<number> | null, // $14 integer[]
        ArrayOf<number> | null, // $15 integer[]
        ArrayOf<boolean> | null, // $16 boolean[]
        ArrayOf<string> | null, // $17 text[]
        ArrayOf<string> | null, // $18 text[]
        ArrayOf<string> | null, // $19 text[]
        ArrayOf<string> | null, // $20 text[]
        ArrayOf<string> | null, // $21 text[]
        ArrayOf<string> | null, // $22 text[]
        ArrayOf<number> | null, // $23 integer[]
        ArrayOf<number> | null, // $24 integer[]
        string | null, // $25 text
      ];
      row: {
        readonly "place": number; // integer
        readonly "status": string; // text
      };
    };
    "webhook_attempts_keep_months": {
      values: readonly [
        number | null, // $1 integer
        number | null, // $2 integer
      ];
      row: {
        readonly "created": number | null; // integer
        readonly "dropped": number | null; // integer
      };
    };
    "webhook_deliveries_find": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "webhook_deliveries_insert_expanded": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<PayloadMode> | null, // $2 payload_mode[]
        ArrayOf<string> | null, // $3 text[]
        ArrayOf<number> | null, // $4 integer[]
        ArrayOf<Buffer> | null, // $5 bytea[]
        ArrayOf<string> | null, // $6 uuid[]
        ArrayOf<string> | null, // $7 uuid[]
        ArrayOf<string> | null, // $8 uuid[]
        ArrayOf<PayloadMode> | null, // $9 payload_mode[]
        ArrayOf<boolean> | null, // $10 boolean[]
        ArrayOf<boolean> | null, // $11 boolean[]
        number | null, // $12 double precision
      ];
      row: {
        readonly "deliveries": number; // bigint
      };
    };
    "webhook_deliveries_insert_platform": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        string | null, // $3 uuid
        string | null, // $4 text
        number | null, // $5 integer
        Buffer | null, // $6 bytea
        string | null, // $7 uuid
        string | null, // $8 uuid
        boolean | null, // $9 boolean
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "webhook_deliveries_insert_test": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 text
        number | null, // $3 integer
        Buffer | null, // $4 bytea
        string | null, // $5 uuid
        string | null, // $6 uuid
      ];
      row: never;
    };
    "webhook_deliveries_lock": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "endpointId": string; // uuid
        readonly "eventId": string; // uuid
        readonly "eventType": string; // text
        readonly "runId": string | null; // uuid
        readonly "mode": PayloadMode; // payload_mode
        readonly "state": DeliveryState; // delivery_state
        readonly "reason": string | null; // text
        readonly "cycle": number; // smallint
        readonly "tries": number; // smallint
        readonly "nextAttemptAt": Date | null; // timestamp with time zone
        readonly "deliveredAt": Date | null; // timestamp with time zone
        readonly "createdAt": Date; // timestamp with time zone
        readonly "hasBody": boolean; // boolean
      };
    };
    "webhook_deliveries_measure": {
      values: readonly [];
      row: {
        readonly "normalSeconds": number; // double precision
        readonly "slowSeconds": number; // double precision
        readonly "held": number; // bigint
        readonly "delivering": number; // bigint
      };
    };
    "webhook_deliveries_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
      ];
      row: {
        readonly "id": string | null; // uuid
        readonly "endpointId": string | null; // uuid
        readonly "eventId": string | null; // uuid
        readonly "eventType": string | null; // text
        readonly "runId": string | null; // uuid
        readonly "mode": PayloadMode | null; // payload_mode
        readonly "state": DeliveryState | null; // delivery_state
        readonly "reason": string | null; // text
        readonly "cycle": number | null; // smallint
        readonly "tries": number | null; // smallint
        readonly "nextAttemptAt": Date | null; // timestamp with time zone
        readonly "deliveredAt": Date | null; // timestamp with time zone
        readonly "createdAt": Date | null; // timestamp with time zone
        readonly "attemptCycle": number | null; // smallint
        readonly "attemptNumber": number | null; // smallint
        readonly "trigger": string | null; // text
        readonly "outcome": string | null; // text
        readonly "errorCode": string | null; // text
        readonly "status": number | null; // smallint
        readonly "url": string | null; // text
        readonly "remoteAddress": string | null; // text
        readonly "secretIds": readonly string[] | null; // uuid[]
        readonly "timings": string | null; // text
        readonly "responseHeaders": string | null; // text
        readonly "responseBody": string | null; // text
        readonly "responseIsBase64": boolean | null; // boolean
        readonly "responseTruncated": boolean | null; // boolean
        readonly "startedAt": Date | null; // timestamp with time zone
        readonly "endedAt": Date | null; // timestamp with time zone
        readonly "followingAttemptAt": Date | null; // timestamp with time zone
      };
    };
    "webhook_deliveries_read_created_at": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "createdAt": Date; // timestamp with time zone
      };
    };
    "webhook_deliveries_resend": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "endpointId": string; // uuid
        readonly "eventId": string; // uuid
        readonly "eventType": string; // text
        readonly "runId": string | null; // uuid
        readonly "mode": PayloadMode; // payload_mode
        readonly "state": "pending" | "cancelled" | "held" | "retry_scheduled"; // delivery_state
        readonly "reason": null; // text
        readonly "cycle": number; // smallint
        readonly "tries": number; // smallint
        readonly "nextAttemptAt": Date | null; // timestamp with time zone
        readonly "deliveredAt": Date | null; // timestamp with time zone
        readonly "createdAt": Date; // timestamp with time zone
      };
    };
    "webhook_endpoints_count": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "count": number; // bigint
      };
    };
    "webhook_endpoints_disable_failing": {
      values: readonly [];
      row: {
        readonly "id": string; // uuid
      };
    };
    "webhook_endpoints_find_own": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
      ];
      row: {
        readonly "?column?": number; // integer
      };
    };
    "webhook_endpoints_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 text
        string | null, // $5 text
        ArrayOf<string> | null, // $6 text[]
        PayloadMode | null, // $7 payload_mode
        string | null, // $8 text
        ArrayOf<string> | null, // $9 text[]
        number | null, // $10 integer
        number | null, // $11 integer
        boolean | null, // $12 boolean
        string | null, // $13 uuid
        string | null, // $14 text
        string | null, // $15 text
        string | null, // $16 text
        string | null, // $17 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "url": string; // text
        readonly "description": string; // text
        readonly "events": readonly string[] | null; // text[]
        readonly "payloadMode": PayloadMode; // payload_mode
        readonly "retryPolicy": string; // text
        readonly "status": EndpointStatus; // endpoint_status
        readonly "disabledReason": string | null; // text
        readonly "disabledAt": Date | null; // timestamp with time zone
        readonly "headerNames": readonly string[] | null; // text[]
        readonly "maxPerSecond": number; // integer
        readonly "maxInFlight": number; // integer
        readonly "autoRecover": boolean; // boolean
        readonly "lastSuccessAt": Date | null; // timestamp with time zone
        readonly "firstFailureAt": Date | null; // timestamp with time zone
        readonly "failuresInARow": number; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
        readonly "environment": string; // text
      };
    };
    "webhook_endpoints_list": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "url": string; // text
        readonly "description": string; // text
        readonly "events": readonly string[] | null; // text[]
        readonly "payloadMode": PayloadMode; // payload_mode
        readonly "retryPolicy": string; // text
        readonly "status": EndpointStatus; // endpoint_status
        readonly "disabledReason": string | null; // text
        readonly "disabledAt": Date | null; // timestamp with time zone
        readonly "headerNames": readonly string[] | null; // text[]
        readonly "maxPerSecond": number; // integer
        readonly "maxInFlight": number; // integer
        readonly "autoRecover": boolean; // boolean
        readonly "lastSuccessAt": Date | null; // timestamp with time zone
        readonly "firstFailureAt": Date | null; // timestamp with time zone
        readonly "failuresInARow": number; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
        readonly "environment": string; // text
      };
    };
    "webhook_endpoints_list_backlogs": {
      values: readonly [
        string | null, // $1 uuid
        number | null, // $2 bigint
      ];
      row: {
        readonly "endpointId": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "environment": string; // text
        readonly "url": string; // text
        readonly "status": EndpointStatus; // endpoint_status
        readonly "disabledReason": string | null; // text
        readonly "isSlow": boolean; // boolean
        readonly "failuresInARow": number; // integer
        readonly "waiting": number; // bigint
        readonly "due": number; // bigint
        readonly "oldestDueSeconds": number | null; // double precision
        readonly "underWay": number; // bigint
        readonly "held": number; // bigint
        readonly "failuresLastHour": number; // bigint
      };
    };
    "webhook_endpoints_lock": {
      values: readonly [
        string | null, // $1 text
      ];
      row: {
        readonly "pg_advisory_xact_lock": string | null; // void
      };
    };
    "webhook_endpoints_lock_environment": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "?column?": number; // integer
      };
    };
    "webhook_endpoints_lock_for_secret": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
      ];
      row: {
        readonly "?column?": number; // integer
      };
    };
    "webhook_endpoints_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "url": string; // text
        readonly "description": string; // text
        readonly "events": readonly string[] | null; // text[]
        readonly "payloadMode": PayloadMode; // payload_mode
        readonly "retryPolicy": string; // text
        readonly "status": EndpointStatus; // endpoint_status
        readonly "disabledReason": string | null; // text
        readonly "disabledAt": Date | null; // timestamp with time zone
        readonly "headerNames": readonly string[] | null; // text[]
        readonly "maxPerSecond": number; // integer
        readonly "maxInFlight": number; // integer
        readonly "autoRecover": boolean; // boolean
        readonly "lastSuccessAt": Date | null; // timestamp with time zone
        readonly "firstFailureAt": Date | null; // timestamp with time zone
        readonly "failuresInARow": number; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
        readonly "environment": string; // text
      };
    };
    "webhook_endpoints_read_status": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "status": EndpointStatus; // endpoint_status
      };
    };
    "webhook_endpoints_remove": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 text
        string | null, // $5 text
        string | null, // $6 text
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "webhook_endpoints_update": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 text
        string | null, // $5 text
        ArrayOf<string> | null, // $6 text[]
        PayloadMode | null, // $7 payload_mode
        boolean | null, // $8 boolean
        string | null, // $9 text
        ArrayOf<string> | null, // $10 text[]
        number | null, // $11 integer
        number | null, // $12 integer
        boolean | null, // $13 boolean
        EndpointStatus | null, // $14 endpoint_status
        string | null, // $15 text
        string | null, // $16 text
        string | null, // $17 text
      ];
      row: {
        readonly "id": string; // uuid
        readonly "url": string; // text
        readonly "description": string; // text
        readonly "events": readonly string[] | null; // text[]
        readonly "payloadMode": PayloadMode; // payload_mode
        readonly "retryPolicy": string; // text
        readonly "status": EndpointStatus; // endpoint_status
        readonly "disabledReason": string | null; // text
        readonly "disabledAt": Date | null; // timestamp with time zone
        readonly "headerNames": readonly string[] | null; // text[]
        readonly "maxPerSecond": number; // integer
        readonly "maxInFlight": number; // integer
        readonly "autoRecover": boolean; // boolean
        readonly "lastSuccessAt": Date | null; // timestamp with time zone
        readonly "firstFailureAt": Date | null; // timestamp with time zone
        readonly "failuresInARow": number; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "updatedAt": Date; // timestamp with time zone
        readonly "environment": string; // text
      };
    };
    "webhook_events_insert_test": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
      ];
      row: {
        readonly "createdAt": Date; // timestamp with time zone
      };
    };
    "webhook_events_remove_of_environment": {
      values: readonly [
        string | null, // $1 uuid
        Date | string | null, // $2 timestamp with time zone
      ];
      row: never;
    };
    "webhook_events_remove_old_tests": {
      values: readonly [];
      row: never;
    };
    "webhook_notices_end": {
      values: readonly [];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "endpointId": string; // uuid
        readonly "environment": string; // text
        readonly "kind": string; // text
        readonly "episodeAt": Date; // timestamp with time zone
        readonly "failuresInARow": number; // integer
      };
    };
    "webhook_notices_list": {
      values: readonly [
        string | null, // $1 uuid
        boolean | null, // $2 boolean
        number | null, // $3 bigint
      ];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "environment": string; // text
        readonly "endpointId": string; // uuid
        readonly "url": string; // text
        readonly "kind": string; // text
        readonly "episodeAt": Date; // timestamp with time zone
        readonly "createdAt": Date; // timestamp with time zone
        readonly "endedAt": Date | null; // timestamp with time zone
      };
    };
    "webhook_notices_raise": {
      values: readonly [];
      row: {
        readonly "id": string; // uuid
        readonly "organizationId": string; // uuid
        readonly "endpointId": string; // uuid
        readonly "environment": string; // text
        readonly "kind": "failing_1_day" | "failing_3_days" | "failing_5_days" | "refused"; // text
        readonly "episodeAt": Date; // timestamp with time zone
        readonly "failuresInARow": number; // integer
      };
    };
    "webhook_recoveries_advance": {
      values: readonly [];
      row: {
        readonly "recovered": number; // bigint
      };
    };
    "webhook_recoveries_cancel": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        string | null, // $4 text
        string | null, // $5 text
      ];
      row: never;
    };
    "webhook_recoveries_count": {
      values: readonly [];
      row: {
        readonly "id": string; // uuid
      };
    };
    "webhook_recoveries_find_by_key": {
      values: readonly [
        string | null, // $1 uuid
        Buffer | null, // $2 bytea
      ];
      row: {
        readonly "id": string; // uuid
        readonly "endpointId": string; // uuid
        readonly "since": Date; // timestamp with time zone
        readonly "until": Date; // timestamp with time zone
        readonly "reason": string | null; // text
        readonly "state": RecoveryState; // recovery_state
        readonly "matched": number; // integer
        readonly "recovered": number; // integer
        readonly "skipped": number; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "finishedAt": Date | null; // timestamp with time zone
        readonly "requestHash": Buffer; // bytea
      };
    };
    "webhook_recoveries_find_running": {
      values: readonly [
        string | null, // $1 uuid
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "webhook_recoveries_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 uuid
        string | null, // $4 uuid
        Date | string | null, // $5 timestamp with time zone
        Date | string | null, // $6 timestamp with time zone
        string | null, // $7 text
        Buffer | null, // $8 bytea
        Buffer | null, // $9 bytea
      ];
      row: {
        readonly "id": string; // uuid
        readonly "endpointId": string; // uuid
        readonly "since": Date; // timestamp with time zone
        readonly "until": Date; // timestamp with time zone
        readonly "reason": string | null; // text
        readonly "state": RecoveryState; // recovery_state
        readonly "matched": number; // integer
        readonly "recovered": number; // integer
        readonly "skipped": number; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "finishedAt": Date | null; // timestamp with time zone
      };
    };
    "webhook_recoveries_read": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
      ];
      row: {
        readonly "id": string; // uuid
        readonly "endpointId": string; // uuid
        readonly "since": Date; // timestamp with time zone
        readonly "until": Date; // timestamp with time zone
        readonly "reason": string | null; // text
        readonly "state": RecoveryState; // recovery_state
        readonly "matched": number; // integer
        readonly "recovered": number; // integer
        readonly "skipped": number; // integer
        readonly "createdAt": Date; // timestamp with time zone
        readonly "finishedAt": Date | null; // timestamp with time zone
      };
    };
    "webhook_resends_find": {
      values: readonly [
        string | null, // $1 uuid
        Buffer | null, // $2 bytea
      ];
      row: {
        readonly "?column?": number; // integer
      };
    };
    "webhook_resends_insert": {
      values: readonly [
        string | null, // $1 uuid
        Buffer | null, // $2 bytea
        number | null, // $3 smallint
      ];
      row: never;
    };
    "webhook_secrets_insert": {
      values: readonly [
        string | null, // $1 uuid
        string | null, // $2 uuid
        string | null, // $3 text
        number | null, // $4 integer
        string | null, // $5 text
        string | null, // $6 text
        string | null, // $7 text
      ];
      row: never;
    };
    "webhooks_bound_held": {
      values: readonly [
        number | null, // $1 double precision
      ];
      row: {
        readonly "moved": number; // bigint
      };
    };
    "webhooks_claim_deliveries": {
      values: readonly [
        number | null, // $1 integer
        string | null, // $2 uuid
        number | null, // $3 double precision
        boolean | null, // $4 boolean
        number | null, // $5 integer
        number | null, // $6 double precision
        ArrayOf<string> | null, // $7 uuid[]
      ];
      row: {
        readonly "cursor": string | null; // uuid
        readonly "nextDueInMs": number | null; // double precision
        readonly "isContended": boolean; // boolean
        readonly "isAtRate": boolean; // boolean
        readonly "isEndpointFull": boolean; // boolean
        readonly "isMore": boolean; // boolean
        readonly "id": string | null; // uuid
        readonly "leaseToken": string | null; // uuid
        readonly "cycle": number | null; // smallint
        readonly "attemptNumber": number | null; // smallint
        readonly "trigger": string | null; // text
        readonly "eventId": string | null; // uuid
        readonly "eventType": string | null; // text
        readonly "mode": PayloadMode | null; // payload_mode
        readonly "isThinForSize": boolean | null; // boolean
        readonly "endpointId": string | null; // uuid
        readonly "body": string | null; // text
        readonly "url": string | null; // text
        readonly "sealedHeaders": string | null; // text
        readonly "traceParent": string | null; // text
        readonly "sinceEventMs": number | null; // double precision
        readonly "secrets": unknown; // json
      };
    };
    "webhooks_end_held": {
      values: readonly [];
      row: {
        readonly "moved": number; // bigint
      };
    };
    "webhooks_extend_after_outage": {
      values: readonly [
        number | null, // $1 double precision
        number | null, // $2 double precision
      ];
      row: never;
    };
    "webhooks_extend_leases": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 uuid[]
        number | null, // $3 double precision
      ];
      row: {
        readonly "id": string; // uuid
      };
    };
    "webhooks_hold_strays": {
      values: readonly [
        number | null, // $1 double precision
      ];
      row: {
        readonly "endpointId": string; // uuid
        readonly "movedTo": "held" | "cancelled"; // delivery_state
        readonly "reason": string | null; // text
        readonly "deliveries": number; // bigint
      };
    };
    "webhooks_open_resumed": {
      values: readonly [];
      row: {
        readonly "moved": number; // bigint
      };
    };
    "webhooks_recover_refused": {
      values: readonly [];
      row: {
        readonly "recovered": number; // bigint
      };
    };
    "webhooks_release_held": {
      values: readonly [];
      row: {
        readonly "endpointId": string; // uuid
        readonly "movedTo": "retry_scheduled" | "cancelled"; // delivery_state
        readonly "reason": null; // text
        readonly "deliveries": number; // bigint
      };
    };
    "webhooks_settle_deliveries": {
      values: readonly [
        ArrayOf<string> | null, // $1 uuid[]
        ArrayOf<string> | null, // $2 uuid[]
        ArrayOf<number> | null, // $3 integer[]
        ArrayOf<number> | null, // $4 integer[]
        ArrayOf<string> | null, // $5 text[]
        ArrayOf<boolean> | null, // $6 boolean[]
        ArrayOf<number> | null, // $7 double precision[]
        ArrayOf<string> | null, // $8 text[]
        ArrayOf<number> | null, // $9 integer[]
        ArrayOf<string> | null, // $10 text[]
        ArrayOf<string> | null, // $11 text[]
        ArrayOf<string> | null, // $12 text[]
        ArrayOf<string> | null, // $13 text[]
        ArrayOf<string> | null, // $14 text[]
        ArrayOf<boolean> | null, // $15 boolean[]
        ArrayOf<boolean> | null, // $16 boolean[]
      ];
      row: {
        readonly "id": string; // uuid
        readonly "state": "retry_scheduled" | "delivered" | "dead_letter" | "cancelled" | "held"; // delivery_state
        readonly "reason": "permanent_response" | "endpoint_gone" | "retry_exhausted" | "window_elapsed" | null; // text
      };
    };
    "webhooks_take_back_lost": {
      values: readonly [];
      row: {
        readonly "moved": number; // bigint
      };
    };
  }
}
