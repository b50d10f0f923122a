-- Conversations with configured assistants, the models that they ask, and their evaluations.

-- Language models that the operator registered, under names that callers use. They serve every organization that they
-- are opened to.
CREATE TABLE "model_aliases" (
  "alias" TEXT NOT NULL,
  "provider" TEXT NOT NULL,
  "base_url" TEXT NOT NULL,
  "model" TEXT NOT NULL,
  -- Sealed with SECRETS_KEY for this alias; null = the server asks for none.
  "api_key" TEXT,
  "context_tokens" INTEGER NOT NULL,
  "max_output_tokens" INTEGER NOT NULL,
  "caps" TEXT[] NOT NULL,
  "surfaces" TEXT[] NOT NULL,
  "per_minute" INTEGER,
  -- JSON text: {currency, input_per_million, output_per_million}.
  "price" TEXT,
  "disabled_at" TIMESTAMPTZ(3),
  "registered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "model_aliases_pkey" PRIMARY KEY ("alias"),
  CONSTRAINT "model_aliases_provider" CHECK ("provider" IN ('openai_compatible', 'anthropic'))
);

-- Requests of an alias in the current minute, over all processes; one row for each alias that has a limit.
CREATE TABLE "model_minutes" (
  "alias" TEXT NOT NULL,
  "minute" TIMESTAMPTZ(3) NOT NULL,
  "used" INTEGER NOT NULL,
  CONSTRAINT "model_minutes_pkey" PRIMARY KEY ("alias")
);

-- What was asked of models, by day (UTC). No foreign key: it stays when an environment or an alias is gone.
CREATE TABLE "model_usage" (
  "organization_id" UUID NOT NULL,
  "day" DATE NOT NULL,
  "alias" TEXT NOT NULL,
  "environment_id" UUID NOT NULL,
  -- Conversation instance; the nil UUID = none.
  "instance_id" UUID NOT NULL,
  "environment_slug" TEXT NOT NULL,
  "requests" BIGINT NOT NULL,
  "failures" BIGINT NOT NULL,
  "input_tokens" BIGINT NOT NULL,
  "output_tokens" BIGINT NOT NULL,
  CONSTRAINT "model_usage_pkey" PRIMARY KEY ("organization_id", "day", "alias", "environment_id", "instance_id")
);
CREATE INDEX "model_usage_day" ON "model_usage" ("day");

CREATE TYPE "conversation_instance_status" AS ENUM ('active', 'archived');

CREATE TABLE "conversation_configurations" (
  "hash" TEXT NOT NULL,
  "config" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "conversation_configurations_pkey" PRIMARY KEY ("hash")
);
-- Unused configurations are found by the time of their last use, and an index says who may still name one. Turns of a
-- release need none: releases are never removed.
CREATE INDEX "conversation_configurations_by_age" ON "conversation_configurations" ("created_at");

CREATE TABLE "conversation_instances" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "slug" TEXT NOT NULL,
  "label" TEXT NOT NULL,
  "description" TEXT NOT NULL,
  "status" "conversation_instance_status" NOT NULL DEFAULT 'active',
  "draft_config_hash" TEXT NOT NULL,
  "revision" INTEGER NOT NULL DEFAULT 1,
  "draft_updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "draft_updated_by" TEXT NOT NULL,
  "eval_gate" TEXT NOT NULL,
  "retention_days" INTEGER,
  "latest_version" INTEGER,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "conversation_instances_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "conversation_instances_retention" CHECK ("retention_days" IS NULL OR "retention_days" BETWEEN 1 AND 3650),
  -- No release is made without an evaluation: a gate asks for one scenario at least.
  CONSTRAINT "conversation_instances_gate" CHECK (coalesce(("eval_gate"::jsonb ->> 'min_scenarios')::int, 1) >= 1),
  CONSTRAINT "conversation_instances_configuration"
    FOREIGN KEY ("draft_config_hash") REFERENCES "conversation_configurations" ("hash")
);
CREATE UNIQUE INDEX "conversation_instances_organization_id_slug_key" ON "conversation_instances" ("organization_id", "slug");
CREATE INDEX "conversation_instances_by_draft_configuration" ON "conversation_instances" ("draft_config_hash");

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

CREATE TABLE "conversation_instance_versions" (
  "instance_id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "version" INTEGER NOT NULL,
  "config_hash" TEXT NOT NULL,
  "changelog" TEXT NOT NULL DEFAULT '',
  "gate" TEXT NOT NULL,
  "restored_from" INTEGER,
  "released_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "released_by" TEXT NOT NULL,
  CONSTRAINT "conversation_instance_versions_pkey" PRIMARY KEY ("instance_id", "version"),
  CONSTRAINT "conversation_instance_versions_counted" CHECK ("version" >= 1),
  CONSTRAINT "conversation_instance_versions_instance_id_fkey"
    FOREIGN KEY ("instance_id") REFERENCES "conversation_instances" ("id"),
  CONSTRAINT "conversation_instance_versions_configuration"
    FOREIGN KEY ("config_hash") REFERENCES "conversation_configurations" ("hash")
);
CREATE INDEX "conversation_instance_versions_by_configuration" ON "conversation_instance_versions" ("config_hash");

-- A release never changes and is never deleted.
CREATE FUNCTION "conversation_instance_versions_stay"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'releases of conversation instances never change';
END $$;
CREATE TRIGGER "conversation_instance_versions_stay" BEFORE UPDATE OR DELETE ON "conversation_instance_versions"
  FOR EACH ROW EXECUTE FUNCTION "conversation_instance_versions_stay"();

-- The words of a text, without regard to case. Punctuation that PostgreSQL's parser reads as a part of a number, an address or
-- a path becomes a space first, so that a word is found however it is written.
CREATE FUNCTION "conversation_words"(given TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('simple'::regconfig, translate(left(given, 100000), '-+._/@:~%&?=#\''<>', '                  '))
$$;

CREATE TYPE "conversation_status" AS ENUM ('active', 'archived');

CREATE TABLE "conversations" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "environment_slug" TEXT NOT NULL,
  "instance_id" UUID NOT NULL,
  "title" TEXT NOT NULL DEFAULT '',
  "status" "conversation_status" NOT NULL DEFAULT 'active',
  "owner_principal" TEXT,
  "connection_id" UUID,
  "client_key" TEXT,
  "policy_key" TEXT,
  "run_ids" UUID[],
  "variables" TEXT NOT NULL DEFAULT '{}',
  "metadata" JSONB NOT NULL DEFAULT '{}',
  "seed" TEXT NOT NULL DEFAULT '[]',
  "idem_hash" BYTEA,
  "request_hash" BYTEA NOT NULL,
  "turn_count" INTEGER NOT NULL DEFAULT 0,
  "head_turn_id" UUID,
  "last_turn_at" TIMESTAMPTZ(3),
  "deleted_at" TIMESTAMPTZ(3),
  "erases_derived" BOOLEAN NOT NULL DEFAULT false,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "conversations_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "conversations_instance_id_fkey" FOREIGN KEY ("instance_id") REFERENCES "conversation_instances" ("id")
);
CREATE UNIQUE INDEX "conversations_idem_hash_key" ON "conversations" ("idem_hash");
-- A list reads what is not deleted, newest first; the subject and the person narrow it.
CREATE INDEX "conversations_newest" ON "conversations" ("instance_id", "environment_id", "created_at" DESC, "id" DESC)
  WHERE "deleted_at" IS NULL;
CREATE INDEX "conversations_by_owner" ON "conversations"
  ("instance_id", "environment_id", "owner_principal", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL AND "owner_principal" IS NOT NULL;
CREATE INDEX "conversations_by_client" ON "conversations" ("organization_id", "client_key") WHERE "client_key" IS NOT NULL;
CREATE INDEX "conversations_deleted" ON "conversations" ("deleted_at") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "conversations_by_environment" ON "conversations" ("environment_id");
-- Lists and search of conversations, and what retention reads.
CREATE INDEX "conversations_by_status" ON "conversations"
  ("instance_id", "environment_id", "status", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL;
-- What has changed since a moment, in the order of the changes.
CREATE INDEX "conversations_by_update" ON "conversations" ("instance_id", "environment_id", "updated_at", "id")
  WHERE "deleted_at" IS NULL;
-- What retention ends, oldest first.
CREATE INDEX "conversations_by_age" ON "conversations" ("instance_id", (COALESCE("last_turn_at", "created_at")))
  WHERE "deleted_at" IS NULL;
CREATE INDEX "conversations_metadata" ON "conversations" USING GIN ("metadata" jsonb_path_ops) WHERE "deleted_at" IS NULL;
CREATE INDEX "conversations_words" ON "conversations" USING GIN ("conversation_words"("title")) WHERE "deleted_at" IS NULL;

CREATE TYPE "turn_status" AS ENUM ('queued', 'running', 'completed', 'incomplete', 'failed', 'cancelled', 'interrupted');

CREATE TABLE "turns" (
  "id" UUID NOT NULL,
  "conversation_id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "instance_id" UUID NOT NULL,
  "index" INTEGER NOT NULL,
  "parent_turn_id" UUID,
  "status" "turn_status" NOT NULL DEFAULT 'queued',
  "input_text" TEXT NOT NULL,
  "attachment_ids" UUID[],
  "input_metadata" TEXT NOT NULL DEFAULT '{}',
  "cancels_on_leave" BOOLEAN NOT NULL DEFAULT false,
  "instance_version" INTEGER,
  "config_hash" TEXT NOT NULL,
  "test_scenario" TEXT,
  "test_after_chars" INTEGER,
  "rights" TEXT NOT NULL,
  "submitted_by" TEXT,
  "key_id" TEXT NOT NULL,
  "idem_hash" BYTEA,
  "request_hash" BYTEA NOT NULL,
  "trace_id" TEXT,
  "trace_parent" TEXT,
  "fair_rank" DOUBLE PRECISION NOT NULL DEFAULT 0,
  "attempt" SMALLINT NOT NULL DEFAULT 0,
  "interruptions" SMALLINT NOT NULL DEFAULT 0,
  "reclaims" SMALLINT NOT NULL DEFAULT 0,
  "lease_token" UUID,
  "lease_owner" TEXT,
  "lease_expires_at" TIMESTAMPTZ(3),
  "heartbeat_at" TIMESTAMPTZ(3),
  "resume_mode" TEXT,
  "cancel_requested_at" TIMESTAMPTZ(3),
  "cancel_reason" TEXT,
  "passages" TEXT,
  "evidence" TEXT,
  "output_text" TEXT,
  "output_json" TEXT,
  "citations" TEXT NOT NULL DEFAULT '[]',
  "method" TEXT,
  "model_alias" TEXT,
  "model_provider" TEXT,
  "model_name" TEXT,
  "fallback_used" BOOLEAN NOT NULL DEFAULT false,
  "input_tokens" INTEGER,
  "output_tokens" INTEGER,
  "usage_estimated" BOOLEAN NOT NULL DEFAULT false,
  "error" TEXT,
  "incomplete_reason" TEXT,
  "last_seq" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "started_at" TIMESTAMPTZ(3),
  "completed_at" TIMESTAMPTZ(3),
  CONSTRAINT "turns_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "turns_completed_at" CHECK (("status" IN ('queued', 'running')) = ("completed_at" IS NULL)),
  CONSTRAINT "turns_lease" CHECK (("status" = 'running') = ("lease_token" IS NOT NULL)),
  CONSTRAINT "turns_incomplete" CHECK (("status" = 'incomplete') = ("incomplete_reason" IS NOT NULL)),
  CONSTRAINT "turns_waiting_is_empty" CHECK ("status" <> 'queued' OR "attempt" > 0 OR "output_text" IS NULL),
  CONSTRAINT "turns_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "turns_idem_hash_key" ON "turns" ("idem_hash");
CREATE UNIQUE INDEX "turns_conversation_id_index_key" ON "turns" ("conversation_id", "index");
CREATE UNIQUE INDEX "turns_conversation_id_id_key" ON "turns" ("conversation_id", "id");
-- Apart from the table, because it refers to the index.
ALTER TABLE "turns" ADD CONSTRAINT "turns_parent"
  FOREIGN KEY ("conversation_id", "parent_turn_id") REFERENCES "turns" ("conversation_id", "id") DEFERRABLE;
-- One active turn per conversation, whatever the branch.
CREATE UNIQUE INDEX "turns_one_active" ON "turns" ("conversation_id") WHERE "status" IN ('queued', 'running');
-- What workers claim, and what they look after.
CREATE INDEX "turns_queued" ON "turns" ("fair_rank", "id") WHERE "status" = 'queued';
CREATE INDEX "turns_leases" ON "turns" ("lease_expires_at") WHERE "status" = 'running';
-- Ended turns alone: a checkpoint of an answer that is being written must not touch an index of words.
CREATE INDEX "turns_input_words" ON "turns" USING GIN ("conversation_words"("input_text")) WHERE "completed_at" IS NOT NULL;
CREATE INDEX "turns_output_words" ON "turns" USING GIN ("conversation_words"("output_text"))
  WHERE "completed_at" IS NOT NULL AND "output_text" IS NOT NULL;
CREATE INDEX "turns_of_drafts_by_configuration" ON "turns" ("config_hash") WHERE "instance_version" IS NULL;
-- By a predicate that no other question repeats. Statistics see hardly any active turn, so the planner holds a partial index of
-- them for empty and reads it from one end wherever a statement says `status in (…)`: once for each conversation of a list,
-- once for each turn of a worker.
CREATE INDEX "turns_active_of_organization" ON "turns" ("organization_id") WHERE "completed_at" IS NULL;

-- How many turns the organization may still begin. Submissions of one organization wait here for each other until the end of
-- their transaction, so that the cap is exact over all processes; a function of plpgsql counts what is committed now, where
-- the statement that calls it would count what was committed when it began.
CREATE FUNCTION "turn_room"(wanted_organization UUID) RETURNS INT LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('turn_room:' || wanted_organization, 0));
  RETURN (SELECT coalesce(o.max_active_turns, 20) FROM organizations o WHERE o.id = wanted_organization)
    - (SELECT count(*)::int FROM turns t WHERE t.organization_id = wanted_organization AND t.completed_at IS NULL);
END $$;

CREATE TABLE "turn_attempts" (
  "turn_id" UUID NOT NULL,
  "attempt" SMALLINT NOT NULL,
  "worker" TEXT NOT NULL,
  "mode" TEXT NOT NULL,
  "started_at" TIMESTAMPTZ(3) NOT NULL,
  "ended_at" TIMESTAMPTZ(3),
  "end_reason" TEXT,
  "egress" TEXT,
  CONSTRAINT "turn_attempts_pkey" PRIMARY KEY ("turn_id", "attempt"),
  CONSTRAINT "turn_attempts_turn_id_fkey" FOREIGN KEY ("turn_id") REFERENCES "turns" ("id") ON DELETE CASCADE
);

-- Frames of the streams of turns. A turn lies in the partition of the hour in which it was created, so the key holds. Each
-- partition is unlogged: what a crash empties is answered by a snapshot from the row of the turn.
CREATE TABLE "turn_frames" (
  "turn_hour" TIMESTAMPTZ(3) NOT NULL,
  "turn_id" UUID NOT NULL,
  "attempt" SMALLINT NOT NULL,
  "seq" INTEGER NOT NULL,
  "body" TEXT NOT NULL,
  CONSTRAINT "turn_frames_pkey" PRIMARY KEY ("turn_hour", "turn_id", "attempt", "seq")
) PARTITION BY RANGE ("turn_hour");
-- Where frames go whose hour nobody has made: answering must not stop because maintenance did.
CREATE UNLOGGED TABLE "turn_frames_default" PARTITION OF "turn_frames" DEFAULT;

-- Makes the next hours or, where none is missing, drops those that ended more than kept_hours ago. Any process may call it at any
-- time; what exists is left alone. Hours are those of UTC.
-- Making a partition locks the default one, dropping one locks the whole table: with both in one transaction, a reader that had
-- the table and waited for the default one was the victim of a deadlock. A call drops only when it has made nothing.
-- The hour that is under way is not made: who is about to write to the default partition would be refused, because the row no
-- longer belonged there. Its frames stay where they are.
CREATE FUNCTION "turn_frames_keep_hours"(hours_ahead INT, kept_hours INT)
RETURNS TABLE (created INT, dropped INT) LANGUAGE plpgsql AS $$
DECLARE
  this_hour TIMESTAMP := date_trunc('hour', now() AT TIME ZONE 'UTC');
  first_moment TIMESTAMPTZ;
  hour_name TEXT;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('turn_frames_keep_hours', 0));
  created := 0;
  dropped := 0;
  FOR step IN 0..hours_ahead LOOP
    first_moment := (this_hour + make_interval(hours => step)) AT TIME ZONE 'UTC';
    hour_name := 'turn_frames_' || to_char(first_moment AT TIME ZONE 'UTC', 'YYYYMMDD_HH24');
    -- Somebody may be about to write frames of an hour that begins within the minute.
    CONTINUE WHEN first_moment < now() + interval '1 minute' OR to_regclass(hour_name) IS NOT NULL;
    EXECUTE format('CREATE UNLOGGED TABLE %I (LIKE turn_frames INCLUDING DEFAULTS)', hour_name);
    EXECUTE format('ALTER TABLE turn_frames ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      hour_name, first_moment, first_moment + interval '1 hour');
    created := created + 1;
  END LOOP;
  IF created = 0 THEN
    FOR hour_name IN
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'turn_frames'::regclass AND c.relname ~ '^turn_frames_[0-9]{8}_[0-9]{2}$'
         AND to_timestamp(right(c.relname, 11) || '+00', 'YYYYMMDD_HH24TZH') + interval '1 hour'
           <= now() - make_interval(hours => kept_hours)
    LOOP
      EXECUTE format('DROP TABLE %I', hour_name);
      dropped := dropped + 1;
    END LOOP;
    DELETE FROM turn_frames_default WHERE turn_hour < now() - make_interval(hours => kept_hours);
  END IF;
  RETURN NEXT;
END $$;

-- The hour whose partition holds the frames of a turn.
CREATE FUNCTION "turn_hour"(created_at TIMESTAMPTZ) RETURNS TIMESTAMPTZ
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT date_trunc('hour', created_at, 'UTC') $$;

-- The newest frame of an attempt in the log; 0 where it has none.
CREATE FUNCTION "turn_last_logged"(wanted_turn UUID, wanted_hour TIMESTAMPTZ, wanted_attempt SMALLINT) RETURNS INT
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce((SELECT f.seq FROM turn_frames f
      WHERE f.turn_hour = wanted_hour AND f.turn_id = wanted_turn AND f.attempt = wanted_attempt
      ORDER BY f.seq DESC LIMIT 1), 0)
  $$;

-- The text of an attempt by its frames: what a checkpoint holds up to the first of them, and what they add. A worker that was
-- lost has shown more than its last checkpoint.
CREATE FUNCTION "turn_logged_text"(
  wanted_turn UUID, wanted_hour TIMESTAMPTZ, wanted_attempt SMALLINT, checkpoint TEXT
) RETURNS TEXT LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN count(*) = 0 THEN checkpoint
      WHEN min(d.start) > length(coalesce(checkpoint, '')) THEN checkpoint
      WHEN min(d.start) + sum(length(d.piece)) <= length(coalesce(checkpoint, '')) THEN checkpoint
      ELSE left(coalesce(checkpoint, ''), min(d.start)) || string_agg(d.piece, '' ORDER BY d.start) END
    FROM (
      SELECT f.body::jsonb ->> 'text' AS piece, (f.body::jsonb ->> 'offset')::int AS start
      FROM turn_frames f
      WHERE f.turn_hour = wanted_hour AND f.turn_id = wanted_turn AND f.attempt = wanted_attempt
        AND f.body LIKE '{"type":"text.delta"%'
    ) d
  $$;

CREATE TABLE "conversation_attachments" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "conversation_id" UUID NOT NULL,
  "sha256" TEXT NOT NULL,
  "file_name" TEXT NOT NULL,
  "declared_media_type" TEXT NOT NULL,
  "metadata" TEXT,
  "is_attached" BOOLEAN NOT NULL DEFAULT false,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- Equal bytes may be used under two names: what they count as belongs to the use.
  -- null: the type of the blob.
  "media_type" TEXT,
  CONSTRAINT "conversation_attachments_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "conversation_attachments_conversation_id_fkey"
    FOREIGN KEY ("conversation_id") REFERENCES "conversations" ("id") ON DELETE CASCADE,
  CONSTRAINT "conversation_attachments_organization_id_sha256_fkey"
    FOREIGN KEY ("organization_id", "sha256") REFERENCES "blobs" ("organization_id", "sha256")
);
CREATE INDEX "conversation_attachments_by_conversation" ON "conversation_attachments" ("conversation_id", "created_at");
CREATE INDEX "conversation_attachments_by_blob" ON "conversation_attachments" ("organization_id", "sha256");
-- Files that no turn names.
CREATE INDEX "conversation_attachments_unattached" ON "conversation_attachments" ("created_at") WHERE NOT "is_attached";

-- Whether a row refers to the blob. A further table of uses replaces this function and has a foreign key of its own.
CREATE FUNCTION blob_is_used(wanted_organization UUID, wanted_sha256 TEXT) RETURNS BOOLEAN
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT EXISTS (SELECT FROM record_documents d WHERE d.organization_id = wanted_organization AND d.sha256 = wanted_sha256)
      OR EXISTS (SELECT FROM conversation_attachments a WHERE a.organization_id = wanted_organization AND a.sha256 = wanted_sha256)
  $$;

CREATE TABLE "conversation_annotations" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "conversation_id" UUID NOT NULL,
  "turn_id" UUID,
  "kind" TEXT NOT NULL,
  "rating" TEXT,
  "labels" TEXT[],
  "corrected_output" TEXT,
  "comment" TEXT,
  "author_principal" TEXT,
  "key_id" TEXT NOT NULL,
  "revision" INTEGER NOT NULL DEFAULT 1,
  "promoted_scenario_key" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "conversation_annotations_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "conversation_annotations_kind" CHECK ("kind" IN ('rating', 'label', 'correction', 'comment')),
  CONSTRAINT "conversation_annotations_rating" CHECK ("rating" IN ('up', 'down')),
  CONSTRAINT "conversation_annotations_conversation_id_fkey"
    FOREIGN KEY ("conversation_id") REFERENCES "conversations" ("id") ON DELETE CASCADE,
  CONSTRAINT "conversation_annotations_turn_id_fkey" FOREIGN KEY ("turn_id") REFERENCES "turns" ("id") ON DELETE CASCADE
);
CREATE INDEX "conversation_annotations_by_conversation" ON "conversation_annotations" ("conversation_id", "created_at", "id");
CREATE INDEX "conversation_annotations_by_turn" ON "conversation_annotations" ("turn_id");

CREATE TYPE "eval_scenario_status" AS ENUM ('active', 'retired');

CREATE TABLE "eval_scenarios" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "instance_id" UUID NOT NULL,
  "key" TEXT NOT NULL,
  "status" "eval_scenario_status" NOT NULL DEFAULT 'active',
  "revision" INTEGER NOT NULL DEFAULT 1,
  "tags" TEXT[],
  "retired_reason" TEXT,
  "annotation_id" UUID,
  "conversation_id" UUID,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "eval_scenarios_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "eval_scenarios_instance_id_fkey" FOREIGN KEY ("instance_id") REFERENCES "conversation_instances" ("id")
);
CREATE UNIQUE INDEX "eval_scenarios_annotation_id_key" ON "eval_scenarios" ("annotation_id");
CREATE INDEX "eval_scenarios_by_conversation" ON "eval_scenarios" ("conversation_id");
CREATE UNIQUE INDEX "eval_scenarios_instance_id_key_key" ON "eval_scenarios" ("instance_id", "key");

CREATE TABLE "eval_scenario_revisions" (
  "scenario_id" UUID NOT NULL,
  "revision" INTEGER NOT NULL,
  "body" TEXT NOT NULL,
  "content_hash" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "created_by" TEXT NOT NULL,
  CONSTRAINT "eval_scenario_revisions_pkey" PRIMARY KEY ("scenario_id", "revision"),
  CONSTRAINT "eval_scenario_revisions_counted" CHECK ("revision" >= 1),
  CONSTRAINT "eval_scenario_revisions_scenario_id_fkey" FOREIGN KEY ("scenario_id") REFERENCES "eval_scenarios" ("id")
);

CREATE TYPE "eval_run_status" AS ENUM ('queued', 'running', 'completed', 'failed', 'cancelled');

CREATE TABLE "eval_runs" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "environment_slug" TEXT NOT NULL,
  "instance_id" UUID NOT NULL,
  "status" "eval_run_status" NOT NULL DEFAULT 'queued',
  "outcome" TEXT,
  "target_version" INTEGER,
  "config_hash" TEXT NOT NULL,
  "scenario_set_hash" TEXT NOT NULL,
  "scorer_version" TEXT NOT NULL,
  "model" TEXT NOT NULL,
  "trials" SMALLINT NOT NULL,
  "trial_rule" TEXT NOT NULL,
  "is_whole" BOOLEAN NOT NULL,
  "label" TEXT,
  "trigger_type" TEXT NOT NULL,
  "trigger_id" TEXT NOT NULL,
  "rights" TEXT NOT NULL,
  "summary" TEXT,
  "idem_hash" BYTEA,
  "request_hash" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "started_at" TIMESTAMPTZ(3),
  "completed_at" TIMESTAMPTZ(3),
  CONSTRAINT "eval_runs_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "eval_runs_completed_at" CHECK (("status" IN ('completed', 'failed', 'cancelled')) = ("completed_at" IS NOT NULL)),
  CONSTRAINT "eval_runs_outcome" CHECK ("outcome" IS NULL OR ("outcome" IN ('passed', 'failed') AND "status" = 'completed')),
  CONSTRAINT "eval_runs_trials" CHECK ("trials" BETWEEN 1 AND 5),
  CONSTRAINT "eval_runs_instance_id_fkey" FOREIGN KEY ("instance_id") REFERENCES "conversation_instances" ("id")
);
CREATE UNIQUE INDEX "eval_runs_idem_hash_key" ON "eval_runs" ("idem_hash");
CREATE INDEX "eval_runs_by_instance" ON "eval_runs" ("instance_id", "created_at" DESC, "id" DESC);
CREATE INDEX "eval_runs_unfinished" ON "eval_runs" ("id") WHERE "status" IN ('queued', 'running');
CREATE INDEX "eval_runs_by_configuration" ON "eval_runs" ("config_hash");

CREATE TYPE "eval_result_status" AS ENUM ('queued', 'running', 'passed', 'failed', 'errored', 'cancelled');

CREATE TABLE "eval_results" (
  "eval_run_id" UUID NOT NULL,
  "scenario_key" TEXT NOT NULL,
  "trial" SMALLINT NOT NULL,
  "scenario_id" UUID NOT NULL,
  "scenario_revision" INTEGER NOT NULL,
  "status" "eval_result_status" NOT NULL DEFAULT 'queued',
  "score" DOUBLE PRECISION,
  "body" TEXT,
  "evidence" TEXT,
  "attempts" SMALLINT NOT NULL DEFAULT 0,
  "lease_token" UUID,
  "lease_expires_at" TIMESTAMPTZ(3),
  "completed_at" TIMESTAMPTZ(3),
  CONSTRAINT "eval_results_pkey" PRIMARY KEY ("eval_run_id", "scenario_key", "trial"),
  CONSTRAINT "eval_results_lease" CHECK (("status" = 'running') = ("lease_token" IS NOT NULL)),
  CONSTRAINT "eval_results_eval_run_id_fkey" FOREIGN KEY ("eval_run_id") REFERENCES "eval_runs" ("id") ON DELETE CASCADE
);
-- What workers claim, and what they take over.
CREATE INDEX "eval_results_queued" ON "eval_results" ("eval_run_id") WHERE "status" = 'queued';
CREATE INDEX "eval_results_leases" ON "eval_results" ("lease_expires_at") WHERE "status" = 'running';
-- Trials are claimed in turn of their organizations as well: those under way are counted, and those without a worker found.
CREATE INDEX "eval_results_running" ON "eval_results" ("eval_run_id") WHERE "status" = 'running';
