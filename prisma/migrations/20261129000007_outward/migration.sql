-- Outward: automations, deliveries of webhooks, erasures.

CREATE TABLE "automations" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "automation_key" TEXT NOT NULL,
  "enabled" BOOLEAN NOT NULL DEFAULT true,
  "event_type" TEXT,
  "filter" TEXT,
  "schedule" TEXT,
  "timezone" TEXT,
  "next_tick_at" TIMESTAMPTZ(3),
  "effect" TEXT NOT NULL,
  "max_per_hour" INTEGER NOT NULL,
  "cooldown_seconds" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "removed_at" TIMESTAMPTZ(3),
  CONSTRAINT "automations_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "automations_one_trigger"
    CHECK (("event_type" IS NULL) <> ("schedule" IS NULL) AND ("schedule" IS NULL) = ("timezone" IS NULL))
);
CREATE INDEX "automations_by_organization" ON "automations" ("organization_id");
-- A key is free again when its automation is removed.
CREATE UNIQUE INDEX "automations_key" ON "automations" ("organization_id", "automation_key") WHERE "removed_at" IS NULL;
CREATE INDEX "automations_by_event" ON "automations" ("organization_id", "event_type")
  WHERE "enabled" AND "removed_at" IS NULL;
CREATE INDEX "automations_ticking" ON "automations" ("next_tick_at")
  WHERE "enabled" AND "removed_at" IS NULL AND "next_tick_at" IS NOT NULL;

-- Who is interested in a platform event at the moment it is recorded, as "run_event_consumers" says it of the events of runs.
CREATE FUNCTION "platform_event_consumers"("organization" UUID, "type" TEXT) RETURNS SETOF TEXT
  LANGUAGE sql STABLE AS $$
  SELECT 'automation:' || a."id" FROM "automations" a
   WHERE a."organization_id" = $1 AND a."event_type" = $2 AND a."enabled" AND a."removed_at" IS NULL
  OFFSET 0 -- else a plan made while the table is small walks the whole index for every statement
$$;

CREATE TYPE "automation_execution_status" AS ENUM ('pending', 'running', 'succeeded', 'failed', 'skipped');

CREATE TABLE "automation_executions" (
  "id" UUID NOT NULL,
  "automation_id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "event_id" UUID NOT NULL,
  "event_type" TEXT NOT NULL,
  "status" "automation_execution_status" NOT NULL,
  "due_at" TIMESTAMPTZ(3),
  "lease_token" UUID,
  "attempts" SMALLINT NOT NULL DEFAULT 0,
  "unqueued_runs" SMALLINT NOT NULL DEFAULT 0,
  "code" TEXT,
  "message" TEXT,
  "run_id" UUID,
  "emitted_event_id" UUID,
  "delivery_id" UUID,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "fired_at" TIMESTAMPTZ(3),
  "finished_at" TIMESTAMPTZ(3),
  "scheduled_at" TIMESTAMPTZ(3),
  CONSTRAINT "automation_executions_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "automation_executions_finished"
    CHECK (("status" IN ('succeeded', 'failed', 'skipped')) = ("finished_at" IS NOT NULL)
      AND ("finished_at" IS NULL) = ("due_at" IS NOT NULL)),
  CONSTRAINT "automation_executions_lease" CHECK (("status" = 'running') = ("lease_token" IS NOT NULL)),
  CONSTRAINT "automation_executions_says_why"
    CHECK ("status" NOT IN ('failed', 'skipped') OR ("code" IS NOT NULL AND "message" IS NOT NULL)),
  CONSTRAINT "automation_executions_automation_id_fkey"
    FOREIGN KEY ("automation_id") REFERENCES "automations" ("id") ON DELETE CASCADE
);
CREATE INDEX "automation_executions_by_automation" ON "automation_executions" ("automation_id", "created_at" DESC, "id" DESC);
CREATE INDEX "automation_executions_by_organization" ON "automation_executions"
  ("organization_id", "created_at" DESC, "id" DESC);
CREATE UNIQUE INDEX "automation_executions_automation_id_event_id_key" ON "automation_executions" ("automation_id", "event_id");
-- Cooldown and hourly cap.
CREATE INDEX "automation_executions_fired" ON "automation_executions" ("automation_id", "fired_at" DESC)
  WHERE "fired_at" IS NOT NULL;
-- Whose emission an event is.
CREATE INDEX "automation_executions_emitted" ON "automation_executions" ("emitted_event_id")
  WHERE "emitted_event_id" IS NOT NULL;
CREATE INDEX "automation_executions_by_age" ON "automation_executions" ("finished_at") WHERE "finished_at" IS NOT NULL;
-- Executions of automations are claimed in turn of their organizations.
CREATE INDEX "automation_executions_due_by_organization" ON "automation_executions" ("organization_id", "due_at")
  WHERE "due_at" IS NOT NULL;

-- Bodies under a page stay in their row uncompressed, as payloads of runs do.
CREATE TABLE "webhook_bodies" (
  "event_id" UUID NOT NULL,
  "mode" "payload_mode" NOT NULL,
  "body" TEXT NOT NULL,
  "byte_count" INTEGER NOT NULL,
  "sha256" BYTEA NOT NULL,
  CONSTRAINT "webhook_bodies_pkey" PRIMARY KEY ("event_id", "mode"),
  CONSTRAINT "webhook_bodies_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_events" ("id") ON DELETE CASCADE
) WITH (toast_tuple_target = 8160);

CREATE TYPE "delivery_state" AS ENUM
  ('pending', 'delivering', 'retry_scheduled', 'held', 'delivered', 'dead_letter', 'cancelled');

-- Room on the page and no index on the rewritten columns, as for runs.
CREATE TABLE "webhook_deliveries" (
  "id" UUID NOT NULL,
  "event_id" UUID NOT NULL,
  "endpoint_id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "event_type" "webhook_event_type" NOT NULL,
  "run_id" UUID,
  "mode" "payload_mode" NOT NULL,
  "thin_for_size" BOOLEAN NOT NULL DEFAULT false,
  "state" "delivery_state" NOT NULL,
  "reason" TEXT,
  "cycle" SMALLINT NOT NULL DEFAULT 1,
  "tries" SMALLINT NOT NULL DEFAULT 0,
  "trigger" TEXT NOT NULL DEFAULT 'scheduled',
  "next_attempt_at" TIMESTAMPTZ(3),
  "lease_until" TIMESTAMPTZ(3),
  "lease_token" UUID,
  "cycle_deadline" TIMESTAMPTZ(3),
  "delivered_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "platform_type" TEXT,
  "refused_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_events" ("id") ON DELETE CASCADE
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 1);
-- Claims go endpoint by endpoint, so one endpoint's backlog cannot stand before the others.
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("endpoint_id", "next_attempt_at")
  WHERE "state" IN ('pending', 'retry_scheduled');
CREATE INDEX "webhook_deliveries_leased" ON "webhook_deliveries" ("lease_until") WHERE "state" = 'delivering';
CREATE INDEX "webhook_deliveries_by_endpoint" ON "webhook_deliveries" ("endpoint_id", "created_at" DESC, "id" DESC);
-- Every index of deliveries is written twice for each try: one serves both the uniqueness and the removal of an event,
-- and the deliveries of a run are found through its events.
CREATE UNIQUE INDEX "webhook_deliveries_event_id_endpoint_id_key" ON "webhook_deliveries" ("event_id", "endpoint_id");
-- The sweep ends held deliveries whose window is over: without this order it read every held delivery every second. Only
-- statements that say "cycle > 0", which is true of all, may use it: others would read it whole and sort, when statistics
-- are from a time with few held deliveries.
CREATE INDEX "webhook_deliveries_held_until" ON "webhook_deliveries" ("cycle_deadline") WHERE "state" = 'held' AND "cycle" > 0;
-- What may be sent to a disabled endpoint is found without reading its backlog.
CREATE INDEX "webhook_deliveries_asked_for" ON "webhook_deliveries" ("endpoint_id", "next_attempt_at")
  WHERE "state" = 'pending' AND "trigger" IN ('resend', 'test');
-- Held deliveries are resumed in the order of their creation.
CREATE INDEX "webhook_deliveries_held_in_order" ON "webhook_deliveries" ("endpoint_id", "created_at", "id")
  WHERE "state" = 'held';
-- The order in which recoveries walk and lists show dead letters, with the reason that both filter by.
CREATE INDEX "webhook_deliveries_dead_in_order" ON "webhook_deliveries" ("endpoint_id", "created_at", "id") INCLUDE ("reason")
  WHERE "state" = 'dead_letter';
CREATE INDEX "webhook_deliveries_refused" ON "webhook_deliveries" ("endpoint_id", "refused_at")
  WHERE "state" = 'dead_letter' AND "reason" = 'permanent_response' AND "trigger" <> 'recover';

-- Attempts by month: native partitions, made ahead and dropped as a whole after retention. The key holds the month's
-- column; there is no foreign key, which would cost a look-up and a row lock for every try. The names of NOT NULL are those of
-- databases from before 0.1.0.
CREATE TABLE "webhook_attempts" (
  "delivery_id" UUID CONSTRAINT "webhook_attempts_delivery_id_not_null1" NOT NULL,
  "cycle" SMALLINT CONSTRAINT "webhook_attempts_cycle_not_null1" NOT NULL,
  "try" SMALLINT CONSTRAINT "webhook_attempts_try_not_null1" NOT NULL,
  "endpoint_id" UUID CONSTRAINT "webhook_attempts_endpoint_id_not_null1" NOT NULL,
  "trigger" TEXT CONSTRAINT "webhook_attempts_trigger_not_null1" NOT NULL,
  "outcome" TEXT CONSTRAINT "webhook_attempts_outcome_not_null1" NOT NULL,
  "error_code" TEXT,
  "status" SMALLINT,
  "url" TEXT CONSTRAINT "webhook_attempts_url_not_null1" NOT NULL,
  "remote_address" TEXT,
  "secret_ids" UUID[],
  "timings" TEXT,
  "response_headers" TEXT,
  "response_body" TEXT,
  "response_is_base64" BOOLEAN CONSTRAINT "webhook_attempts_response_is_base64_not_null1" NOT NULL DEFAULT false,
  "response_truncated" BOOLEAN CONSTRAINT "webhook_attempts_response_truncated_not_null1" NOT NULL DEFAULT false,
  "started_at" TIMESTAMPTZ(3) CONSTRAINT "webhook_attempts_started_at_not_null1" NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "ended_at" TIMESTAMPTZ(3),
  "next_attempt_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("delivery_id", "cycle", "try", "started_at")
) PARTITION BY RANGE ("started_at");
CREATE INDEX "webhook_attempts_by_endpoint" ON "webhook_attempts" ("endpoint_id", "started_at" DESC);
-- Where a try goes whose month nobody has made: delivering must not stop because maintenance did. Its rows move to
-- their month when that is made. Half of a page stays free, so that the end of a try is a heap-only update.
CREATE TABLE "webhook_attempts_default" PARTITION OF "webhook_attempts" DEFAULT WITH (fillfactor = 50);

-- Makes this month and the next ones or, where none is missing, drops the months that ended more than kept_days ago. Any process
-- may call it at any time; what exists is left alone. Months are those of UTC. Why not both in one call: "turn_frames_keep_hours".
CREATE FUNCTION "webhook_attempts_keep_months"(months_ahead INT, kept_days INT)
RETURNS TABLE (created INT, dropped INT) LANGUAGE plpgsql AS $$
DECLARE
  this_month TIMESTAMP := date_trunc('month', now() AT TIME ZONE 'UTC');
  first_moment TIMESTAMPTZ;
  end_moment TIMESTAMPTZ;
  month_name TEXT;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('webhook_attempts_keep_months', 0));
  created := 0;
  dropped := 0;
  FOR step IN 0..months_ahead LOOP
    first_moment := (this_month + make_interval(months => step)) AT TIME ZONE 'UTC';
    end_moment := (this_month + make_interval(months => step + 1)) AT TIME ZONE 'UTC';
    month_name := 'webhook_attempts_' || to_char(first_moment AT TIME ZONE 'UTC', 'YYYY_MM');
    CONTINUE WHEN to_regclass(month_name) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I (LIKE webhook_attempts INCLUDING DEFAULTS) WITH (fillfactor = 50)', month_name);
    EXECUTE format(
      'WITH late AS (DELETE FROM webhook_attempts_default WHERE started_at >= %L AND started_at < %L RETURNING *)
       INSERT INTO %I SELECT * FROM late', first_moment, end_moment, month_name);
    EXECUTE format('ALTER TABLE webhook_attempts ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      month_name, first_moment, end_moment);
    created := created + 1;
  END LOOP;
  IF created = 0 THEN
    FOR month_name IN
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'webhook_attempts'::regclass AND c.relname ~ '^webhook_attempts_[0-9]{4}_[0-9]{2}$'
         AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC'
           <= now() - make_interval(days => kept_days)
    LOOP
      EXECUTE format('DROP TABLE %I', month_name);
      dropped := dropped + 1;
    END LOOP;
    DELETE FROM webhook_attempts_default WHERE started_at < now() - make_interval(days => kept_days);
  END IF;
  RETURN NEXT;
END $$;
SELECT * FROM "webhook_attempts_keep_months"(2, 90);

-- In the place of a foreign key: a delivery that is removed takes its attempts along, whole statements at a time.
CREATE FUNCTION "webhook_attempts_remove_with_delivery"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM webhook_attempts a USING removed WHERE a.delivery_id = removed.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "webhook_deliveries_remove_attempts" AFTER DELETE ON "webhook_deliveries"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "webhook_attempts_remove_with_delivery"();

CREATE TABLE "webhook_resends" (
  "delivery_id" UUID NOT NULL,
  "key_hash" BYTEA NOT NULL,
  "cycle" SMALLINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "webhook_resends_pkey" PRIMARY KEY ("delivery_id", "key_hash"),
  CONSTRAINT "webhook_resends_delivery_id_fkey"
    FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries" ("id") ON DELETE CASCADE
);

CREATE TYPE "recovery_state" AS ENUM ('running', 'completed', 'cancelled');

CREATE TABLE "webhook_recoveries" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "endpoint_id" UUID NOT NULL,
  "since" TIMESTAMPTZ(3) NOT NULL,
  "until" TIMESTAMPTZ(3) NOT NULL,
  "reason" TEXT,
  "state" "recovery_state" NOT NULL DEFAULT 'running',
  "matched" INTEGER NOT NULL,
  "recovered" INTEGER NOT NULL DEFAULT 0,
  "skipped" INTEGER NOT NULL DEFAULT 0,
  "cursor_created_at" TIMESTAMPTZ(3),
  "cursor_id" UUID,
  "next_page_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "key_hash" BYTEA,
  "request_hash" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finished_at" TIMESTAMPTZ(3),
  -- The last dead letter counted so far; null when all are counted.
  "counted_created_at" TIMESTAMPTZ(3),
  "counted_id" UUID,
  CONSTRAINT "webhook_recoveries_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhook_recoveries_finished" CHECK (("state" = 'running') = ("finished_at" IS NULL)),
  CONSTRAINT "webhook_recoveries_endpoint_id_fkey"
    FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "webhook_recoveries_endpoint_id_key_hash_key" ON "webhook_recoveries" ("endpoint_id", "key_hash");
-- At most one recovery of an endpoint walks at a time; the same index finds those that walk.
CREATE UNIQUE INDEX "webhook_recoveries_running" ON "webhook_recoveries" ("endpoint_id") WHERE "state" = 'running';

CREATE TABLE "webhook_notices" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "endpoint_id" UUID NOT NULL,
  "kind" TEXT NOT NULL,
  "episode_at" TIMESTAMPTZ(3) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "ended_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_notices_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhook_notices_endpoint_id_fkey"
    FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints" ("id") ON DELETE CASCADE
);
CREATE INDEX "webhook_notices_created_at_idx" ON "webhook_notices" ("created_at" DESC);
CREATE UNIQUE INDEX "webhook_notices_endpoint_id_kind_episode_at_key" ON "webhook_notices"
  ("endpoint_id", "kind", "episode_at");
CREATE INDEX "webhook_notices_open" ON "webhook_notices" ("endpoint_id") WHERE "ended_at" IS NULL;

CREATE TABLE "record_erasures" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "connection_id" UUID NOT NULL,
  "client_key" TEXT NOT NULL,
  "counts" TEXT NOT NULL DEFAULT '{}',
  "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "record_erasures_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "record_erasures_organization_id_client_key_key" ON "record_erasures" ("organization_id", "client_key");

CREATE TABLE "record_suppressions" (
  "connection_id" UUID NOT NULL,
  "row_key" TEXT NOT NULL,
  CONSTRAINT "record_suppressions_pkey" PRIMARY KEY ("connection_id", "row_key"),
  CONSTRAINT "record_suppressions_connection_id_fkey"
    FOREIGN KEY ("connection_id") REFERENCES "record_connections" ("id") ON DELETE CASCADE
);
