-- The first characters of a key, by which a person finds it in a list. Keys that were made before have none: only their
-- hash is stored.
ALTER TABLE "organization_keys" ADD COLUMN "key_prefix" TEXT;
