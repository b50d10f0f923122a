-- Waiting runs of organizations with an in-flight cap have a priority of their own (run.ts, "cappedPriority"): the claim
-- for all others ends before them, and the claim for a capped organization finds its first runs without its backlog. No
-- other run is in this index. Runs that wait already are moved by the first claims that come across them.
CREATE INDEX "runs_claimable_capped" ON "runs" ("organization_id", "engine_type", "fair_rank")
  WHERE "priority" = 100 AND ("status" = 'queued' OR ("status" = 'processing' AND "lease_token" IS NULL));
