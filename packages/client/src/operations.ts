// Generated (npm run generate) from docs/generated/openapi.json.
import type { Call, CopyCall, FrameCall, ListCall } from "./call.ts";

/** How each operation is requested. Header parameters are named; what stands neither there nor in the path is query. */
export const operations = {
  "catalog.list": { method: "get", path: "/api/v1/catalog", headers: [] },
  "catalog.read": { method: "get", path: "/api/v1/catalog/datasets/{dataset_key}", headers: [] },
  "catalog.rows": { method: "get", path: "/api/v1/catalog/datasets/{dataset_key}/rows", headers: [], rows: "data" },
  "catalog.row": { method: "get", path: "/api/v1/catalog/datasets/{dataset_key}/rows/{row_key}", headers: [] },
  "catalog.versions": { method: "get", path: "/api/v1/catalog/datasets/{dataset_key}/versions", headers: [] },
  "catalog.documents.list": { method: "get", path: "/api/v1/catalog/documents", headers: ["x-service-records-lens"], acts: true, rows: "documents" },
  "catalog.documents.read": { method: "get", path: "/api/v1/catalog/documents/{source_blob_ref}", headers: ["x-service-records-lens"], acts: true },
  "catalog.search": { method: "get", path: "/api/v1/catalog/search", headers: [] },
  "conversationInstances.list": { method: "get", path: "/api/v1/conversation-instances", headers: [], rows: "conversation_instances" },
  "conversationInstances.create": { method: "post", path: "/api/v1/conversation-instances", headers: [] },
  "conversationInstances.read": { method: "get", path: "/api/v1/conversation-instances/{slug}", headers: [] },
  "conversationInstances.update": { method: "patch", path: "/api/v1/conversation-instances/{slug}", headers: [] },
  "conversations.list": { method: "get", path: "/api/v1/conversation-instances/{slug}/conversations", headers: ["x-service-records-lens"], acts: true, rows: "conversations" },
  "conversations.create": { method: "post", path: "/api/v1/conversation-instances/{slug}/conversations", headers: ["x-service-records-lens","idempotency-key"], acts: true },
  "conversations.read": { method: "get", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}", headers: ["x-service-records-lens"], acts: true },
  "conversations.update": { method: "patch", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}", headers: ["x-service-records-lens"], acts: true },
  "conversations.delete": { method: "delete", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}", headers: ["x-service-records-lens"], acts: true },
  "conversations.annotations.list": { method: "get", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/annotations", headers: ["x-service-records-lens"], acts: true, rows: "annotations" },
  "conversations.annotations.create": { method: "post", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/annotations", headers: ["x-service-records-lens"], acts: true },
  "conversations.annotations.read": { method: "get", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/annotations/{annotation_id}", headers: ["x-service-records-lens"], acts: true },
  "conversations.annotations.update": { method: "patch", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/annotations/{annotation_id}", headers: ["x-service-records-lens","if-match"], acts: true },
  "conversations.annotations.delete": { method: "delete", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/annotations/{annotation_id}", headers: ["x-service-records-lens"], acts: true },
  "conversations.annotations.promote": { method: "post", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/annotations/{annotation_id}/promote", headers: ["x-service-records-lens"], acts: true },
  "attachments.upload": { method: "post", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/attachments", headers: ["x-service-records-lens"], acts: true, media: "multipart/form-data" },
  "attachments.list": { method: "get", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/attachments", headers: ["x-service-records-lens"], acts: true, rows: "attachments" },
  "attachments.read": { method: "get", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/attachments/{attachment_id}", headers: ["x-service-records-lens"], acts: true },
  "attachments.content": { method: "get", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/attachments/{attachment_id}/content", headers: ["x-service-records-lens"], acts: true },
  "conversations.export": { method: "get", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/export", headers: ["x-service-records-lens"], acts: true, file: true },
  "turns.submit": { method: "post", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/turns", headers: ["x-service-records-lens","idempotency-key","prefer","last-event-id"], acts: true },
  "turns.list": { method: "get", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/turns", headers: ["x-service-records-lens"], acts: true, rows: "turns" },
  "turns.read": { method: "get", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/turns/{turn_id}", headers: ["x-service-records-lens"], acts: true },
  "turns.cancel": { method: "post", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/turns/{turn_id}/cancel", headers: ["x-service-records-lens"], acts: true },
  "turns.resume": { method: "post", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/turns/{turn_id}/resume", headers: ["x-service-records-lens"], acts: true },
  "turns.stream": { method: "get", path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/turns/{turn_id}/stream", headers: ["x-service-records-lens","last-event-id"], acts: true },
  "conversationInstances.draft.read": { method: "get", path: "/api/v1/conversation-instances/{slug}/draft", headers: [] },
  "conversationInstances.draft.save": { method: "put", path: "/api/v1/conversation-instances/{slug}/draft", headers: ["if-match"] },
  "evalRuns.start": { method: "post", path: "/api/v1/conversation-instances/{slug}/eval-runs", headers: ["x-service-records-lens","idempotency-key"], acts: true },
  "evalRuns.list": { method: "get", path: "/api/v1/conversation-instances/{slug}/eval-runs", headers: [], rows: "eval_runs" },
  "evalRuns.read": { method: "get", path: "/api/v1/conversation-instances/{slug}/eval-runs/{eval_run_id}", headers: [] },
  "evalRuns.cancel": { method: "post", path: "/api/v1/conversation-instances/{slug}/eval-runs/{eval_run_id}/cancel", headers: [] },
  "evalRuns.diff": { method: "get", path: "/api/v1/conversation-instances/{slug}/eval-runs/{eval_run_id}/diff", headers: ["x-service-records-lens"], acts: true, rows: "scenarios" },
  "evalRuns.results.list": { method: "get", path: "/api/v1/conversation-instances/{slug}/eval-runs/{eval_run_id}/results", headers: ["x-service-records-lens"], acts: true, rows: "results" },
  "evalScenarios.list": { method: "get", path: "/api/v1/conversation-instances/{slug}/eval-scenarios", headers: ["x-service-records-lens"], acts: true, rows: "eval_scenarios" },
  "evalScenarios.create": { method: "post", path: "/api/v1/conversation-instances/{slug}/eval-scenarios", headers: ["x-service-records-lens"], acts: true },
  "evalScenarios.read": { method: "get", path: "/api/v1/conversation-instances/{slug}/eval-scenarios/{scenario_key}", headers: ["x-service-records-lens"], acts: true },
  "evalScenarios.update": { method: "patch", path: "/api/v1/conversation-instances/{slug}/eval-scenarios/{scenario_key}", headers: ["x-service-records-lens","if-match"], acts: true },
  "evalScenarios.retire": { method: "post", path: "/api/v1/conversation-instances/{slug}/eval-scenarios/{scenario_key}/retire", headers: ["x-service-records-lens"], acts: true },
  "conversationInstances.versions.list": { method: "get", path: "/api/v1/conversation-instances/{slug}/versions", headers: [], rows: "versions" },
  "conversationInstances.versions.publish": { method: "post", path: "/api/v1/conversation-instances/{slug}/versions", headers: [] },
  "conversationInstances.versions.read": { method: "get", path: "/api/v1/conversation-instances/{slug}/versions/{version}", headers: [] },
  "converse.answer": { method: "post", path: "/api/v1/converse", headers: [] },
  "engines.list": { method: "get", path: "/api/v1/engines", headers: [] },
  "engines.create": { method: "post", path: "/api/v1/engines", headers: [] },
  "opportunities.list": { method: "get", path: "/api/v1/engines/{engine_id}/opportunities", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "opportunities.runs.submit": { method: "post", path: "/api/v1/engines/{engine_id}/opportunities/runs", headers: ["x-service-records-lens","idempotency-key","prefer"], acts: true },
  "opportunities.summary": { method: "get", path: "/api/v1/engines/{engine_id}/opportunities/summary", headers: ["x-service-records-lens"], acts: true },
  "opportunities.read": { method: "get", path: "/api/v1/engines/{engine_id}/opportunities/{opportunity_id}", headers: ["x-service-records-lens"], acts: true },
  "opportunities.annotation.read": { method: "get", path: "/api/v1/engines/{engine_id}/opportunities/{opportunity_id}/annotation", headers: ["x-service-records-lens"], acts: true },
  "opportunities.annotation.save": { method: "put", path: "/api/v1/engines/{engine_id}/opportunities/{opportunity_id}/annotation", headers: ["x-service-records-lens","if-match"], acts: true },
  "opportunities.annotation.delete": { method: "delete", path: "/api/v1/engines/{engine_id}/opportunities/{opportunity_id}/annotation", headers: ["x-service-records-lens","if-match"], acts: true },
  "engines.read": { method: "get", path: "/api/v1/engines/{engine_slug}", headers: [] },
  "engines.update": { method: "patch", path: "/api/v1/engines/{engine_slug}", headers: [] },
  "engines.config.read": { method: "get", path: "/api/v1/engines/{engine_slug}/config", headers: [] },
  "engines.config.save": { method: "put", path: "/api/v1/engines/{engine_slug}/config", headers: ["if-match"] },
  "engines.config.validate": { method: "post", path: "/api/v1/engines/{engine_slug}/config/validate", headers: [] },
  "runs.submit": { method: "post", path: "/api/v1/engines/{engine_slug}/runs", headers: ["x-service-records-lens","idempotency-key","prefer"], acts: true },
  "runs.latest": { method: "get", path: "/api/v1/engines/{engine_slug}/runs/latest", headers: [], acts: true },
  "runs.latest.batch": { method: "post", path: "/api/v1/engines/{engine_slug}/runs/latest/batch", headers: [], acts: true },
  "engines.versions.list": { method: "get", path: "/api/v1/engines/{engine_slug}/versions", headers: [] },
  "engines.versions.publish": { method: "post", path: "/api/v1/engines/{engine_slug}/versions", headers: [] },
  "engines.versions.read": { method: "get", path: "/api/v1/engines/{engine_slug}/versions/{version}", headers: [] },
  "environments.list": { method: "get", path: "/api/v1/environments", headers: [] },
  "environments.create": { method: "post", path: "/api/v1/environments", headers: [] },
  "environments.update": { method: "patch", path: "/api/v1/environments/{slug}", headers: [] },
  "environments.delete": { method: "delete", path: "/api/v1/environments/{slug}", headers: [] },
  "ingest.event": { method: "post", path: "/api/v1/events/ingest/{source_key}", headers: ["webhook-id","webhook-timestamp","webhook-signature","x-hub-signature-256","x-github-event","x-github-delivery","x-service-source-code"] },
  "graph.read": { method: "get", path: "/api/v1/graph", headers: [] },
  "graph.connections.list": { method: "get", path: "/api/v1/graph/connections", headers: [] },
  "graph.derivations.list": { method: "get", path: "/api/v1/graph/derivations", headers: [] },
  "graph.derivations.read": { method: "get", path: "/api/v1/graph/derivations/{key}", headers: [] },
  "graph.edges.list": { method: "get", path: "/api/v1/graph/edges", headers: [], rows: "data" },
  "graph.kinds": { method: "get", path: "/api/v1/graph/kinds", headers: [] },
  "graph.nodes.list": { method: "get", path: "/api/v1/graph/nodes", headers: [], rows: "data" },
  "graph.nodes.read": { method: "get", path: "/api/v1/graph/nodes/{node_id}", headers: [] },
  "graph.nodes.edges": { method: "get", path: "/api/v1/graph/nodes/{node_id}/edges", headers: [], rows: "data" },
  "graph.nodes.lineage": { method: "get", path: "/api/v1/graph/nodes/{node_id}/lineage", headers: [] },
  "platform.openapi": { method: "get", path: "/api/v1/openapi.json", headers: [] },
  "records.accounts.list": { method: "get", path: "/api/v1/records/accounts", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.accounts.read": { method: "get", path: "/api/v1/records/accounts/{client_key}", headers: ["x-service-records-lens"], acts: true },
  "records.accounts.activities": { method: "get", path: "/api/v1/records/accounts/{client_key}/activities", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.accounts.claims": { method: "get", path: "/api/v1/records/accounts/{client_key}/claims", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.accounts.contacts": { method: "get", path: "/api/v1/records/accounts/{client_key}/contacts", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.accounts.contracts": { method: "get", path: "/api/v1/records/accounts/{client_key}/contracts", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.accounts.documents": { method: "get", path: "/api/v1/records/accounts/{client_key}/documents", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.accounts.drivers": { method: "get", path: "/api/v1/records/accounts/{client_key}/drivers", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.accounts.invoices": { method: "get", path: "/api/v1/records/accounts/{client_key}/invoices", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.accounts.locations": { method: "get", path: "/api/v1/records/accounts/{client_key}/locations", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.accounts.opportunities": { method: "get", path: "/api/v1/records/accounts/{client_key}/opportunities", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.accounts.policies": { method: "get", path: "/api/v1/records/accounts/{client_key}/policies", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.accounts.policy": { method: "get", path: "/api/v1/records/accounts/{client_key}/policies/{policy_key}", headers: ["x-service-records-lens"], acts: true },
  "records.accounts.coverageRecord": { method: "get", path: "/api/v1/records/accounts/{client_key}/policies/{policy_key}/coverage-record", headers: ["x-service-records-lens"], acts: true },
  "records.coverageRecord.save": { method: "put", path: "/api/v1/records/accounts/{client_key}/policies/{policy_key}/coverage-record", headers: ["x-service-records-lens"] },
  "records.programRuns.submit": { method: "post", path: "/api/v1/records/accounts/{client_key}/program-runs", headers: ["x-service-records-lens","idempotency-key","prefer"], acts: true },
  "records.accounts.quotes": { method: "get", path: "/api/v1/records/accounts/{client_key}/quotes", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.accounts.renewals": { method: "get", path: "/api/v1/records/accounts/{client_key}/renewals", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.riskRuns.submit": { method: "post", path: "/api/v1/records/accounts/{client_key}/risk-runs", headers: ["x-service-records-lens","idempotency-key","prefer"], acts: true },
  "records.accounts.submissions": { method: "get", path: "/api/v1/records/accounts/{client_key}/submissions", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.accounts.summary": { method: "get", path: "/api/v1/records/accounts/{client_key}/summary", headers: ["x-service-records-lens"], acts: true },
  "records.accounts.timeline": { method: "get", path: "/api/v1/records/accounts/{client_key}/timeline", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.accounts.vehicles": { method: "get", path: "/api/v1/records/accounts/{client_key}/vehicles", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.actions.append": { method: "post", path: "/api/v1/records/actions", headers: ["x-service-records-lens"], acts: true },
  "records.actions.list": { method: "get", path: "/api/v1/records/actions", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.activities.list": { method: "get", path: "/api/v1/records/activities", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.analyses.ask": { method: "post", path: "/api/v1/records/analyses", headers: ["x-service-records-lens"], acts: true },
  "records.analyses.list": { method: "get", path: "/api/v1/records/analyses", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.analyses.read": { method: "get", path: "/api/v1/records/analyses/{analysis_id}", headers: ["x-service-records-lens"], acts: true },
  "records.carriers.list": { method: "get", path: "/api/v1/records/carriers", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.carriers.read": { method: "get", path: "/api/v1/records/carriers/{carrier_key}", headers: ["x-service-records-lens"], acts: true },
  "records.claims.list": { method: "get", path: "/api/v1/records/claims", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.claims.read": { method: "get", path: "/api/v1/records/claims/{claim_key}", headers: ["x-service-records-lens"], acts: true },
  "records.contacts.list": { method: "get", path: "/api/v1/records/contacts", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.documents.list": { method: "get", path: "/api/v1/records/documents", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.documents.read": { method: "get", path: "/api/v1/records/documents/{document_key}", headers: ["x-service-records-lens"], acts: true },
  "records.editIntents.list": { method: "get", path: "/api/v1/records/edit-intents", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.editIntents.read": { method: "get", path: "/api/v1/records/edit-intents/{id}", headers: ["x-service-records-lens"], acts: true },
  "records.editIntents.cancel": { method: "post", path: "/api/v1/records/edit-intents/{id}/cancel", headers: ["x-service-records-lens"] },
  "records.invoices.list": { method: "get", path: "/api/v1/records/invoices", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.notes.list": { method: "get", path: "/api/v1/records/notes", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.planes": { method: "get", path: "/api/v1/records/planes", headers: ["x-service-records-lens"], acts: true },
  "records.policies.list": { method: "get", path: "/api/v1/records/policies", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.policies.read": { method: "get", path: "/api/v1/records/policies/{policy_key}", headers: ["x-service-records-lens"], acts: true },
  "records.policies.activities": { method: "get", path: "/api/v1/records/policies/{policy_key}/activities", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.policies.claims": { method: "get", path: "/api/v1/records/policies/{policy_key}/claims", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.policies.coverages": { method: "get", path: "/api/v1/records/policies/{policy_key}/coverages", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.policies.documents": { method: "get", path: "/api/v1/records/policies/{policy_key}/documents", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.policies.invoices": { method: "get", path: "/api/v1/records/policies/{policy_key}/invoices", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.policies.vehicles": { method: "get", path: "/api/v1/records/policies/{policy_key}/vehicles", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.quotes.list": { method: "get", path: "/api/v1/records/quotes", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.renewals.list": { method: "get", path: "/api/v1/records/renewals", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.search": { method: "get", path: "/api/v1/records/search", headers: ["x-service-records-lens"], acts: true },
  "records.status": { method: "get", path: "/api/v1/records/status", headers: ["x-service-records-lens"], acts: true },
  "records.submissions.list": { method: "get", path: "/api/v1/records/submissions", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.tasks.list": { method: "get", path: "/api/v1/records/tasks", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "records.workflows.list": { method: "get", path: "/api/v1/records/workflows", headers: ["x-service-records-lens"], acts: true, rows: "data" },
  "runs.read": { method: "get", path: "/api/v1/runs/{run_id}", headers: ["prefer"], acts: true },
  "outcomes.annotations.record": { method: "post", path: "/api/v1/runs/{run_id}/annotations", headers: [], acts: true },
  "outcomes.annotations.list": { method: "get", path: "/api/v1/runs/{run_id}/annotations", headers: [], acts: true },
  "runs.cancel": { method: "post", path: "/api/v1/runs/{run_id}/cancel", headers: [], acts: true },
  "defensibility.read": { method: "get", path: "/api/v1/runs/{run_id}/defensibility-packet", headers: [], acts: true },
  "outcomes.record": { method: "post", path: "/api/v1/runs/{run_id}/outcomes", headers: [], acts: true },
  "outcomes.list": { method: "get", path: "/api/v1/runs/{run_id}/outcomes", headers: [], acts: true },
  "webhooks.create": { method: "post", path: "/api/v1/webhooks", headers: [] },
  "webhooks.list": { method: "get", path: "/api/v1/webhooks", headers: [] },
  "webhooks.get": { method: "get", path: "/api/v1/webhooks/{endpoint_id}", headers: [] },
  "webhooks.update": { method: "patch", path: "/api/v1/webhooks/{endpoint_id}", headers: [] },
  "webhooks.delete": { method: "delete", path: "/api/v1/webhooks/{endpoint_id}", headers: [] },
  "webhooks.listDeliveries": { method: "get", path: "/api/v1/webhooks/{endpoint_id}/deliveries", headers: [], rows: "deliveries" },
  "webhooks.getDelivery": { method: "get", path: "/api/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}", headers: [] },
  "webhooks.resend": { method: "post", path: "/api/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/resend", headers: ["idempotency-key"] },
  "webhooks.recover": { method: "post", path: "/api/v1/webhooks/{endpoint_id}/recover", headers: ["idempotency-key"] },
  "webhooks.getRecovery": { method: "get", path: "/api/v1/webhooks/{endpoint_id}/recoveries/{recovery_id}", headers: [] },
  "webhooks.cancelRecovery": { method: "post", path: "/api/v1/webhooks/{endpoint_id}/recoveries/{recovery_id}/cancel", headers: [] },
  "webhooks.rotateSecret": { method: "post", path: "/api/v1/webhooks/{endpoint_id}/secret/rotate", headers: [] },
  "webhooks.test": { method: "post", path: "/api/v1/webhooks/{endpoint_id}/test", headers: [] },
  "platform.health": { method: "get", path: "/health", headers: [] },
  "platform.robots": { method: "get", path: "/robots.txt", headers: [] },
} as const;

export type OperationId = keyof typeof operations;

export const operationIds: ReadonlySet<string> = new Set(Object.keys(operations));

/** Codes that every operation with a key may answer. */
type Usual = "internal_error" | "rate_limited" | "request_timeout" | "service_unavailable" | "unauthorized";

/** The codes that an operation may answer. */
export interface Codes {
  "catalog.list": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_request";
  "catalog.read": Usual | "auth_unavailable" | "dataset_not_found" | "insufficient_capability" | "invalid_request";
  "catalog.rows": Usual | "auth_unavailable" | "dataset_not_found" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "not_found";
  "catalog.row": Usual | "auth_unavailable" | "dataset_not_found" | "insufficient_capability" | "invalid_request" | "not_found" | "row_not_found";
  "catalog.versions": Usual | "auth_unavailable" | "dataset_not_found" | "insufficient_capability" | "invalid_request";
  "catalog.documents.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "scoped_key_required";
  "catalog.documents.read": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "files_not_configured" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "catalog.search": Usual | "auth_unavailable" | "dataset_not_found" | "insufficient_capability" | "invalid_request";
  "conversationInstances.list": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_cursor" | "invalid_request";
  "conversationInstances.create": Usual | "auth_unavailable" | "conversation_instance_limit_reached" | "conversation_instance_slug_conflict" | "insufficient_capability" | "invalid_instance_config" | "invalid_request" | "provider_not_configured" | "request_bound_exceeded";
  "conversationInstances.read": Usual | "auth_unavailable" | "conversation_instance_not_found" | "insufficient_capability" | "invalid_request";
  "conversationInstances.update": Usual | "auth_unavailable" | "conversation_instance_not_found" | "insufficient_capability" | "invalid_request" | "request_bound_exceeded";
  "conversations.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown";
  "conversations.create": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "conversation_instance_archived" | "conversation_instance_not_found" | "conversation_instance_not_released" | "idempotency_key_reused" | "identity_unmapped" | "insufficient_capability" | "invalid_idempotency_key" | "invalid_request" | "lens_target_unknown" | "not_found" | "request_bound_exceeded";
  "conversations.read": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "insufficient_capability" | "invalid_request" | "lens_target_unknown";
  "conversations.update": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "request_bound_exceeded" | "turn_in_progress";
  "conversations.delete": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "insufficient_capability" | "invalid_request" | "lens_target_unknown";
  "conversations.annotations.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown";
  "conversations.annotations.create": Usual | "annotation_limit_reached" | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "request_bound_exceeded" | "turn_in_progress" | "turn_not_found";
  "conversations.annotations.read": Usual | "annotation_not_found" | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "insufficient_capability" | "invalid_request" | "lens_target_unknown";
  "conversations.annotations.update": Usual | "annotation_not_found" | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "precondition_required" | "request_bound_exceeded" | "revision_conflict";
  "conversations.annotations.delete": Usual | "annotation_not_found" | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "insufficient_capability" | "invalid_request" | "lens_target_unknown";
  "conversations.annotations.promote": Usual | "annotation_not_found" | "annotation_not_promotable" | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "eval_scenario_key_conflict" | "eval_scenario_limit_reached" | "insufficient_capability" | "invalid_eval_scenario" | "invalid_request" | "lens_target_unknown" | "provider_not_configured" | "request_bound_exceeded";
  "attachments.upload": Usual | "assertion_invalid" | "assertion_stale" | "attachment_limit_reached" | "attachment_too_large" | "attachment_type_unsupported" | "attachments_not_configured" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "file_store_unavailable" | "insufficient_capability" | "invalid_multipart" | "invalid_request" | "lens_target_unknown";
  "attachments.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown";
  "attachments.read": Usual | "assertion_invalid" | "assertion_stale" | "attachment_not_found" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "insufficient_capability" | "invalid_request" | "lens_target_unknown";
  "attachments.content": Usual | "assertion_invalid" | "assertion_stale" | "attachment_not_found" | "attachment_not_ready" | "attachments_not_configured" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "insufficient_capability" | "invalid_request" | "lens_target_unknown";
  "conversations.export": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "insufficient_capability" | "invalid_export_format" | "invalid_request" | "lens_target_unknown";
  "turns.submit": Usual | "assertion_invalid" | "assertion_stale" | "attachment_not_found" | "attachment_not_ready" | "auth_unavailable" | "conversation_archived" | "conversation_instance_archived" | "conversation_instance_not_found" | "conversation_instance_not_released" | "conversation_not_found" | "idempotency_key_reused" | "instance_version_draft_requires_sandbox_key" | "insufficient_capability" | "invalid_idempotency_key" | "invalid_request" | "invalid_stream_cursor" | "invalid_test_scenario" | "lens_target_unknown" | "provider_not_configured" | "queue_unreachable" | "request_bound_exceeded" | "streams_exhausted" | "test_scenario_forbidden" | "test_scenario_sandbox_only" | "turn_in_progress" | "turn_not_found";
  "turns.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown";
  "turns.read": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "turn_not_found";
  "turns.cancel": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "request_bound_exceeded" | "turn_not_found";
  "turns.resume": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "request_bound_exceeded" | "streams_exhausted" | "turn_not_found" | "turn_not_resumable";
  "turns.stream": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_not_found" | "insufficient_capability" | "invalid_request" | "invalid_stream_cursor" | "lens_target_unknown" | "streams_exhausted" | "turn_not_found";
  "conversationInstances.draft.read": Usual | "auth_unavailable" | "conversation_instance_not_found" | "insufficient_capability" | "invalid_request";
  "conversationInstances.draft.save": Usual | "auth_unavailable" | "conversation_instance_archived" | "conversation_instance_not_found" | "insufficient_capability" | "invalid_instance_config" | "invalid_request" | "precondition_required" | "provider_not_configured" | "request_bound_exceeded" | "revision_conflict";
  "evalRuns.start": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "conversation_instance_version_not_found" | "eval_run_too_large" | "idempotency_key_reused" | "insufficient_capability" | "invalid_idempotency_key" | "invalid_request" | "lens_target_unknown" | "no_eval_scenarios" | "queue_unreachable" | "request_bound_exceeded";
  "evalRuns.list": Usual | "auth_unavailable" | "conversation_instance_not_found" | "insufficient_capability" | "invalid_cursor" | "invalid_request";
  "evalRuns.read": Usual | "auth_unavailable" | "conversation_instance_not_found" | "eval_run_not_found" | "insufficient_capability" | "invalid_request";
  "evalRuns.cancel": Usual | "auth_unavailable" | "conversation_instance_not_found" | "eval_run_not_found" | "insufficient_capability" | "invalid_request" | "request_bound_exceeded";
  "evalRuns.diff": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "eval_run_not_finished" | "eval_run_not_found" | "eval_runs_not_comparable" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown";
  "evalRuns.results.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "eval_run_not_found" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown";
  "evalScenarios.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown";
  "evalScenarios.create": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "eval_scenario_key_conflict" | "eval_scenario_limit_reached" | "insufficient_capability" | "invalid_eval_scenario" | "invalid_request" | "lens_target_unknown" | "provider_not_configured" | "request_bound_exceeded";
  "evalScenarios.read": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "eval_scenario_not_found" | "insufficient_capability" | "invalid_request" | "lens_target_unknown";
  "evalScenarios.update": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "eval_scenario_not_found" | "eval_scenario_retired" | "insufficient_capability" | "invalid_eval_scenario" | "invalid_request" | "lens_target_unknown" | "precondition_required" | "provider_not_configured" | "request_bound_exceeded" | "revision_conflict";
  "evalScenarios.retire": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "conversation_instance_not_found" | "eval_scenario_not_found" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "request_bound_exceeded";
  "conversationInstances.versions.list": Usual | "auth_unavailable" | "conversation_instance_not_found" | "insufficient_capability" | "invalid_cursor" | "invalid_request";
  "conversationInstances.versions.publish": Usual | "auth_unavailable" | "conversation_instance_archived" | "conversation_instance_limit_reached" | "conversation_instance_not_found" | "conversation_instance_version_not_found" | "eval_gate_failed" | "eval_gate_not_met" | "eval_gate_regressed" | "instance_draft_changed" | "instance_version_unchanged" | "insufficient_capability" | "invalid_request" | "request_bound_exceeded";
  "conversationInstances.versions.read": Usual | "auth_unavailable" | "conversation_instance_not_found" | "conversation_instance_version_not_found" | "insufficient_capability" | "invalid_request";
  "converse.answer": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_request" | "provider_error" | "provider_not_configured" | "request_bound_exceeded";
  "engines.list": Usual | "auth_unavailable" | "insufficient_capability";
  "engines.create": Usual | "auth_unavailable" | "engine_limit_reached" | "engine_slug_conflict" | "insufficient_capability" | "invalid_engine_type" | "invalid_request";
  "opportunities.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "engine_binding_forbidden" | "engine_not_found" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "load_run_failed" | "not_found" | "scoped_key_required";
  "opportunities.runs.submit": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_lens_read_only" | "create_run_failed" | "engine_archived" | "engine_binding_forbidden" | "engine_config_hash_inconsistent" | "engine_config_hash_unavailable" | "engine_not_found" | "engine_release_unservable" | "engine_version_draft_requires_sandbox_key" | "engine_version_exact_required" | "engine_version_invalid_format" | "engine_version_none_released" | "engine_version_not_found" | "engine_version_required" | "idempotency_key_reused" | "identity_unmapped" | "insufficient_capability" | "invalid_idempotency_key" | "invalid_input" | "invalid_request" | "not_found" | "opportunity_run_in_progress" | "queue_unreachable" | "run_cap_exceeded" | "scoped_key_required" | "submission_stamp_content_mismatch" | "submission_stamp_expired" | "submission_stamp_missing" | "submission_stamp_signature_invalid" | "submission_stamp_unknown_source";
  "opportunities.summary": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "engine_binding_forbidden" | "engine_not_found" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "opportunities.read": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "engine_binding_forbidden" | "engine_not_found" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "load_run_failed" | "not_found" | "opportunity_not_found" | "scoped_key_required";
  "opportunities.annotation.read": Usual | "annotation_not_found" | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "engine_binding_forbidden" | "engine_not_found" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "not_found" | "opportunity_not_found" | "scoped_key_required";
  "opportunities.annotation.save": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_lens_read_only" | "book_unavailable" | "engine_binding_forbidden" | "engine_not_found" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "not_found" | "opportunity_not_found" | "precondition_required" | "revision_conflict" | "scoped_key_required";
  "opportunities.annotation.delete": Usual | "annotation_not_found" | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_lens_read_only" | "book_unavailable" | "engine_binding_forbidden" | "engine_not_found" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "not_found" | "opportunity_not_found" | "precondition_required" | "revision_conflict" | "scoped_key_required";
  "engines.read": Usual | "auth_unavailable" | "engine_binding_forbidden" | "engine_not_found" | "insufficient_capability" | "invalid_request";
  "engines.update": Usual | "auth_unavailable" | "engine_not_found" | "insufficient_capability" | "invalid_request";
  "engines.config.read": Usual | "auth_unavailable" | "engine_binding_forbidden" | "engine_not_found" | "insufficient_capability" | "invalid_request";
  "engines.config.save": Usual | "auth_unavailable" | "engine_archived" | "engine_not_found" | "insufficient_capability" | "invalid_request" | "revision_conflict" | "validation_error";
  "engines.config.validate": Usual | "auth_unavailable" | "engine_archived" | "engine_config_hash_inconsistent" | "engine_config_hash_unavailable" | "engine_not_found" | "insufficient_capability" | "invalid_request";
  "runs.submit": Usual | "acting_principal_mismatch" | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "create_run_failed" | "engine_archived" | "engine_binding_forbidden" | "engine_config_hash_inconsistent" | "engine_config_hash_unavailable" | "engine_not_found" | "engine_release_unservable" | "engine_version_draft_requires_sandbox_key" | "engine_version_exact_required" | "engine_version_invalid_format" | "engine_version_none_released" | "engine_version_not_found" | "engine_version_required" | "idempotency_key_reused" | "identity_unmapped" | "insufficient_capability" | "invalid_idempotency_key" | "invalid_input" | "invalid_offerings" | "invalid_request" | "invalid_test_scenario" | "lens_target_unknown" | "missing_input" | "not_found" | "queue_unreachable" | "request_bound_exceeded" | "run_cap_exceeded" | "run_requires_acting_principal" | "scoped_key_required" | "submission_stamp_content_mismatch" | "submission_stamp_expired" | "submission_stamp_missing" | "submission_stamp_signature_invalid" | "submission_stamp_unknown_source" | "test_scenario_exact_version_required" | "test_scenario_forbidden" | "test_scenario_sandbox_only" | "test_scenario_version_not_supported";
  "runs.latest": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "engine_binding_forbidden" | "engine_not_found" | "engine_version_invalid_format" | "insufficient_capability" | "invalid_request" | "load_run_failed" | "run_not_found";
  "runs.latest.batch": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "engine_binding_forbidden" | "engine_not_found" | "engine_version_invalid_format" | "insufficient_capability" | "invalid_batch_size" | "invalid_request" | "load_run_failed" | "request_bound_exceeded";
  "engines.versions.list": Usual | "auth_unavailable" | "engine_archived" | "engine_binding_forbidden" | "engine_not_found" | "insufficient_capability" | "invalid_request";
  "engines.versions.publish": Usual | "auth_unavailable" | "cold_start_gate_failed" | "cold_start_gate_not_met" | "cold_start_gate_regressed" | "engine_archived" | "engine_config_changed" | "engine_config_hash_inconsistent" | "engine_config_hash_unavailable" | "engine_limit_reached" | "engine_not_found" | "engine_version_publish_mismatch" | "engine_version_schema_change_requires_major" | "insufficient_capability" | "invalid_engine_config" | "invalid_request";
  "engines.versions.read": Usual | "auth_unavailable" | "engine_archived" | "engine_binding_forbidden" | "engine_not_found" | "engine_version_not_found" | "insufficient_capability" | "invalid_request";
  "environments.list": Usual | "auth_unavailable" | "insufficient_capability" | "list_environments_failed";
  "environments.create": Usual | "auth_unavailable" | "environment_limit_reached" | "environment_name_invalid" | "environment_operation_failed" | "environment_slug_invalid" | "environment_slug_reserved" | "environment_slug_taken" | "insufficient_capability" | "invalid_request";
  "environments.update": Usual | "auth_unavailable" | "environment_name_invalid" | "environment_not_found" | "environment_operation_failed" | "insufficient_capability" | "invalid_request";
  "environments.delete": Usual | "auth_unavailable" | "environment_in_use" | "environment_live_immutable" | "environment_not_found" | "environment_operation_failed" | "insufficient_capability" | "invalid_request";
  "ingest.event": Usual | "body_too_large" | "invalid_request" | "source_not_found";
  "graph.read": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_request" | "scoped_key_required";
  "graph.connections.list": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_request" | "scoped_key_required";
  "graph.derivations.list": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_request" | "scoped_key_required";
  "graph.derivations.read": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_request" | "not_found" | "scoped_key_required";
  "graph.edges.list": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "scoped_key_required";
  "graph.kinds": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_request" | "scoped_key_required";
  "graph.nodes.list": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "not_found" | "scoped_key_required";
  "graph.nodes.read": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_request" | "not_found" | "scoped_key_required";
  "graph.nodes.edges": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "not_found" | "scoped_key_required";
  "graph.nodes.lineage": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_request" | "not_found" | "scoped_key_required";
  "platform.openapi": "internal_error";
  "records.accounts.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.accounts.read": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.accounts.activities": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.accounts.claims": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.accounts.contacts": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.accounts.contracts": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.accounts.documents": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.accounts.drivers": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.accounts.invoices": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.accounts.locations": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.accounts.opportunities": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "load_run_failed" | "not_found" | "scoped_key_required";
  "records.accounts.policies": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.accounts.policy": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.accounts.coverageRecord": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.coverageRecord.save": Usual | "auth_unavailable" | "book_lens_read_only" | "insufficient_capability" | "invalid_request" | "overlay_read_only" | "scoped_key_required";
  "records.programRuns.submit": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_lens_read_only" | "book_unavailable" | "create_run_failed" | "engine_archived" | "engine_binding_forbidden" | "engine_config_hash_inconsistent" | "engine_config_hash_unavailable" | "engine_not_found" | "engine_release_unservable" | "engine_version_draft_requires_sandbox_key" | "engine_version_exact_required" | "engine_version_invalid_format" | "engine_version_none_released" | "engine_version_not_found" | "engine_version_required" | "idempotency_key_reused" | "identity_unmapped" | "insufficient_capability" | "invalid_idempotency_key" | "invalid_input" | "invalid_request" | "not_found" | "program_engine_not_configured" | "queue_unreachable" | "request_bound_exceeded" | "run_cap_exceeded" | "run_requires_acting_principal" | "scoped_key_required" | "submission_stamp_content_mismatch" | "submission_stamp_expired" | "submission_stamp_missing" | "submission_stamp_signature_invalid" | "submission_stamp_unknown_source";
  "records.accounts.quotes": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.accounts.renewals": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.riskRuns.submit": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_lens_read_only" | "book_unavailable" | "create_run_failed" | "engine_archived" | "engine_binding_forbidden" | "engine_config_hash_inconsistent" | "engine_config_hash_unavailable" | "engine_not_found" | "engine_release_unservable" | "engine_version_draft_requires_sandbox_key" | "engine_version_exact_required" | "engine_version_invalid_format" | "engine_version_none_released" | "engine_version_not_found" | "engine_version_required" | "idempotency_key_reused" | "identity_unmapped" | "insufficient_capability" | "invalid_idempotency_key" | "invalid_input" | "invalid_request" | "not_found" | "queue_unreachable" | "request_bound_exceeded" | "risk_engine_not_configured" | "run_cap_exceeded" | "scoped_key_required" | "submission_stamp_content_mismatch" | "submission_stamp_expired" | "submission_stamp_missing" | "submission_stamp_signature_invalid" | "submission_stamp_unknown_source";
  "records.accounts.submissions": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.accounts.summary": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.accounts.timeline": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.accounts.vehicles": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.actions.append": Usual | "action_payload_invalid" | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_lens_read_only" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "not_found" | "request_bound_exceeded" | "scoped_key_required";
  "records.actions.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.activities.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.analyses.ask": Usual | "analyses_not_enabled" | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.analyses.list": Usual | "analyses_not_enabled" | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.analyses.read": Usual | "analyses_not_enabled" | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.carriers.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.carriers.read": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.claims.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.claims.read": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.contacts.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.documents.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.documents.read": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.editIntents.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.editIntents.read": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.editIntents.cancel": Usual | "auth_unavailable" | "book_lens_read_only" | "insufficient_capability" | "invalid_request" | "overlay_read_only" | "scoped_key_required";
  "records.invoices.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.notes.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.planes": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.policies.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.policies.read": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.policies.activities": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.policies.claims": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.policies.coverages": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.policies.documents": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.policies.invoices": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.policies.vehicles": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.quotes.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.renewals.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.search": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.status": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.submissions.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.tasks.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "records.workflows.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "book_connection_ambiguous" | "book_unavailable" | "identity_unmapped" | "insufficient_capability" | "invalid_cursor" | "invalid_request" | "lens_target_unknown" | "not_found" | "scoped_key_required";
  "runs.read": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "engine_binding_forbidden" | "insufficient_capability" | "invalid_request" | "invalid_run_id" | "load_run_failed" | "missing_run_id" | "run_not_found";
  "outcomes.annotations.record": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "engine_binding_forbidden" | "event_id_reused" | "insufficient_capability" | "invalid_event_id" | "invalid_payload" | "invalid_request" | "invalid_run_id" | "load_run_failed" | "missing_event_id" | "missing_run_id" | "outcome_write_failed" | "reason_text_too_long" | "run_not_found";
  "outcomes.annotations.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "engine_binding_forbidden" | "insufficient_capability" | "invalid_request" | "invalid_run_id" | "load_run_failed" | "missing_run_id" | "run_not_found";
  "runs.cancel": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "cancel_run_failed" | "engine_binding_forbidden" | "insufficient_capability" | "invalid_request" | "invalid_run_id" | "load_run_failed" | "missing_run_id" | "run_not_found";
  "defensibility.read": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "engine_binding_forbidden" | "engine_config_hash_inconsistent" | "engine_config_hash_unavailable" | "engine_release_unservable" | "insufficient_capability" | "invalid_request" | "invalid_run_id" | "load_run_failed" | "missing_run_id" | "run_not_finished" | "run_not_found";
  "outcomes.record": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "engine_binding_forbidden" | "event_id_reused" | "insufficient_capability" | "invalid_event_id" | "invalid_event_type" | "invalid_payload" | "invalid_request" | "invalid_run_id" | "load_run_failed" | "missing_event_id" | "missing_run_id" | "outcome_write_failed" | "reason_text_too_long" | "run_not_found";
  "outcomes.list": Usual | "assertion_invalid" | "assertion_stale" | "auth_unavailable" | "engine_binding_forbidden" | "insufficient_capability" | "invalid_request" | "invalid_run_id" | "load_run_failed" | "missing_run_id" | "run_not_found";
  "webhooks.create": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_events" | "invalid_header" | "invalid_payload_mode" | "invalid_request" | "invalid_url" | "webhook_endpoint_limit_reached";
  "webhooks.list": Usual | "auth_unavailable" | "insufficient_capability";
  "webhooks.get": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_endpoint_id" | "invalid_request" | "missing_endpoint_id" | "webhook_endpoint_not_found";
  "webhooks.update": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_endpoint_id" | "invalid_events" | "invalid_header" | "invalid_payload_mode" | "invalid_request" | "invalid_url" | "missing_endpoint_id" | "webhook_endpoint_not_found";
  "webhooks.delete": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_endpoint_id" | "invalid_request" | "missing_endpoint_id" | "webhook_endpoint_not_found";
  "webhooks.listDeliveries": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_cursor" | "invalid_endpoint_id" | "invalid_request" | "invalid_run_id" | "missing_endpoint_id" | "webhook_endpoint_not_found";
  "webhooks.getDelivery": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_endpoint_id" | "invalid_request" | "missing_endpoint_id" | "webhook_delivery_not_found" | "webhook_endpoint_not_found";
  "webhooks.resend": Usual | "auth_unavailable" | "delivery_body_expired" | "delivery_in_progress" | "delivery_not_resendable" | "insufficient_capability" | "invalid_endpoint_id" | "invalid_idempotency_key" | "invalid_request" | "missing_endpoint_id" | "webhook_delivery_not_found" | "webhook_endpoint_not_found";
  "webhooks.recover": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_endpoint_id" | "invalid_idempotency_key" | "invalid_recovery_window" | "invalid_request" | "missing_endpoint_id" | "recovery_in_progress" | "recovery_key_reused" | "webhook_endpoint_not_found";
  "webhooks.getRecovery": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_endpoint_id" | "invalid_request" | "missing_endpoint_id" | "webhook_endpoint_not_found" | "webhook_recovery_not_found";
  "webhooks.cancelRecovery": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_endpoint_id" | "invalid_request" | "missing_endpoint_id" | "webhook_endpoint_not_found" | "webhook_recovery_not_found";
  "webhooks.rotateSecret": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_endpoint_id" | "invalid_request" | "missing_endpoint_id" | "secret_limit_reached" | "webhook_endpoint_not_found";
  "webhooks.test": Usual | "auth_unavailable" | "insufficient_capability" | "invalid_endpoint_id" | "invalid_request" | "missing_endpoint_id" | "webhook_endpoint_not_found";
  "platform.health": "internal_error";
  "platform.robots": "internal_error";
}

/** Every operation, by its id. */
export interface Operations {
  readonly catalog: {
    /** List datasets. */
    readonly list: Call<"catalog.list">;
    /** Read a dataset. */
    readonly read: Call<"catalog.read">;
    /** List the rows of a dataset. */
    readonly rows: ListCall<"catalog.rows">;
    /** Read one row of a dataset. */
    readonly row: Call<"catalog.row">;
    /** List the kept versions of a dataset. */
    readonly versions: Call<"catalog.versions">;
    readonly documents: {
      /** List documents. */
      readonly list: ListCall<"catalog.documents.list">;
      /** Read a document. */
      readonly read: Call<"catalog.documents.read">;
    };
    /** Search the rows of datasets by their titles. */
    readonly search: Call<"catalog.search">;
  };
  readonly conversationInstances: {
    /** List conversation instances. */
    readonly list: ListCall<"conversationInstances.list">;
    /** Create a conversation instance. */
    readonly create: Call<"conversationInstances.create">;
    /** Read a conversation instance. */
    readonly read: Call<"conversationInstances.read">;
    /** Change a conversation instance. */
    readonly update: Call<"conversationInstances.update">;
    readonly draft: {
      /** Read the draft of a conversation instance. */
      readonly read: Call<"conversationInstances.draft.read">;
      /** Save the draft of a conversation instance. */
      readonly save: Call<"conversationInstances.draft.save">;
    };
    readonly versions: {
      /** List the releases of a conversation instance. */
      readonly list: ListCall<"conversationInstances.versions.list">;
      /** Release a conversation instance. */
      readonly publish: Call<"conversationInstances.versions.publish">;
      /** Read a release of a conversation instance. */
      readonly read: Call<"conversationInstances.versions.read">;
    };
  };
  readonly conversations: {
    /** List conversations. */
    readonly list: ListCall<"conversations.list">;
    /** Begin a conversation. */
    readonly create: Call<"conversations.create">;
    /** Read a conversation. */
    readonly read: Call<"conversations.read">;
    /** Change a conversation. */
    readonly update: Call<"conversations.update">;
    /** Delete a conversation. */
    readonly delete: Call<"conversations.delete">;
    readonly annotations: {
      /** List the annotations of a conversation. */
      readonly list: ListCall<"conversations.annotations.list">;
      /** Annotate a turn or a conversation. */
      readonly create: Call<"conversations.annotations.create">;
      /** Read an annotation of a conversation. */
      readonly read: Call<"conversations.annotations.read">;
      /** Change an annotation of a conversation. */
      readonly update: Call<"conversations.annotations.update">;
      /** Remove an annotation of a conversation. */
      readonly delete: Call<"conversations.annotations.delete">;
      /** Make a scenario of an annotated turn. */
      readonly promote: Call<"conversations.annotations.promote">;
    };
    /** Export a conversation. */
    readonly export: Call<"conversations.export">;
  };
  readonly attachments: {
    /** Upload an attachment. */
    readonly upload: Call<"attachments.upload">;
    /** List the attachments of a conversation. */
    readonly list: ListCall<"attachments.list">;
    /** Read an attachment. */
    readonly read: Call<"attachments.read">;
    /** Download an attachment. */
    readonly content: Call<"attachments.content">;
  };
  readonly turns: {
    /** Ask a question. */
    readonly submit: FrameCall<"turns.submit">;
    /** List the turns of a conversation. */
    readonly list: ListCall<"turns.list">;
    /** Read a turn. */
    readonly read: Call<"turns.read">;
    /** Cancel a turn. */
    readonly cancel: Call<"turns.cancel">;
    /** Run a turn again. */
    readonly resume: FrameCall<"turns.resume">;
    /** Read the stream of a turn again, or further. */
    readonly stream: FrameCall<"turns.stream">;
  };
  readonly evalRuns: {
    /** Start an evaluation. */
    readonly start: Call<"evalRuns.start">;
    /** List evaluations. */
    readonly list: ListCall<"evalRuns.list">;
    /** Read an evaluation. */
    readonly read: Call<"evalRuns.read">;
    /** Cancel an evaluation. */
    readonly cancel: Call<"evalRuns.cancel">;
    /** Compare two evaluations. */
    readonly diff: ListCall<"evalRuns.diff">;
    readonly results: {
      /** List the results of an evaluation. */
      readonly list: ListCall<"evalRuns.results.list">;
    };
  };
  readonly evalScenarios: {
    /** List evaluation scenarios. */
    readonly list: ListCall<"evalScenarios.list">;
    /** Create an evaluation scenario. */
    readonly create: Call<"evalScenarios.create">;
    /** Read an evaluation scenario. */
    readonly read: Call<"evalScenarios.read">;
    /** Change an evaluation scenario. */
    readonly update: Call<"evalScenarios.update">;
    /** Retire an evaluation scenario. */
    readonly retire: Call<"evalScenarios.retire">;
  };
  readonly converse: {
    /** Ask a model once. */
    readonly answer: Call<"converse.answer">;
  };
  readonly engines: {
    /** List engines. */
    readonly list: Call<"engines.list">;
    /** Create an engine. */
    readonly create: Call<"engines.create">;
    /** Read an engine. */
    readonly read: Call<"engines.read">;
    /** Update, archive or restore an engine. */
    readonly update: Call<"engines.update">;
    readonly config: {
      /** Read the draft configuration. */
      readonly read: Call<"engines.config.read">;
      /** Replace the draft configuration. */
      readonly save: Call<"engines.config.save">;
      /** Check a configuration without saving it. */
      readonly validate: Call<"engines.config.validate">;
    };
    readonly versions: {
      /** List the releases of an engine. */
      readonly list: Call<"engines.versions.list">;
      /** Publish the draft as a release. */
      readonly publish: Call<"engines.versions.publish">;
      /** Read a release. */
      readonly read: Call<"engines.versions.read">;
    };
  };
  readonly opportunities: {
    /** List opportunities. */
    readonly list: ListCall<"opportunities.list">;
    readonly runs: {
      /** Look for opportunities. */
      readonly submit: Call<"opportunities.runs.submit">;
    };
    /** Count opportunities. */
    readonly summary: Call<"opportunities.summary">;
    /** Read an opportunity. */
    readonly read: Call<"opportunities.read">;
    readonly annotation: {
      /** Read the annotation of an opportunity. */
      readonly read: Call<"opportunities.annotation.read">;
      /** Annotate an opportunity. */
      readonly save: Call<"opportunities.annotation.save">;
      /** Remove the annotation of an opportunity. */
      readonly delete: Call<"opportunities.annotation.delete">;
    };
  };
  readonly runs: {
    /** Submit a run to an engine. */
    readonly submit: Call<"runs.submit">;
    /** Read the newest finished run of a subject. */
    readonly latest: Call<"runs.latest"> & {
      /** Read the newest finished runs of up to 100 subjects. */
      readonly batch: Call<"runs.latest.batch">;
    };
    /** Read a run. */
    readonly read: Call<"runs.read">;
    /** Cancel a run. */
    readonly cancel: Call<"runs.cancel">;
  };
  readonly environments: {
    /** List the environments of the organization. */
    readonly list: Call<"environments.list">;
    /** Create a sandbox environment. */
    readonly create: Call<"environments.create">;
    /** Rename an environment. */
    readonly update: Call<"environments.update">;
    /** Delete a sandbox environment. */
    readonly delete: Call<"environments.delete">;
  };
  readonly ingest: {
    /** Post an event to a source. */
    readonly event: Call<"ingest.event">;
  };
  readonly graph: {
    /** Read the data graph's kinds. */
    readonly read: Call<"graph.read">;
    readonly connections: {
      /** List the connections with their last imports. */
      readonly list: Call<"graph.connections.list">;
    };
    readonly derivations: {
      /** List the derivations. */
      readonly list: Call<"graph.derivations.list">;
      /** Read a derivation with its last executions. */
      readonly read: Call<"graph.derivations.read">;
    };
    readonly edges: {
      /** List the edges of the data graph. */
      readonly list: ListCall<"graph.edges.list">;
    };
    /** List the kinds of nodes. */
    readonly kinds: Call<"graph.kinds">;
    readonly nodes: {
      /** List the nodes of the data graph. */
      readonly list: ListCall<"graph.nodes.list">;
      /** Read one node. */
      readonly read: Call<"graph.nodes.read">;
      /** List the edges of a node. */
      readonly edges: ListCall<"graph.nodes.edges">;
      /** Read what a node comes from or leads to. */
      readonly lineage: Call<"graph.nodes.lineage">;
    };
  };
  readonly platform: {
    /** This description. */
    readonly openapi: Call<"platform.openapi">;
    /** Health of the service. */
    readonly health: Call<"platform.health">;
    /** Refuse all crawlers. */
    readonly robots: Call<"platform.robots">;
  };
  readonly records: {
    readonly accounts: {
      /** List accounts. */
      readonly list: CopyCall<"records.accounts.list">;
      /** Read one account. */
      readonly read: Call<"records.accounts.read">;
      /** List the activities of an account. */
      readonly activities: CopyCall<"records.accounts.activities">;
      /** List the claims of an account. */
      readonly claims: CopyCall<"records.accounts.claims">;
      /** List the contacts of an account. */
      readonly contacts: CopyCall<"records.accounts.contacts">;
      /** List the contracts of an account. */
      readonly contracts: CopyCall<"records.accounts.contracts">;
      /** List the documents of an account. */
      readonly documents: CopyCall<"records.accounts.documents">;
      /** List the drivers of an account. */
      readonly drivers: CopyCall<"records.accounts.drivers">;
      /** List the invoices of an account. */
      readonly invoices: CopyCall<"records.accounts.invoices">;
      /** List the locations of an account. */
      readonly locations: CopyCall<"records.accounts.locations">;
      /** List the opportunities of an account. */
      readonly opportunities: ListCall<"records.accounts.opportunities">;
      /** List the policies of an account. */
      readonly policies: CopyCall<"records.accounts.policies">;
      /** Read one policy of an account. */
      readonly policy: Call<"records.accounts.policy">;
      /** Read the effective coverage record of a policy. */
      readonly coverageRecord: Call<"records.accounts.coverageRecord">;
      /** List the quotes of an account. */
      readonly quotes: CopyCall<"records.accounts.quotes">;
      /** List the renewals of an account. */
      readonly renewals: CopyCall<"records.accounts.renewals">;
      /** List the submissions of an account. */
      readonly submissions: CopyCall<"records.accounts.submissions">;
      /** Summarize an account. */
      readonly summary: Call<"records.accounts.summary">;
      /** List what happened to an account. */
      readonly timeline: ListCall<"records.accounts.timeline">;
      /** List the vehicles of an account. */
      readonly vehicles: CopyCall<"records.accounts.vehicles">;
    };
    readonly coverageRecord: {
      /** Change the coverage record of a policy. */
      readonly save: Call<"records.coverageRecord.save">;
    };
    readonly programRuns: {
      /** Submit a program run about an account. */
      readonly submit: Call<"records.programRuns.submit">;
    };
    readonly riskRuns: {
      /** Submit a risk run about an account. */
      readonly submit: Call<"records.riskRuns.submit">;
    };
    readonly actions: {
      /** Append commands to the action ledger. */
      readonly append: Call<"records.actions.append">;
      /** List the commands of the ledger. */
      readonly list: ListCall<"records.actions.list">;
    };
    readonly activities: {
      /** List activities. */
      readonly list: CopyCall<"records.activities.list">;
    };
    readonly analyses: {
      /** Ask for counts and sums over the book. */
      readonly ask: Call<"records.analyses.ask">;
      /** List your analyses. */
      readonly list: ListCall<"records.analyses.list">;
      /** Read an analysis. */
      readonly read: Call<"records.analyses.read">;
    };
    readonly carriers: {
      /** List carriers. */
      readonly list: CopyCall<"records.carriers.list">;
      /** Read one carrier. */
      readonly read: Call<"records.carriers.read">;
    };
    readonly claims: {
      /** List claims. */
      readonly list: CopyCall<"records.claims.list">;
      /** Read one claim. */
      readonly read: Call<"records.claims.read">;
    };
    readonly contacts: {
      /** List contacts. */
      readonly list: CopyCall<"records.contacts.list">;
    };
    readonly documents: {
      /** List documents. */
      readonly list: CopyCall<"records.documents.list">;
      /** Read one document. */
      readonly read: Call<"records.documents.read">;
    };
    readonly editIntents: {
      /** List intended edits of the coverage record. */
      readonly list: ListCall<"records.editIntents.list">;
      /** Read an intended edit of the coverage record. */
      readonly read: Call<"records.editIntents.read">;
      /** Cancel an intended edit of the coverage record. */
      readonly cancel: Call<"records.editIntents.cancel">;
    };
    readonly invoices: {
      /** List invoices. */
      readonly list: CopyCall<"records.invoices.list">;
    };
    readonly notes: {
      /** List notes. */
      readonly list: ListCall<"records.notes.list">;
    };
    /** List the planes, families and fields of the book. */
    readonly planes: Call<"records.planes">;
    readonly policies: {
      /** List policies. */
      readonly list: CopyCall<"records.policies.list">;
      /** Read one policy. */
      readonly read: Call<"records.policies.read">;
      /** List the activities of a policy. */
      readonly activities: CopyCall<"records.policies.activities">;
      /** List the claims of a policy. */
      readonly claims: CopyCall<"records.policies.claims">;
      /** List the coverages of a policy. */
      readonly coverages: CopyCall<"records.policies.coverages">;
      /** List the documents of a policy. */
      readonly documents: CopyCall<"records.policies.documents">;
      /** List the invoices of a policy. */
      readonly invoices: CopyCall<"records.policies.invoices">;
      /** List the vehicles of a policy. */
      readonly vehicles: CopyCall<"records.policies.vehicles">;
    };
    readonly quotes: {
      /** List quotes. */
      readonly list: CopyCall<"records.quotes.list">;
    };
    readonly renewals: {
      /** List renewals. */
      readonly list: CopyCall<"records.renewals.list">;
    };
    /** Search clients by name, policy number or phone. */
    readonly search: Call<"records.search">;
    /** Read the status of the book's connections. */
    readonly status: Call<"records.status">;
    readonly submissions: {
      /** List submissions. */
      readonly list: CopyCall<"records.submissions.list">;
    };
    readonly tasks: {
      /** List tasks. */
      readonly list: ListCall<"records.tasks.list">;
    };
    readonly workflows: {
      /** List workflows. */
      readonly list: ListCall<"records.workflows.list">;
    };
  };
  readonly outcomes: {
    readonly annotations: {
      /** Record a judgement of a run's output. */
      readonly record: Call<"outcomes.annotations.record">;
      /** List the annotations of a run. */
      readonly list: Call<"outcomes.annotations.list">;
    };
    /** Record what became of a run's recommendation. */
    readonly record: Call<"outcomes.record">;
    /** List the outcomes of a run. */
    readonly list: Call<"outcomes.list">;
  };
  readonly defensibility: {
    /** Read the defensibility packet of a finished run. */
    readonly read: Call<"defensibility.read">;
  };
  readonly webhooks: {
    /** Register a webhook endpoint. */
    readonly create: Call<"webhooks.create">;
    /** List the webhook endpoints of the key's environment. */
    readonly list: Call<"webhooks.list">;
    /** Read a webhook endpoint. */
    readonly get: Call<"webhooks.get">;
    /** Change, enable or disable a webhook endpoint. */
    readonly update: Call<"webhooks.update">;
    /** Delete a webhook endpoint. */
    readonly delete: Call<"webhooks.delete">;
    /** List the deliveries of a webhook endpoint. */
    readonly listDeliveries: ListCall<"webhooks.listDeliveries">;
    /** Read a delivery and its attempts. */
    readonly getDelivery: Call<"webhooks.getDelivery">;
    /** Send a delivery again. */
    readonly resend: Call<"webhooks.resend">;
    /** Send the dead letters of a webhook endpoint again. */
    readonly recover: Call<"webhooks.recover">;
    /** Read the progress of a recovery. */
    readonly getRecovery: Call<"webhooks.getRecovery">;
    /** Cancel a recovery. */
    readonly cancelRecovery: Call<"webhooks.cancelRecovery">;
    /** Give a webhook endpoint a new signing secret. */
    readonly rotateSecret: Call<"webhooks.rotateSecret">;
    /** Send a test event to a webhook endpoint. */
    readonly test: Call<"webhooks.test">;
  };
}
