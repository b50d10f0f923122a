-- CreateTable
CREATE TABLE "run_records" (
    "run_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "posture" "records_posture" NOT NULL,
    "seat_key" TEXT,
    "scope" "seat_scope" NOT NULL,
    "lens" TEXT,
    "wanted" TEXT NOT NULL,
    "client_key" TEXT,
    "attempt" INTEGER,
    "snapshot_seq" INTEGER,
    "subject_seq" INTEGER,

    CONSTRAINT "run_records_pkey" PRIMARY KEY ("run_id")
);

-- A head is whole: the attempt that read it, its snapshot and the last change of its subject.
ALTER TABLE "run_records" ADD CONSTRAINT "run_records_head_is_whole"
  CHECK (num_nonnulls("attempt", "snapshot_seq", "subject_seq") IN (0, 3));
