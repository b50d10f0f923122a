-- AlterTable
ALTER TABLE "run_payloads" ADD COLUMN "erased_parts" TEXT[];

-- CreateTable
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

-- CreateTable
CREATE TABLE "record_suppressions" (
    "connection_id" UUID NOT NULL,
    "row_key" TEXT NOT NULL,

    CONSTRAINT "record_suppressions_pkey" PRIMARY KEY ("connection_id","row_key")
);

-- CreateIndex
CREATE UNIQUE INDEX "record_erasures_organization_id_client_key_key" ON "record_erasures"("organization_id", "client_key");

-- AddForeignKey
ALTER TABLE "record_suppressions" ADD CONSTRAINT "record_suppressions_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "record_connections"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- The log stays append-only, but the content of an event that names an erased client may be replaced by this one value.
CREATE OR REPLACE FUNCTION "refuse_platform_event_change"() RETURNS trigger LANGUAGE plpgsql AS $$
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
