-- CreateEnum
CREATE TYPE "derivation_mode" AS ENUM ('incremental', 'full');

-- CreateEnum
CREATE TYPE "derivation_execution_status" AS ENUM ('running', 'succeeded', 'failed');

-- CreateTable
CREATE TABLE "derivations" (
    "organization_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "mode" "derivation_mode" NOT NULL,
    "inputs" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "output" TEXT,
    "is_after_sync" BOOLEAN NOT NULL,
    "schedule" TEXT,
    "timezone" TEXT NOT NULL DEFAULT 'UTC',
    "performed_by" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "due_at" TIMESTAMPTZ(3),
    "lease_token" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "failures" SMALLINT NOT NULL DEFAULT 0,
    "retry_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "derivations_pkey" PRIMARY KEY ("organization_id","key")
);

-- CreateTable
CREATE TABLE "derivation_executions" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "connection_id" UUID NOT NULL,
    "status" "derivation_execution_status" NOT NULL DEFAULT 'running',
    "change_seq_from" INTEGER NOT NULL,
    "change_seq_to" INTEGER NOT NULL,
    "clients" INTEGER NOT NULL DEFAULT 0,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "code" TEXT,
    "message" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "derivation_executions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "derivation_executions_by_derivation" ON "derivation_executions"("organization_id", "key", "started_at" DESC);

-- CreateIndex
CREATE INDEX "derivation_executions_by_age" ON "derivation_executions"("started_at");

-- AddForeignKey
ALTER TABLE "derivation_executions" ADD CONSTRAINT "derivation_executions_organization_id_key_fkey" FOREIGN KEY ("organization_id", "key") REFERENCES "derivations"("organization_id", "key") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What a derivation puts out for one connection. Rows are versions, as in the families: a row is in version V when
-- from_version <= V and (to_version is null or to_version > V), and readers see the version of the output, which moves in
-- one commit. In the schema of the book: no Prisma model describes them.
CREATE TABLE "book"."derived_outputs" (
    "connection_id" UUID NOT NULL,
    "derivation_key" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "seq" INTEGER NOT NULL DEFAULT 0,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "computed_at" TIMESTAMPTZ(3),

    CONSTRAINT "derived_outputs_pkey" PRIMARY KEY ("connection_id", "derivation_key"),
    CONSTRAINT "derived_outputs_connection_id_fkey" FOREIGN KEY ("connection_id")
      REFERENCES "public"."record_connections" ("id") ON DELETE CASCADE
);
CREATE TABLE "book"."derived_rows" (
    "connection_id" UUID NOT NULL,
    "derivation_key" TEXT NOT NULL,
    "row_key" TEXT COLLATE "C" NOT NULL,
    "from_version" INTEGER NOT NULL,
    "to_version" INTEGER,
    -- Empty: the row is about no single client.
    "client_key" TEXT COLLATE "C" NOT NULL,
    "body" TEXT NOT NULL,
    "computed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "derived_rows_pkey" PRIMARY KEY ("connection_id", "derivation_key", "row_key", "from_version"),
    CONSTRAINT "derived_rows_versions_follow" CHECK ("to_version" > "from_version"),
    CONSTRAINT "derived_rows_connection_id_fkey" FOREIGN KEY ("connection_id")
      REFERENCES "public"."record_connections" ("id") ON DELETE CASCADE
);
CREATE INDEX "derived_rows_of_client" ON "book"."derived_rows" ("connection_id", "client_key", "derivation_key");
CREATE INDEX "derived_rows_begun" ON "book"."derived_rows" ("connection_id", "derivation_key", "from_version");
CREATE INDEX "derived_rows_ended" ON "book"."derived_rows" ("connection_id", "derivation_key", "to_version")
  WHERE "to_version" IS NOT NULL;
