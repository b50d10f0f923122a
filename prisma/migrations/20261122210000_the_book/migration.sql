-- CreateEnum
CREATE TYPE "connection_kind" AS ENUM ('import', 'file_drop', 'http_json', 'sql');

-- CreateEnum
CREATE TYPE "connection_state" AS ENUM ('active', 'disabled');

-- CreateEnum
CREATE TYPE "record_import_state" AS ENUM ('reading', 'staged', 'applying', 'served', 'unchanged', 'refused', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "record_import_mode" AS ENUM ('full', 'delta');

-- CreateEnum
CREATE TYPE "seat_scope" AS ENUM ('Own', 'Team', 'Office', 'All', 'Platform');

-- CreateEnum
CREATE TYPE "seat_origin" AS ENUM ('staff', 'file');

-- CreateTable
CREATE TABLE "record_connections" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "connection_kind" NOT NULL,
    "state" "connection_state" NOT NULL DEFAULT 'active',
    "config" TEXT NOT NULL DEFAULT '{}',
    "schedule" TEXT,
    "mapping" TEXT NOT NULL,
    "fresh_hours" INTEGER NOT NULL DEFAULT 26,
    "aging_hours" INTEGER NOT NULL DEFAULT 72,
    "served_seq" INTEGER NOT NULL DEFAULT 0,
    "as_of" TIMESTAMPTZ(3),
    "fetched_at" TIMESTAMPTZ(3),
    "last_import_id" UUID,
    "watermark" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "record_connections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "record_imports" (
    "id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "state" "record_import_state" NOT NULL DEFAULT 'reading',
    "mode" "record_import_mode" NOT NULL,
    "seq" INTEGER,
    "mapping" TEXT NOT NULL,
    "mapping_hash" TEXT NOT NULL,
    "files" TEXT NOT NULL DEFAULT '[]',
    "files_hash" TEXT,
    "as_of" TIMESTAMPTZ(3) NOT NULL,
    "accept" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "applied_family" TEXT,
    "applied_key" TEXT,
    "counts" TEXT NOT NULL DEFAULT '{}',
    "report" TEXT,
    "reason" TEXT,
    "cancel_asked_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "record_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "record_snapshots" (
    "connection_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "import_id" UUID NOT NULL,
    "as_of" TIMESTAMPTZ(3) NOT NULL,
    "served_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "record_snapshots_pkey" PRIMARY KEY ("connection_id","seq")
);

-- CreateTable
CREATE TABLE "record_quarantine" (
    "id" BIGSERIAL NOT NULL,
    "connection_id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "family" TEXT NOT NULL,
    "source_id" TEXT,
    "source_file" SMALLINT NOT NULL,
    "source_line" INTEGER NOT NULL,
    "reasons" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "is_orphan" BOOLEAN NOT NULL DEFAULT false,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "record_quarantine_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "seats" (
    "organization_id" UUID NOT NULL,
    "seat_key" TEXT NOT NULL,
    "origin" "seat_origin" NOT NULL,
    "connection_id" UUID,
    "emails" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "principal_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "name" TEXT,
    "role" TEXT,
    "office_key" TEXT,
    "team_keys" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "scope" "seat_scope" NOT NULL DEFAULT 'Own',
    "field_policy_key" TEXT,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "seats_pkey" PRIMARY KEY ("organization_id","seat_key")
);

-- CreateTable
CREATE TABLE "field_policies" (
    "organization_id" UUID NOT NULL,
    "policy_key" TEXT NOT NULL,
    "denied" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "masks" TEXT NOT NULL DEFAULT '{}',
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "field_policies_pkey" PRIMARY KEY ("organization_id","policy_key")
);

-- CreateTable
CREATE TABLE "shadow_counts" (
    "organization_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "route" TEXT NOT NULL,
    "seat_key" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "requests" INTEGER NOT NULL DEFAULT 0,
    "would_hide" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "shadow_counts_pkey" PRIMARY KEY ("organization_id","day","route","seat_key","family")
);

-- CreateIndex
CREATE UNIQUE INDEX "record_connections_organization_id_name_key" ON "record_connections"("organization_id", "name");

-- CreateIndex
CREATE INDEX "record_imports_by_connection" ON "record_imports"("connection_id", "started_at");

-- CreateIndex
CREATE INDEX "record_quarantine_by_import" ON "record_quarantine"("connection_id", "import_id", "family");

-- AddForeignKey
ALTER TABLE "record_imports" ADD CONSTRAINT "record_imports_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "record_connections"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "record_snapshots" ADD CONSTRAINT "record_snapshots_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "record_connections"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- ── Rows ─────────────────────────────────────────────────────────────────────────────────────────────────────
-- Versions of rows, one table a family, as `rowTableDefinition` of packages/record-families writes them; a test compares.
-- A version is in snapshot S when from_seq <= S and (to_seq is null or to_seq > S). In a schema of their own: no Prisma
-- model describes them.
CREATE SCHEMA "book";

-- accounts
create table book.accounts (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  client_key text collate "C" not null,
  name text collate "C" not null,
  next_expiration date not null,
  total_premium double precision not null,
  segment text,
  kind text,
  status text,
  office_key text,
  producer_seat text,
  naics text,
  any_state text[],
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint accounts_pkey primary key (connection_id, row_key, from_seq) include (to_seq, client_key, name, next_expiration, total_premium, segment, kind, status, office_key, producer_seat, naics, any_state),
  constraint accounts_versions_follow check (to_seq > from_seq)
);
create unique index accounts_current on book.accounts (connection_id, row_key) where to_seq is null;
create index accounts_begun on book.accounts (connection_id, from_seq, row_key);
create index accounts_ended on book.accounts (connection_id, to_seq, row_key) where to_seq is not null;
create index accounts_by_name on book.accounts (connection_id, name, row_key) include (to_seq, from_seq, client_key, next_expiration, total_premium, segment, kind, status, office_key, producer_seat, naics, any_state);
create index accounts_by_next_expiration on book.accounts (connection_id, next_expiration, row_key) include (to_seq, from_seq, client_key, name, total_premium, segment, kind, status, office_key, producer_seat, naics, any_state);
create index accounts_by_total_premium on book.accounts (connection_id, total_premium, row_key) include (to_seq, from_seq, client_key, name, next_expiration, segment, kind, status, office_key, producer_seat, naics, any_state);
-- contacts
create table book.contacts (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  client_key text collate "C" not null,
  name text collate "C" not null,
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint contacts_pkey primary key (connection_id, row_key, from_seq) include (to_seq, client_key, name),
  constraint contacts_versions_follow check (to_seq > from_seq)
);
create unique index contacts_current on book.contacts (connection_id, row_key) where to_seq is null;
create index contacts_begun on book.contacts (connection_id, from_seq, row_key);
create index contacts_ended on book.contacts (connection_id, to_seq, row_key) where to_seq is not null;
create index contacts_by_name on book.contacts (connection_id, name, row_key) include (to_seq, from_seq, client_key);
create index contacts_of_client on book.contacts (connection_id, client_key, row_key) include (to_seq, from_seq, name);
-- policies
create table book.policies (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  client_key text collate "C" not null,
  expires_on date not null,
  effective_on date not null,
  premium double precision not null,
  any_line text[],
  status text,
  carrier_key text,
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint policies_pkey primary key (connection_id, row_key, from_seq) include (to_seq, client_key, expires_on, effective_on, premium, any_line, status, carrier_key),
  constraint policies_versions_follow check (to_seq > from_seq)
);
create unique index policies_current on book.policies (connection_id, row_key) where to_seq is null;
create index policies_begun on book.policies (connection_id, from_seq, row_key);
create index policies_ended on book.policies (connection_id, to_seq, row_key) where to_seq is not null;
create index policies_by_expires_on on book.policies (connection_id, expires_on, row_key) include (to_seq, from_seq, client_key, effective_on, premium, any_line, status, carrier_key);
create index policies_by_effective_on on book.policies (connection_id, effective_on, row_key) include (to_seq, from_seq, client_key, expires_on, premium, any_line, status, carrier_key);
create index policies_by_premium on book.policies (connection_id, premium, row_key) include (to_seq, from_seq, client_key, expires_on, effective_on, any_line, status, carrier_key);
create index policies_of_client on book.policies (connection_id, client_key, row_key) include (to_seq, from_seq, expires_on, effective_on, premium, any_line, status, carrier_key);
-- coverages
create table book.coverages (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  client_key text collate "C" not null,
  policy_key text collate "C",
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint coverages_pkey primary key (connection_id, row_key, from_seq) include (to_seq, client_key, policy_key),
  constraint coverages_versions_follow check (to_seq > from_seq)
);
create unique index coverages_current on book.coverages (connection_id, row_key) where to_seq is null;
create index coverages_begun on book.coverages (connection_id, from_seq, row_key);
create index coverages_ended on book.coverages (connection_id, to_seq, row_key) where to_seq is not null;
create index coverages_of_client on book.coverages (connection_id, client_key, row_key) include (to_seq, from_seq, policy_key);
create index coverages_of_policy on book.coverages (connection_id, policy_key, row_key) include (to_seq, from_seq, client_key);
-- contracts
create table book.contracts (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  client_key text collate "C" not null,
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint contracts_pkey primary key (connection_id, row_key, from_seq) include (to_seq, client_key),
  constraint contracts_versions_follow check (to_seq > from_seq)
);
create unique index contracts_current on book.contracts (connection_id, row_key) where to_seq is null;
create index contracts_begun on book.contracts (connection_id, from_seq, row_key);
create index contracts_ended on book.contracts (connection_id, to_seq, row_key) where to_seq is not null;
create index contracts_of_client on book.contracts (connection_id, client_key, row_key) include (to_seq, from_seq);
-- locations
create table book.locations (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  client_key text collate "C" not null,
  policy_keys text[],
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint locations_pkey primary key (connection_id, row_key, from_seq) include (to_seq, client_key, policy_keys),
  constraint locations_versions_follow check (to_seq > from_seq)
);
create unique index locations_current on book.locations (connection_id, row_key) where to_seq is null;
create index locations_begun on book.locations (connection_id, from_seq, row_key);
create index locations_ended on book.locations (connection_id, to_seq, row_key) where to_seq is not null;
create index locations_of_client on book.locations (connection_id, client_key, row_key) include (to_seq, from_seq, policy_keys);
-- vehicles
create table book.vehicles (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  client_key text collate "C" not null,
  policy_keys text[],
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint vehicles_pkey primary key (connection_id, row_key, from_seq) include (to_seq, client_key, policy_keys),
  constraint vehicles_versions_follow check (to_seq > from_seq)
);
create unique index vehicles_current on book.vehicles (connection_id, row_key) where to_seq is null;
create index vehicles_begun on book.vehicles (connection_id, from_seq, row_key);
create index vehicles_ended on book.vehicles (connection_id, to_seq, row_key) where to_seq is not null;
create index vehicles_of_client on book.vehicles (connection_id, client_key, row_key) include (to_seq, from_seq, policy_keys);
-- drivers
create table book.drivers (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  client_key text collate "C" not null,
  policy_keys text[],
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint drivers_pkey primary key (connection_id, row_key, from_seq) include (to_seq, client_key, policy_keys),
  constraint drivers_versions_follow check (to_seq > from_seq)
);
create unique index drivers_current on book.drivers (connection_id, row_key) where to_seq is null;
create index drivers_begun on book.drivers (connection_id, from_seq, row_key);
create index drivers_ended on book.drivers (connection_id, to_seq, row_key) where to_seq is not null;
create index drivers_of_client on book.drivers (connection_id, client_key, row_key) include (to_seq, from_seq, policy_keys);
-- claims
create table book.claims (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  client_key text collate "C" not null,
  policy_key text collate "C",
  occurred_on date not null,
  status text,
  line text,
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint claims_pkey primary key (connection_id, row_key, from_seq) include (to_seq, client_key, policy_key, occurred_on, status, line),
  constraint claims_versions_follow check (to_seq > from_seq)
);
create unique index claims_current on book.claims (connection_id, row_key) where to_seq is null;
create index claims_begun on book.claims (connection_id, from_seq, row_key);
create index claims_ended on book.claims (connection_id, to_seq, row_key) where to_seq is not null;
create index claims_by_occurred_on on book.claims (connection_id, occurred_on, row_key) include (to_seq, from_seq, client_key, policy_key, status, line);
create index claims_of_client on book.claims (connection_id, client_key, row_key) include (to_seq, from_seq, policy_key, occurred_on, status, line);
create index claims_of_policy on book.claims (connection_id, policy_key, row_key) include (to_seq, from_seq, client_key, occurred_on, status, line);
-- activities
create table book.activities (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  client_key text collate "C" not null,
  policy_key text collate "C",
  occurred_at timestamptz(3) not null,
  code text,
  seat_key text,
  closed_at timestamptz(3),
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint activities_pkey primary key (connection_id, row_key, from_seq) include (to_seq, client_key, policy_key, occurred_at, code, seat_key, closed_at),
  constraint activities_versions_follow check (to_seq > from_seq)
);
create unique index activities_current on book.activities (connection_id, row_key) where to_seq is null;
create index activities_begun on book.activities (connection_id, from_seq, row_key);
create index activities_ended on book.activities (connection_id, to_seq, row_key) where to_seq is not null;
create index activities_by_occurred_at on book.activities (connection_id, occurred_at, row_key) include (to_seq, from_seq, client_key, policy_key, code, seat_key, closed_at);
create index activities_of_client on book.activities (connection_id, client_key, row_key) include (to_seq, from_seq, policy_key, occurred_at, code, seat_key, closed_at);
create index activities_of_policy on book.activities (connection_id, policy_key, row_key) include (to_seq, from_seq, client_key, occurred_at, code, seat_key, closed_at);
-- documents
create table book.documents (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  client_key text collate "C" not null,
  policy_key text collate "C",
  dated_on date not null,
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint documents_pkey primary key (connection_id, row_key, from_seq) include (to_seq, client_key, policy_key, dated_on),
  constraint documents_versions_follow check (to_seq > from_seq)
);
create unique index documents_current on book.documents (connection_id, row_key) where to_seq is null;
create index documents_begun on book.documents (connection_id, from_seq, row_key);
create index documents_ended on book.documents (connection_id, to_seq, row_key) where to_seq is not null;
create index documents_by_dated_on on book.documents (connection_id, dated_on, row_key) include (to_seq, from_seq, client_key, policy_key);
create index documents_of_client on book.documents (connection_id, client_key, row_key) include (to_seq, from_seq, policy_key, dated_on);
create index documents_of_policy on book.documents (connection_id, policy_key, row_key) include (to_seq, from_seq, client_key, dated_on);
-- submissions
create table book.submissions (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  client_key text collate "C" not null,
  policy_key text collate "C",
  target_on date not null,
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint submissions_pkey primary key (connection_id, row_key, from_seq) include (to_seq, client_key, policy_key, target_on),
  constraint submissions_versions_follow check (to_seq > from_seq)
);
create unique index submissions_current on book.submissions (connection_id, row_key) where to_seq is null;
create index submissions_begun on book.submissions (connection_id, from_seq, row_key);
create index submissions_ended on book.submissions (connection_id, to_seq, row_key) where to_seq is not null;
create index submissions_by_target_on on book.submissions (connection_id, target_on, row_key) include (to_seq, from_seq, client_key, policy_key);
create index submissions_of_client on book.submissions (connection_id, client_key, row_key) include (to_seq, from_seq, policy_key, target_on);
create index submissions_of_policy on book.submissions (connection_id, policy_key, row_key) include (to_seq, from_seq, client_key, target_on);
-- quotes
create table book.quotes (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  client_key text collate "C" not null,
  policy_key text collate "C",
  target_on date not null,
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint quotes_pkey primary key (connection_id, row_key, from_seq) include (to_seq, client_key, policy_key, target_on),
  constraint quotes_versions_follow check (to_seq > from_seq)
);
create unique index quotes_current on book.quotes (connection_id, row_key) where to_seq is null;
create index quotes_begun on book.quotes (connection_id, from_seq, row_key);
create index quotes_ended on book.quotes (connection_id, to_seq, row_key) where to_seq is not null;
create index quotes_by_target_on on book.quotes (connection_id, target_on, row_key) include (to_seq, from_seq, client_key, policy_key);
create index quotes_of_client on book.quotes (connection_id, client_key, row_key) include (to_seq, from_seq, policy_key, target_on);
create index quotes_of_policy on book.quotes (connection_id, policy_key, row_key) include (to_seq, from_seq, client_key, target_on);
-- renewals
create table book.renewals (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  client_key text collate "C" not null,
  policy_key text collate "C",
  expires_on date not null,
  target_on date not null,
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint renewals_pkey primary key (connection_id, row_key, from_seq) include (to_seq, client_key, policy_key, expires_on, target_on),
  constraint renewals_versions_follow check (to_seq > from_seq)
);
create unique index renewals_current on book.renewals (connection_id, row_key) where to_seq is null;
create index renewals_begun on book.renewals (connection_id, from_seq, row_key);
create index renewals_ended on book.renewals (connection_id, to_seq, row_key) where to_seq is not null;
create index renewals_by_expires_on on book.renewals (connection_id, expires_on, row_key) include (to_seq, from_seq, client_key, policy_key, target_on);
create index renewals_by_target_on on book.renewals (connection_id, target_on, row_key) include (to_seq, from_seq, client_key, policy_key, expires_on);
create index renewals_of_client on book.renewals (connection_id, client_key, row_key) include (to_seq, from_seq, policy_key, expires_on, target_on);
create index renewals_of_policy on book.renewals (connection_id, policy_key, row_key) include (to_seq, from_seq, client_key, expires_on, target_on);
-- invoices
create table book.invoices (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  client_key text collate "C" not null,
  policy_key text collate "C",
  due_on date not null,
  status text,
  paid_on date,
  balance double precision,
  amount double precision,
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint invoices_pkey primary key (connection_id, row_key, from_seq) include (to_seq, client_key, policy_key, due_on, status, paid_on, balance, amount),
  constraint invoices_versions_follow check (to_seq > from_seq)
);
create unique index invoices_current on book.invoices (connection_id, row_key) where to_seq is null;
create index invoices_begun on book.invoices (connection_id, from_seq, row_key);
create index invoices_ended on book.invoices (connection_id, to_seq, row_key) where to_seq is not null;
create index invoices_by_due_on on book.invoices (connection_id, due_on, row_key) include (to_seq, from_seq, client_key, policy_key, status, paid_on, balance, amount);
create index invoices_of_client on book.invoices (connection_id, client_key, row_key) include (to_seq, from_seq, policy_key, due_on, status, paid_on, balance, amount);
create index invoices_of_policy on book.invoices (connection_id, policy_key, row_key) include (to_seq, from_seq, client_key, due_on, status, paid_on, balance, amount);
-- payments
create table book.payments (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  client_key text collate "C" not null,
  policy_key text collate "C",
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint payments_pkey primary key (connection_id, row_key, from_seq) include (to_seq, client_key, policy_key),
  constraint payments_versions_follow check (to_seq > from_seq)
);
create unique index payments_current on book.payments (connection_id, row_key) where to_seq is null;
create index payments_begun on book.payments (connection_id, from_seq, row_key);
create index payments_ended on book.payments (connection_id, to_seq, row_key) where to_seq is not null;
create index payments_of_client on book.payments (connection_id, client_key, row_key) include (to_seq, from_seq, policy_key);
create index payments_of_policy on book.payments (connection_id, policy_key, row_key) include (to_seq, from_seq, client_key);
-- carriers
create table book.carriers (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  name text collate "C" not null,
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint carriers_pkey primary key (connection_id, row_key, from_seq) include (to_seq, name),
  constraint carriers_versions_follow check (to_seq > from_seq)
);
create unique index carriers_current on book.carriers (connection_id, row_key) where to_seq is null;
create index carriers_begun on book.carriers (connection_id, from_seq, row_key);
create index carriers_ended on book.carriers (connection_id, to_seq, row_key) where to_seq is not null;
create index carriers_by_name on book.carriers (connection_id, name, row_key) include (to_seq, from_seq);
-- lines
create table book.lines (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint lines_pkey primary key (connection_id, row_key, from_seq) include (to_seq),
  constraint lines_versions_follow check (to_seq > from_seq)
);
create unique index lines_current on book.lines (connection_id, row_key) where to_seq is null;
create index lines_begun on book.lines (connection_id, from_seq, row_key);
create index lines_ended on book.lines (connection_id, to_seq, row_key) where to_seq is not null;
-- offices
create table book.offices (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint offices_pkey primary key (connection_id, row_key, from_seq) include (to_seq),
  constraint offices_versions_follow check (to_seq > from_seq)
);
create unique index offices_current on book.offices (connection_id, row_key) where to_seq is null;
create index offices_begun on book.offices (connection_id, from_seq, row_key);
create index offices_ended on book.offices (connection_id, to_seq, row_key) where to_seq is not null;
-- teams
create table book.teams (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint teams_pkey primary key (connection_id, row_key, from_seq) include (to_seq),
  constraint teams_versions_follow check (to_seq > from_seq)
);
create unique index teams_current on book.teams (connection_id, row_key) where to_seq is null;
create index teams_begun on book.teams (connection_id, from_seq, row_key);
create index teams_ended on book.teams (connection_id, to_seq, row_key) where to_seq is not null;
-- staff
create table book.staff (
  connection_id uuid not null,
  row_key text collate "C" not null,
  from_seq integer not null,
  to_seq integer,
  fields text not null,
  row_hash bytea not null,
  source_id text not null,
  source_updated_at timestamptz(3),
  import_id uuid not null,
  source_file smallint not null,
  source_line integer not null,
  constraint staff_pkey primary key (connection_id, row_key, from_seq) include (to_seq),
  constraint staff_versions_follow check (to_seq > from_seq)
);
create unique index staff_current on book.staff (connection_id, row_key) where to_seq is null;
create index staff_begun on book.staff (connection_id, from_seq, row_key);
create index staff_ended on book.staff (connection_id, to_seq, row_key) where to_seq is not null;

-- Who may see a client: 'seat:<key>' of every producer and servicer, 'office:<key>' of the account. An entry with a policy
-- shows that policy only, and the header of its client.
CREATE TABLE "book"."grants" (
    "connection_id" UUID NOT NULL,
    "grant_key" TEXT COLLATE "C" NOT NULL,
    "client_key" TEXT COLLATE "C" NOT NULL,
    "policy_key" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "from_seq" INTEGER NOT NULL,
    "to_seq" INTEGER,

    CONSTRAINT "grants_pkey" PRIMARY KEY ("connection_id", "grant_key", "client_key", "policy_key", "from_seq") INCLUDE ("to_seq"),
    CONSTRAINT "grants_versions_follow" CHECK ("to_seq" > "from_seq")
);
CREATE INDEX "grants_of_client" ON "book"."grants" ("connection_id", "client_key", "policy_key", "grant_key")
  INCLUDE ("from_seq", "to_seq");
CREATE INDEX "grants_begun" ON "book"."grants" ("connection_id", "from_seq");
CREATE INDEX "grants_ended" ON "book"."grants" ("connection_id", "to_seq") WHERE "to_seq" IS NOT NULL;

-- What a client is found by: folded words of names, policy numbers, digits of phone numbers. "class" is the sensitivity of
-- the field that the term is from: readers who may not see the field do not find by it.
CREATE TABLE "book"."terms" (
    "connection_id" UUID NOT NULL,
    "term" TEXT COLLATE "C" NOT NULL,
    "class" TEXT,
    "family" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "row_key" TEXT COLLATE "C" NOT NULL,
    "client_key" TEXT COLLATE "C" NOT NULL,
    "policy_key" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "from_seq" INTEGER NOT NULL,
    "to_seq" INTEGER,

    CONSTRAINT "terms_versions_follow" CHECK ("to_seq" > "from_seq")
);
CREATE INDEX "terms_by_term" ON "book"."terms" ("connection_id", "term", "client_key")
  INCLUDE ("class", "family", "field", "row_key", "policy_key", "from_seq", "to_seq");
CREATE INDEX "terms_of_client" ON "book"."terms" ("connection_id", "client_key", "term")
  INCLUDE ("class", "family", "field", "row_key", "policy_key", "from_seq", "to_seq");
CREATE INDEX "terms_of_row" ON "book"."terms" ("connection_id", "row_key") WHERE "to_seq" IS NULL;
CREATE INDEX "terms_begun" ON "book"."terms" ("connection_id", "from_seq");
CREATE INDEX "terms_ended" ON "book"."terms" ("connection_id", "to_seq") WHERE "to_seq" IS NOT NULL;

-- The snapshot that last changed anything about a client.
CREATE TABLE "book"."heads" (
    "connection_id" UUID NOT NULL,
    "client_key" TEXT COLLATE "C" NOT NULL,
    "from_seq" INTEGER NOT NULL,
    "to_seq" INTEGER,

    CONSTRAINT "heads_pkey" PRIMARY KEY ("connection_id", "client_key", "from_seq") INCLUDE ("to_seq"),
    CONSTRAINT "heads_versions_follow" CHECK ("to_seq" > "from_seq")
);
CREATE UNIQUE INDEX "heads_current" ON "book"."heads" ("connection_id", "client_key") WHERE "to_seq" IS NULL;
CREATE INDEX "heads_begun" ON "book"."heads" ("connection_id", "from_seq");
CREATE INDEX "heads_ended" ON "book"."heads" ("connection_id", "to_seq") WHERE "to_seq" IS NOT NULL;

-- A seat is found by the person's address or id, exactly.
CREATE INDEX "seats_by_email" ON "seats" USING GIN ("emails");
CREATE INDEX "seats_by_principal" ON "seats" USING GIN ("principal_ids");
