-- Executions are claimed in turn of their organizations.
CREATE INDEX "automation_executions_due_by_organization" ON "automation_executions" ("organization_id", "due_at")
  WHERE "due_at" IS NOT NULL;
DROP INDEX "automation_executions_due";
