-- When a connection is fetched by itself, and which worker does it now (IMP-264).
ALTER TABLE "record_connections"
  ADD COLUMN "timezone" TEXT NOT NULL DEFAULT 'UTC',
  ADD COLUMN "next_sync_at" TIMESTAMPTZ(3),
  ADD COLUMN "sync_token" UUID,
  ADD COLUMN "sync_lease_ends_at" TIMESTAMPTZ(3),
  ADD COLUMN "sync_attempts" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "stale_as_of" TIMESTAMPTZ(3);

ALTER TABLE "record_connections"
  ADD CONSTRAINT "record_connections_sync_is_scheduled" CHECK ("next_sync_at" IS NULL OR "schedule" IS NOT NULL),
  ADD CONSTRAINT "record_connections_lease_is_whole" CHECK (num_nonnulls("sync_token", "sync_lease_ends_at") IN (0, 2));

CREATE INDEX "record_connections_by_next_sync" ON "record_connections" ("next_sync_at") WHERE "next_sync_at" IS NOT NULL;

-- What a fetch hands to the connection in the commit that serves its rows (IMP-263).
ALTER TABLE "record_imports"
  ADD COLUMN "fetched_at" TIMESTAMPTZ(3),
  ADD COLUMN "watermark" TEXT,
  ADD COLUMN "fetched_with" TEXT;
