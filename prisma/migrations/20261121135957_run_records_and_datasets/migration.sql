-- CreateEnum
CREATE TYPE "dataset_version_state" AS ENUM ('loading', 'complete');

-- AlterTable
ALTER TABLE "run_payloads" ADD COLUMN     "trace" TEXT;

-- CreateTable
CREATE TABLE "dataset_versions" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "dataset_key" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "state" "dataset_version_state" NOT NULL DEFAULT 'loading',
    "sha256" TEXT,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "as_of" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "dataset_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dataset_rows" (
    "version_id" UUID NOT NULL,
    "row_key" TEXT NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "dataset_rows_pkey" PRIMARY KEY ("version_id","row_key")
);

-- CreateTable
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

    CONSTRAINT "run_outcomes_pkey" PRIMARY KEY ("organization_id","event_id")
);

-- CreateTable
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

    CONSTRAINT "run_annotations_pkey" PRIMARY KEY ("organization_id","event_id")
);

-- CreateTable
CREATE TABLE "run_corrections" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "output" TEXT NOT NULL,
    "solutions" TEXT,
    "reason" TEXT NOT NULL DEFAULT '',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "run_corrections_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "dataset_versions_organization_id_dataset_key_version_key" ON "dataset_versions"("organization_id", "dataset_key", "version");

-- CreateIndex
CREATE INDEX "run_outcomes_by_run" ON "run_outcomes"("run_id", "recorded_at");

-- CreateIndex
CREATE INDEX "run_annotations_by_run" ON "run_annotations"("run_id", "recorded_at");

-- CreateIndex
CREATE UNIQUE INDEX "run_corrections_run_id_seq_key" ON "run_corrections"("run_id", "seq");

-- AddForeignKey
ALTER TABLE "dataset_rows" ADD CONSTRAINT "dataset_rows_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_versions"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "run_outcomes" ADD CONSTRAINT "run_outcomes_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "run_annotations" ADD CONSTRAINT "run_annotations_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "run_corrections" ADD CONSTRAINT "run_corrections_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
