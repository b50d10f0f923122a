-- Active turns of an organization, by a predicate that no other question repeats. Statistics see hardly any active turn, so the
-- planner holds a partial index of them for empty and reads it from one end wherever a statement says `status in (…)`: once for
-- each conversation of a list, once for each turn of a worker.
DROP INDEX "turns_active_of_organization";
CREATE INDEX "turns_active_of_organization" ON "turns"("organization_id") WHERE "completed_at" IS NULL;

CREATE OR REPLACE FUNCTION "turn_room"(wanted_organization UUID) RETURNS INT LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('turn_room:' || wanted_organization, 0));
  RETURN (SELECT coalesce(o.max_active_turns, 20) FROM organizations o WHERE o.id = wanted_organization)
    - (SELECT count(*)::int FROM turns t WHERE t.organization_id = wanted_organization AND t.completed_at IS NULL);
END $$;
