-- Partitions come and go beside those who read and write their tables. Two things went wrong there.
-- Making a partition locks the default one, dropping one locks the whole table: both in one transaction, and a reader that had
-- the table and waited for the default one was the victim of a deadlock. A call drops only when it has made nothing.
-- The hour that is under way was made as well, and who was about to write to the default partition was refused: the row no
-- longer belonged there. Its frames stay where they are.

-- Makes the next hours or, where none is missing, drops those that ended more than kept_hours ago. Any process may call it at any
-- time; what exists is left alone. Hours are those of UTC.
CREATE OR REPLACE FUNCTION "turn_frames_keep_hours"(hours_ahead INT, kept_hours INT)
RETURNS TABLE (created INT, dropped INT) LANGUAGE plpgsql AS $$
DECLARE
  this_hour TIMESTAMP := date_trunc('hour', now() AT TIME ZONE 'UTC');
  first_moment TIMESTAMPTZ;
  hour_name TEXT;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('turn_frames_keep_hours', 0));
  created := 0;
  dropped := 0;
  FOR step IN 0..hours_ahead LOOP
    first_moment := (this_hour + make_interval(hours => step)) AT TIME ZONE 'UTC';
    hour_name := 'turn_frames_' || to_char(first_moment AT TIME ZONE 'UTC', 'YYYYMMDD_HH24');
    -- Somebody may be about to write frames of an hour that begins within the minute.
    CONTINUE WHEN first_moment < now() + interval '1 minute' OR to_regclass(hour_name) IS NOT NULL;
    EXECUTE format('CREATE UNLOGGED TABLE %I (LIKE turn_frames INCLUDING DEFAULTS)', hour_name);
    EXECUTE format('ALTER TABLE turn_frames ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      hour_name, first_moment, first_moment + interval '1 hour');
    created := created + 1;
  END LOOP;
  IF created = 0 THEN
    FOR hour_name IN
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'turn_frames'::regclass AND c.relname ~ '^turn_frames_[0-9]{8}_[0-9]{2}$'
         AND to_timestamp(right(c.relname, 11) || '+00', 'YYYYMMDD_HH24TZH') + interval '1 hour'
           <= now() - make_interval(hours => kept_hours)
    LOOP
      EXECUTE format('DROP TABLE %I', hour_name);
      dropped := dropped + 1;
    END LOOP;
    DELETE FROM turn_frames_default WHERE turn_hour < now() - make_interval(hours => kept_hours);
  END IF;
  RETURN NEXT;
END $$;

-- Makes this month and the next ones or, where none is missing, drops the months that ended more than kept_days ago. Any process
-- may call it at any time; what exists is left alone. Months are those of UTC.
CREATE OR REPLACE FUNCTION "webhook_attempts_keep_months"(months_ahead INT, kept_days INT)
RETURNS TABLE (created INT, dropped INT) LANGUAGE plpgsql AS $$
DECLARE
  this_month TIMESTAMP := date_trunc('month', now() AT TIME ZONE 'UTC');
  first_moment TIMESTAMPTZ;
  end_moment TIMESTAMPTZ;
  month_name TEXT;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('webhook_attempts_keep_months', 0));
  created := 0;
  dropped := 0;
  FOR step IN 0..months_ahead LOOP
    first_moment := (this_month + make_interval(months => step)) AT TIME ZONE 'UTC';
    end_moment := (this_month + make_interval(months => step + 1)) AT TIME ZONE 'UTC';
    month_name := 'webhook_attempts_' || to_char(first_moment AT TIME ZONE 'UTC', 'YYYY_MM');
    CONTINUE WHEN to_regclass(month_name) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I (LIKE webhook_attempts INCLUDING DEFAULTS) WITH (fillfactor = 50)', month_name);
    EXECUTE format(
      'WITH late AS (DELETE FROM webhook_attempts_default WHERE started_at >= %L AND started_at < %L RETURNING *)
       INSERT INTO %I SELECT * FROM late', first_moment, end_moment, month_name);
    EXECUTE format('ALTER TABLE webhook_attempts ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      month_name, first_moment, end_moment);
    created := created + 1;
  END LOOP;
  IF created = 0 THEN
    FOR month_name IN
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'webhook_attempts'::regclass AND c.relname ~ '^webhook_attempts_[0-9]{4}_[0-9]{2}$'
         AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC'
           <= now() - make_interval(days => kept_days)
    LOOP
      EXECUTE format('DROP TABLE %I', month_name);
      dropped := dropped + 1;
    END LOOP;
    DELETE FROM webhook_attempts_default WHERE started_at < now() - make_interval(days => kept_days);
  END IF;
  RETURN NEXT;
END $$;
