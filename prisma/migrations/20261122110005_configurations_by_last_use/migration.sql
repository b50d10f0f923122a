-- Unused configurations are found by the time of their last use: each look takes those that are due, and an index says
-- who may still name one. Runs of a release need none here: releases are never removed.
CREATE INDEX "engine_configurations_by_age" ON "engine_configurations" ("created_at");
CREATE INDEX "engines_by_draft_configuration" ON "engines" ("draft_config_hash");
CREATE INDEX "engine_releases_by_configuration" ON "engine_releases" ("config_hash");
CREATE INDEX "runs_of_drafts_by_configuration" ON "runs" ("config_hash") WHERE "engine_version" = 'draft';

-- A draft that leaves a configuration renews it: a submission judged by the draft before may still be under way. Passed
-- over when somebody has the row, who is then renewing it too; waiting for it could be a deadlock of two saves.
CREATE FUNCTION "engines_renew_configuration"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "engine_configurations" SET "created_at" = now() WHERE "hash" IN (
    SELECT "hash" FROM "engine_configurations" WHERE "hash" = OLD."draft_config_hash" FOR NO KEY UPDATE SKIP LOCKED);
  RETURN NULL;
END $$;

CREATE TRIGGER "engines_renew_configuration" AFTER UPDATE OF "draft_config_hash" ON "engines"
  FOR EACH ROW WHEN (OLD."draft_config_hash" IS DISTINCT FROM NEW."draft_config_hash")
  EXECUTE FUNCTION "engines_renew_configuration"();
