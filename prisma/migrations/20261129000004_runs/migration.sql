-- Runs and what is said of them, jobs and the clocks of maintenance.

CREATE TYPE "run_status" AS ENUM ('queued', 'processing', 'completed', 'degraded', 'failed', 'cancelled');
CREATE TYPE "output_phase" AS ENUM ('pending', 'deterministic', 'final');

-- Heartbeats and status changes rewrite the hot row: room on the page and no index on the rewritten columns keeps
-- them heap-only updates.
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
  CONSTRAINT "runs_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "runs_final_has_finish_time"
    CHECK (("status" IN ('completed', 'degraded', 'failed', 'cancelled')) = ("completed_at" IS NOT NULL)),
  CONSTRAINT "runs_lease_only_while_processing" CHECK ("lease_token" IS NULL OR "status" = 'processing'),
  CONSTRAINT "runs_failed_says_why" CHECK ("status" <> 'failed' OR "error" IS NOT NULL),
  CONSTRAINT "runs_attempt_bounds" CHECK ("attempt" BETWEEN 0 AND 3)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 1);
-- Every index of runs is written for a submission, a claim and an end. Unfinished runs are in "runs_claimable" and
-- "runs_processing", and retention finds old runs by their ids, which begin with their time.
CREATE UNIQUE INDEX "runs_idem_hash_key" ON "runs" ("idem_hash") WHERE "idem_hash" IS NOT NULL;
-- Claim order: one index scan per engine type.
CREATE INDEX "runs_claimable" ON "runs" ("engine_type", "priority", "fair_rank")
  WHERE "status" = 'queued' OR ("status" = 'processing' AND "lease_token" IS NULL);
-- The processing set is small: the reconciler, the in-flight caps and cancel polling scan it.
CREATE INDEX "runs_processing" ON "runs" ("organization_id") WHERE "status" = 'processing';
CREATE INDEX "runs_cancel_pending" ON "runs" ("id")
  WHERE "cancel_requested_at" IS NOT NULL AND "status" IN ('queued', 'processing');
CREATE INDEX "runs_by_environment" ON "runs" ("environment_id", "created_at" DESC);
-- Latest-run reads.
CREATE INDEX "runs_latest" ON "runs" ("engine_id", "environment_id", "subject_key", "completed_at" DESC)
  WHERE "status" IN ('completed', 'degraded') AND "subject_key" IS NOT NULL;
-- Waiting runs of organizations with an in-flight cap have a priority of their own (run.ts, "cappedPriority"): the claim
-- for all others ends before them, and the claim for a capped organization finds its first runs without its backlog. No
-- other run is in this index.
CREATE INDEX "runs_claimable_capped" ON "runs" ("organization_id", "engine_type", "fair_rank")
  WHERE "priority" = 100 AND ("status" = 'queued' OR ("status" = 'processing' AND "lease_token" IS NULL));
-- Runs of a release need no such index: releases are never removed, and neither are their configurations.
CREATE INDEX "runs_of_drafts_by_configuration" ON "runs" ("config_hash") WHERE "engine_version" = 'draft';

-- Payloads under a page stay in their row uncompressed: compressing them cost more than the rest of settling a small run.
CREATE TABLE "run_payloads" (
  "run_id" UUID NOT NULL,
  "input" TEXT NOT NULL,
  "offerings" TEXT,
  "output" TEXT,
  "solutions" TEXT,
  "warnings" TEXT,
  "work_items" TEXT,
  "trace" TEXT,
  "erased_parts" TEXT[],
  CONSTRAINT "run_payloads_pkey" PRIMARY KEY ("run_id")
) WITH (toast_tuple_target = 8160);

-- Payloads and events go with their run, by a trigger of the statement that removes runs. Foreign keys were checked, each
-- with a look-up and a row lock, for every run that is submitted and for every one that ends: a third of what PostgreSQL
-- spent on a run. Rows are only ever added by the statement that inserts or finishes their run.
CREATE FUNCTION "runs_take_their_rows_along"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "run_payloads" p USING removed WHERE p."run_id" = removed."id";
  DELETE FROM "webhook_events" e USING removed WHERE e."run_id" = removed."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "runs_take_their_rows_along" AFTER DELETE ON "runs"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "runs_take_their_rows_along"();

CREATE TABLE "run_attempts" (
  "run_id" UUID NOT NULL,
  "attempt" SMALLINT NOT NULL,
  "outcome" TEXT NOT NULL,
  "owner" TEXT,
  "stage" TEXT,
  "detail" TEXT,
  "started_at" TIMESTAMPTZ(3),
  "ended_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "run_attempts_pkey" PRIMARY KEY ("run_id", "attempt"),
  CONSTRAINT "run_attempts_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE CASCADE
);

CREATE TABLE "run_usage" (
  "organization_id" UUID NOT NULL,
  "month" DATE NOT NULL,
  "used" INTEGER NOT NULL,
  CONSTRAINT "run_usage_pkey" PRIMARY KEY ("organization_id", "month")
);

CREATE TABLE "organization_fairness" (
  "organization_id" UUID NOT NULL,
  "engine_type" "engine_type_name" NOT NULL,
  "last_rank" DOUBLE PRECISION NOT NULL,
  CONSTRAINT "organization_fairness_pkey" PRIMARY KEY ("organization_id", "engine_type")
) WITH (fillfactor = 50);

CREATE TABLE "run_outcomes" (
  "organization_id" UUID NOT NULL,
  "event_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "run_id" UUID NOT NULL,
  "engine_id" UUID NOT NULL,
  "event_type" TEXT NOT NULL,
  "occurred_at" TIMESTAMPTZ(3) NOT NULL,
  "target" TEXT,
  "payload" TEXT,
  "reason_text" TEXT,
  "request_hash" BYTEA NOT NULL,
  "key_id" TEXT NOT NULL,
  "acting_principal" TEXT,
  "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "run_outcomes_pkey" PRIMARY KEY ("organization_id", "event_id"),
  CONSTRAINT "run_outcomes_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE CASCADE
);
CREATE INDEX "run_outcomes_by_run" ON "run_outcomes" ("run_id", "recorded_at");

CREATE TABLE "run_annotations" (
  "organization_id" UUID NOT NULL,
  "event_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "run_id" UUID NOT NULL,
  "label" TEXT NOT NULL,
  "path" TEXT,
  "comment" TEXT,
  "request_hash" BYTEA NOT NULL,
  "key_id" TEXT NOT NULL,
  "acting_principal" TEXT,
  "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "run_annotations_pkey" PRIMARY KEY ("organization_id", "event_id"),
  CONSTRAINT "run_annotations_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE CASCADE
);
CREATE INDEX "run_annotations_by_run" ON "run_annotations" ("run_id", "recorded_at");

CREATE TABLE "run_corrections" (
  "id" UUID NOT NULL,
  "run_id" UUID NOT NULL,
  "seq" INTEGER NOT NULL,
  "output" TEXT NOT NULL,
  "solutions" TEXT,
  "reason" TEXT NOT NULL DEFAULT '',
  "created_by" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "run_corrections_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "run_corrections_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "run_corrections_run_id_seq_key" ON "run_corrections" ("run_id", "seq");

CREATE TYPE "job_status" AS ENUM ('waiting', 'running', 'completed', 'failed', 'cancelled');

CREATE TABLE "jobs" (
  "id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "organization_id" UUID NOT NULL,
  "payload" JSONB NOT NULL,
  "dedupe_key" TEXT,
  "status" "job_status" NOT NULL,
  "attempt" SMALLINT NOT NULL DEFAULT 0,
  "attempts_max" SMALLINT NOT NULL,
  "lease_token" UUID,
  "lease_until" TIMESTAMPTZ(3),
  "run_after" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "cancel_requested_at" TIMESTAMPTZ(3),
  "result" JSONB,
  "error" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "started_at" TIMESTAMPTZ(3),
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "jobs_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "jobs_lease"
    CHECK (("status" = 'running') = ("lease_token" IS NOT NULL) AND ("lease_token" IS NULL) = ("lease_until" IS NULL)),
  CONSTRAINT "jobs_finished" CHECK (("status" IN ('completed', 'failed', 'cancelled')) = ("finished_at" IS NOT NULL)),
  CONSTRAINT "jobs_outcome"
    CHECK (("status" = 'completed') = ("result" IS NOT NULL) AND ("status" = 'failed') = ("error" IS NOT NULL)),
  CONSTRAINT "jobs_attempts" CHECK ("attempt" BETWEEN 0 AND "attempts_max")
);
-- What may be claimed: the organizations one probe each, and the oldest job of each.
CREATE INDEX "jobs_waiting" ON "jobs" ("organization_id", "run_after", "id") WHERE "status" = 'waiting';
-- How many an organization has running.
CREATE INDEX "jobs_running" ON "jobs" ("organization_id") WHERE "status" = 'running';
-- Leases that may have ended.
CREATE INDEX "jobs_leases" ON "jobs" ("lease_until") WHERE "status" = 'running';
CREATE INDEX "jobs_by_age" ON "jobs" ("finished_at") WHERE "finished_at" IS NOT NULL;
CREATE UNIQUE INDEX "jobs_dedupe" ON "jobs" ("organization_id", "kind", "dedupe_key")
  WHERE "status" IN ('waiting', 'running') AND "dedupe_key" IS NOT NULL;
-- The result of a job with a key answers the same question for a while: found by its key.
CREATE INDEX "jobs_recent_results" ON "jobs" ("organization_id", "kind", "dedupe_key", "finished_at")
  WHERE "status" = 'completed' AND "dedupe_key" IS NOT NULL;

-- The names of NOT NULL are those of databases from before 0.1.0.
CREATE TABLE "maintenance_ticks" (
  "name" TEXT CONSTRAINT "caretaker_ticks_name_not_null" NOT NULL,
  "ticked_at" TIMESTAMPTZ(3) CONSTRAINT "caretaker_ticks_ticked_at_not_null" NOT NULL,
  CONSTRAINT "maintenance_ticks_pkey" PRIMARY KEY ("name")
);
