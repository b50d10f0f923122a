import type { JsonObject } from "@service/json";

/** Inputs that built-in cases and tests share. Names and numbers are invented. */
const sampleAsOf = "2026-03-02T09:00:00Z";

/** A complete submission that is due in nine days, of a tier 1 producer who binds 35 % (TRI-47). */
export function sampleSubmission(key: string, changes: JsonObject = {}): JsonObject {
  return {
    submission_key: key,
    received_at: "2026-03-02T08:00:00Z",
    channel: "email",
    producer: { key: "prod-1", name: "Northwind Agency", tier: 1, bind_rate: 0.35 },
    insured: {
      name: `${key} Cabinet Works`,
      address: { line1: `${key} Mill Street`, city: "Dayton", state: "OH", zip: "45402" },
    },
    kind: "new",
    lines: ["general_liability"],
    effective_on: "2026-03-11",
    premium_estimate: 48_000,
    risk: { naics: "337110", revenue: 2_400_000, primary_state: "OH" },
    documents: [{ kind: "application" }, { kind: "loss_runs", dated_on: "2026-02-10" }],
    ...changes,
  };
}

/** The same without the members named. */
export function withoutMembers(submission: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(submission).filter(([name]) => !names.includes(name)));
}

export function sampleInput(submissions: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return { as_of: sampleAsOf, queue_key: "intake", submissions, offerings_dataset: false, ...more };
}
