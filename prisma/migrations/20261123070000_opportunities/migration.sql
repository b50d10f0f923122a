-- CreateTable
CREATE TABLE "opportunities" (
    "organization_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "engine_id" UUID NOT NULL,
    "opportunity_id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "client_key" TEXT NOT NULL,
    "policy_key" TEXT,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "change" TEXT NOT NULL,
    "line" TEXT,
    "producer_seat" TEXT,
    "office_key" TEXT,
    "score" DOUBLE PRECISION NOT NULL,
    "expected_value" DOUBLE PRECISION,
    "due_on" DATE,
    "next_expiration" DATE,
    "won_term_ends_on" DATE,
    "words" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "config_hash" TEXT,
    "run_id" UUID,
    "first_run_id" UUID NOT NULL,
    "seen_run_at" TIMESTAMPTZ(3) NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 1,
    "annotation_revision" INTEGER NOT NULL DEFAULT 0,
    "is_annotated" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "opportunities_pkey" PRIMARY KEY ("organization_id","environment_id","engine_id","opportunity_id")
);

-- CreateTable
CREATE TABLE "opportunity_annotations" (
    "organization_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "engine_id" UUID NOT NULL,
    "opportunity_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "assignee_seat" TEXT,
    "follow_up_on" DATE,
    "reason_code" TEXT,
    "note" TEXT,
    "revision" INTEGER NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "opportunity_annotations_pkey" PRIMARY KEY ("organization_id","environment_id","engine_id","opportunity_id")
);

-- CreateTable
CREATE TABLE "opportunity_projections" (
    "run_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "engine_id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "scope" TEXT NOT NULL,
    "is_whole" BOOLEAN NOT NULL,
    "part_index" INTEGER NOT NULL DEFAULT 0,
    "part_of" INTEGER NOT NULL DEFAULT 1,
    "is_asked" BOOLEAN NOT NULL,
    "is_unfinished" BOOLEAN NOT NULL DEFAULT true,
    "submitted_at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT,
    "projected_at" TIMESTAMPTZ(3),

    CONSTRAINT "opportunity_projections_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "opportunity_heads" (
    "organization_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "engine_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL DEFAULT 0,
    "run_id" UUID,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "opportunity_heads_pkey" PRIMARY KEY ("organization_id","environment_id","engine_id")
);

-- CreateIndex
CREATE INDEX "opportunities_by_score" ON "opportunities"("engine_id", "environment_id", "connection_id", "score", "opportunity_id");

-- CreateIndex
CREATE INDEX "opportunities_by_first_seen_at" ON "opportunities"("engine_id", "environment_id", "connection_id", "first_seen_at", "opportunity_id");

-- CreateIndex
CREATE INDEX "opportunities_of_client" ON "opportunities"("organization_id", "environment_id", "client_key");

-- CreateIndex
CREATE INDEX "opportunities_of_producer" ON "opportunities"("engine_id", "environment_id", "producer_seat", "score");

-- CreateIndex
CREATE INDEX "opportunities_by_id" ON "opportunities"("opportunity_id");

-- CreateIndex
CREATE INDEX "opportunities_of_run" ON "opportunities"("run_id");

-- CreateIndex
CREATE INDEX "opportunities_of_status" ON "opportunities"("engine_id", "environment_id", "status", "kind", "score");

-- Rows without the value stand last in either direction, which one index of the column cannot give.
CREATE INDEX "opportunities_by_due_on" ON "opportunities"
  ("engine_id", "environment_id", "connection_id", (coalesce("due_on", 'infinity'::date)), "opportunity_id");

CREATE INDEX "opportunities_by_due_on_down" ON "opportunities"
  ("engine_id", "environment_id", "connection_id", (coalesce("due_on", '-infinity'::date)), "opportunity_id");

CREATE INDEX "opportunities_by_expected_value" ON "opportunities"
  ("engine_id", "environment_id", "connection_id", (coalesce("expected_value", 'Infinity'::float8)), "opportunity_id");

CREATE INDEX "opportunities_by_expected_value_down" ON "opportunities"
  ("engine_id", "environment_id", "connection_id", (coalesce("expected_value", '-Infinity'::float8)), "opportunity_id");

CREATE INDEX "opportunities_by_words" ON "opportunities" USING GIN (to_tsvector('simple', "words"));

-- Maintenance: open rows whose date has passed, closed rows beyond their retention.
CREATE INDEX "opportunities_open_due" ON "opportunities" ("due_on") WHERE "status" = 'open';

CREATE INDEX "opportunities_closed" ON "opportunities" ("closed_at") WHERE "closed_at" IS NOT NULL;

-- One unfinished run that was asked for, for each engine, environment, connection and part of the book (OPPS-12).
CREATE UNIQUE INDEX "opportunity_projections_unfinished" ON "opportunity_projections"
  ("engine_id", "environment_id", "connection_id", "part_index", "part_of") WHERE "is_asked" AND "is_unfinished";

CREATE INDEX "opportunity_projections_due" ON "opportunity_projections" ("submitted_at") WHERE "outcome" IS NULL;

CREATE INDEX "opportunity_projections_done" ON "opportunity_projections" ("engine_id", "environment_id", "connection_id", "submitted_at")
  WHERE "outcome" = 'projected';

ALTER TABLE "opportunities" ADD CONSTRAINT "opportunities_status_known"
  CHECK ("status" IN ('open', 'in_progress', 'won', 'lost', 'dismissed', 'resolved', 'expired'));

ALTER TABLE "opportunities" ADD CONSTRAINT "opportunities_change_known"
  CHECK ("change" IN ('new', 'updated', 'unchanged', 'resolved'));

ALTER TABLE "opportunities" ADD CONSTRAINT "opportunities_closed_when_gone"
  CHECK (("status" IN ('resolved', 'expired')) = ("closed_at" IS NOT NULL));

ALTER TABLE "opportunity_annotations" ADD CONSTRAINT "opportunity_annotations_status_known"
  CHECK ("status" IN ('open', 'in_progress', 'won', 'lost', 'dismissed'));

ALTER TABLE "opportunity_projections" ADD CONSTRAINT "opportunity_projections_outcome_known"
  CHECK ("outcome" IN ('projected', 'skipped_older', 'no_result'));

ALTER TABLE "opportunity_projections" ADD CONSTRAINT "opportunity_projections_part_within"
  CHECK ("part_of" BETWEEN 1 AND 100 AND "part_index" >= 0 AND "part_index" < "part_of");

-- AddForeignKey
ALTER TABLE "opportunities" ADD CONSTRAINT "opportunities_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE SET NULL ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "opportunity_annotations" ADD CONSTRAINT "opportunity_annotations_opportunity_fkey" FOREIGN KEY ("organization_id", "environment_id", "engine_id", "opportunity_id") REFERENCES "opportunities"("organization_id", "environment_id", "engine_id", "opportunity_id") ON DELETE CASCADE ON UPDATE NO ACTION;
