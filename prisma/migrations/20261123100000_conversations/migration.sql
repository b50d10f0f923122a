-- CreateEnum
CREATE TYPE "conversation_instance_status" AS ENUM ('active', 'archived');

-- CreateEnum
CREATE TYPE "conversation_status" AS ENUM ('active', 'archived');

-- CreateEnum
CREATE TYPE "turn_status" AS ENUM ('queued', 'running', 'completed', 'incomplete', 'failed', 'cancelled', 'interrupted');

-- CreateEnum
CREATE TYPE "eval_scenario_status" AS ENUM ('active', 'retired');

-- CreateEnum
CREATE TYPE "eval_run_status" AS ENUM ('queued', 'running', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "eval_result_status" AS ENUM ('queued', 'running', 'passed', 'failed', 'errored', 'cancelled');

-- CreateTable
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

    CONSTRAINT "conversation_instances_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "conversation_configurations" (
    "hash" TEXT NOT NULL,
    "config" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversation_configurations_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
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

    CONSTRAINT "conversation_instance_versions_pkey" PRIMARY KEY ("instance_id","version")
);

-- CreateTable
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

    CONSTRAINT "conversations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "turns_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "turn_attempts" (
    "turn_id" UUID NOT NULL,
    "attempt" SMALLINT NOT NULL,
    "worker" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,
    "egress" TEXT,

    CONSTRAINT "turn_attempts_pkey" PRIMARY KEY ("turn_id","attempt")
);

-- CreateTable
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

    CONSTRAINT "conversation_attachments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "conversation_annotations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "eval_scenarios_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "eval_scenario_revisions" (
    "scenario_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "eval_scenario_revisions_pkey" PRIMARY KEY ("scenario_id","revision")
);

-- CreateTable
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

    CONSTRAINT "eval_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "eval_results_pkey" PRIMARY KEY ("eval_run_id","scenario_key","trial")
);

-- CreateIndex
CREATE UNIQUE INDEX "conversation_instances_organization_id_slug_key" ON "conversation_instances"("organization_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "conversations_idem_hash_key" ON "conversations"("idem_hash");

-- CreateIndex
CREATE UNIQUE INDEX "turns_idem_hash_key" ON "turns"("idem_hash");

-- CreateIndex
CREATE UNIQUE INDEX "turns_conversation_id_index_key" ON "turns"("conversation_id", "index");

-- CreateIndex
CREATE UNIQUE INDEX "turns_conversation_id_id_key" ON "turns"("conversation_id", "id");

-- CreateIndex
CREATE INDEX "conversation_attachments_by_conversation" ON "conversation_attachments"("conversation_id", "created_at");

-- CreateIndex
CREATE INDEX "conversation_attachments_by_blob" ON "conversation_attachments"("organization_id", "sha256");

-- CreateIndex
CREATE INDEX "conversation_annotations_by_conversation" ON "conversation_annotations"("conversation_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "eval_scenarios_annotation_id_key" ON "eval_scenarios"("annotation_id");

-- CreateIndex
CREATE INDEX "eval_scenarios_by_conversation" ON "eval_scenarios"("conversation_id");

-- CreateIndex
CREATE UNIQUE INDEX "eval_scenarios_instance_id_key_key" ON "eval_scenarios"("instance_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "eval_runs_idem_hash_key" ON "eval_runs"("idem_hash");

-- CreateIndex
CREATE INDEX "eval_runs_by_instance" ON "eval_runs"("instance_id", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "conversation_instance_versions" ADD CONSTRAINT "conversation_instance_versions_instance_id_fkey" FOREIGN KEY ("instance_id") REFERENCES "conversation_instances"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_instance_id_fkey" FOREIGN KEY ("instance_id") REFERENCES "conversation_instances"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "turns" ADD CONSTRAINT "turns_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "turn_attempts" ADD CONSTRAINT "turn_attempts_turn_id_fkey" FOREIGN KEY ("turn_id") REFERENCES "turns"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "conversation_attachments" ADD CONSTRAINT "conversation_attachments_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "conversation_attachments" ADD CONSTRAINT "conversation_attachments_organization_id_sha256_fkey" FOREIGN KEY ("organization_id", "sha256") REFERENCES "blobs"("organization_id", "sha256") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "conversation_annotations" ADD CONSTRAINT "conversation_annotations_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "conversation_annotations" ADD CONSTRAINT "conversation_annotations_turn_id_fkey" FOREIGN KEY ("turn_id") REFERENCES "turns"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "eval_scenarios" ADD CONSTRAINT "eval_scenarios_instance_id_fkey" FOREIGN KEY ("instance_id") REFERENCES "conversation_instances"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "eval_scenario_revisions" ADD CONSTRAINT "eval_scenario_revisions_scenario_id_fkey" FOREIGN KEY ("scenario_id") REFERENCES "eval_scenarios"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "eval_runs" ADD CONSTRAINT "eval_runs_instance_id_fkey" FOREIGN KEY ("instance_id") REFERENCES "conversation_instances"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "eval_results" ADD CONSTRAINT "eval_results_eval_run_id_fkey" FOREIGN KEY ("eval_run_id") REFERENCES "eval_runs"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What the schema language cannot express.

ALTER TABLE "conversation_instances"
  ADD CONSTRAINT "conversation_instances_retention" CHECK ("retention_days" IS NULL OR "retention_days" BETWEEN 1 AND 3650),
  ADD CONSTRAINT "conversation_instances_configuration" FOREIGN KEY ("draft_config_hash") REFERENCES "conversation_configurations"("hash") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "conversation_instance_versions"
  ADD CONSTRAINT "conversation_instance_versions_counted" CHECK ("version" >= 1),
  ADD CONSTRAINT "conversation_instance_versions_configuration" FOREIGN KEY ("config_hash") REFERENCES "conversation_configurations"("hash") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- A release never changes and is never deleted.
CREATE FUNCTION "conversation_instance_versions_stay"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'releases of conversation instances never change';
END $$;
CREATE TRIGGER "conversation_instance_versions_stay" BEFORE UPDATE OR DELETE ON "conversation_instance_versions"
  FOR EACH ROW EXECUTE FUNCTION "conversation_instance_versions_stay"();

-- A list reads what is not deleted, newest first; the subject and the person narrow it.
CREATE INDEX "conversations_newest" ON "conversations"("instance_id", "environment_id", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL;
CREATE INDEX "conversations_by_owner" ON "conversations"("instance_id", "environment_id", "owner_principal", "created_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL AND "owner_principal" IS NOT NULL;
CREATE INDEX "conversations_by_client" ON "conversations"("organization_id", "client_key") WHERE "client_key" IS NOT NULL;
CREATE INDEX "conversations_deleted" ON "conversations"("deleted_at") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "conversations_by_environment" ON "conversations"("environment_id");

ALTER TABLE "turns"
  ADD CONSTRAINT "turns_parent" FOREIGN KEY ("conversation_id", "parent_turn_id") REFERENCES "turns"("conversation_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION DEFERRABLE INITIALLY IMMEDIATE,
  ADD CONSTRAINT "turns_completed_at" CHECK (("status" IN ('queued', 'running')) = ("completed_at" IS NULL)),
  ADD CONSTRAINT "turns_lease" CHECK (("status" = 'running') = ("lease_token" IS NOT NULL)),
  ADD CONSTRAINT "turns_incomplete" CHECK (("status" = 'incomplete') = ("incomplete_reason" IS NOT NULL)),
  ADD CONSTRAINT "turns_waiting_is_empty" CHECK ("status" <> 'queued' OR "attempt" > 0 OR "output_text" IS NULL);

-- One active turn per conversation, whatever the branch.
CREATE UNIQUE INDEX "turns_one_active" ON "turns"("conversation_id") WHERE "status" IN ('queued', 'running');
-- What workers claim, and what they look after.
CREATE INDEX "turns_queued" ON "turns"("fair_rank", "id") WHERE "status" = 'queued';
CREATE INDEX "turns_leases" ON "turns"("lease_expires_at") WHERE "status" = 'running';
CREATE INDEX "turns_active_of_organization" ON "turns"("organization_id") WHERE "status" IN ('queued', 'running');

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

-- Where frames go whose hour nobody has made: answering must not stop because a caretaker did.
CREATE UNLOGGED TABLE "turn_frames_default" PARTITION OF "turn_frames" DEFAULT;

-- Makes this hour and the next ones, and drops the hours that ended more than kept_hours ago. Any process may call it at any
-- time; what exists is left alone. Hours are those of UTC.
CREATE FUNCTION "turn_frames_keep_hours"(hours_ahead INT, kept_hours INT)
RETURNS TABLE (created INT, dropped INT) LANGUAGE plpgsql AS $$
DECLARE
  this_hour TIMESTAMP := date_trunc('hour', now() AT TIME ZONE 'UTC');
  first_moment TIMESTAMPTZ;
  end_moment TIMESTAMPTZ;
  hour_name TEXT;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('turn_frames_keep_hours', 0));
  created := 0;
  dropped := 0;
  FOR step IN 0..hours_ahead LOOP
    first_moment := (this_hour + make_interval(hours => step)) AT TIME ZONE 'UTC';
    end_moment := (this_hour + make_interval(hours => step + 1)) AT TIME ZONE 'UTC';
    hour_name := 'turn_frames_' || to_char(first_moment AT TIME ZONE 'UTC', 'YYYYMMDD_HH24');
    CONTINUE WHEN to_regclass(hour_name) IS NOT NULL;
    EXECUTE format('CREATE UNLOGGED TABLE %I (LIKE turn_frames INCLUDING DEFAULTS)', hour_name);
    EXECUTE format(
      'WITH late AS (DELETE FROM turn_frames_default WHERE turn_hour >= %L AND turn_hour < %L RETURNING *)
       INSERT INTO %I SELECT * FROM late', first_moment, end_moment, hour_name);
    EXECUTE format('ALTER TABLE turn_frames ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      hour_name, first_moment, end_moment);
    created := created + 1;
  END LOOP;
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
  RETURN NEXT;
END $$;

ALTER TABLE "conversation_annotations"
  ADD CONSTRAINT "conversation_annotations_kind" CHECK ("kind" IN ('rating', 'label', 'correction', 'comment')),
  ADD CONSTRAINT "conversation_annotations_rating" CHECK ("rating" IN ('up', 'down'));
CREATE INDEX "conversation_annotations_by_turn" ON "conversation_annotations"("turn_id");

-- Whether a row refers to the blob. A further table of uses replaces this function and has a foreign key of its own.
CREATE OR REPLACE FUNCTION blob_is_used(wanted_organization UUID, wanted_sha256 TEXT) RETURNS BOOLEAN
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT EXISTS (SELECT FROM record_documents d WHERE d.organization_id = wanted_organization AND d.sha256 = wanted_sha256)
      OR EXISTS (SELECT FROM conversation_attachments a WHERE a.organization_id = wanted_organization AND a.sha256 = wanted_sha256)
  $$;

ALTER TABLE "eval_scenario_revisions" ADD CONSTRAINT "eval_scenario_revisions_counted" CHECK ("revision" >= 1);
ALTER TABLE "eval_runs"
  ADD CONSTRAINT "eval_runs_completed_at" CHECK (("status" IN ('completed', 'failed', 'cancelled')) = ("completed_at" IS NOT NULL)),
  ADD CONSTRAINT "eval_runs_outcome" CHECK ("outcome" IS NULL OR ("outcome" IN ('passed', 'failed') AND "status" = 'completed')),
  ADD CONSTRAINT "eval_runs_trials" CHECK ("trials" BETWEEN 1 AND 5);
CREATE INDEX "eval_runs_unfinished" ON "eval_runs"("id") WHERE "status" IN ('queued', 'running');
ALTER TABLE "eval_results"
  ADD CONSTRAINT "eval_results_lease" CHECK (("status" = 'running') = ("lease_token" IS NOT NULL));
-- What workers claim, and what they take over.
CREATE INDEX "eval_results_queued" ON "eval_results"("eval_run_id") WHERE "status" = 'queued';
CREATE INDEX "eval_results_leases" ON "eval_results"("lease_expires_at") WHERE "status" = 'running';
