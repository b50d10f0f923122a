-- The last dead letter counted so far; null when all are counted.
ALTER TABLE "webhook_recoveries" ADD COLUMN     "counted_created_at" TIMESTAMPTZ(3),
ADD COLUMN     "counted_id" UUID;

-- The order in which recoveries walk and lists show dead letters, with the reason that both filter by.
CREATE INDEX "webhook_deliveries_dead_in_order" ON "webhook_deliveries" ("endpoint_id", "created_at", "id") INCLUDE ("reason")
  WHERE "state" = 'dead_letter';
DROP INDEX "webhook_deliveries_dead";
