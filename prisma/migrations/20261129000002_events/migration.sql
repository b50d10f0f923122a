-- Events: what happened, who is to hear of it, and what comes from outside.

CREATE TABLE "platform_events" (
  "id" UUID NOT NULL,
  "seq" BIGSERIAL NOT NULL,
  "organization_id" UUID NOT NULL,
  "type" TEXT NOT NULL,
  "dedupe_key" TEXT NOT NULL,
  "subject_kind" TEXT NOT NULL,
  "subject_key" TEXT NOT NULL,
  "data" TEXT NOT NULL,
  "occurred_at" TIMESTAMPTZ(3) NOT NULL,
  "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "causation_id" UUID,
  "depth" SMALLINT NOT NULL DEFAULT 0,
  "handled_at" TIMESTAMPTZ(3),
  CONSTRAINT "platform_events_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "platform_events_type_shape" CHECK ("type" ~ '^[a-z0-9_.-]{1,128}$'),
  CONSTRAINT "platform_events_depth_bounds" CHECK ("depth" BETWEEN 0 AND 4),
  CONSTRAINT "platform_events_effect_has_cause" CHECK ("depth" = 0 OR "causation_id" IS NOT NULL)
);
CREATE INDEX "platform_events_by_organization" ON "platform_events" ("organization_id", "seq" DESC);
CREATE INDEX "platform_events_by_age" ON "platform_events" ("recorded_at");
CREATE UNIQUE INDEX "platform_events_organization_id_type_dedupe_key_key" ON "platform_events"
  ("organization_id", "type", "dedupe_key");
-- Consumers look for what nobody has handled, whatever order it was committed in.
CREATE INDEX "platform_events_unhandled" ON "platform_events" ("seq") WHERE "handled_at" IS NULL;

-- The log is append-only: only `handled_at` may change, and the content of an event that names an erased client may be
-- replaced by this one value. Removing is retention's.
CREATE FUNCTION "refuse_platform_event_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.data = '{"erased":true}'
    AND (NEW.id, NEW.seq, NEW.organization_id, NEW.type, NEW.dedupe_key, NEW.subject_kind, NEW.subject_key, NEW.occurred_at,
         NEW.recorded_at, NEW.depth)
      = (OLD.id, OLD.seq, OLD.organization_id, OLD.type, OLD.dedupe_key, OLD.subject_kind, OLD.subject_key, OLD.occurred_at,
         OLD.recorded_at, OLD.depth)
    AND NEW.causation_id IS NOT DISTINCT FROM OLD.causation_id
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'platform events are append-only';
END
$$;
CREATE TRIGGER "platform_events_append_only" BEFORE UPDATE OF "id", "seq", "organization_id", "type", "dedupe_key",
  "subject_kind", "subject_key", "data", "occurred_at", "recorded_at", "causation_id", "depth"
  ON "platform_events" FOR EACH ROW EXECUTE FUNCTION "refuse_platform_event_change"();

CREATE TYPE "payload_mode" AS ENUM ('thin', 'full');
CREATE TYPE "endpoint_status" AS ENUM ('enabled', 'disabled');

CREATE TABLE "webhook_endpoints" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "url" TEXT NOT NULL,
  "description" TEXT NOT NULL DEFAULT '',
  "events" TEXT[],
  "payload_mode" "payload_mode" NOT NULL DEFAULT 'full',
  "retry_policy" TEXT NOT NULL DEFAULT 'standard-v3',
  "status" "endpoint_status" NOT NULL DEFAULT 'enabled',
  "disabled_reason" TEXT,
  "disabled_at" TIMESTAMPTZ(3),
  "headers" TEXT,
  "header_names" TEXT[],
  "max_per_second" INTEGER NOT NULL DEFAULT 50,
  "max_in_flight" INTEGER NOT NULL DEFAULT 10,
  "auto_recover" BOOLEAN NOT NULL DEFAULT false,
  "claim_count" INTEGER NOT NULL DEFAULT 0,
  "last_success_at" TIMESTAMPTZ(3),
  "first_failure_at" TIMESTAMPTZ(3),
  "failures_in_a_row" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deleted_at" TIMESTAMPTZ(3),
  "first_refusal_at" TIMESTAMPTZ(3),
  "rate_counts" SMALLINT[] DEFAULT ARRAY[]::SMALLINT[],
  "rate_slot" BIGINT NOT NULL DEFAULT 0,
  -- Enabling, disabling and deleting write the endpoint's row alone; the webhooks process moves its deliveries in slices.
  "resume_asked_at" TIMESTAMPTZ(3),
  "resumed_until" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhook_endpoints_environment_id_fkey"
    FOREIGN KEY ("environment_id") REFERENCES "environments" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
) WITH (fillfactor = 70);
CREATE INDEX "webhook_endpoints_live" ON "webhook_endpoints" ("organization_id", "environment_id") WHERE "deleted_at" IS NULL;
CREATE INDEX "webhook_endpoints_resuming" ON "webhook_endpoints" ("id") WHERE "resume_asked_at" IS NOT NULL;
CREATE INDEX "webhook_endpoints_auto_recover" ON "webhook_endpoints" ("id")
  WHERE "auto_recover" AND "status" = 'enabled' AND "deleted_at" IS NULL;
-- Deleted endpoints too: the operator lists what was sent to them.
CREATE INDEX "webhook_endpoints_by_organization" ON "webhook_endpoints" ("organization_id");
CREATE INDEX "webhook_endpoints_by_environment" ON "webhook_endpoints" ("environment_id");
-- Endpoints that have failed for long: every sweep asks. Counts of failures are in no index, they change with every failure.
CREATE INDEX "webhook_endpoints_failing" ON "webhook_endpoints" ("first_failure_at")
  WHERE "status" = 'enabled' AND "deleted_at" IS NULL;

CREATE TABLE "webhook_secrets" (
  "id" UUID NOT NULL,
  "endpoint_id" UUID NOT NULL,
  "ciphertext" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhook_secrets_endpoint_id_fkey"
    FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "webhook_secrets_endpoint_id_idx" ON "webhook_secrets" ("endpoint_id");

CREATE TYPE "webhook_event_type" AS ENUM
  ('run.completed', 'run.failed', 'run.cancelled', 'run.superseded', 'webhook.test', 'platform.event');

CREATE TABLE "webhook_events" (
  "id" UUID NOT NULL,
  "type" "webhook_event_type" NOT NULL,
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "run_id" UUID,
  "correction_id" UUID,
  "setup" "delivery_setup",
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expanded_at" TIMESTAMPTZ(3),
  "platform_type" TEXT,
  CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 85);
CREATE INDEX "webhook_events_run_id_idx" ON "webhook_events" ("run_id");
CREATE INDEX "webhook_events_unexpanded" ON "webhook_events" ("created_at") WHERE "expanded_at" IS NULL;
-- Events of runs go with their run; these are tests and platform events.
CREATE INDEX "webhook_events_without_run" ON "webhook_events" ("environment_id", "created_at") WHERE "run_id" IS NULL;
CREATE INDEX "webhook_events_without_run_by_age" ON "webhook_events" ("created_at") WHERE "run_id" IS NULL;

-- A queue: rows come and go, and an index full of deleted ones would be walked by every look.
CREATE TABLE "event_marks" (
  "event_id" UUID NOT NULL,
  "consumer" TEXT NOT NULL,
  "organization_id" UUID NOT NULL,
  "attempts" SMALLINT NOT NULL DEFAULT 0,
  "next_attempt_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_error" TEXT,
  "failed_at" TIMESTAMPTZ(3),
  CONSTRAINT "event_marks_pkey" PRIMARY KEY ("event_id", "consumer"),
  CONSTRAINT "event_marks_failed_says_why" CHECK ("failed_at" IS NULL OR "last_error" IS NOT NULL)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 1);
-- Each kind of consumer looks for its own: 'automation' stands before the colon of 'automation:<id>'.
CREATE INDEX "event_marks_due" ON "event_marks" (split_part("consumer", ':', 1), "next_attempt_at")
  WHERE "failed_at" IS NULL;
CREATE INDEX "event_marks_failed" ON "event_marks" (split_part("consumer", ':', 1)) WHERE "failed_at" IS NOT NULL;

-- Who is interested in an event at the moment it is recorded: one row for each consumer. Add a consumer by replacing the
-- function of its log (that of platform events is beside the automations) with one that has a further UNION ALL. In the
-- database, so that processes of the release before mark events for it too. Plain SQL, stable and not strict: PostgreSQL
-- then plans it as part of the statement that calls it (a look-up in an index), also in the one that ends every run.
CREATE FUNCTION "run_event_consumers"("organization" UUID, "environment" UUID, "type" TEXT) RETURNS SETOF TEXT
  LANGUAGE sql STABLE AS $$
  SELECT 'webhooks'::text WHERE EXISTS (
    SELECT FROM "webhook_endpoints" w
     WHERE w."organization_id" = $1 AND w."environment_id" = $2 AND w."deleted_at" IS NULL AND $3 = ANY (w."events"))
$$;

-- Marks go with their event. No foreign key: it would be checked, with a row lock, for every mark.
CREATE FUNCTION "events_take_their_marks_along"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "event_marks" m USING removed WHERE m."event_id" = removed."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "webhook_events_take_their_marks_along" AFTER DELETE ON "webhook_events"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "events_take_their_marks_along"();
CREATE TRIGGER "platform_events_take_their_marks_along" AFTER DELETE ON "platform_events"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "events_take_their_marks_along"();

-- Processes from before the marks write events without them, and look for events by `expanded_at` and `handled_at`. Newer
-- ones fill these columns when they write an event, so that the others leave it alone; these triggers make the marks of
-- theirs. An event that both handle is handled once: deliveries are unique on endpoint and event, executions on automation
-- and event. The next release drops columns, triggers and functions.
CREATE FUNCTION "mark_run_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "event_marks" ("event_id", "consumer", "organization_id")
  SELECT NEW."id", consumer, NEW."organization_id"
    FROM "run_event_consumers"(NEW."organization_id", NEW."environment_id", NEW."type"::text) consumer
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "webhook_events_mark" AFTER INSERT ON "webhook_events"
  FOR EACH ROW WHEN (NEW."expanded_at" IS NULL) EXECUTE FUNCTION "mark_run_event"();

CREATE FUNCTION "mark_platform_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "event_marks" ("event_id", "consumer", "organization_id")
  SELECT NEW."id", consumer, NEW."organization_id"
    FROM "platform_event_consumers"(NEW."organization_id", NEW."type") consumer
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "platform_events_mark" AFTER INSERT ON "platform_events"
  FOR EACH ROW WHEN (NEW."handled_at" IS NULL) EXECUTE FUNCTION "mark_platform_event"();

CREATE TYPE "inbound_source_kind" AS ENUM ('native', 'repo_host', 'ams_ons');
CREATE TYPE "inbound_outcome" AS ENUM ('appended', 'ignored', 'rejected');

CREATE TABLE "inbound_sources" (
  "id" UUID NOT NULL,
  "source_key" TEXT NOT NULL,
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "kind" "inbound_source_kind" NOT NULL,
  "mapping" TEXT NOT NULL DEFAULT '{}',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "disabled_at" TIMESTAMPTZ(3),
  CONSTRAINT "inbound_sources_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "inbound_sources_key_shape" CHECK ("source_key" ~ '^[A-Za-z0-9_-]{8,64}$'),
  CONSTRAINT "inbound_sources_environment_id_fkey"
    FOREIGN KEY ("environment_id") REFERENCES "environments" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "inbound_sources_source_key_key" ON "inbound_sources" ("source_key");
CREATE INDEX "inbound_sources_by_organization" ON "inbound_sources" ("organization_id");
CREATE INDEX "inbound_sources_by_environment" ON "inbound_sources" ("environment_id");

CREATE TABLE "inbound_source_secrets" (
  "id" UUID NOT NULL,
  "source_id" UUID NOT NULL,
  "ciphertext" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3),
  CONSTRAINT "inbound_source_secrets_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "inbound_source_secrets_source_id_fkey"
    FOREIGN KEY ("source_id") REFERENCES "inbound_sources" ("id") ON DELETE CASCADE
);
CREATE INDEX "inbound_source_secrets_by_source" ON "inbound_source_secrets" ("source_id");

CREATE TABLE "inbound_deliveries" (
  "source_id" UUID NOT NULL,
  "delivery_id" TEXT NOT NULL,
  "body_hash" BYTEA NOT NULL,
  "outcome" "inbound_outcome" NOT NULL,
  "reason" TEXT,
  "event_id" UUID,
  "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "inbound_deliveries_pkey" PRIMARY KEY ("source_id", "delivery_id"),
  CONSTRAINT "inbound_deliveries_appended_has_event" CHECK (("outcome" = 'appended') = ("event_id" IS NOT NULL))
);
CREATE INDEX "inbound_deliveries_by_age" ON "inbound_deliveries" ("received_at");
