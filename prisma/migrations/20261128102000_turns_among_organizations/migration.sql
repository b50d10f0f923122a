-- Executions of automations are claimed in turn of their organizations.
CREATE INDEX "automation_executions_due_by_organization" ON "automation_executions" ("organization_id", "due_at")
  WHERE "due_at" IS NOT NULL;
DROP INDEX "automation_executions_due";
-- Trials are claimed in turn of their organizations as well: those under way are counted, and those without a worker found.
CREATE INDEX "eval_results_running" ON "eval_results" ("eval_run_id") WHERE "status" = 'running';
