-- Enabling, disabling and deleting write the endpoint's row alone; the webhooks process moves its deliveries in slices.
ALTER TABLE "webhook_endpoints" ADD COLUMN     "resume_asked_at" TIMESTAMPTZ(3),
ADD COLUMN     "resumed_until" TIMESTAMPTZ(3);

CREATE INDEX "webhook_endpoints_resuming" ON "webhook_endpoints" ("id") WHERE "resume_asked_at" IS NOT NULL;
-- What may be sent to a disabled endpoint is found without reading its backlog.
CREATE INDEX "webhook_deliveries_asked_for" ON "webhook_deliveries" ("endpoint_id", "next_attempt_at")
  WHERE "state" = 'pending' AND "trigger" IN ('resend', 'test');
-- Held deliveries are resumed in the order of their creation.
CREATE INDEX "webhook_deliveries_held_in_order" ON "webhook_deliveries" ("endpoint_id", "created_at", "id") WHERE "state" = 'held';
DROP INDEX "webhook_deliveries_held";
