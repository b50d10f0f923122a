-- Who cancelled a run; running processes; uses of keys and calls that were refused.

-- AlterTable
ALTER TABLE "runs" ADD COLUMN     "cancelled_by" TEXT;

-- CreateTable
CREATE TABLE "processes" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT,
    "commit" TEXT,
    "host" TEXT NOT NULL,
    "engine_types" "engine_type_name"[] NOT NULL,
    "slots" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "stopped_at" TIMESTAMPTZ(3),

    CONSTRAINT "processes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "processes_slots" CHECK ("slots" >= 0),
    CONSTRAINT "processes_times" CHECK ("seen_at" >= "started_at")
);

-- CreateTable
CREATE TABLE "key_uses" (
    "organization_id" UUID NOT NULL,
    "key_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "calls" INTEGER NOT NULL,
    "refusals" INTEGER NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "key_uses_pkey" PRIMARY KEY ("organization_id","key_id","hour"),
    CONSTRAINT "key_uses_counts" CHECK ("calls" >= 0 AND "refusals" >= 0)
);

-- CreateTable
CREATE TABLE "refused_calls" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "key_id" TEXT NOT NULL,
    "refused_at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "code" TEXT NOT NULL,
    "field" TEXT,
    "request_id" TEXT NOT NULL,

    CONSTRAINT "refused_calls_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "refused_calls_status" CHECK ("status" BETWEEN 400 AND 599)
);

-- CreateIndex
CREATE INDEX "key_uses_hour_idx" ON "key_uses"("hour");

-- CreateIndex
CREATE INDEX "refused_calls_by_environment" ON "refused_calls"("organization_id", "environment_id", "refused_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "refused_calls_refused_at_idx" ON "refused_calls"("refused_at");
