-- Deleting an environment asks who still refers to it, removes the remains, and the foreign keys ask again.
CREATE INDEX "organization_keys_by_environment" ON "organization_keys" ("environment_id");
CREATE INDEX "scoped_keys_by_environment" ON "scoped_keys" ("environment_id");
CREATE INDEX "webhook_endpoints_by_environment" ON "webhook_endpoints" ("environment_id");
CREATE INDEX "inbound_sources_by_environment" ON "inbound_sources" ("environment_id");
-- Events of runs go with their run; these are tests and platform events.
CREATE INDEX "webhook_events_without_run" ON "webhook_events" ("environment_id", "created_at") WHERE "run_id" IS NULL;
