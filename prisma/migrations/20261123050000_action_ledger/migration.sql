-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "agent_commands" TEXT;

-- CreateTable
CREATE TABLE "ledger_heads" (
    "organization_id" UUID NOT NULL,
    "seq" BIGINT NOT NULL DEFAULT 0,
    "hash" TEXT NOT NULL,

    CONSTRAINT "ledger_heads_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "ledger_commands" (
    "organization_id" UUID NOT NULL,
    "seq" BIGINT NOT NULL,
    "command_id" UUID NOT NULL,
    "idempotency_key" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "connection_id" UUID,
    "type" TEXT NOT NULL,
    "entity_kind" TEXT NOT NULL,
    "entity_key" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "client_key" TEXT,
    "policy_key" TEXT,
    "run_id" UUID,
    "is_open" BOOLEAN NOT NULL,
    "private_to" TEXT,
    "payload" TEXT NOT NULL,
    "payload_sha256" TEXT NOT NULL,
    "request_sha256" TEXT NOT NULL,
    "actor_principal" TEXT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_seat" TEXT,
    "key_id" TEXT NOT NULL,
    "trace_id" TEXT,
    "occurred_at" TIMESTAMPTZ(3),
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "ledger_commands_pkey" PRIMARY KEY ("organization_id","seq")
);

-- CreateTable
CREATE TABLE "ledger_tasks" (
    "organization_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "task_key" TEXT NOT NULL,
    "connection_id" UUID,
    "entity_kind" TEXT NOT NULL,
    "entity_key" TEXT NOT NULL,
    "client_key" TEXT,
    "policy_key" TEXT,
    "is_open" BOOLEAN NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT,
    "status" TEXT NOT NULL,
    "priority" TEXT NOT NULL,
    "due_on" DATE,
    "assignee_seat" TEXT,
    "category" TEXT,
    "source" TEXT,
    "outcome" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),
    "created_seq" BIGINT NOT NULL,
    "last_seq" BIGINT NOT NULL,

    CONSTRAINT "ledger_tasks_pkey" PRIMARY KEY ("organization_id","task_key")
);

-- CreateTable
CREATE TABLE "ledger_workflows" (
    "organization_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "workflow_key" TEXT NOT NULL,
    "connection_id" UUID,
    "entity_kind" TEXT NOT NULL,
    "entity_key" TEXT NOT NULL,
    "client_key" TEXT,
    "policy_key" TEXT,
    "is_open" BOOLEAN NOT NULL,
    "workflow_type" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "steps" TEXT NOT NULL,
    "due_on" DATE,
    "outcome" TEXT,
    "reason" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),
    "created_seq" BIGINT NOT NULL,
    "last_seq" BIGINT NOT NULL,

    CONSTRAINT "ledger_workflows_pkey" PRIMARY KEY ("organization_id","workflow_key")
);

-- CreateTable
CREATE TABLE "ledger_notes" (
    "organization_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "note_key" TEXT NOT NULL,
    "connection_id" UUID,
    "entity_kind" TEXT NOT NULL,
    "entity_key" TEXT NOT NULL,
    "client_key" TEXT,
    "policy_key" TEXT,
    "is_open" BOOLEAN NOT NULL,
    "body" TEXT,
    "author" TEXT NOT NULL,
    "visibility" TEXT NOT NULL,
    "pinned" BOOLEAN NOT NULL,
    "edited" BOOLEAN NOT NULL,
    "edited_by" TEXT,
    "retracted" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "created_seq" BIGINT NOT NULL,
    "last_seq" BIGINT NOT NULL,

    CONSTRAINT "ledger_notes_pkey" PRIMARY KEY ("organization_id","note_key")
);

-- CreateTable
CREATE TABLE "ledger_flags" (
    "organization_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "entity_kind" TEXT NOT NULL,
    "entity_key" TEXT NOT NULL,
    "flag" TEXT NOT NULL,
    "connection_id" UUID,
    "client_key" TEXT,
    "policy_key" TEXT,
    "is_set" BOOLEAN NOT NULL,
    "note" TEXT,
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seq" BIGINT NOT NULL,

    CONSTRAINT "ledger_flags_pkey" PRIMARY KEY ("organization_id","environment_id","entity_kind","entity_key","flag")
);

-- CreateTable
CREATE TABLE "ledger_opportunity_requests" (
    "organization_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "opportunity_id" TEXT NOT NULL,
    "client_key" TEXT,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seq" BIGINT NOT NULL,

    CONSTRAINT "ledger_opportunity_requests_pkey" PRIMARY KEY ("organization_id","environment_id","opportunity_id")
);

-- CreateIndex
CREATE INDEX "ledger_commands_by_environment" ON "ledger_commands"("organization_id", "environment_id", "seq");

-- CreateIndex
CREATE INDEX "ledger_commands_by_entity" ON "ledger_commands"("organization_id", "environment_id", "entity_key", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_commands_by_key" ON "ledger_commands"("organization_id", "idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_commands_by_id" ON "ledger_commands"("command_id");

-- CreateIndex
CREATE INDEX "ledger_tasks_by_age" ON "ledger_tasks"("organization_id", "environment_id", "created_seq");

-- CreateIndex
CREATE INDEX "ledger_tasks_by_status" ON "ledger_tasks"("organization_id", "environment_id", "status", "created_seq");

-- CreateIndex
CREATE INDEX "ledger_workflows_by_age" ON "ledger_workflows"("organization_id", "environment_id", "created_seq");

-- CreateIndex
CREATE INDEX "ledger_workflows_by_status" ON "ledger_workflows"("organization_id", "environment_id", "status", "created_seq");

-- CreateIndex
CREATE INDEX "ledger_notes_by_age" ON "ledger_notes"("organization_id", "environment_id", "created_seq");

-- Lists of one client and of one policy, the runs that commands are about, and the last touch of a client.
CREATE INDEX "ledger_commands_by_client" ON "ledger_commands" ("organization_id", "environment_id", "client_key", "seq") WHERE "client_key" IS NOT NULL;
CREATE INDEX "ledger_commands_by_policy" ON "ledger_commands" ("organization_id", "environment_id", "policy_key", "seq") WHERE "policy_key" IS NOT NULL;
CREATE INDEX "ledger_commands_by_run" ON "ledger_commands" ("organization_id", "run_id", "seq") WHERE "run_id" IS NOT NULL;
CREATE INDEX "ledger_commands_touches" ON "ledger_commands" ("organization_id", "environment_id", "client_key", "occurred_at") WHERE "type" = 'log_activity';
CREATE INDEX "ledger_tasks_by_client" ON "ledger_tasks" ("organization_id", "environment_id", "client_key", "created_seq") WHERE "client_key" IS NOT NULL;
CREATE INDEX "ledger_tasks_by_policy" ON "ledger_tasks" ("organization_id", "environment_id", "policy_key", "created_seq") WHERE "policy_key" IS NOT NULL;
CREATE INDEX "ledger_tasks_by_assignee" ON "ledger_tasks" ("organization_id", "environment_id", "assignee_seat", "created_seq") WHERE "assignee_seat" IS NOT NULL;
CREATE INDEX "ledger_workflows_by_client" ON "ledger_workflows" ("organization_id", "environment_id", "client_key", "created_seq") WHERE "client_key" IS NOT NULL;
CREATE INDEX "ledger_workflows_by_policy" ON "ledger_workflows" ("organization_id", "environment_id", "policy_key", "created_seq") WHERE "policy_key" IS NOT NULL;
CREATE INDEX "ledger_notes_by_client" ON "ledger_notes" ("organization_id", "environment_id", "client_key", "created_seq") WHERE "client_key" IS NOT NULL;
CREATE INDEX "ledger_notes_by_policy" ON "ledger_notes" ("organization_id", "environment_id", "policy_key", "created_seq") WHERE "policy_key" IS NOT NULL;

-- A finished task or workflow has the time at which it ended, and no other has.
ALTER TABLE "ledger_tasks" ADD CONSTRAINT "ledger_tasks_end" CHECK (("status" = 'open') = ("completed_at" IS NULL) AND "status" IN ('open', 'done', 'cancelled'));
ALTER TABLE "ledger_workflows" ADD CONSTRAINT "ledger_workflows_end" CHECK (("status" = 'open') = ("completed_at" IS NULL) AND "status" IN ('open', 'completed', 'cancelled'));
ALTER TABLE "ledger_notes" ADD CONSTRAINT "ledger_notes_retracted" CHECK ("retracted" = ("body" IS NULL) AND "visibility" IN ('team', 'private'));

-- The ledger is append-only. The one change that passes is an erasure: the payload, and only to the mark of an erased one;
-- seq, type, hash and the hash of the payload stay, so that the chain holds.
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.payload = '{"erased":true}' AND to_jsonb(NEW) - 'payload' = to_jsonb(OLD) - 'payload' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the action ledger is append-only';
END
$$;
CREATE TRIGGER "ledger_commands_append_only" BEFORE UPDATE OR DELETE ON "ledger_commands"
  FOR EACH ROW EXECUTE FUNCTION "refuse_ledger_change"();
CREATE TRIGGER "ledger_commands_never_truncated" BEFORE TRUNCATE ON "ledger_commands"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();
