-- CreateTable
CREATE TABLE "engine_stamp_secrets" (
    "id" UUID NOT NULL,
    "engine_id" UUID NOT NULL,
    "source_key" TEXT NOT NULL,
    "ciphertext" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "engine_stamp_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "engine_stamp_secrets_by_source" ON "engine_stamp_secrets"("engine_id", "source_key");

-- AddForeignKey
ALTER TABLE "engine_stamp_secrets" ADD CONSTRAINT "engine_stamp_secrets_engine_id_fkey" FOREIGN KEY ("engine_id") REFERENCES "engines"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
