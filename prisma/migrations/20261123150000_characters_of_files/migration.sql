-- How much text a file has, so that lists need not read it.
ALTER TABLE "blobs" ADD COLUMN "text_chars" INTEGER NOT NULL DEFAULT 0;

UPDATE "blobs" b SET "text_chars" = p.chars
  FROM (SELECT organization_id, sha256, sum(length(text))::int AS chars FROM document_pages GROUP BY 1, 2) p
  WHERE b.organization_id = p.organization_id AND b.sha256 = p.sha256;
