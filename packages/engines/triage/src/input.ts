import { lineSchema, lossHistorySchema, boundRiskFactsSchema, submissionStampSchema } from "@service/engine-kit";
import {
  type JsonObject,
  type JsonSchema,
  booleanSchema,
  closed,
  countSchema,
  dateSchema,
  enumSchema,
  instantSchema,
  integerSchema,
  keySchema,
  listOf,
  moneySchema,
  ratioSchema,
  stateSchema,
  textSchema,
  type Written,
} from "@service/json";
import { sensitive } from "@service/privacy";
import { documentKinds, submissionKinds } from "./codes.ts";

export const submissionsMax = 500;
const assigneesMax = 200;
const existingMax = 5000;

/** JSON Schema of `{input}`, closed (TRI-1, TYPE-103). */
export function requestSchema(effective: JsonObject): JsonSchema {
  return closed({ input: inputSchema(effective) }, ["input"]);
}

/** The closed schema of `input`. */
export function inputSchema(effective: JsonObject) {
  return closed(
    {
      as_of: instantSchema(),
      queue_key: keySchema(),
      submissions: listOf(submissionSchema(effective), submissionsMax, 1),
      assignees: listOf(assigneeSchema(), assigneesMax),
      known: listOf(existingSchema(), existingMax),
      offerings_dataset: booleanSchema(),
      submission_stamp: submissionStampSchema(),
    },
    ["queue_key", "submissions"],
  );
}

export type WrittenInput = Written<ReturnType<typeof inputSchema>>;
export type WrittenSubmission = WrittenInput["submissions"][number];
export type WrittenInsured = WrittenSubmission["insured"];
export type WrittenAssignee = Written<ReturnType<typeof assigneeSchema>>;
export type WrittenExisting = Written<ReturnType<typeof existingSchema>>;

/** Value of the business: the estimate, else the incumbent's premium. */
export function premiumOf({ premium_estimate: estimate, incumbent }: WrittenSubmission): number | undefined {
  return estimate ?? incumbent?.premium;
}

/** One submission, which is also what rules may name. */
export function submissionSchema(effective: JsonObject) {
  return closed(
    {
      submission_key: keySchema(),
      received_at: instantSchema(),
      channel: textSchema(64),
      producer: closed(
        {
          key: keySchema(),
          name: textSchema(200, 1),
          tier: integerSchema(1, 5),
          bind_rate: ratioSchema(),
        },
        ["key", "name"],
      ),
      insured: insuredSchema(),
      kind: enumSchema(submissionKinds),
      lines: listOf(lineSchema(), 10, 1),
      effective_on: dateSchema(),
      quote_needed_by: dateSchema(),
      premium_estimate: moneySchema(),
      risk: boundRiskFactsSchema(effective),
      loss_history: lossHistorySchema(),
      documents: listOf(closed({ kind: enumSchema(documentKinds), dated_on: dateSchema() }, ["kind"]), 60),
      incumbent: closed({ carrier_key: keySchema(), premium: moneySchema(), expires_on: dateSchema() }),
      assigned_to: keySchema(),
      client_key: keySchema(),
      flags: listOf(textSchema(64), 50),
    },
    ["submission_key", "received_at", "producer", "insured", "kind", "lines", "risk"],
  );
}

function insuredSchema() {
  return closed(
    {
      name: textSchema(200, 1),
      fein: sensitive(textSchema(20), "pii_identity"),
      address: closed({ line1: textSchema(200), city: textSchema(100), state: stateSchema(), zip: textSchema(12) }, [
        "line1",
        "city",
        "state",
        "zip",
      ]),
      phone: sensitive(textSchema(40), "pii_contact"),
      domain: textSchema(253),
    },
    ["name"],
  );
}

function assigneeSchema() {
  return closed(
    {
      seat_key: keySchema(),
      lines: listOf(lineSchema(), 33),
      states: listOf(stateSchema(), 60),
      authority_premium: moneySchema(),
      capacity: countSchema(1_000_000),
      load: countSchema(1_000_000),
      tags: listOf(textSchema(64), 50),
    },
    ["seat_key", "capacity", "load"],
  );
}

/** A submission the desk already has: `insured` as in a submission (TRI-5). */
function existingSchema() {
  return closed(
    {
      submission_key: keySchema(),
      insured: insuredSchema(),
      producer_key: keySchema(),
      lines: listOf(lineSchema(), 10, 1),
      effective_on: dateSchema(),
      status: textSchema(64, 1),
    },
    ["submission_key", "insured", "producer_key", "lines", "effective_on", "status"],
  );
}
