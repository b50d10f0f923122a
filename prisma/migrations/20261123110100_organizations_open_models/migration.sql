-- Model aliases opened to the organization, and limits of its conversations; null = the service's default.
ALTER TABLE "organizations"
  ADD COLUMN "models" TEXT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "max_active_turns" INTEGER,
  ADD COLUMN "conversation_retention_days" INTEGER;
