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
