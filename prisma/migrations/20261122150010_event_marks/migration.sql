-- CreateTable
CREATE TABLE "event_marks" (
    "event_id" UUID NOT NULL,
    "consumer" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_error" TEXT,
    "failed_at" TIMESTAMPTZ(3),

    CONSTRAINT "event_marks_pkey" PRIMARY KEY ("event_id","consumer")
);

-- A queue: rows come and go, and an index full of deleted ones would be walked by every look.
ALTER TABLE "event_marks" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 1);

-- Each kind of consumer looks for its own: 'automation' stands before the colon of 'automation:<id>'.
CREATE INDEX "event_marks_due" ON "event_marks" (split_part("consumer", ':', 1), "next_attempt_at")
  WHERE "failed_at" IS NULL;
ALTER TABLE "event_marks" ADD CONSTRAINT "event_marks_failed_says_why"
  CHECK ("failed_at" IS NULL OR "last_error" IS NOT NULL);

-- Who is interested in an event at the moment it is recorded: one row for each consumer. Add a consumer by replacing the
-- function of its log with one that has a further UNION ALL. In the database, so that processes of the release before
-- mark events for it too. Plain SQL, stable and not strict: PostgreSQL then plans it as part of the statement that calls
-- it (a look-up in an index), also in the one that ends every run.
CREATE FUNCTION "run_event_consumers"("organization" UUID, "environment" UUID, "type" TEXT) RETURNS SETOF TEXT
  LANGUAGE sql STABLE AS $$
  SELECT 'webhooks'::text WHERE EXISTS (
    SELECT FROM "webhook_endpoints" w
     WHERE w."organization_id" = $1 AND w."environment_id" = $2 AND w."deleted_at" IS NULL AND $3 = ANY (w."events"))
$$;
CREATE FUNCTION "platform_event_consumers"("organization" UUID, "type" TEXT) RETURNS SETOF TEXT
  LANGUAGE sql STABLE AS $$
  SELECT 'automation:' || a."id" FROM "automations" a
   WHERE a."organization_id" = $1 AND a."event_type" = $2 AND a."enabled" AND a."removed_at" IS NULL
  OFFSET 0 -- else a plan made while the table is small walks the whole index for every statement
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

-- ── While processes of the release before are running ────────────────────────────────────────────────────────
-- They write events without marks, and look for events by the two columns. This release fills the columns when it writes
-- an event, so that they leave it alone; these triggers make the marks of theirs. An event that both handle is handled
-- once: deliveries are unique on endpoint and event, executions on automation and event. The next release drops columns,
-- triggers and functions.
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

-- After the triggers, whose locks waited for every transaction that had written an event: none is missed between them.
INSERT INTO "event_marks" ("event_id", "consumer", "organization_id", "next_attempt_at")
SELECT e."id", consumer, e."organization_id", e."created_at"
  FROM "webhook_events" e, "run_event_consumers"(e."organization_id", e."environment_id", e."type"::text) consumer
 WHERE e."expanded_at" IS NULL;
INSERT INTO "event_marks" ("event_id", "consumer", "organization_id", "next_attempt_at")
SELECT e."id", 'automation:' || a."id", e."organization_id", e."recorded_at"
  FROM "platform_events" e JOIN "automations" a ON a."organization_id" = e."organization_id"
   AND a."event_type" = e."type" AND a."enabled" AND a."removed_at" IS NULL AND a."created_at" <= e."recorded_at"
 WHERE e."handled_at" IS NULL;
