-- CreateEnum
CREATE TYPE "job_status" AS ENUM ('waiting', 'running', 'completed', 'failed', 'cancelled');

-- CreateTable
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

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("id")
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

ALTER TABLE "jobs" ADD CONSTRAINT "jobs_lease"
  CHECK (("status" = 'running') = ("lease_token" IS NOT NULL) AND ("lease_token" IS NULL) = ("lease_until" IS NULL));
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_finished"
  CHECK (("status" IN ('completed', 'failed', 'cancelled')) = ("finished_at" IS NOT NULL));
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_outcome"
  CHECK (("status" = 'completed') = ("result" IS NOT NULL) AND ("status" = 'failed') = ("error" IS NOT NULL));
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_attempts" CHECK ("attempt" BETWEEN 0 AND "attempts_max");
