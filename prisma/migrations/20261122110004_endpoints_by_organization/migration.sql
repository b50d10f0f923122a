-- Deleted endpoints too: the operator lists what was sent to them.
CREATE INDEX "webhook_endpoints_by_organization" ON "webhook_endpoints" ("organization_id");
