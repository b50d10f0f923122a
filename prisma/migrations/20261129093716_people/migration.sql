-- People who sign in to the console, their sessions and roles; why and from where a change was made.

-- AlterTable
ALTER TABLE "audit_log" ADD COLUMN     "address" TEXT,
ADD COLUMN     "reason" TEXT,
ADD COLUMN     "request_id" TEXT;

-- CreateTable
CREATE TABLE "people" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT,
    "password_hash" TEXT,
    "totp_secret" TEXT,
    "totp_pending" TEXT,
    "totp_step" BIGINT,
    "oidc_issuer" TEXT,
    "oidc_subject" TEXT,
    "preferences" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "signed_in_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "people_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "people_email_lower" CHECK ("email" = lower("email")),
    CONSTRAINT "people_role" CHECK ("role" IN ('owner', 'operator')),
    CONSTRAINT "people_oidc_whole" CHECK (("oidc_issuer" IS NULL) = ("oidc_subject" IS NULL))
);

-- CreateTable
CREATE TABLE "person_links" (
    "token_hash" BYTEA NOT NULL,
    "person_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "person_links_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "person_recovery_codes" (
    "person_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "person_recovery_codes_pkey" PRIMARY KEY ("person_id","code_hash")
);

-- CreateTable
CREATE TABLE "person_sessions" (
    "id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "person_id" UUID NOT NULL,
    "stage" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "proved_at" TIMESTAMPTZ(3) NOT NULL,
    "address" TEXT,
    "user_agent" TEXT,

    CONSTRAINT "person_sessions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "person_sessions_stage" CHECK ("stage" IN ('setup', 'second_factor', 'active'))
);

-- CreateTable
CREATE TABLE "person_browsers" (
    "token_hash" BYTEA NOT NULL,
    "person_id" UUID NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "person_browsers_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "sign_in_failures" (
    "email_hash" BYTEA NOT NULL,
    "failures" INTEGER NOT NULL,
    "failed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_failures_pkey" PRIMARY KEY ("email_hash")
);

-- CreateTable
CREATE TABLE "organization_members" (
    "organization_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organization_members_pkey" PRIMARY KEY ("organization_id","person_id"),
    CONSTRAINT "organization_members_role" CHECK ("role" IN ('admin', 'developer', 'reader'))
);

-- CreateTable
CREATE TABLE "opened_organizations" (
    "person_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "opened_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "opened_organizations_pkey" PRIMARY KEY ("person_id","organization_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "people_email_key" ON "people"("email");

-- CreateIndex
CREATE UNIQUE INDEX "people_oidc" ON "people"("oidc_issuer", "oidc_subject");

-- CreateIndex
CREATE INDEX "person_links_person_id_idx" ON "person_links"("person_id");

-- CreateIndex
CREATE UNIQUE INDEX "person_sessions_token_hash_key" ON "person_sessions"("token_hash");

-- CreateIndex
CREATE INDEX "person_sessions_person_id_idx" ON "person_sessions"("person_id");

-- CreateIndex
CREATE INDEX "person_browsers_person_id_idx" ON "person_browsers"("person_id");

-- CreateIndex
CREATE INDEX "sign_in_failures_failed_at_idx" ON "sign_in_failures"("failed_at");

-- CreateIndex
CREATE INDEX "organization_members_person_id_idx" ON "organization_members"("person_id");

-- AddForeignKey
ALTER TABLE "person_links" ADD CONSTRAINT "person_links_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_recovery_codes" ADD CONSTRAINT "person_recovery_codes_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_sessions" ADD CONSTRAINT "person_sessions_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_browsers" ADD CONSTRAINT "person_browsers_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "opened_organizations" ADD CONSTRAINT "opened_organizations_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "opened_organizations" ADD CONSTRAINT "opened_organizations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
