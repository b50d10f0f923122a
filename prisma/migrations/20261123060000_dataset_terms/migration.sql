-- Words of the titles of dataset rows, for search over any number of rows without loading them (CAT-20).
ALTER TABLE "dataset_versions" ADD COLUMN "has_terms" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "dataset_terms" (
    "version_id" UUID NOT NULL,
    "row_key" TEXT NOT NULL,
    "term" TEXT COLLATE "C" NOT NULL,
    "count" SMALLINT NOT NULL,
    "words" SMALLINT NOT NULL,

    CONSTRAINT "dataset_terms_pkey" PRIMARY KEY ("version_id","row_key","term")
);

CREATE INDEX "dataset_terms_by_term" ON "dataset_terms"("version_id", "term", "row_key");

ALTER TABLE "dataset_terms" ADD CONSTRAINT "dataset_terms_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "dataset_versions"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
