ALTER TABLE "webhook_deliveries" ADD COLUMN     "refused_at" TIMESTAMPTZ(3);

-- What automatic recovery may still bring back: it looks back 24 hours.
UPDATE "webhook_deliveries" d SET "refused_at" = a."ended_at"
  FROM "webhook_endpoints" e, "webhook_attempts" a
 WHERE e."auto_recover" AND e."deleted_at" IS NULL AND d."endpoint_id" = e."id" AND d."state" = 'dead_letter'
   AND d."reason" = 'permanent_response' AND a."delivery_id" = d."id" AND a."cycle" = d."cycle" AND a."try" = d."tries"
   AND a."started_at" > now() - interval '25 hours';

CREATE INDEX "webhook_deliveries_refused" ON "webhook_deliveries" ("endpoint_id", "refused_at")
  WHERE "state" = 'dead_letter' AND "reason" = 'permanent_response' AND "trigger" <> 'recover';
CREATE INDEX "webhook_endpoints_auto_recover" ON "webhook_endpoints" ("id")
  WHERE "auto_recover" AND "status" = 'enabled' AND "deleted_at" IS NULL;
