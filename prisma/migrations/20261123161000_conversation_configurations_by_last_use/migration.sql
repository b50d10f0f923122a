-- Unused configurations are found by the time of their last use, and an index says who may still name one. Turns of a
-- release need none: releases are never removed.
CREATE INDEX "conversation_configurations_by_age" ON "conversation_configurations" ("created_at");
CREATE INDEX "conversation_instances_by_draft_configuration" ON "conversation_instances" ("draft_config_hash");
CREATE INDEX "conversation_instance_versions_by_configuration" ON "conversation_instance_versions" ("config_hash");
CREATE INDEX "eval_runs_by_configuration" ON "eval_runs" ("config_hash");
CREATE INDEX "turns_of_drafts_by_configuration" ON "turns" ("config_hash") WHERE "instance_version" IS NULL;

-- A draft that leaves a configuration renews it: a turn or an evaluation that was judged by the draft before may still be
-- under way. Passed over when somebody has the row, who is then renewing it too; waiting could be a deadlock of two saves.
CREATE FUNCTION "conversation_instances_renew_configuration"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "conversation_configurations" SET "created_at" = now() WHERE "hash" IN (
    SELECT "hash" FROM "conversation_configurations" WHERE "hash" = OLD."draft_config_hash" FOR NO KEY UPDATE SKIP LOCKED);
  RETURN NULL;
END $$;

CREATE TRIGGER "conversation_instances_renew_configuration" AFTER UPDATE OF "draft_config_hash" ON "conversation_instances"
  FOR EACH ROW WHEN (OLD."draft_config_hash" IS DISTINCT FROM NEW."draft_config_hash")
  EXECUTE FUNCTION "conversation_instances_renew_configuration"();
