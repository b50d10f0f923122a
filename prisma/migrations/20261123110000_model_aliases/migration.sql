-- Language models that the operator registered, under names that callers use. They serve every organization that they
-- are opened to.
CREATE TABLE "model_aliases" (
  "alias" TEXT NOT NULL,
  "provider" TEXT NOT NULL,
  "base_url" TEXT NOT NULL,
  "model" TEXT NOT NULL,
  -- Sealed with SECRETS_KEY for this alias; null = the server asks for none.
  "api_key" TEXT,
  "context_tokens" INTEGER NOT NULL,
  "max_output_tokens" INTEGER NOT NULL,
  "caps" TEXT[] NOT NULL,
  "surfaces" TEXT[] NOT NULL,
  "per_minute" INTEGER,
  -- JSON text: {currency, input_per_million, output_per_million}.
  "price" TEXT,
  "disabled_at" TIMESTAMPTZ(3),
  "registered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "model_aliases_pkey" PRIMARY KEY ("alias"),
  CONSTRAINT "model_aliases_provider" CHECK ("provider" IN ('openai_compatible', 'anthropic'))
);

-- Requests of an alias in the current minute, over all processes; one row for each alias that has a limit.
CREATE TABLE "model_minutes" (
  "alias" TEXT NOT NULL,
  "minute" TIMESTAMPTZ(3) NOT NULL,
  "used" INTEGER NOT NULL,
  CONSTRAINT "model_minutes_pkey" PRIMARY KEY ("alias")
);

-- What was asked of models, by day (UTC). No foreign key: it stays when an environment or an alias is gone.
CREATE TABLE "model_usage" (
  "organization_id" UUID NOT NULL,
  "day" DATE NOT NULL,
  "alias" TEXT NOT NULL,
  "environment_id" UUID NOT NULL,
  -- Conversation instance; the nil UUID = none.
  "instance_id" UUID NOT NULL,
  "environment_slug" TEXT NOT NULL,
  "requests" BIGINT NOT NULL,
  "failures" BIGINT NOT NULL,
  "input_tokens" BIGINT NOT NULL,
  "output_tokens" BIGINT NOT NULL,
  CONSTRAINT "model_usage_pkey" PRIMARY KEY ("organization_id", "day", "alias", "environment_id", "instance_id")
);
CREATE INDEX "model_usage_day" ON "model_usage" ("day");
