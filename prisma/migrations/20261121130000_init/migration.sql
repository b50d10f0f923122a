-- CreateEnum
CREATE TYPE "engine_type_name" AS ENUM ('comparison', 'matching', 'entity_analysis', 'diligence', 'triage', 'opportunity');

-- CreateEnum
CREATE TYPE "engine_status" AS ENUM ('active', 'archived');

-- CreateEnum
CREATE TYPE "pin_policy" AS ENUM ('latest_allowed', 'exact_required');

-- CreateEnum
CREATE TYPE "delivery_setup" AS ENUM ('per_run', 'per_correction');

-- CreateEnum
CREATE TYPE "records_posture" AS ENUM ('off', 'shadow', 'lit');

-- CreateEnum
CREATE TYPE "run_status" AS ENUM ('queued', 'processing', 'completed', 'degraded', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "output_phase" AS ENUM ('pending', 'deterministic', 'final');

-- CreateEnum
CREATE TYPE "webhook_event_type" AS ENUM ('run.completed', 'run.failed', 'run.cancelled', 'run.superseded', 'webhook.test');

-- CreateEnum
CREATE TYPE "payload_mode" AS ENUM ('thin', 'full');

-- CreateEnum
CREATE TYPE "endpoint_status" AS ENUM ('enabled', 'disabled');

-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('pending', 'delivering', 'retry_scheduled', 'held', 'delivered', 'dead_letter', 'cancelled');

-- CreateTable
CREATE TABLE "engines" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "engine_type" "engine_type_name" NOT NULL,
    "status" "engine_status" NOT NULL DEFAULT 'active',
    "group_key" TEXT NOT NULL DEFAULT '',
    "pin_policy" "pin_policy" NOT NULL DEFAULT 'latest_allowed',
    "draft" TEXT NOT NULL,
    "draft_revision" INTEGER NOT NULL DEFAULT 1,
    "draft_config_hash" TEXT NOT NULL,
    "draft_updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "draft_updated_by" TEXT NOT NULL,
    "expose_warnings" BOOLEAN NOT NULL DEFAULT false,
    "notify_on_supersede" BOOLEAN NOT NULL DEFAULT false,
    "requests_per_minute" INTEGER NOT NULL DEFAULT 120,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "engines_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engine_configurations" (
    "hash" TEXT NOT NULL,
    "engine_type" "engine_type_name" NOT NULL,
    "effective" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "engine_configurations_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "engine_releases" (
    "id" UUID NOT NULL,
    "engine_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "major" INTEGER NOT NULL,
    "minor" INTEGER NOT NULL,
    "config_hash" TEXT NOT NULL,
    "config" TEXT NOT NULL,
    "request_schema" TEXT NOT NULL,
    "response_schema" TEXT NOT NULL,
    "request_schema_sha256" TEXT NOT NULL,
    "response_schema_sha256" TEXT NOT NULL,
    "changelog" TEXT NOT NULL DEFAULT '',
    "gate" TEXT NOT NULL,
    "released_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "released_by" TEXT NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "engine_releases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "egress_manifests" (
    "sha256" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "registered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "egress_manifests_pkey" PRIMARY KEY ("sha256")
);

-- CreateTable
CREATE TABLE "engine_gates" (
    "engine_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "engine_gates_pkey" PRIMARY KEY ("engine_id")
);

-- CreateTable
CREATE TABLE "environments" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "environments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization_keys" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "label" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "organization_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scoped_keys" (
    "id" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "capabilities" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "scoped_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scoped_key_engines" (
    "key_id" TEXT NOT NULL,
    "engine_id" UUID NOT NULL,

    CONSTRAINT "scoped_key_engines_pkey" PRIMARY KEY ("key_id","engine_id")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "requests_per_minute" INTEGER NOT NULL DEFAULT 600,
    "monthly_run_cap" INTEGER,
    "max_running" INTEGER,
    "delivery_setup" "delivery_setup" NOT NULL DEFAULT 'per_run',
    "records_posture" "records_posture" NOT NULL DEFAULT 'off',
    "assertion_secret" TEXT,
    "analyses_enabled" BOOLEAN NOT NULL DEFAULT false,
    "default_field_policy" TEXT NOT NULL DEFAULT 'full',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_usage" (
    "organization_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "used" INTEGER NOT NULL,

    CONSTRAINT "run_usage_pkey" PRIMARY KEY ("organization_id","month")
);

-- CreateTable
CREATE TABLE "organization_fairness" (
    "organization_id" UUID NOT NULL,
    "engine_type" "engine_type_name" NOT NULL,
    "last_rank" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "organization_fairness_pkey" PRIMARY KEY ("organization_id","engine_type")
);

-- CreateTable
CREATE TABLE "runs" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "environment_slug" TEXT NOT NULL,
    "engine_id" UUID NOT NULL,
    "engine_slug" TEXT NOT NULL,
    "engine_type" "engine_type_name" NOT NULL,
    "submitter" TEXT NOT NULL,
    "acting_principal" TEXT,
    "key_id" TEXT NOT NULL,
    "idem_hash" BYTEA,
    "request_hash" BYTEA NOT NULL,
    "requested_pin" TEXT,
    "status" "run_status" NOT NULL,
    "attempt" SMALLINT NOT NULL DEFAULT 0,
    "interruptions" SMALLINT NOT NULL DEFAULT 0,
    "reclaims" SMALLINT NOT NULL DEFAULT 0,
    "lease_token" UUID,
    "lease_owner" TEXT,
    "lease_expires_at" TIMESTAMPTZ(3),
    "heartbeat_at" TIMESTAMPTZ(3),
    "stage" TEXT,
    "cancel_requested_at" TIMESTAMPTZ(3),
    "cancel_reason" TEXT,
    "error" TEXT,
    "error_details" TEXT,
    "engine_version" TEXT,
    "config_hash" TEXT,
    "test_scenario" TEXT,
    "trace_id" TEXT,
    "trace_parent" TEXT,
    "subject_key" TEXT,
    "priority" SMALLINT NOT NULL DEFAULT 0,
    "fair_rank" DOUBLE PRECISION NOT NULL,
    "output_phase" "output_phase" NOT NULL DEFAULT 'pending',
    "completed_deterministic_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run_payloads" (
    "run_id" UUID NOT NULL,
    "input" TEXT NOT NULL,
    "offerings" TEXT,
    "output" TEXT,
    "solutions" TEXT,
    "warnings" TEXT,
    "work_items" TEXT,

    CONSTRAINT "run_payloads_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "run_attempts" (
    "run_id" UUID NOT NULL,
    "attempt" SMALLINT NOT NULL,
    "outcome" TEXT NOT NULL,
    "owner" TEXT,
    "stage" TEXT,
    "detail" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "run_attempts_pkey" PRIMARY KEY ("run_id","attempt")
);

-- CreateTable
CREATE TABLE "caretaker_ticks" (
    "name" TEXT NOT NULL,
    "ticked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "caretaker_ticks_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "events" TEXT[],
    "payload_mode" "payload_mode" NOT NULL DEFAULT 'full',
    "retry_policy" TEXT NOT NULL DEFAULT 'standard-v3',
    "status" "endpoint_status" NOT NULL DEFAULT 'enabled',
    "disabled_reason" TEXT,
    "disabled_at" TIMESTAMPTZ(3),
    "headers" TEXT,
    "header_names" TEXT[],
    "max_per_second" INTEGER NOT NULL DEFAULT 50,
    "max_in_flight" INTEGER NOT NULL DEFAULT 10,
    "auto_recover" BOOLEAN NOT NULL DEFAULT false,
    "claim_count" INTEGER NOT NULL DEFAULT 0,
    "last_success_at" TIMESTAMPTZ(3),
    "first_failure_at" TIMESTAMPTZ(3),
    "failures_in_a_row" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_secrets" (
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "ciphertext" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" UUID NOT NULL,
    "type" "webhook_event_type" NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "run_id" UUID,
    "correction_id" UUID,
    "setup" "delivery_setup",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expanded_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_bodies" (
    "event_id" UUID NOT NULL,
    "mode" "payload_mode" NOT NULL,
    "body" TEXT NOT NULL,
    "byte_count" INTEGER NOT NULL,
    "sha256" BYTEA NOT NULL,

    CONSTRAINT "webhook_bodies_pkey" PRIMARY KEY ("event_id","mode")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "event_type" "webhook_event_type" NOT NULL,
    "run_id" UUID,
    "mode" "payload_mode" NOT NULL,
    "thin_for_size" BOOLEAN NOT NULL DEFAULT false,
    "state" "delivery_state" NOT NULL,
    "reason" TEXT,
    "cycle" SMALLINT NOT NULL DEFAULT 1,
    "tries" SMALLINT NOT NULL DEFAULT 0,
    "trigger" TEXT NOT NULL DEFAULT 'scheduled',
    "next_attempt_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "lease_token" UUID,
    "cycle_deadline" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "delivery_id" UUID NOT NULL,
    "cycle" SMALLINT NOT NULL,
    "try" SMALLINT NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "trigger" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "error_code" TEXT,
    "status" SMALLINT,
    "url" TEXT NOT NULL,
    "remote_address" TEXT,
    "secret_ids" UUID[],
    "timings" TEXT,
    "response_headers" TEXT,
    "response_body" TEXT,
    "response_is_base64" BOOLEAN NOT NULL DEFAULT false,
    "response_truncated" BOOLEAN NOT NULL DEFAULT false,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("delivery_id","cycle","try")
);

-- CreateTable
CREATE TABLE "webhook_resends" (
    "delivery_id" UUID NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "cycle" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_resends_pkey" PRIMARY KEY ("delivery_id","key_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "engines_organization_id_slug_key" ON "engines"("organization_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "engine_releases_engine_id_major_minor_key" ON "engine_releases"("engine_id", "major", "minor");

-- CreateIndex
CREATE UNIQUE INDEX "egress_manifests_name_key" ON "egress_manifests"("name");

-- CreateIndex
CREATE UNIQUE INDEX "environments_organization_id_slug_key" ON "environments"("organization_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "organization_keys_key_hash_key" ON "organization_keys"("key_hash");

-- CreateIndex
CREATE INDEX "organization_keys_organization_id_idx" ON "organization_keys"("organization_id");

-- CreateIndex
CREATE INDEX "scoped_keys_organization_id_idx" ON "scoped_keys"("organization_id");

-- CreateIndex
CREATE INDEX "webhook_secrets_endpoint_id_idx" ON "webhook_secrets"("endpoint_id");

-- CreateIndex
CREATE INDEX "webhook_events_run_id_idx" ON "webhook_events"("run_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_event_id_idx" ON "webhook_deliveries"("event_id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_endpoint_id_event_id_key" ON "webhook_deliveries"("endpoint_id", "event_id");

-- AddForeignKey
ALTER TABLE "engines" ADD CONSTRAINT "engines_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "engine_releases" ADD CONSTRAINT "engine_releases_engine_id_fkey" FOREIGN KEY ("engine_id") REFERENCES "engines"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "environments" ADD CONSTRAINT "environments_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_keys" ADD CONSTRAINT "organization_keys_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_keys" ADD CONSTRAINT "organization_keys_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scoped_keys" ADD CONSTRAINT "scoped_keys_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scoped_keys" ADD CONSTRAINT "scoped_keys_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scoped_key_engines" ADD CONSTRAINT "scoped_key_engines_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "scoped_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scoped_key_engines" ADD CONSTRAINT "scoped_key_engines_engine_id_fkey" FOREIGN KEY ("engine_id") REFERENCES "engines"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ── What the schema language has no words for ────────────────────────────────────────────────────────────────

-- Heartbeats and status changes rewrite the hot row: room on the page and no index on the rewritten columns keeps
-- them heap-only updates (runs.md 5.1).
ALTER TABLE "runs" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 1);
ALTER TABLE "webhook_deliveries" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 1);
ALTER TABLE "organization_fairness" SET (fillfactor = 50);
ALTER TABLE "webhook_events" SET (fillfactor = 85);
ALTER TABLE "webhook_endpoints" SET (fillfactor = 70);

CREATE UNIQUE INDEX "runs_idem_hash_key" ON "runs" ("idem_hash") WHERE "idem_hash" IS NOT NULL;
-- Claim order: one index scan per engine type.
CREATE INDEX "runs_claimable" ON "runs" ("engine_type", "priority", "fair_rank")
  WHERE "status" = 'queued' OR ("status" = 'processing' AND "lease_token" IS NULL);
-- The processing set is small: the reconciler, the in-flight caps and cancel polling scan it.
CREATE INDEX "runs_processing" ON "runs" ("organization_id") WHERE "status" = 'processing';
CREATE INDEX "runs_unfinished_by_environment" ON "runs" ("environment_id") WHERE "status" IN ('queued', 'processing');
CREATE INDEX "runs_cancel_pending" ON "runs" ("id")
  WHERE "cancel_requested_at" IS NOT NULL AND "status" IN ('queued', 'processing');
CREATE INDEX "organizations_max_running" ON "organizations" ("id") WHERE "max_running" IS NOT NULL;
CREATE INDEX "runs_finished_by_age" ON "runs" ("completed_at") WHERE "completed_at" IS NOT NULL;
CREATE INDEX "runs_by_environment" ON "runs" ("environment_id", "created_at" DESC);
-- Latest-run reads (domain.md G.2).
CREATE INDEX "runs_latest" ON "runs" ("engine_id", "environment_id", "subject_key", "completed_at" DESC)
  WHERE "status" IN ('completed', 'degraded') AND "subject_key" IS NOT NULL;

ALTER TABLE "runs" ADD CONSTRAINT "runs_final_has_finish_time"
  CHECK (("status" IN ('completed', 'degraded', 'failed', 'cancelled')) = ("completed_at" IS NOT NULL));
ALTER TABLE "runs" ADD CONSTRAINT "runs_lease_only_while_processing"
  CHECK ("lease_token" IS NULL OR "status" = 'processing');
ALTER TABLE "runs" ADD CONSTRAINT "runs_failed_says_why" CHECK ("status" <> 'failed' OR "error" IS NOT NULL);
ALTER TABLE "runs" ADD CONSTRAINT "runs_attempt_bounds" CHECK ("attempt" BETWEEN 0 AND 3);
ALTER TABLE "run_payloads" ADD CONSTRAINT "run_payloads_run_id_fkey"
  FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE CASCADE;
ALTER TABLE "run_attempts" ADD CONSTRAINT "run_attempts_run_id_fkey"
  FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE CASCADE;

CREATE INDEX "webhook_events_unexpanded" ON "webhook_events" ("created_at") WHERE "expanded_at" IS NULL;
CREATE INDEX "webhook_endpoints_live" ON "webhook_endpoints" ("organization_id", "environment_id") WHERE "deleted_at" IS NULL;
-- Claims go endpoint by endpoint, so one endpoint's backlog cannot stand before the others.
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("endpoint_id", "next_attempt_at")
  WHERE "state" IN ('pending', 'retry_scheduled');
CREATE INDEX "webhook_deliveries_leased" ON "webhook_deliveries" ("lease_until") WHERE "state" = 'delivering';
CREATE INDEX "webhook_deliveries_by_endpoint" ON "webhook_deliveries" ("endpoint_id", "created_at" DESC, "id" DESC);
CREATE INDEX "webhook_deliveries_dead" ON "webhook_deliveries" ("endpoint_id", "created_at") WHERE "state" = 'dead_letter';
CREATE INDEX "webhook_deliveries_held" ON "webhook_deliveries" ("endpoint_id") WHERE "state" = 'held';
CREATE INDEX "webhook_deliveries_by_run" ON "webhook_deliveries" ("run_id");
CREATE INDEX "webhook_attempts_by_endpoint" ON "webhook_attempts" ("endpoint_id", "started_at" DESC);
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey"
  FOREIGN KEY ("event_id") REFERENCES "webhook_events" ("id") ON DELETE CASCADE;
ALTER TABLE "webhook_bodies" ADD CONSTRAINT "webhook_bodies_event_id_fkey"
  FOREIGN KEY ("event_id") REFERENCES "webhook_events" ("id") ON DELETE CASCADE;
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey"
  FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries" ("id") ON DELETE CASCADE;
ALTER TABLE "webhook_resends" ADD CONSTRAINT "webhook_resends_delivery_id_fkey"
  FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries" ("id") ON DELETE CASCADE;
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_run_id_fkey"
  FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE CASCADE;

ALTER TABLE "engines" ADD CONSTRAINT "engines_slug_shape" CHECK ("slug" ~ '^[a-z0-9][a-z0-9-]{1,48}[a-z0-9]$');
ALTER TABLE "environments" ADD CONSTRAINT "environments_slug_shape" CHECK ("slug" ~ '^[a-z0-9_]{1,16}$');

-- Request budgets when there is no Redis: losing them costs a minute of precision, so they need no log.
CREATE UNLOGGED TABLE "rate_budgets" (
  "key" TEXT PRIMARY KEY,
  "tokens" DOUBLE PRECISION NOT NULL,
  "refilled_at" TIMESTAMPTZ NOT NULL
) WITH (fillfactor = 50);
