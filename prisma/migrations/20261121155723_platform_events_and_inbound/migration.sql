-- CreateEnum
CREATE TYPE "inbound_source_kind" AS ENUM ('native', 'repo_host', 'ams_ons');

-- CreateEnum
CREATE TYPE "inbound_outcome" AS ENUM ('appended', 'ignored', 'rejected');

-- CreateTable
CREATE TABLE "inbound_sources" (
    "id" UUID NOT NULL,
    "source_key" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "kind" "inbound_source_kind" NOT NULL,
    "mapping" TEXT NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "inbound_sources_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbound_source_secrets" (
    "id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "ciphertext" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "inbound_source_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbound_deliveries" (
    "source_id" UUID NOT NULL,
    "delivery_id" TEXT NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "outcome" "inbound_outcome" NOT NULL,
    "reason" TEXT,
    "event_id" UUID,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inbound_deliveries_pkey" PRIMARY KEY ("source_id","delivery_id")
);

-- CreateTable
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

    CONSTRAINT "platform_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "inbound_sources_source_key_key" ON "inbound_sources"("source_key");

-- CreateIndex
CREATE INDEX "inbound_sources_by_organization" ON "inbound_sources"("organization_id");

-- CreateIndex
CREATE INDEX "inbound_source_secrets_by_source" ON "inbound_source_secrets"("source_id");

-- CreateIndex
CREATE INDEX "inbound_deliveries_by_age" ON "inbound_deliveries"("received_at");

-- CreateIndex
CREATE INDEX "platform_events_by_organization" ON "platform_events"("organization_id", "seq" DESC);

-- CreateIndex
CREATE INDEX "platform_events_by_age" ON "platform_events"("recorded_at");

-- CreateIndex
CREATE UNIQUE INDEX "platform_events_organization_id_type_dedupe_key_key" ON "platform_events"("organization_id", "type", "dedupe_key");

-- AddForeignKey
ALTER TABLE "inbound_sources" ADD CONSTRAINT "inbound_sources_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "inbound_source_secrets" ADD CONSTRAINT "inbound_source_secrets_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "inbound_sources"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Consumers look for what nobody has handled, whatever order it was committed in.
CREATE INDEX "platform_events_unhandled" ON "platform_events" ("seq") WHERE "handled_at" IS NULL;

ALTER TABLE "platform_events" ADD CONSTRAINT "platform_events_type_shape" CHECK ("type" ~ '^[a-z0-9_.-]{1,128}$');
ALTER TABLE "platform_events" ADD CONSTRAINT "platform_events_depth_bounds" CHECK ("depth" BETWEEN 0 AND 4);
ALTER TABLE "platform_events" ADD CONSTRAINT "platform_events_effect_has_cause" CHECK ("depth" = 0 OR "causation_id" IS NOT NULL);
ALTER TABLE "inbound_sources" ADD CONSTRAINT "inbound_sources_key_shape" CHECK ("source_key" ~ '^[A-Za-z0-9_-]{8,64}$');
ALTER TABLE "inbound_deliveries" ADD CONSTRAINT "inbound_deliveries_appended_has_event"
  CHECK (("outcome" = 'appended') = ("event_id" IS NOT NULL));

-- The log is append-only: only `handled_at` may change. Removing is retention's.
CREATE FUNCTION "refuse_platform_event_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'platform events are append-only';
END
$$;
CREATE TRIGGER "platform_events_append_only" BEFORE UPDATE OF "id", "seq", "organization_id", "type", "dedupe_key",
  "subject_kind", "subject_key", "data", "occurred_at", "recorded_at", "causation_id", "depth"
  ON "platform_events" FOR EACH ROW EXECUTE FUNCTION "refuse_platform_event_change"();
