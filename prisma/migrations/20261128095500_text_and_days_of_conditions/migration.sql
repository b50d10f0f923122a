-- What an analysis compares, as the condition language compares it in the engines (COND-5, COND-11).

-- A string trimmed of the white space of JavaScript, in lower case by Unicode. The collation is named because the case of
-- letters is otherwise the database's: that of PostgreSQL 18, else that of ICU.
DO $do$
DECLARE
  collation_name TEXT := (
    SELECT c.collname FROM pg_collation c WHERE c.collname IN ('pg_unicode_fast', 'und-x-icu', 'C.utf8')
    ORDER BY array_position(ARRAY['pg_unicode_fast', 'und-x-icu', 'C.utf8'], c.collname::text) LIMIT 1);
BEGIN
  EXECUTE format($create$
CREATE FUNCTION "condition_text"("given" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $function$
  SELECT lower(
    btrim("given", E'\t\n\u000B\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF')
    COLLATE %I)
$function$
  $create$, coalesce(collation_name, 'default'));
END
$do$;

-- The UTC day of a date or an instant; null for any other string.
CREATE FUNCTION "condition_day"("given" TEXT) RETURNS DATE LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN length("given") = 10 AND "given" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' AND pg_input_is_valid("given", 'date')
      THEN "given"::date
    -- Decimals of a second are cut: PostgreSQL would round the last ones into the next day.
    WHEN "given" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,9})?(Z|[+-](0[0-9]|1[0-5]):[0-5][0-9])$'
      AND pg_input_is_valid(left("given", 10), 'date')
      THEN ((left("given", 19) || substring("given" FROM '(Z|[+-][0-9:]{5})$'))::timestamptz AT TIME ZONE 'UTC')::date
  END
$$;
