-- Engines and what they compute with.

CREATE TYPE "engine_type_name" AS ENUM ('comparison', 'matching', 'entity_analysis', 'diligence', 'triage', 'opportunity');
CREATE TYPE "engine_status" AS ENUM ('active', 'archived');
CREATE TYPE "pin_policy" AS ENUM ('latest_allowed', 'exact_required');

CREATE TABLE "engines" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "slug" TEXT NOT NULL,
  "label" TEXT NOT NULL,
  "description" TEXT NOT NULL,
  "engine_type" "engine_type_name" NOT NULL,
  "status" "engine_status" NOT NULL DEFAULT 'active',
  "group_key" TEXT NOT NULL DEFAULT '',
  "pin_policy" "pin_policy" NOT NULL DEFAULT 'latest_allowed',
  "draft" TEXT NOT NULL,
  "draft_revision" INTEGER NOT NULL DEFAULT 1,
  "draft_config_hash" TEXT NOT NULL,
  "draft_updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "draft_updated_by" TEXT NOT NULL,
  "expose_warnings" BOOLEAN NOT NULL DEFAULT false,
  "notify_on_supersede" BOOLEAN NOT NULL DEFAULT false,
  "requests_per_minute" INTEGER NOT NULL DEFAULT 120,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  -- Goes up with every change of an engine or of one of its releases, whoever makes it. A submission is judged by what a
  -- process remembers of the engine and inserted only if the revision still is the one it was judged by.
  "revision" INTEGER NOT NULL DEFAULT 1,
  CONSTRAINT "engines_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "engines_slug_shape" CHECK ("slug" ~ '^[a-z0-9][a-z0-9-]{1,48}[a-z0-9]$'),
  CONSTRAINT "engines_organization_id_fkey"
    FOREIGN KEY ("organization_id") REFERENCES "organizations" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "engines_organization_id_slug_key" ON "engines" ("organization_id", "slug");
CREATE INDEX "engines_by_draft_configuration" ON "engines" ("draft_config_hash");

CREATE FUNCTION "engines_count_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."revision" := OLD."revision" + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER "engines_count_revision" BEFORE UPDATE ON "engines"
  FOR EACH ROW EXECUTE FUNCTION "engines_count_revision"();

CREATE TABLE "engine_configurations" (
  "hash" TEXT NOT NULL,
  "engine_type" "engine_type_name" NOT NULL,
  "effective" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "engine_configurations_pkey" PRIMARY KEY ("hash")
);
-- Unused configurations are found by the time of their last use: each look takes those that are due, and an index says
-- who may still name one. Runs of a release need none here: releases are never removed.
CREATE INDEX "engine_configurations_by_age" ON "engine_configurations" ("created_at");

-- A draft that leaves a configuration renews it: a submission judged by the draft before may still be under way. Passed
-- over when somebody has the row, who is then renewing it too; waiting for it could be a deadlock of two saves.
CREATE FUNCTION "engines_renew_configuration"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "engine_configurations" SET "created_at" = now() WHERE "hash" IN (
    SELECT "hash" FROM "engine_configurations" WHERE "hash" = OLD."draft_config_hash" FOR NO KEY UPDATE SKIP LOCKED);
  RETURN NULL;
END $$;
CREATE TRIGGER "engines_renew_configuration" AFTER UPDATE OF "draft_config_hash" ON "engines"
  FOR EACH ROW WHEN (OLD."draft_config_hash" IS DISTINCT FROM NEW."draft_config_hash")
  EXECUTE FUNCTION "engines_renew_configuration"();

CREATE TABLE "engine_releases" (
  "id" UUID NOT NULL,
  "engine_id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "major" INTEGER NOT NULL,
  "minor" INTEGER NOT NULL,
  "config_hash" TEXT NOT NULL,
  "config" TEXT NOT NULL,
  "request_schema" TEXT NOT NULL,
  "response_schema" TEXT NOT NULL,
  "request_schema_sha256" TEXT NOT NULL,
  "response_schema_sha256" TEXT NOT NULL,
  "changelog" TEXT NOT NULL DEFAULT '',
  "gate" TEXT NOT NULL,
  "released_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "released_by" TEXT NOT NULL,
  "withdrawn_at" TIMESTAMPTZ(3),
  CONSTRAINT "engine_releases_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "engine_releases_engine_id_fkey"
    FOREIGN KEY ("engine_id") REFERENCES "engines" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "engine_releases_engine_id_major_minor_key" ON "engine_releases" ("engine_id", "major", "minor");
CREATE INDEX "engine_releases_by_configuration" ON "engine_releases" ("config_hash");

CREATE FUNCTION "engine_releases_count_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "engines" SET "revision" = "revision" WHERE "id" = coalesce(NEW."engine_id", OLD."engine_id");
  RETURN NULL;
END $$;
CREATE TRIGGER "engine_releases_count_revision" AFTER INSERT OR UPDATE OR DELETE ON "engine_releases"
  FOR EACH ROW EXECUTE FUNCTION "engine_releases_count_revision"();

-- A transaction that sets service.commit_by commits by then or not at all, on this server's clock: the check is made by
-- the commit itself, so that a COMMIT that travels slowly cannot land after its caller was answered 504.
CREATE FUNCTION "refuse_late_commit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF clock_timestamp() > nullif(current_setting('service.commit_by', true), '')::timestamptz THEN
    RAISE EXCEPTION 'the transaction was to be committed earlier' USING ERRCODE = 'SC001';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER "engine_releases_commit_by" AFTER INSERT ON "engine_releases"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "refuse_late_commit"();

CREATE TABLE "engine_gates" (
  "engine_id" UUID NOT NULL,
  "body" TEXT NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "engine_gates_pkey" PRIMARY KEY ("engine_id")
);

CREATE TABLE "engine_stamp_secrets" (
  "id" UUID NOT NULL,
  "engine_id" UUID NOT NULL,
  "source_key" TEXT NOT NULL,
  "ciphertext" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3),
  CONSTRAINT "engine_stamp_secrets_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "engine_stamp_secrets_engine_id_fkey" FOREIGN KEY ("engine_id") REFERENCES "engines" ("id") ON DELETE CASCADE
);
CREATE INDEX "engine_stamp_secrets_by_source" ON "engine_stamp_secrets" ("engine_id", "source_key");

-- 'opportunity': the engine whose runs refresh the opportunities of a book every night.
CREATE TYPE "engine_purpose" AS ENUM ('risk', 'program', 'opportunity');

CREATE TABLE "designated_engines" (
  "organization_id" UUID NOT NULL,
  "purpose" "engine_purpose" NOT NULL,
  "engine_id" UUID NOT NULL,
  "designated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "designated_engines_pkey" PRIMARY KEY ("organization_id", "purpose")
);

CREATE TABLE "egress_manifests" (
  "sha256" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "body" TEXT NOT NULL,
  "registered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "egress_manifests_pkey" PRIMARY KEY ("sha256")
);
CREATE UNIQUE INDEX "egress_manifests_name_key" ON "egress_manifests" ("name");

CREATE TYPE "dataset_version_state" AS ENUM ('loading', 'complete');

CREATE TABLE "dataset_versions" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "dataset_key" TEXT NOT NULL,
  "version" INTEGER NOT NULL,
  "state" "dataset_version_state" NOT NULL DEFAULT 'loading',
  "sha256" TEXT,
  "rows" INTEGER NOT NULL DEFAULT 0,
  "as_of" TIMESTAMPTZ(3) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "completed_at" TIMESTAMPTZ(3),
  "has_terms" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "dataset_versions_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "dataset_versions_organization_id_dataset_key_version_key" ON "dataset_versions"
  ("organization_id", "dataset_key", "version");

CREATE TABLE "dataset_rows" (
  "version_id" UUID NOT NULL,
  "row_key" TEXT NOT NULL,
  "body" TEXT NOT NULL,
  CONSTRAINT "dataset_rows_pkey" PRIMARY KEY ("version_id", "row_key"),
  CONSTRAINT "dataset_rows_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_versions" ("id") ON DELETE CASCADE
);

-- Words of the titles of dataset rows, for search over any number of rows without loading them (CAT-20).
CREATE TABLE "dataset_terms" (
  "version_id" UUID NOT NULL,
  "row_key" TEXT NOT NULL,
  "term" TEXT COLLATE "C" NOT NULL,
  "count" SMALLINT NOT NULL,
  "words" SMALLINT NOT NULL,
  CONSTRAINT "dataset_terms_pkey" PRIMARY KEY ("version_id", "row_key", "term"),
  CONSTRAINT "dataset_terms_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_versions" ("id") ON DELETE CASCADE
);
CREATE INDEX "dataset_terms_by_term" ON "dataset_terms" ("version_id", "term", "row_key");
