import type { CaseAssertion, EvaluationCase } from "@service/engine-kit";
import type { JsonObject } from "@service/json";
import { sampleInput, sampleSubmission, withoutMembers } from "./sample-inputs.ts";

/** The five cases with which the preset passes its gate (GATE-4). They carry their data, so no dataset is needed. */
export function builtInCases(): EvaluationCase[] {
  return [mixedQueue(), clearance(), scarceCapacity(), withoutOfferings(), withoutFacts()];
}

const usable: CaseAssertion = { path: "/status", op: "in", value: ["completed", "degraded"] };

function mixedQueue(): EvaluationCase {
  return {
    case_key: "mixed_queue",
    label: "A ready submission, a large one, an incomplete one and a service request",
    tags: ["priority", "readiness"],
    input: sampleInput([
      sampleSubmission("ready"),
      sampleSubmission("large", {
        premium_estimate: 250_000,
        effective_on: "2026-09-01",
        producer: { key: "prod-2", name: "Harbor Agency", tier: 4 },
      }),
      withoutMembers(sampleSubmission("incomplete", { risk: {}, insured: { name: "Incomplete Bakery" } }), [
        "documents",
      ]),
      withoutMembers(sampleSubmission("certificate", { kind: "service" }), ["premium_estimate", "effective_on"]),
    ]),
    expect: [
      usable,
      { path: "/output/summary/received", op: "eq", value: 4 },
      { path: "/output/summary/duplicates", op: "eq", value: 0 },
      { path: "/output/summary/value_in_queue", op: "eq", value: 346_000 },
      { path: "/output/summary/value_unknown", op: "eq", value: 1 },
      { path: "/output/queue/ready/scores/priority", op: "exists" },
      { path: "/output/queue/ready/route_key", op: "exists" },
      { path: "/output/queue/large/route_key", op: "exists" },
      { path: "/output/queue/incomplete", op: "exists" },
      { path: "/output/queue/certificate", op: "exists" },
    ],
  };
}

function clearance(): EvaluationCase {
  const insured = (fein: string | undefined, name: string): JsonObject => ({
    name,
    ...(fein === undefined ? {} : { fein }),
    address: { line1: "12 Orchard Avenue", city: "Toledo", state: "OH", zip: "43604" },
    phone: "(419) 555-0142",
  });
  return {
    case_key: "clearance",
    label: "A copy, the same account from another producer, a neighbour, and one already at the desk",
    tags: ["clearance"],
    input: sampleInput(
      [
        sampleSubmission("first", { insured: insured("31-4159265", "Quarry Lane Millwork LLC") }),
        sampleSubmission("copy", {
          insured: insured("314159265", "Quarry Lane Millwork"),
          received_at: "2026-03-02T08:30:00Z",
        }),
        sampleSubmission("rival", {
          insured: insured("31-4159265", "Quarry Lane Millwork"),
          producer: { key: "prod-9", name: "Other Agency", tier: 3 },
          received_at: "2026-03-02T08:40:00Z",
        }),
        sampleSubmission("neighbour", {
          insured: insured("27-1828182", "Redwood Stairs"),
          received_at: "2026-03-02T08:50:00Z",
        }),
        sampleSubmission("again", {
          insured: { name: "Pine Hollow Kennels", fein: "16-1803398" },
          received_at: "2026-03-02T08:55:00Z",
        }),
      ],
      {
        known: [
          {
            submission_key: "old-7",
            insured: { name: "Pine Hollow Kennels Inc", fein: "161803398" },
            producer_key: "prod-1",
            lines: ["general_liability"],
            effective_on: "2026-03-01",
            status: "quoted",
          },
        ],
      },
    ),
    expect: [
      usable,
      { path: "/output/summary/received", op: "eq", value: 5 },
      { path: "/output/queue/copy/duplicate_of", op: "contains", value: "first" },
      { path: "/output/queue/again/duplicate_of", op: "contains", value: "old-7" },
      { path: "/output/queue/copy/action", op: "eq", value: "hold_duplicate" },
      { path: "/output/queue/rival/action", op: "eq", value: "clearance" },
      { path: "/output/queue/neighbour/action", op: "ne", value: "hold_duplicate" },
      { path: "/output/findings", op: "contains", value: { rule_key: "clearance_conflict", submission_key: "rival" } },
    ],
  };
}

function scarceCapacity(): EvaluationCase {
  return {
    case_key: "scarce_capacity",
    label: "One senior with one free place, a colleague without licence for the state",
    tags: ["routing"],
    input: sampleInput(
      [
        sampleSubmission("a-large", { premium_estimate: 300_000 }),
        sampleSubmission("b-large", { premium_estimate: 200_000, effective_on: "2026-03-20" }),
        sampleSubmission("c-small", { premium_estimate: 9000 }),
      ],
      {
        assignees: [
          { seat_key: "sam", capacity: 5, load: 4, tags: ["senior"], states: ["OH"], lines: ["general_liability"] },
          { seat_key: "kim", capacity: 10, load: 2, authority_premium: 50_000 },
          { seat_key: "lee", capacity: 50, load: 0, states: ["CA"] },
        ],
      },
    ),
    expect: [
      usable,
      { path: "/output/summary/received", op: "eq", value: 3 },
      { path: "/output/summary/unassigned", op: "gte", value: 1 },
      { path: "/output/queue/a-large/assignee", op: "ne", value: "kim" },
      { path: "/output/queue/b-large/assignee", op: "ne", value: "kim" },
      { path: "/output/queue/a-large/assignee", op: "ne", value: "lee" },
      { path: "/output/queue/c-small/assignee", op: "ne", value: "lee" },
    ],
  };
}

function withoutOfferings(): EvaluationCase {
  return {
    case_key: "without_offerings",
    label: "The offerings are not loaded: order and route stand, fit is not assessed",
    tags: ["degraded"],
    input: withoutMembers(sampleInput([sampleSubmission("one"), sampleSubmission("two", { premium_estimate: 3000 })]), [
      "offerings_dataset",
    ]),
    expect: [
      usable,
      { path: "/output/summary/received", op: "eq", value: 2 },
      { path: "/output/queue", op: "count_gte", value: 2 },
      { path: "/output/queue/one", op: "rank_lte", value: 1 },
    ],
  };
}

function withoutFacts(): EvaluationCase {
  const bare = withoutMembers(
    sampleSubmission("bare", { producer: { key: "prod-3", name: "Unknown Agency" }, risk: {} }),
    ["premium_estimate", "effective_on", "documents"],
  );
  return {
    case_key: "nothing_known",
    label: "A single submission that states nothing: ranked by its age, and asked for what is missing",
    tags: ["priority", "readiness"],
    input: sampleInput([bare]),
    expect: [
      { path: "/status", op: "eq", value: "completed" },
      { path: "/output/queue/0/submission_key", op: "exists" },
      { path: "/output/summary/value_in_queue", op: "eq", value: null },
      { path: "/output/summary/value_unknown", op: "eq", value: 1 },
    ],
  };
}
