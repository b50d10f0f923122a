-- CreateTable
CREATE TABLE "analyses" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "owner" TEXT NOT NULL,
    "connection_id" UUID NOT NULL,
    "snapshot_seq" INTEGER NOT NULL,
    "family" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "fields" TEXT[],
    "grants" TEXT[],
    "is_whole" BOOLEAN NOT NULL,
    "is_suppressed" BOOLEAN NOT NULL,
    "rows" TEXT,
    "suppressed_groups" INTEGER NOT NULL DEFAULT 0,
    "is_truncated" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "analyses_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "analyses_by_owner" ON "analyses"("organization_id", "owner", "created_at");

-- CreateIndex
CREATE INDEX "analyses_by_age" ON "analyses"("created_at");
