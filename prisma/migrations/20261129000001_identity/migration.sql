-- Identity: organizations, their environments and keys, and the log of who changed what.

CREATE TYPE "delivery_setup" AS ENUM ('per_run', 'per_correction');
CREATE TYPE "records_posture" AS ENUM ('off', 'shadow', 'lit');

CREATE TABLE "organizations" (
  "id" UUID NOT NULL,
  "name" TEXT NOT NULL,
  "requests_per_minute" INTEGER NOT NULL DEFAULT 600,
  "monthly_run_cap" INTEGER,
  "max_running" INTEGER,
  "delivery_setup" "delivery_setup" NOT NULL DEFAULT 'per_run',
  "records_posture" "records_posture" NOT NULL DEFAULT 'off',
  "assertion_secret" TEXT,
  "analyses_enabled" BOOLEAN NOT NULL DEFAULT false,
  "default_field_policy" TEXT NOT NULL DEFAULT 'full',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "agent_commands" TEXT,
  -- Model aliases opened to the organization, and limits of its conversations; null = the service's default.
  "models" TEXT[] NOT NULL DEFAULT '{}',
  "max_active_turns" INTEGER,
  "conversation_retention_days" INTEGER,
  CONSTRAINT "organizations_pkey" PRIMARY KEY ("id"),
  -- Turns of an organization that wait or run at one time.
  CONSTRAINT "organizations_max_active_turns" CHECK ("max_active_turns" BETWEEN 1 AND 10000)
);
CREATE INDEX "organizations_max_running" ON "organizations" ("id") WHERE "max_running" IS NOT NULL;

CREATE TABLE "environments" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "slug" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "environments_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "environments_slug_shape" CHECK ("slug" ~ '^[a-z0-9_]{1,16}$'),
  CONSTRAINT "environments_organization_id_fkey"
    FOREIGN KEY ("organization_id") REFERENCES "organizations" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "environments_organization_id_slug_key" ON "environments" ("organization_id", "slug");

CREATE TABLE "organization_keys" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "key_hash" BYTEA NOT NULL,
  "label" TEXT NOT NULL DEFAULT '',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "revoked_at" TIMESTAMPTZ(3),
  -- The first characters, by which a person finds the key in a list; null where only the hash was ever stored.
  "key_prefix" TEXT,
  CONSTRAINT "organization_keys_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "organization_keys_organization_id_fkey"
    FOREIGN KEY ("organization_id") REFERENCES "organizations" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "organization_keys_environment_id_fkey"
    FOREIGN KEY ("environment_id") REFERENCES "environments" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "organization_keys_key_hash_key" ON "organization_keys" ("key_hash");
CREATE INDEX "organization_keys_organization_id_idx" ON "organization_keys" ("organization_id");
-- Deleting an environment asks who still refers to it, removes the remains, and the foreign keys ask again.
CREATE INDEX "organization_keys_by_environment" ON "organization_keys" ("environment_id");

CREATE TABLE "scoped_keys" (
  "id" TEXT NOT NULL,
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "secret_hash" BYTEA NOT NULL,
  "capabilities" TEXT[],
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "revoked_at" TIMESTAMPTZ(3),
  CONSTRAINT "scoped_keys_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "scoped_keys_organization_id_fkey"
    FOREIGN KEY ("organization_id") REFERENCES "organizations" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "scoped_keys_environment_id_fkey"
    FOREIGN KEY ("environment_id") REFERENCES "environments" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "scoped_keys_organization_id_idx" ON "scoped_keys" ("organization_id");
CREATE INDEX "scoped_keys_by_environment" ON "scoped_keys" ("environment_id");

-- No foreign key to engines: a key may name the built-in engine.
CREATE TABLE "scoped_key_engines" (
  "key_id" TEXT NOT NULL,
  "engine_id" UUID NOT NULL,
  CONSTRAINT "scoped_key_engines_pkey" PRIMARY KEY ("key_id", "engine_id"),
  CONSTRAINT "scoped_key_engines_key_id_fkey"
    FOREIGN KEY ("key_id") REFERENCES "scoped_keys" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Request budgets when there is no Redis: losing them costs a minute of precision, so they need no log.
CREATE UNLOGGED TABLE "rate_budgets" (
  "key" TEXT NOT NULL,
  "tokens" DOUBLE PRECISION NOT NULL,
  "refilled_at" TIMESTAMPTZ NOT NULL,
  CONSTRAINT "rate_budgets_pkey" PRIMARY KEY ("key")
) WITH (fillfactor = 50);

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
CREATE INDEX "audit_log_by_organization" ON "audit_log" ("organization_id", "recorded_at" DESC, "id" DESC);

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
