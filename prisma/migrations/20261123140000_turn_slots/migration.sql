-- Turns of an organization that wait or run at one time.
ALTER TABLE "organizations"
  ADD CONSTRAINT "organizations_max_active_turns" CHECK ("max_active_turns" BETWEEN 1 AND 10000);

-- How many turns the organization may still begin. Submissions of one organization wait here for each other until the end of
-- their transaction, so that the cap is exact over all processes; a function of plpgsql counts what is committed now, where
-- the statement that calls it would count what was committed when it began.
CREATE FUNCTION "turn_room"(wanted_organization UUID) RETURNS INT LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('turn_room:' || wanted_organization, 0));
  RETURN (SELECT coalesce(o.max_active_turns, 20) FROM organizations o WHERE o.id = wanted_organization)
    - (SELECT count(*)::int FROM turns t WHERE t.organization_id = wanted_organization AND t.status IN ('queued', 'running'));
END $$;

-- The newest frame of an attempt in the log; 0 where it has none.
CREATE FUNCTION "turn_last_logged"(wanted_turn UUID, wanted_hour TIMESTAMPTZ, wanted_attempt SMALLINT) RETURNS INT
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce((SELECT f.seq FROM turn_frames f
      WHERE f.turn_hour = wanted_hour AND f.turn_id = wanted_turn AND f.attempt = wanted_attempt
      ORDER BY f.seq DESC LIMIT 1), 0)
  $$;

-- The hour whose partition holds the frames of a turn.
CREATE FUNCTION "turn_hour"(created_at TIMESTAMPTZ) RETURNS TIMESTAMPTZ
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT date_trunc('hour', created_at, 'UTC') $$;

-- The text of an attempt by its frames: what a checkpoint holds up to the first of them, and what they add. A worker that was
-- lost has shown more than its last checkpoint.
CREATE FUNCTION "turn_logged_text"(
  wanted_turn UUID, wanted_hour TIMESTAMPTZ, wanted_attempt SMALLINT, checkpoint TEXT
) RETURNS TEXT LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN count(*) = 0 THEN checkpoint
      WHEN min(d.start) > length(coalesce(checkpoint, '')) THEN checkpoint
      WHEN min(d.start) + sum(length(d.piece)) <= length(coalesce(checkpoint, '')) THEN checkpoint
      ELSE left(coalesce(checkpoint, ''), min(d.start)) || string_agg(d.piece, '' ORDER BY d.start) END
    FROM (
      SELECT f.body::jsonb ->> 'text' AS piece, (f.body::jsonb ->> 'offset')::int AS start
      FROM turn_frames f
      WHERE f.turn_hour = wanted_hour AND f.turn_id = wanted_turn AND f.attempt = wanted_attempt
        AND f.body LIKE '{"type":"text.delta"%'
    ) d
  $$;
