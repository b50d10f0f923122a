-- CreateEnum
CREATE TYPE "recovery_state" AS ENUM ('running', 'completed', 'cancelled');

-- Attempts by month: native partitions, made ahead and dropped as a whole after retention. The key holds the month's
-- column; there is no foreign key, which would cost a look-up and a row lock for every try.
ALTER TABLE "webhook_attempts" RENAME TO "webhook_attempts_before";

CREATE TABLE "webhook_attempts" (
    "delivery_id" UUID NOT NULL,
    "cycle" SMALLINT NOT NULL,
    "try" SMALLINT NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "trigger" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "error_code" TEXT,
    "status" SMALLINT,
    "url" TEXT NOT NULL,
    "remote_address" TEXT,
    "secret_ids" UUID[],
    "timings" TEXT,
    "response_headers" TEXT,
    "response_body" TEXT,
    "response_is_base64" BOOLEAN NOT NULL DEFAULT false,
    "response_truncated" BOOLEAN NOT NULL DEFAULT false,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3)
) PARTITION BY RANGE ("started_at");

-- Where a try goes whose month nobody has made: delivering must not stop because a caretaker did. Its rows move to
-- their month when that is made. Half of a page stays free, so that the end of a try is a heap-only update.
CREATE TABLE "webhook_attempts_default" PARTITION OF "webhook_attempts" DEFAULT WITH (fillfactor = 50);

-- Makes this month and the next ones, and drops the months that ended more than kept_days ago. Any process may call it
-- at any time; what exists is left alone. Months are those of UTC.
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
  RETURN NEXT;
END $$;

SELECT * FROM "webhook_attempts_keep_months"(2, 90);
INSERT INTO "webhook_attempts" SELECT * FROM "webhook_attempts_before";
DROP TABLE "webhook_attempts_before";
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_pkey"
  PRIMARY KEY ("delivery_id", "cycle", "try", "started_at");
CREATE INDEX "webhook_attempts_by_endpoint" ON "webhook_attempts" ("endpoint_id", "started_at" DESC);

-- What the foreign key did: a delivery that is removed takes its attempts along, whole statements at a time.
CREATE FUNCTION "webhook_attempts_remove_with_delivery"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM webhook_attempts a USING removed WHERE a.delivery_id = removed.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "webhook_deliveries_remove_attempts" AFTER DELETE ON "webhook_deliveries"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "webhook_attempts_remove_with_delivery"();

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "first_refusal_at" TIMESTAMPTZ(3),
ADD COLUMN     "rate_counts" SMALLINT[] DEFAULT ARRAY[]::SMALLINT[],
ADD COLUMN     "rate_slot" BIGINT NOT NULL DEFAULT 0;

-- Every index of deliveries is written twice for each try: one serves both the uniqueness and the removal of an event,
-- and the deliveries of a run are found through its events.
CREATE UNIQUE INDEX "webhook_deliveries_event_id_endpoint_id_key" ON "webhook_deliveries"("event_id", "endpoint_id");
DROP INDEX "webhook_deliveries_endpoint_id_event_id_key";
DROP INDEX "webhook_deliveries_event_id_idx";
DROP INDEX "webhook_deliveries_by_run";

-- CreateTable
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

    CONSTRAINT "webhook_recoveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_notices" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "episode_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_recoveries_endpoint_id_key_hash_key" ON "webhook_recoveries"("endpoint_id", "key_hash");

-- CreateIndex
CREATE INDEX "webhook_notices_created_at_idx" ON "webhook_notices"("created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_notices_endpoint_id_kind_episode_at_key" ON "webhook_notices"("endpoint_id", "kind", "episode_at");

-- AddForeignKey
ALTER TABLE "webhook_recoveries" ADD CONSTRAINT "webhook_recoveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_notices" ADD CONSTRAINT "webhook_notices_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "webhook_recoveries" ADD CONSTRAINT "webhook_recoveries_finished" CHECK (("state" = 'running') = ("finished_at" IS NULL));
-- At most one recovery of an endpoint walks at a time; the same index finds those that walk.
CREATE UNIQUE INDEX "webhook_recoveries_running" ON "webhook_recoveries" ("endpoint_id") WHERE "state" = 'running';
CREATE INDEX "webhook_notices_open" ON "webhook_notices" ("endpoint_id") WHERE "ended_at" IS NULL;
