-- CreateEnum
CREATE TYPE "engine_purpose" AS ENUM ('risk', 'program');

-- CreateTable
CREATE TABLE "designated_engines" (
    "organization_id" UUID NOT NULL,
    "purpose" "engine_purpose" NOT NULL,
    "engine_id" UUID NOT NULL,
    "designated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "designated_engines_pkey" PRIMARY KEY ("organization_id","purpose")
);
