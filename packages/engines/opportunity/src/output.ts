import { evidenceSchema, findingSchema, outputEnvelopeSchema } from "@service/engine-kit";
import {
  type JsonObject,
  type JsonSchema,
  anySchema,
  closed,
  countSchema,
  dateSchema,
  enumSchema,
  instantSchema,
  listOf,
  moneySchema,
  namesOf,
  nullable,
  openEnumSchema,
  ratioSchema,
  scoreSchema,
  shapeOf,
  textSchema,
  type Written,
} from "@service/json";
import { sensitive } from "@service/privacy";
import { type OpportunityKind, opportunityKinds, opportunityStatuses } from "./codes.ts";
import { readConfiguration } from "./configuration.ts";
import { kindsOf } from "./settings.ts";

/** `{output}` of a release (TYPE-103). */
export function responseSchema(effective: JsonObject): JsonSchema {
  return closed({ output: outputSchema(kindsOf(readConfiguration(effective))) }, ["output"]);
}

export type OpportunityOutput = Written<ReturnType<typeof outputSchema>>;
export type Opportunity = Written<ReturnType<typeof opportunitySchema>>;
export type PeerTable = Written<ReturnType<typeof peerTableSchema>>;
/** Opportunities or accounts left out, with the reason. */
export type Skipped = Written<ReturnType<typeof skippedSchema>>;

function outputSchema(kinds: readonly OpportunityKind[]) {
  return outputEnvelopeSchema({
    engineType: "opportunity",
    summary: summarySchema(kinds),
    properties: {
      // Listed ones first, then those of the previous run that are resolved.
      opportunities: listOf(opportunitySchema(), 4000),
      peer_tables: listOf(peerTableSchema(), 100),
      skipped: listOf(skippedSchema(), 1000),
    },
    required: ["opportunities", "peer_tables", "skipped"],
    finding: findingSchema(),
  });
}

function summarySchema(kinds: readonly OpportunityKind[]) {
  return closed(
    {
      accounts_scanned: countSchema(),
      by_kind: countsByKindSchema(kinds),
      new: countSchema(),
      updated: countSchema(),
      unchanged: countSchema(),
      resolved: countSchema(),
      expected_revenue: commission(),
    },
    ["accounts_scanned", "by_kind", "new", "updated", "unchanged", "resolved", "expected_revenue"],
  );
}

/** Of the kinds that a release can find only, so that a removed kind shows as a schema change (OPP-18, TYPE-104). */
function countsByKindSchema(kinds: readonly OpportunityKind[]) {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, countSchema()]));
  return shapeOf<{ readonly [Kind in OpportunityKind]?: number }>(closed(counts, kinds));
}

/** The agency's earnings are hidden from readers denied commission. */
function commission() {
  return sensitive(moneySchema(), "commission");
}

/** OPP-75 without what the resource adds when it is read: `engine_id`, `run_id`, `annotation`. */
function opportunitySchema() {
  const required = {
    opportunity_id: textSchema(64),
    kind: openEnumSchema(opportunityKinds),
    status: openEnumSchema(opportunityStatuses),
    client_key: textSchema(128),
    account_name: textSchema(200),
    title: textSchema(160),
    because: listOf(textSchema(300), 10),
    score: scoreSchema(),
    propensity: ratioSchema(),
    urgency: ratioSchema(),
    // Null where it is not known (OPP-54).
    est_premium: nullable(moneySchema()),
    est_revenue: sensitive(nullable(moneySchema()), "commission"),
    expected_value: sensitive(nullable(moneySchema()), "commission"),
    producer_seat: nullable(textSchema(128)),
    office_key: nullable(textSchema(128)),
    rule_key: textSchema(200),
    talking_points: listOf(textSchema(500), 10),
    evidence: listOf(evidenceSchema(), 4),
    suggested_commands: listOf(suggestedCommandSchema(), 3),
    first_seen_at: instantSchema(),
    last_seen_at: instantSchema(),
    change: enumSchema(["new", "updated", "unchanged", "resolved"]),
  };
  return closed(
    {
      ...required,
      policy_key: textSchema(128),
      line: textSchema(128),
      carrier_key: textSchema(128),
      carrier_name: textSchema(200),
      due_on: dateSchema(),
      next_expiration: dateSchema(),
    },
    namesOf(required),
  );
}

/** A ledger command; the ledger checks what it holds. */
function suggestedCommandSchema() {
  const held = shapeOf<JsonObject>(anySchema());
  return closed({ type: textSchema(60), entity: held, payload: held }, ["type", "entity", "payload"]);
}

function peerTableSchema() {
  const line = closed(
    { line: textSchema(128), holders: countSchema(), penetration: ratioSchema(), median_premium: moneySchema() },
    ["line", "holders", "penetration"],
  );
  return closed(
    {
      group_key: textSchema(200),
      level: openEnumSchema(["book", "segment", "naics", "size"]),
      label: textSchema(200),
      accounts: shapeOf<number>({ type: "integer", minimum: 8 }),
      lines: listOf(line, 50),
    },
    ["group_key", "level", "label", "accounts", "lines"],
  );
}

function skippedSchema() {
  return closed(
    {
      reason: openEnumSchema(["not_readable", "dismissed", "open_task", "per_account_cap", "max_results"]),
      client_key: nullable(textSchema(128)),
      count: countSchema(),
    },
    ["reason", "client_key", "count"],
  );
}
