-- CreateEnum
CREATE TYPE "automation_execution_status" AS ENUM ('pending', 'running', 'succeeded', 'failed', 'skipped');

-- AlterEnum
ALTER TYPE "webhook_event_type" ADD VALUE 'platform.event';

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "platform_type" TEXT;

-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN     "platform_type" TEXT;

-- CreateTable
CREATE TABLE "automations" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "automation_key" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "event_type" TEXT,
    "filter" TEXT,
    "schedule" TEXT,
    "timezone" TEXT,
    "next_tick_at" TIMESTAMPTZ(3),
    "effect" TEXT NOT NULL,
    "max_per_hour" INTEGER NOT NULL,
    "cooldown_seconds" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "automations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "automation_executions" (
    "id" UUID NOT NULL,
    "automation_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "status" "automation_execution_status" NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "lease_token" UUID,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "unqueued_runs" SMALLINT NOT NULL DEFAULT 0,
    "code" TEXT,
    "message" TEXT,
    "run_id" UUID,
    "emitted_event_id" UUID,
    "delivery_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "fired_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "automation_executions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "automations_by_organization" ON "automations"("organization_id");

-- CreateIndex
CREATE INDEX "automation_executions_by_automation" ON "automation_executions"("automation_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "automation_executions_by_organization" ON "automation_executions"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "automation_executions_automation_id_event_id_key" ON "automation_executions"("automation_id", "event_id");

-- AddForeignKey
ALTER TABLE "automation_executions" ADD CONSTRAINT "automation_executions_automation_id_fkey" FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- A key is free again when its automation is removed.
CREATE UNIQUE INDEX "automations_key" ON "automations" ("organization_id", "automation_key") WHERE "removed_at" IS NULL;
CREATE INDEX "automations_by_event" ON "automations" ("organization_id", "event_type")
  WHERE "enabled" AND "removed_at" IS NULL;
CREATE INDEX "automations_ticking" ON "automations" ("next_tick_at")
  WHERE "enabled" AND "removed_at" IS NULL AND "next_tick_at" IS NOT NULL;

-- What waits, and what is held under a lease that may have ended.
CREATE INDEX "automation_executions_due" ON "automation_executions" ("due_at") WHERE "due_at" IS NOT NULL;
-- Cooldown and hourly cap.
CREATE INDEX "automation_executions_fired" ON "automation_executions" ("automation_id", "fired_at" DESC)
  WHERE "fired_at" IS NOT NULL;
-- Whose emission an event is.
CREATE INDEX "automation_executions_emitted" ON "automation_executions" ("emitted_event_id")
  WHERE "emitted_event_id" IS NOT NULL;
CREATE INDEX "automation_executions_by_age" ON "automation_executions" ("finished_at") WHERE "finished_at" IS NOT NULL;

ALTER TABLE "automations" ADD CONSTRAINT "automations_one_trigger"
  CHECK (("event_type" IS NULL) <> ("schedule" IS NULL) AND ("schedule" IS NULL) = ("timezone" IS NULL));
ALTER TABLE "automation_executions" ADD CONSTRAINT "automation_executions_finished"
  CHECK (("status" IN ('succeeded', 'failed', 'skipped')) = ("finished_at" IS NOT NULL)
    AND ("finished_at" IS NULL) = ("due_at" IS NOT NULL));
ALTER TABLE "automation_executions" ADD CONSTRAINT "automation_executions_lease"
  CHECK (("status" = 'running') = ("lease_token" IS NOT NULL));
ALTER TABLE "automation_executions" ADD CONSTRAINT "automation_executions_says_why"
  CHECK ("status" NOT IN ('failed', 'skipped') OR ("code" IS NOT NULL AND "message" IS NOT NULL));
