-- Rows of one status, or of one producer, stand together in the order in which they are listed: without these, a list of active
-- policies by expiry passes every policy that has expired.
CREATE INDEX "accounts_by_producer_seat_and_name" ON "book"."accounts" ("connection_id", "producer_seat", "name", "row_key")
  INCLUDE ("to_seq", "from_seq", "client_key", "next_expiration", "total_premium", "segment", "kind", "status", "office_key", "naics", "any_state");
CREATE INDEX "policies_by_status_and_expires_on" ON "book"."policies" ("connection_id", "status", "expires_on", "row_key")
  INCLUDE ("to_seq", "from_seq", "client_key", "effective_on", "premium", "any_line", "carrier_key");
CREATE INDEX "policies_by_status_and_effective_on" ON "book"."policies" ("connection_id", "status", "effective_on", "row_key")
  INCLUDE ("to_seq", "from_seq", "client_key", "expires_on", "premium", "any_line", "carrier_key");
CREATE INDEX "claims_by_status_and_occurred_on" ON "book"."claims" ("connection_id", "status", "occurred_on", "row_key")
  INCLUDE ("to_seq", "from_seq", "client_key", "policy_key", "line");
CREATE INDEX "invoices_by_status_and_due_on" ON "book"."invoices" ("connection_id", "status", "due_on", "row_key")
  INCLUDE ("to_seq", "from_seq", "client_key", "policy_key", "paid_on", "balance", "amount");
