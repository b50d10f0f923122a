-- CreateTable
CREATE TABLE "audit_log" (
    "id" BIGSERIAL NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "principal_kind" TEXT NOT NULL,
    "principal_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "resource_kind" TEXT NOT NULL,
    "resource_id" TEXT NOT NULL,
    "organization_id" UUID,
    "environment" TEXT,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_log_by_organization" ON "audit_log"("organization_id", "recorded_at" DESC, "id" DESC);

-- The log is append-only. Removing old rows takes the owner of the table, who switches the trigger off.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END
$$;
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
CREATE TRIGGER "audit_log_never_truncated" BEFORE TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();

-- One side of a change, at most 16 KiB: a larger one says how large it was.
CREATE FUNCTION "audit_side"("side" JSONB) RETURNS JSONB LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN octet_length("side"::text) <= 16384 THEN "side"
    ELSE jsonb_build_object('truncated', true, 'bytes', octet_length("side"::text)) END
$$;
