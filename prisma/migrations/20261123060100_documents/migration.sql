-- Files by their content, their text page by page, and the uses of a file as a document (DOC-1, DOC-2, STORE-1).
CREATE TYPE "blob_text_status" AS ENUM ('pending', 'ready', 'none', 'failed');
CREATE TYPE "blob_scan" AS ENUM ('pending', 'not_configured', 'clean', 'malware', 'unavailable');

CREATE TABLE "blobs" (
    "organization_id" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "media_type" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "text_status" "blob_text_status" NOT NULL DEFAULT 'pending',
    "text_reason" TEXT,
    "page_count" INTEGER,
    "is_cut" BOOLEAN NOT NULL DEFAULT false,
    "scan" "blob_scan" NOT NULL DEFAULT 'pending',
    "unscanned_since" TIMESTAMPTZ(3),
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_token" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "touched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removing_at" TIMESTAMPTZ(3),

    CONSTRAINT "blobs_pkey" PRIMARY KEY ("organization_id","sha256"),
    CONSTRAINT "blobs_hash" CHECK ("sha256" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "blobs_reason" CHECK (("text_status" IN ('none', 'failed')) = ("text_reason" IS NOT NULL))
);

CREATE TABLE "record_documents" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "source_blob_ref" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "dated_on" DATE,
    "client_key" TEXT,
    "policy_key" TEXT,
    "carrier_key" TEXT,
    "line" TEXT,
    "file_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "record_documents_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "record_documents_ref" CHECK ("source_blob_ref" = 'sb_' || left("sha256", 32)),
    CONSTRAINT "record_documents_policy" CHECK ("policy_key" IS NULL OR "client_key" IS NOT NULL)
);

CREATE TABLE "document_pages" (
    "organization_id" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "page" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "document_pages_pkey" PRIMARY KEY ("organization_id","sha256","page")
);

CREATE INDEX "blobs_by_touch" ON "blobs"("touched_at");
-- What waits for its text, and nothing else.
CREATE INDEX "blobs_pending" ON "blobs"("due_at") WHERE "text_status" = 'pending';
CREATE UNIQUE INDEX "record_documents_organization_id_connection_id_source_id_key" ON "record_documents"("organization_id", "connection_id", "source_id");
CREATE INDEX "record_documents_newest" ON "record_documents"("organization_id", "created_at" DESC, "id" DESC);
CREATE INDEX "record_documents_by_ref" ON "record_documents"("organization_id", "source_blob_ref");
CREATE INDEX "record_documents_by_blob" ON "record_documents"("organization_id", "sha256");
CREATE INDEX "record_documents_by_client" ON "record_documents"("organization_id", "client_key");
CREATE INDEX "document_pages_by_words" ON "document_pages" USING GIN ("words");

ALTER TABLE "record_documents" ADD CONSTRAINT "record_documents_organization_id_sha256_fkey" FOREIGN KEY ("organization_id", "sha256") REFERENCES "blobs"("organization_id", "sha256") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "document_pages" ADD CONSTRAINT "document_pages_organization_id_sha256_fkey" FOREIGN KEY ("organization_id", "sha256") REFERENCES "blobs"("organization_id", "sha256") ON DELETE CASCADE ON UPDATE NO ACTION;

-- Whether a row refers to the blob. A further table of uses replaces this function and has a foreign key of its own.
CREATE FUNCTION blob_is_used(wanted_organization UUID, wanted_sha256 TEXT) RETURNS BOOLEAN
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT EXISTS (SELECT FROM record_documents d WHERE d.organization_id = wanted_organization AND d.sha256 = wanted_sha256)
  $$;
