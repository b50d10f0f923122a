-- What a later import tries again stands beside what is shown of it (IMP-63, IMP-266).
ALTER TABLE "record_quarantine"
  ADD COLUMN "staged" TEXT,
  ADD COLUMN "origin_import_id" UUID;

UPDATE "record_quarantine" SET "staged" = "body" WHERE "is_orphan";

ALTER TABLE "record_quarantine"
  ADD CONSTRAINT "record_quarantine_orphans_are_staged" CHECK ("is_orphan" = ("staged" IS NOT NULL));
