-- CreateTable
CREATE TABLE "audit_seals" (
    "id" BIGSERIAL NOT NULL,
    "chain_id" UUID NOT NULL,
    "first_id" BIGINT NOT NULL,
    "last_id" BIGINT NOT NULL,
    "rows" INTEGER NOT NULL,
    "digests" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,
    "previous" BYTEA,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_seals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_seal_mark" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "sealed_to" BIGINT NOT NULL DEFAULT 0,
    "last_id" BIGINT,
    "next_xid" BIGINT,
    "noted_at" TIMESTAMPTZ(3),

    CONSTRAINT "audit_seal_mark_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_seals_of_chain" ON "audit_seals"("chain_id", "id");

-- There is one mark.
ALTER TABLE "audit_seal_mark" ADD CONSTRAINT "audit_seal_mark_is_one" CHECK ("id");
INSERT INTO "audit_seal_mark" ("id") VALUES (true);

-- Seals are append-only like what they seal.
CREATE TRIGGER "audit_seals_append_only" BEFORE UPDATE OR DELETE ON "audit_seals"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
CREATE TRIGGER "audit_seals_never_truncated" BEFORE TRUNCATE ON "audit_seals"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
