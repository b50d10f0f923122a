-- Payloads and events still go with their run, by a trigger of the statement that removes runs. The foreign keys were
-- checked, each with a look-up and a row lock, for every run that is submitted and for every one that ends: a third of
-- what PostgreSQL spent on a run. Rows are only ever added by the statement that inserts or finishes their run.
ALTER TABLE "run_payloads" DROP CONSTRAINT "run_payloads_run_id_fkey";
ALTER TABLE "webhook_events" DROP CONSTRAINT "webhook_events_run_id_fkey";

CREATE FUNCTION "runs_take_their_rows_along"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "run_payloads" p USING removed WHERE p."run_id" = removed."id";
  DELETE FROM "webhook_events" e USING removed WHERE e."run_id" = removed."id";
  RETURN NULL;
END $$;

CREATE TRIGGER "runs_take_their_rows_along" AFTER DELETE ON "runs"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "runs_take_their_rows_along"();
