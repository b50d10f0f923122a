-- Lists and search of conversations, and what retention reads.

CREATE INDEX "conversations_by_status" ON "conversations"("instance_id", "environment_id", "status", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL;
-- What has changed since a moment, in the order of the changes.
CREATE INDEX "conversations_by_update" ON "conversations"("instance_id", "environment_id", "updated_at", "id") WHERE "deleted_at" IS NULL;
-- What retention ends, oldest first.
CREATE INDEX "conversations_by_age" ON "conversations"("instance_id", (COALESCE("last_turn_at", "created_at"))) WHERE "deleted_at" IS NULL;
CREATE INDEX "conversations_metadata" ON "conversations" USING GIN ("metadata" jsonb_path_ops) WHERE "deleted_at" IS NULL;

-- The words of a text, without regard to case. Punctuation that PostgreSQL's parser reads as a part of a number, an address or
-- a path becomes a space first, so that a word is found however it is written.
CREATE FUNCTION "conversation_words"(given TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('simple'::regconfig, translate(left(given, 100000), '-+._/@:~%&?=#\''<>', '                  '))
$$;
CREATE INDEX "conversations_words" ON "conversations" USING GIN ("conversation_words"("title")) WHERE "deleted_at" IS NULL;
-- Ended turns alone: a checkpoint of an answer that is being written must not touch an index of words.
CREATE INDEX "turns_input_words" ON "turns" USING GIN ("conversation_words"("input_text")) WHERE "completed_at" IS NOT NULL;
CREATE INDEX "turns_output_words" ON "turns" USING GIN ("conversation_words"("output_text")) WHERE "completed_at" IS NOT NULL AND "output_text" IS NOT NULL;

-- Files that no turn names.
CREATE INDEX "conversation_attachments_unattached" ON "conversation_attachments"("created_at") WHERE NOT "is_attached";
