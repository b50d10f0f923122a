-- AlterTable
ALTER TABLE "automation_executions" ADD COLUMN     "scheduled_at" TIMESTAMPTZ(3);

-- The ticks of the last hour still count towards cap and cooldown.
UPDATE "automation_executions" x SET "scheduled_at" = e."occurred_at"
  FROM "automations" a, "platform_events" e
 WHERE a."id" = x."automation_id" AND a."schedule" IS NOT NULL AND e."id" = x."event_id"
   AND (x."fired_at" > now() - interval '1 day' OR x."due_at" IS NOT NULL);
