-- The result of a job with a key answers the same question for a while: found by its key.
CREATE INDEX "jobs_recent_results" ON "jobs" ("organization_id", "kind", "dedupe_key", "finished_at")
  WHERE "status" = 'completed' AND "dedupe_key" IS NOT NULL;
