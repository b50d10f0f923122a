-- The book of business. After the runs, because an opportunity refers to the run that found it; derivations stand here, beside
-- what they put out.

CREATE TYPE "connection_kind" AS ENUM ('import', 'file_drop', 'http_json', 'sql');
CREATE TYPE "connection_state" AS ENUM ('active', 'disabled');

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
  -- When a connection is fetched by itself, and which worker does it now (IMP-264).
  "timezone" TEXT NOT NULL DEFAULT 'UTC',
  "next_sync_at" TIMESTAMPTZ(3),
  "sync_token" UUID,
  "sync_lease_ends_at" TIMESTAMPTZ(3),
  "sync_attempts" INTEGER NOT NULL DEFAULT 0,
  "stale_as_of" TIMESTAMPTZ(3),
  CONSTRAINT "record_connections_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "record_connections_sync_is_scheduled" CHECK ("next_sync_at" IS NULL OR "schedule" IS NOT NULL),
  CONSTRAINT "record_connections_lease_is_whole" CHECK (num_nonnulls("sync_token", "sync_lease_ends_at") IN (0, 2))
);
CREATE UNIQUE INDEX "record_connections_organization_id_name_key" ON "record_connections" ("organization_id", "name");
CREATE INDEX "record_connections_by_next_sync" ON "record_connections" ("next_sync_at") WHERE "next_sync_at" IS NOT NULL;

CREATE TYPE "record_import_state" AS ENUM
  ('reading', 'staged', 'applying', 'served', 'unchanged', 'refused', 'failed', 'cancelled');
CREATE TYPE "record_import_mode" AS ENUM ('full', 'delta');

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
  -- What a fetch hands to the connection in the commit that serves its rows (IMP-263).
  "fetched_at" TIMESTAMPTZ(3),
  "watermark" TEXT,
  "fetched_with" TEXT,
  "complete" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "problems" TEXT[] DEFAULT ARRAY[]::TEXT[],
  CONSTRAINT "record_imports_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "record_imports_connection_id_fkey"
    FOREIGN KEY ("connection_id") REFERENCES "record_connections" ("id") ON DELETE CASCADE
);
CREATE INDEX "record_imports_by_connection" ON "record_imports" ("connection_id", "started_at");

CREATE TABLE "record_snapshots" (
  "connection_id" UUID NOT NULL,
  "seq" INTEGER NOT NULL,
  "import_id" UUID NOT NULL,
  "as_of" TIMESTAMPTZ(3) NOT NULL,
  "served_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "record_snapshots_pkey" PRIMARY KEY ("connection_id", "seq"),
  CONSTRAINT "record_snapshots_connection_id_fkey"
    FOREIGN KEY ("connection_id") REFERENCES "record_connections" ("id") ON DELETE CASCADE
);

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
  -- What a later import tries again stands beside what is shown of it (IMP-63, IMP-266).
  "staged" TEXT,
  "origin_import_id" UUID,
  CONSTRAINT "record_quarantine_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "record_quarantine_orphans_are_staged" CHECK ("is_orphan" = ("staged" IS NOT NULL))
);
CREATE INDEX "record_quarantine_by_import" ON "record_quarantine" ("connection_id", "import_id", "family");

-- Versions of rows, one table a family, as `rowTableDefinition` of packages/record-families writes them; a test compares.
-- A version is in snapshot S when from_seq <= S and (to_seq is null or to_seq > S). In a schema of their own: no Prisma
-- model describes them. Rows of one status, or of one producer, stand together in the order in which they are listed: without
-- these indexes, a list of active policies by expiry passes every policy that has expired.
CREATE SCHEMA "book";

-- accounts; derived: which of a client's sums are made of its policies, because the source gives none (IMP-290)
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
  derived text[],
  constraint accounts_pkey primary key (connection_id, row_key, from_seq) include (to_seq, client_key, name, next_expiration, total_premium, segment, kind, status, office_key, producer_seat, naics, any_state),
  constraint accounts_versions_follow check (to_seq > from_seq)
);
create unique index accounts_current on book.accounts (connection_id, row_key) where to_seq is null;
create index accounts_begun on book.accounts (connection_id, from_seq, row_key);
create index accounts_ended on book.accounts (connection_id, to_seq, row_key) where to_seq is not null;
create index accounts_by_name on book.accounts (connection_id, name, row_key) include (to_seq, from_seq, client_key, next_expiration, total_premium, segment, kind, status, office_key, producer_seat, naics, any_state);
create index accounts_by_next_expiration on book.accounts (connection_id, next_expiration, row_key) include (to_seq, from_seq, client_key, name, total_premium, segment, kind, status, office_key, producer_seat, naics, any_state);
create index accounts_by_total_premium on book.accounts (connection_id, total_premium, row_key) include (to_seq, from_seq, client_key, name, next_expiration, segment, kind, status, office_key, producer_seat, naics, any_state);
create index accounts_by_producer_seat_and_name on book.accounts (connection_id, producer_seat, name, row_key) include (to_seq, from_seq, client_key, next_expiration, total_premium, segment, kind, status, office_key, naics, any_state);

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
create index policies_by_status_and_expires_on on book.policies (connection_id, status, expires_on, row_key) include (to_seq, from_seq, client_key, effective_on, premium, any_line, carrier_key);
create index policies_by_status_and_effective_on on book.policies (connection_id, status, effective_on, row_key) include (to_seq, from_seq, client_key, expires_on, premium, any_line, carrier_key);
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
create index claims_by_status_and_occurred_on on book.claims (connection_id, status, occurred_on, row_key) include (to_seq, from_seq, client_key, policy_key, line);
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
create index invoices_by_status_and_due_on on book.invoices (connection_id, status, due_on, row_key) include (to_seq, from_seq, client_key, policy_key, paid_on, balance, amount);
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
  CONSTRAINT "grants_pkey"
    PRIMARY KEY ("connection_id", "grant_key", "client_key", "policy_key", "from_seq") INCLUDE ("to_seq"),
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

CREATE TYPE "seat_scope" AS ENUM ('Own', 'Team', 'Office', 'All', 'Platform');
CREATE TYPE "seat_origin" AS ENUM ('staff', 'file');

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
  CONSTRAINT "seats_pkey" PRIMARY KEY ("organization_id", "seat_key")
);
-- A seat is found by the person's address or id, exactly.
CREATE INDEX "seats_by_email" ON "seats" USING GIN ("emails");
CREATE INDEX "seats_by_principal" ON "seats" USING GIN ("principal_ids");

CREATE TABLE "field_policies" (
  "organization_id" UUID NOT NULL,
  "policy_key" TEXT NOT NULL,
  "denied" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "masks" TEXT NOT NULL DEFAULT '{}',
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "field_policies_pkey" PRIMARY KEY ("organization_id", "policy_key")
);

CREATE TABLE "shadow_counts" (
  "organization_id" UUID NOT NULL,
  "day" DATE NOT NULL,
  "route" TEXT NOT NULL,
  "seat_key" TEXT NOT NULL,
  "family" TEXT NOT NULL,
  "requests" INTEGER NOT NULL DEFAULT 0,
  "would_hide" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "shadow_counts_pkey" PRIMARY KEY ("organization_id", "day", "route", "seat_key", "family")
);

-- Files by their content, their text page by page, and the uses of a file as a document (DOC-1, DOC-2, STORE-1).
CREATE TYPE "blob_text_status" AS ENUM ('pending', 'ready', 'none', 'failed');
CREATE TYPE "blob_scan" AS ENUM ('pending', 'not_configured', 'clean', 'malware', 'unavailable');

CREATE TABLE "blobs" (
  "organization_id" UUID NOT NULL,
  "sha256" TEXT NOT NULL,
  "bytes" BIGINT NOT NULL,
  "media_type" TEXT NOT NULL,
  "file_name" TEXT NOT NULL,
  "text_status" "blob_text_status" NOT NULL DEFAULT 'pending',
  "text_reason" TEXT,
  "page_count" INTEGER,
  "is_cut" BOOLEAN NOT NULL DEFAULT false,
  "scan" "blob_scan" NOT NULL DEFAULT 'pending',
  "unscanned_since" TIMESTAMPTZ(3),
  "attempts" SMALLINT NOT NULL DEFAULT 0,
  "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "lease_token" UUID,
  "lease_until" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "touched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "removing_at" TIMESTAMPTZ(3),
  -- How much text a file has, so that lists need not read it.
  "text_chars" INTEGER NOT NULL DEFAULT 0,
  -- Files are read in turn of their organizations (ATT-25): when a worker last began with each file, hence with its organization.
  "claimed_at" TIMESTAMPTZ(3),
  CONSTRAINT "blobs_pkey" PRIMARY KEY ("organization_id", "sha256"),
  CONSTRAINT "blobs_hash" CHECK ("sha256" ~ '^[0-9a-f]{64}$'),
  CONSTRAINT "blobs_reason" CHECK (("text_status" IN ('none', 'failed')) = ("text_reason" IS NOT NULL))
);
CREATE INDEX "blobs_by_touch" ON "blobs" ("touched_at");
-- What waits, by organization: a claim reads the first files of each and no backlog. It is the only index of what waits: statistics
-- hold such an index for empty, and beside another one the planner read the whole backlog once for each organization.
CREATE INDEX "blobs_waiting" ON "blobs" ("organization_id", "due_at") WHERE "text_status" = 'pending';
CREATE INDEX "blobs_last_claimed" ON "blobs" ("organization_id", "claimed_at") WHERE "claimed_at" IS NOT NULL;

CREATE TABLE "document_pages" (
  "organization_id" UUID NOT NULL,
  "sha256" TEXT NOT NULL,
  "page" INTEGER NOT NULL,
  "text" TEXT NOT NULL,
  "words" TSVECTOR NOT NULL,
  CONSTRAINT "document_pages_pkey" PRIMARY KEY ("organization_id", "sha256", "page"),
  CONSTRAINT "document_pages_organization_id_sha256_fkey"
    FOREIGN KEY ("organization_id", "sha256") REFERENCES "blobs" ("organization_id", "sha256") ON DELETE CASCADE
);
CREATE INDEX "document_pages_by_words" ON "document_pages" USING GIN ("words");

CREATE TABLE "record_documents" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "connection_id" UUID NOT NULL,
  "sha256" TEXT NOT NULL,
  "source_blob_ref" TEXT NOT NULL,
  "source_id" TEXT NOT NULL,
  "title" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "dated_on" DATE,
  "client_key" TEXT,
  "policy_key" TEXT,
  "carrier_key" TEXT,
  "line" TEXT,
  "file_name" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "media_type" TEXT,
  CONSTRAINT "record_documents_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "record_documents_ref" CHECK ("source_blob_ref" = 'sb_' || left("sha256", 32)),
  CONSTRAINT "record_documents_policy" CHECK ("policy_key" IS NULL OR "client_key" IS NOT NULL),
  CONSTRAINT "record_documents_organization_id_sha256_fkey"
    FOREIGN KEY ("organization_id", "sha256") REFERENCES "blobs" ("organization_id", "sha256")
);
CREATE UNIQUE INDEX "record_documents_organization_id_connection_id_source_id_key" ON "record_documents"
  ("organization_id", "connection_id", "source_id");
CREATE INDEX "record_documents_newest" ON "record_documents" ("organization_id", "created_at" DESC, "id" DESC);
CREATE INDEX "record_documents_by_ref" ON "record_documents" ("organization_id", "source_blob_ref");
CREATE INDEX "record_documents_by_blob" ON "record_documents" ("organization_id", "sha256");
CREATE INDEX "record_documents_by_client" ON "record_documents" ("organization_id", "client_key");

CREATE TABLE "ledger_heads" (
  "organization_id" UUID NOT NULL,
  "seq" BIGINT NOT NULL DEFAULT 0,
  "hash" TEXT NOT NULL,
  CONSTRAINT "ledger_heads_pkey" PRIMARY KEY ("organization_id")
);

CREATE TABLE "ledger_commands" (
  "organization_id" UUID NOT NULL,
  "seq" BIGINT NOT NULL,
  "command_id" UUID NOT NULL,
  "idempotency_key" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "connection_id" UUID,
  "type" TEXT NOT NULL,
  "entity_kind" TEXT NOT NULL,
  "entity_key" TEXT NOT NULL,
  "entity" TEXT NOT NULL,
  "client_key" TEXT,
  "policy_key" TEXT,
  "run_id" UUID,
  "is_open" BOOLEAN NOT NULL,
  "private_to" TEXT,
  "payload" TEXT NOT NULL,
  "payload_sha256" TEXT NOT NULL,
  "request_sha256" TEXT NOT NULL,
  "actor_principal" TEXT NOT NULL,
  "actor_type" TEXT NOT NULL,
  "actor_seat" TEXT,
  "key_id" TEXT NOT NULL,
  "trace_id" TEXT,
  "occurred_at" TIMESTAMPTZ(3),
  "recorded_at" TIMESTAMPTZ(3) NOT NULL,
  "hash" TEXT NOT NULL,
  CONSTRAINT "ledger_commands_pkey" PRIMARY KEY ("organization_id", "seq")
);
CREATE INDEX "ledger_commands_by_environment" ON "ledger_commands" ("organization_id", "environment_id", "seq");
CREATE INDEX "ledger_commands_by_entity" ON "ledger_commands" ("organization_id", "environment_id", "entity_key", "seq");
CREATE UNIQUE INDEX "ledger_commands_by_key" ON "ledger_commands" ("organization_id", "idempotency_key");
CREATE UNIQUE INDEX "ledger_commands_by_id" ON "ledger_commands" ("command_id");
-- Lists of one client and of one policy, the runs that commands are about, and the last touch of a client.
CREATE INDEX "ledger_commands_by_client" ON "ledger_commands" ("organization_id", "environment_id", "client_key", "seq")
  WHERE "client_key" IS NOT NULL;
CREATE INDEX "ledger_commands_by_policy" ON "ledger_commands" ("organization_id", "environment_id", "policy_key", "seq")
  WHERE "policy_key" IS NOT NULL;
CREATE INDEX "ledger_commands_by_run" ON "ledger_commands" ("organization_id", "run_id", "seq") WHERE "run_id" IS NOT NULL;
CREATE INDEX "ledger_commands_touches" ON "ledger_commands" ("organization_id", "environment_id", "client_key", "occurred_at")
  WHERE "type" = 'log_activity';

-- The ledger is append-only. The one change that passes is an erasure: the payload, and only to the mark of an erased one;
-- seq, type, hash and the hash of the payload stay, so that the chain holds.
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.payload = '{"erased":true}' AND to_jsonb(NEW) - 'payload' = to_jsonb(OLD) - 'payload' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the action ledger is append-only';
END
$$;
CREATE TRIGGER "ledger_commands_append_only" BEFORE UPDATE OR DELETE ON "ledger_commands"
  FOR EACH ROW EXECUTE FUNCTION "refuse_ledger_change"();
CREATE TRIGGER "ledger_commands_never_truncated" BEFORE TRUNCATE ON "ledger_commands"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();

CREATE TABLE "ledger_tasks" (
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "task_key" TEXT NOT NULL,
  "connection_id" UUID,
  "entity_kind" TEXT NOT NULL,
  "entity_key" TEXT NOT NULL,
  "client_key" TEXT,
  "policy_key" TEXT,
  "is_open" BOOLEAN NOT NULL,
  "title" TEXT NOT NULL,
  "body" TEXT,
  "status" TEXT NOT NULL,
  "priority" TEXT NOT NULL,
  "due_on" DATE,
  "assignee_seat" TEXT,
  "category" TEXT,
  "source" TEXT,
  "outcome" TEXT,
  "created_by" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "completed_at" TIMESTAMPTZ(3),
  "created_seq" BIGINT NOT NULL,
  "last_seq" BIGINT NOT NULL,
  CONSTRAINT "ledger_tasks_pkey" PRIMARY KEY ("organization_id", "task_key"),
  -- A finished task or workflow has the time at which it ended, and no other has.
  CONSTRAINT "ledger_tasks_end"
    CHECK (("status" = 'open') = ("completed_at" IS NULL) AND "status" IN ('open', 'done', 'cancelled'))
);
CREATE INDEX "ledger_tasks_by_age" ON "ledger_tasks" ("organization_id", "environment_id", "created_seq");
CREATE INDEX "ledger_tasks_by_status" ON "ledger_tasks" ("organization_id", "environment_id", "status", "created_seq");
CREATE INDEX "ledger_tasks_by_client" ON "ledger_tasks" ("organization_id", "environment_id", "client_key", "created_seq")
  WHERE "client_key" IS NOT NULL;
CREATE INDEX "ledger_tasks_by_policy" ON "ledger_tasks" ("organization_id", "environment_id", "policy_key", "created_seq")
  WHERE "policy_key" IS NOT NULL;
CREATE INDEX "ledger_tasks_by_assignee" ON "ledger_tasks" ("organization_id", "environment_id", "assignee_seat", "created_seq")
  WHERE "assignee_seat" IS NOT NULL;

CREATE TABLE "ledger_workflows" (
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "workflow_key" TEXT NOT NULL,
  "connection_id" UUID,
  "entity_kind" TEXT NOT NULL,
  "entity_key" TEXT NOT NULL,
  "client_key" TEXT,
  "policy_key" TEXT,
  "is_open" BOOLEAN NOT NULL,
  "workflow_type" TEXT NOT NULL,
  "title" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "steps" TEXT NOT NULL,
  "due_on" DATE,
  "outcome" TEXT,
  "reason" TEXT,
  "created_by" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "completed_at" TIMESTAMPTZ(3),
  "created_seq" BIGINT NOT NULL,
  "last_seq" BIGINT NOT NULL,
  CONSTRAINT "ledger_workflows_pkey" PRIMARY KEY ("organization_id", "workflow_key"),
  CONSTRAINT "ledger_workflows_end"
    CHECK (("status" = 'open') = ("completed_at" IS NULL) AND "status" IN ('open', 'completed', 'cancelled'))
);
CREATE INDEX "ledger_workflows_by_age" ON "ledger_workflows" ("organization_id", "environment_id", "created_seq");
CREATE INDEX "ledger_workflows_by_status" ON "ledger_workflows" ("organization_id", "environment_id", "status", "created_seq");
CREATE INDEX "ledger_workflows_by_client" ON "ledger_workflows"
  ("organization_id", "environment_id", "client_key", "created_seq") WHERE "client_key" IS NOT NULL;
CREATE INDEX "ledger_workflows_by_policy" ON "ledger_workflows"
  ("organization_id", "environment_id", "policy_key", "created_seq") WHERE "policy_key" IS NOT NULL;

CREATE TABLE "ledger_notes" (
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "note_key" TEXT NOT NULL,
  "connection_id" UUID,
  "entity_kind" TEXT NOT NULL,
  "entity_key" TEXT NOT NULL,
  "client_key" TEXT,
  "policy_key" TEXT,
  "is_open" BOOLEAN NOT NULL,
  "body" TEXT,
  "author" TEXT NOT NULL,
  "visibility" TEXT NOT NULL,
  "pinned" BOOLEAN NOT NULL,
  "edited" BOOLEAN NOT NULL,
  "edited_by" TEXT,
  "retracted" BOOLEAN NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  "created_seq" BIGINT NOT NULL,
  "last_seq" BIGINT NOT NULL,
  CONSTRAINT "ledger_notes_pkey" PRIMARY KEY ("organization_id", "note_key"),
  CONSTRAINT "ledger_notes_retracted" CHECK ("retracted" = ("body" IS NULL) AND "visibility" IN ('team', 'private'))
);
CREATE INDEX "ledger_notes_by_age" ON "ledger_notes" ("organization_id", "environment_id", "created_seq");
CREATE INDEX "ledger_notes_by_client" ON "ledger_notes" ("organization_id", "environment_id", "client_key", "created_seq")
  WHERE "client_key" IS NOT NULL;
CREATE INDEX "ledger_notes_by_policy" ON "ledger_notes" ("organization_id", "environment_id", "policy_key", "created_seq")
  WHERE "policy_key" IS NOT NULL;

CREATE TABLE "ledger_flags" (
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "entity_kind" TEXT NOT NULL,
  "entity_key" TEXT NOT NULL,
  "flag" TEXT NOT NULL,
  "connection_id" UUID,
  "client_key" TEXT,
  "policy_key" TEXT,
  "is_set" BOOLEAN NOT NULL,
  "note" TEXT,
  "changed_by" TEXT NOT NULL,
  "changed_at" TIMESTAMPTZ(3) NOT NULL,
  "last_seq" BIGINT NOT NULL,
  CONSTRAINT "ledger_flags_pkey" PRIMARY KEY ("organization_id", "environment_id", "entity_kind", "entity_key", "flag")
);

CREATE TABLE "ledger_opportunity_requests" (
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "opportunity_id" TEXT NOT NULL,
  "client_key" TEXT,
  "status" TEXT NOT NULL,
  "reason" TEXT,
  "requested_by" TEXT NOT NULL,
  "requested_at" TIMESTAMPTZ(3) NOT NULL,
  "last_seq" BIGINT NOT NULL,
  CONSTRAINT "ledger_opportunity_requests_pkey" PRIMARY KEY ("organization_id", "environment_id", "opportunity_id")
);

CREATE TABLE "opportunities" (
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "engine_id" UUID NOT NULL,
  "opportunity_id" UUID NOT NULL,
  "connection_id" UUID NOT NULL,
  "client_key" TEXT NOT NULL,
  "policy_key" TEXT,
  "kind" TEXT NOT NULL,
  "status" TEXT NOT NULL,
  "change" TEXT NOT NULL,
  "line" TEXT,
  "producer_seat" TEXT,
  "office_key" TEXT,
  "score" DOUBLE PRECISION NOT NULL,
  "expected_value" DOUBLE PRECISION,
  "due_on" DATE,
  "next_expiration" DATE,
  "won_term_ends_on" DATE,
  "words" TEXT NOT NULL,
  "body" TEXT NOT NULL,
  "config_hash" TEXT,
  "run_id" UUID,
  "first_run_id" UUID NOT NULL,
  "seen_run_at" TIMESTAMPTZ(3) NOT NULL,
  "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
  "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
  "closed_at" TIMESTAMPTZ(3),
  "revision" INTEGER NOT NULL DEFAULT 1,
  "annotation_revision" INTEGER NOT NULL DEFAULT 0,
  "is_annotated" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "opportunities_pkey" PRIMARY KEY ("organization_id", "environment_id", "engine_id", "opportunity_id"),
  CONSTRAINT "opportunities_status_known"
    CHECK ("status" IN ('open', 'in_progress', 'won', 'lost', 'dismissed', 'resolved', 'expired')),
  CONSTRAINT "opportunities_change_known" CHECK ("change" IN ('new', 'updated', 'unchanged', 'resolved')),
  CONSTRAINT "opportunities_closed_when_gone" CHECK (("status" IN ('resolved', 'expired')) = ("closed_at" IS NOT NULL)),
  CONSTRAINT "opportunities_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs" ("id") ON DELETE SET NULL
);
CREATE INDEX "opportunities_by_score" ON "opportunities"
  ("engine_id", "environment_id", "connection_id", "score", "opportunity_id");
CREATE INDEX "opportunities_by_first_seen_at" ON "opportunities"
  ("engine_id", "environment_id", "connection_id", "first_seen_at", "opportunity_id");
CREATE INDEX "opportunities_of_producer" ON "opportunities" ("engine_id", "environment_id", "producer_seat", "score");
CREATE INDEX "opportunities_by_id" ON "opportunities" ("opportunity_id");
CREATE INDEX "opportunities_of_run" ON "opportunities" ("run_id");
CREATE INDEX "opportunities_of_status" ON "opportunities" ("engine_id", "environment_id", "status", "kind", "score");
-- Rows without the value stand last in either direction, which one index of the column cannot give.
CREATE INDEX "opportunities_by_due_on" ON "opportunities"
  ("engine_id", "environment_id", "connection_id", (coalesce("due_on", 'infinity'::date)), "opportunity_id");
CREATE INDEX "opportunities_by_due_on_down" ON "opportunities"
  ("engine_id", "environment_id", "connection_id", (coalesce("due_on", '-infinity'::date)), "opportunity_id");
CREATE INDEX "opportunities_by_expected_value" ON "opportunities"
  ("engine_id", "environment_id", "connection_id", (coalesce("expected_value", 'Infinity'::float8)), "opportunity_id");
CREATE INDEX "opportunities_by_expected_value_down" ON "opportunities"
  ("engine_id", "environment_id", "connection_id", (coalesce("expected_value", '-Infinity'::float8)), "opportunity_id");
-- Maintenance: open rows whose date has passed, closed rows beyond their retention.
CREATE INDEX "opportunities_open_due" ON "opportunities" ("due_on") WHERE "status" = 'open';
CREATE INDEX "opportunities_closed" ON "opportunities" ("closed_at") WHERE "closed_at" IS NOT NULL;
-- The opportunities of a seat are read from its clients: what decides whether one is on a page, and in which place, is found in
-- the index. No row is outside its condition: the schema engine takes included columns for columns of the key, and partial
-- indexes are not compared.
CREATE INDEX "opportunities_of_client" ON "opportunities" ("organization_id", "environment_id", "client_key")
  INCLUDE ("engine_id", "connection_id", "opportunity_id", "policy_key", "kind", "status", "change", "line", "producer_seat",
    "office_key", "score", "expected_value", "due_on", "first_seen_at", "is_annotated")
  WHERE "client_key" IS NOT NULL;

CREATE TABLE "opportunity_terms" (
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "engine_id" UUID NOT NULL,
  "opportunity_id" UUID NOT NULL,
  "term" TEXT COLLATE "C" NOT NULL,
  CONSTRAINT "opportunity_terms_pkey" PRIMARY KEY ("organization_id", "environment_id", "engine_id", "opportunity_id", "term")
);
CREATE INDEX "opportunity_terms_by_term" ON "opportunity_terms" ("engine_id", "environment_id", "term", "opportunity_id");

-- The words of a string, each once, folded as the words of a question are (`searchWords`): without marks and case, letters
-- and digits alone, the first 64 characters. The collation is named because classes and case of letters are otherwise the
-- database's: that of PostgreSQL 18, else that of ICU.
DO $do$
DECLARE
  collation_name TEXT := (
    SELECT c.collname FROM pg_collation c WHERE c.collname IN ('pg_unicode_fast', 'und-x-icu', 'C.utf8')
    ORDER BY array_position(ARRAY['pg_unicode_fast', 'und-x-icu', 'C.utf8'], c.collname::text) LIMIT 1);
BEGIN
  EXECUTE format($create$
CREATE FUNCTION "opportunity_terms_of"("words" TEXT) RETURNS SETOF TEXT LANGUAGE sql IMMUTABLE AS $function$
  SELECT DISTINCT left(t.term, 64) FROM regexp_split_to_table(
    regexp_replace(
      lower(normalize(regexp_replace(normalize("words", NFKD), '[\u0300-\u036f]', '', 'g'), NFKC) COLLATE %I),
      '[''’`]', '', 'g'),
    '[^[:alnum:]]+') AS t(term)
  WHERE t.term <> ''
$function$
  $create$, coalesce(collation_name, 'default'));
END
$do$;

-- Terms are written with the row whose words they are, by whichever statement writes it. A row whose words stay calls nothing:
-- a run writes most rows again (measured: 2,000 of them in 300 ms as before, 790 when the changed ones were looked for in
-- transition tables). New rows come by the thousand and are taken together.
CREATE FUNCTION "add_opportunity_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "opportunity_terms"
    SELECT n.organization_id, n.environment_id, n.engine_id, n.opportunity_id, t.term
    FROM new_rows n CROSS JOIN LATERAL opportunity_terms_of(n.words) AS t(term);
  RETURN NULL;
END
$$;

CREATE FUNCTION "change_opportunity_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "opportunity_terms" t
    WHERE t.organization_id = NEW.organization_id AND t.environment_id = NEW.environment_id
      AND t.engine_id = NEW.engine_id AND t.opportunity_id = NEW.opportunity_id;
  INSERT INTO "opportunity_terms"
    SELECT NEW.organization_id, NEW.environment_id, NEW.engine_id, NEW.opportunity_id, t.term
    FROM opportunity_terms_of(NEW.words) AS t(term);
  RETURN NULL;
END
$$;

CREATE FUNCTION "remove_opportunity_terms"() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  DELETE FROM "opportunity_terms" t USING old_rows o
    WHERE t.organization_id = o.organization_id AND t.environment_id = o.environment_id
      AND t.engine_id = o.engine_id AND t.opportunity_id = o.opportunity_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER "opportunities_add_terms" AFTER INSERT ON "opportunities" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "add_opportunity_terms"();
CREATE TRIGGER "opportunities_change_terms" AFTER UPDATE OF "words" ON "opportunities"
  FOR EACH ROW WHEN (OLD."words" <> NEW."words") EXECUTE FUNCTION "change_opportunity_terms"();
CREATE TRIGGER "opportunities_remove_terms" AFTER DELETE ON "opportunities" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION "remove_opportunity_terms"();

CREATE TABLE "opportunity_annotations" (
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "engine_id" UUID NOT NULL,
  "opportunity_id" UUID NOT NULL,
  "status" TEXT NOT NULL,
  "assignee_seat" TEXT,
  "follow_up_on" DATE,
  "reason_code" TEXT,
  "note" TEXT,
  "revision" INTEGER NOT NULL,
  "updated_by" TEXT NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "opportunity_annotations_pkey" PRIMARY KEY ("organization_id", "environment_id", "engine_id", "opportunity_id"),
  CONSTRAINT "opportunity_annotations_status_known" CHECK ("status" IN ('open', 'in_progress', 'won', 'lost', 'dismissed')),
  CONSTRAINT "opportunity_annotations_opportunity_fkey"
    FOREIGN KEY ("organization_id", "environment_id", "engine_id", "opportunity_id")
    REFERENCES "opportunities" ("organization_id", "environment_id", "engine_id", "opportunity_id") ON DELETE CASCADE
);

CREATE TABLE "opportunity_projections" (
  "run_id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "engine_id" UUID NOT NULL,
  "connection_id" UUID NOT NULL,
  "scope" TEXT NOT NULL,
  "is_whole" BOOLEAN NOT NULL,
  "part_index" INTEGER NOT NULL DEFAULT 0,
  "part_of" INTEGER NOT NULL DEFAULT 1,
  "is_asked" BOOLEAN NOT NULL,
  "is_unfinished" BOOLEAN NOT NULL DEFAULT true,
  "submitted_at" TIMESTAMPTZ(3) NOT NULL,
  "outcome" TEXT,
  "projected_at" TIMESTAMPTZ(3),
  CONSTRAINT "opportunity_projections_pkey" PRIMARY KEY ("run_id"),
  CONSTRAINT "opportunity_projections_outcome_known" CHECK ("outcome" IN ('projected', 'skipped_older', 'no_result')),
  CONSTRAINT "opportunity_projections_part_within"
    CHECK ("part_of" BETWEEN 1 AND 100 AND "part_index" >= 0 AND "part_index" < "part_of")
);
-- One unfinished run that was asked for, for each engine, environment, connection and part of the book (OPPS-12).
CREATE UNIQUE INDEX "opportunity_projections_unfinished" ON "opportunity_projections"
  ("engine_id", "environment_id", "connection_id", "part_index", "part_of") WHERE "is_asked" AND "is_unfinished";
CREATE INDEX "opportunity_projections_due" ON "opportunity_projections" ("submitted_at") WHERE "outcome" IS NULL;
CREATE INDEX "opportunity_projections_done" ON "opportunity_projections"
  ("engine_id", "environment_id", "connection_id", "submitted_at")
  WHERE "outcome" = 'projected';

CREATE TABLE "opportunity_heads" (
  "organization_id" UUID NOT NULL,
  "environment_id" UUID NOT NULL,
  "engine_id" UUID NOT NULL,
  "seq" INTEGER NOT NULL DEFAULT 0,
  "run_id" UUID,
  "completed_at" TIMESTAMPTZ(3),
  CONSTRAINT "opportunity_heads_pkey" PRIMARY KEY ("organization_id", "environment_id", "engine_id")
);

CREATE TABLE "analyses" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "owner" TEXT NOT NULL,
  "connection_id" UUID NOT NULL,
  "snapshot_seq" INTEGER NOT NULL,
  "family" TEXT NOT NULL,
  "query" TEXT NOT NULL,
  "fields" TEXT[],
  "grants" TEXT[],
  "is_whole" BOOLEAN NOT NULL,
  "is_suppressed" BOOLEAN NOT NULL,
  "rows" TEXT,
  "suppressed_groups" INTEGER NOT NULL DEFAULT 0,
  "is_truncated" BOOLEAN NOT NULL DEFAULT false,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "analyses_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "analyses_by_owner" ON "analyses" ("organization_id", "owner", "created_at");
CREATE INDEX "analyses_by_age" ON "analyses" ("created_at");

-- What an analysis compares, as the condition language compares it in the engines (COND-5, COND-11).
-- A string trimmed of the white space of JavaScript, in lower case by Unicode. The collation is named because the case of
-- letters is otherwise the database's: that of PostgreSQL 18, else that of ICU.
DO $do$
DECLARE
  collation_name TEXT := (
    SELECT c.collname FROM pg_collation c WHERE c.collname IN ('pg_unicode_fast', 'und-x-icu', 'C.utf8')
    ORDER BY array_position(ARRAY['pg_unicode_fast', 'und-x-icu', 'C.utf8'], c.collname::text) LIMIT 1);
BEGIN
  EXECUTE format($create$
CREATE FUNCTION "condition_text"("given" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $function$
  SELECT lower(
    btrim("given", E'\t\n\u000B\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF')
    COLLATE %I)
$function$
  $create$, coalesce(collation_name, 'default'));
END
$do$;

-- The UTC day of a date or an instant; null for any other string.
CREATE FUNCTION "condition_day"("given" TEXT) RETURNS DATE LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN length("given") = 10 AND "given" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' AND pg_input_is_valid("given", 'date')
      THEN "given"::date
    -- Decimals of a second are cut: PostgreSQL would round the last ones into the next day.
    WHEN "given" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,9})?(Z|[+-](0[0-9]|1[0-5]):[0-5][0-9])$'
      AND pg_input_is_valid(left("given", 10), 'date')
      THEN ((left("given", 19) || substring("given" FROM '(Z|[+-][0-9:]{5})$'))::timestamptz AT TIME ZONE 'UTC')::date
  END
$$;

CREATE TABLE "run_records" (
  "run_id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "connection_id" UUID NOT NULL,
  "posture" "records_posture" NOT NULL,
  "seat_key" TEXT,
  "scope" "seat_scope" NOT NULL,
  "lens" TEXT,
  "wanted" TEXT NOT NULL,
  "client_key" TEXT,
  "attempt" INTEGER,
  "snapshot_seq" INTEGER,
  "subject_seq" INTEGER,
  CONSTRAINT "run_records_pkey" PRIMARY KEY ("run_id"),
  -- A head is whole: the attempt that read it, its snapshot and the last change of its subject.
  CONSTRAINT "run_records_head_is_whole" CHECK (num_nonnulls("attempt", "snapshot_seq", "subject_seq") IN (0, 3))
);

CREATE TYPE "derivation_mode" AS ENUM ('incremental', 'full');

CREATE TABLE "derivations" (
  "organization_id" UUID NOT NULL,
  "key" TEXT NOT NULL,
  "label" TEXT NOT NULL,
  "mode" "derivation_mode" NOT NULL,
  "inputs" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "output" TEXT,
  "is_after_sync" BOOLEAN NOT NULL,
  "schedule" TEXT,
  "timezone" TEXT NOT NULL DEFAULT 'UTC',
  "performed_by" TEXT,
  "enabled" BOOLEAN NOT NULL DEFAULT true,
  "due_at" TIMESTAMPTZ(3),
  "lease_token" UUID,
  "lease_until" TIMESTAMPTZ(3),
  "failures" SMALLINT NOT NULL DEFAULT 0,
  "retry_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "derivations_pkey" PRIMARY KEY ("organization_id", "key")
);

CREATE TYPE "derivation_execution_status" AS ENUM ('running', 'succeeded', 'failed');

CREATE TABLE "derivation_executions" (
  "id" UUID NOT NULL,
  "organization_id" UUID NOT NULL,
  "key" TEXT NOT NULL,
  "connection_id" UUID NOT NULL,
  "status" "derivation_execution_status" NOT NULL DEFAULT 'running',
  "change_seq_from" INTEGER NOT NULL,
  "change_seq_to" INTEGER NOT NULL,
  "clients" INTEGER NOT NULL DEFAULT 0,
  "rows" INTEGER NOT NULL DEFAULT 0,
  "code" TEXT,
  "message" TEXT,
  "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "derivation_executions_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "derivation_executions_organization_id_key_fkey"
    FOREIGN KEY ("organization_id", "key") REFERENCES "derivations" ("organization_id", "key") ON DELETE CASCADE
);
CREATE INDEX "derivation_executions_by_derivation" ON "derivation_executions" ("organization_id", "key", "started_at" DESC);
CREATE INDEX "derivation_executions_by_age" ON "derivation_executions" ("started_at");

-- What a derivation puts out for one connection. Rows are versions, as in the families: a row is in version V when
-- from_version <= V and (to_version is null or to_version > V), and readers see the version of the output, which moves in
-- one commit. In the schema of the book: no Prisma model describes them.
CREATE TABLE "book"."derived_outputs" (
  "connection_id" UUID NOT NULL,
  "derivation_key" TEXT NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 0,
  "seq" INTEGER NOT NULL DEFAULT 0,
  "rows" INTEGER NOT NULL DEFAULT 0,
  "computed_at" TIMESTAMPTZ(3),
  CONSTRAINT "derived_outputs_pkey" PRIMARY KEY ("connection_id", "derivation_key"),
  CONSTRAINT "derived_outputs_connection_id_fkey"
    FOREIGN KEY ("connection_id") REFERENCES "record_connections" ("id") ON DELETE CASCADE
);

CREATE TABLE "book"."derived_rows" (
  "connection_id" UUID NOT NULL,
  "derivation_key" TEXT NOT NULL,
  "row_key" TEXT COLLATE "C" NOT NULL,
  "from_version" INTEGER NOT NULL,
  "to_version" INTEGER,
  -- Empty: the row is about no single client.
  "client_key" TEXT COLLATE "C" NOT NULL,
  "body" TEXT NOT NULL,
  "computed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "derived_rows_pkey" PRIMARY KEY ("connection_id", "derivation_key", "row_key", "from_version"),
  CONSTRAINT "derived_rows_versions_follow" CHECK ("to_version" > "from_version"),
  CONSTRAINT "derived_rows_connection_id_fkey"
    FOREIGN KEY ("connection_id") REFERENCES "record_connections" ("id") ON DELETE CASCADE
);
CREATE INDEX "derived_rows_of_client" ON "book"."derived_rows" ("connection_id", "client_key", "derivation_key");
CREATE INDEX "derived_rows_begun" ON "book"."derived_rows" ("connection_id", "derivation_key", "from_version");
CREATE INDEX "derived_rows_ended" ON "book"."derived_rows" ("connection_id", "derivation_key", "to_version")
  WHERE "to_version" IS NOT NULL;
