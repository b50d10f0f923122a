-- Files are read in turn of their organizations (ATT-25): when a worker last began with each file, hence with its organization.
ALTER TABLE "blobs" ADD COLUMN "claimed_at" TIMESTAMPTZ(3);

-- What waits, by organization: a claim reads the first files of each and no backlog. It is the only index of what waits: statistics
-- hold such an index for empty, and beside another one the planner read the whole backlog once for each organization. Workers
-- of the previous release claim by it as well, only slower.
CREATE INDEX "blobs_waiting" ON "blobs"("organization_id", "due_at") WHERE "text_status" = 'pending';
DROP INDEX "blobs_pending";
CREATE INDEX "blobs_last_claimed" ON "blobs"("organization_id", "claimed_at") WHERE "claimed_at" IS NOT NULL;
