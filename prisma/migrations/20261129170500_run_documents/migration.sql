-- Documents that a run reads, and who may see the run for their sake.

-- CreateTable
CREATE TABLE "run_documents" (
    "run_id" UUID NOT NULL,
    "ref" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "document_id" UUID,
    "connection_id" UUID,
    "client_key" TEXT,
    "policy_key" TEXT,
    "attachment_id" UUID,
    "owner_principal" TEXT,
    "reader" TEXT NOT NULL,
    "classes" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "run_documents_pkey" PRIMARY KEY ("run_id","ref"),
    CONSTRAINT "run_documents_use" CHECK (num_nonnulls("document_id", "attachment_id") = 1),
    CONSTRAINT "run_documents_client" CHECK ("client_key" IS NULL OR ("connection_id" IS NOT NULL AND "document_id" IS NOT NULL)),
    CONSTRAINT "run_documents_policy" CHECK ("policy_key" IS NULL OR "client_key" IS NOT NULL)
);
-- Erasure finds the runs over a client's documents.
CREATE INDEX "run_documents_by_client" ON "run_documents" ("organization_id", "client_key");
