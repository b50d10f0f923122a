-- Goes up with every change of an engine or of one of its releases, whoever makes it. A submission is judged by what a
-- process remembers of the engine and inserted only if the revision still is the one it was judged by.
ALTER TABLE "engines" ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 1;

CREATE FUNCTION "engines_count_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."revision" := OLD."revision" + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER "engines_count_revision" BEFORE UPDATE ON "engines"
  FOR EACH ROW EXECUTE FUNCTION "engines_count_revision"();

CREATE FUNCTION "engine_releases_count_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "engines" SET "revision" = "revision" WHERE "id" = coalesce(NEW."engine_id", OLD."engine_id");
  RETURN NULL;
END $$;

CREATE TRIGGER "engine_releases_count_revision" AFTER INSERT OR UPDATE OR DELETE ON "engine_releases"
  FOR EACH ROW EXECUTE FUNCTION "engine_releases_count_revision"();
