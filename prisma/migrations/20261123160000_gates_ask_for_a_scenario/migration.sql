-- No release is made without an evaluation: a gate asks for one scenario at least. Releases that were made keep what they say.
UPDATE "conversation_instances"
  SET "eval_gate" = jsonb_set("eval_gate"::jsonb, '{min_scenarios}', '1')::text
  WHERE ("eval_gate"::jsonb ->> 'min_scenarios')::int < 1;

ALTER TABLE "conversation_instances"
  ADD CONSTRAINT "conversation_instances_gate" CHECK (coalesce(("eval_gate"::jsonb ->> 'min_scenarios')::int, 1) >= 1);
