-- What every sweep asks, found without reading a table: endpoints that have failed for long, old events without a run,
-- and marks that were given up, by kind of consumer. Counts of failures are in no index: they change with every failure.
CREATE INDEX "webhook_endpoints_failing" ON "webhook_endpoints" ("first_failure_at")
  WHERE "status" = 'enabled' AND "deleted_at" IS NULL;
CREATE INDEX "webhook_events_without_run_by_age" ON "webhook_events" ("created_at") WHERE "run_id" IS NULL;
CREATE INDEX "event_marks_failed" ON "event_marks" (split_part("consumer", ':', 1)) WHERE "failed_at" IS NOT NULL;
