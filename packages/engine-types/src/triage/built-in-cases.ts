import type { EvaluationCase } from "../engine-type.ts";
import type { JsonObject } from "../json.ts";
import { sampleInput, sampleSubmission, withoutMembers } from "./sample-inputs.ts";

/** The five cases with which the preset passes its gate (domain.md B). They carry their data, so no dataset is needed. */
export function builtInCases(): EvaluationCase[] {
  return [mixedQueue(), clearance(), scarceCapacity(), withoutOfferings(), nothingKnown()];
}

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
      { path: "/status", op: "eq", value: "completed" },
      { path: "/output/queue/0/submission_key", op: "eq", value: "ready" },
      { path: "/output/queue/0/action", op: "eq", value: "work_now" },
      { path: "/output/queue/0/scores/priority", op: "eq", value: 78.5 },
      { path: "/output/summary/by_action/specialist", op: "eq", value: 1 },
      { path: "/output/summary/by_action/chase_info", op: "eq", value: 1 },
      { path: "/output/summary/by_route/large", op: "eq", value: 1 },
      { path: "/output/summary/received", op: "eq", value: 4 },
      { path: "/output/findings", op: "contains", value: { rule_key: "missing_items", submission_key: "incomplete" } },
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
      { path: "/status", op: "eq", value: "completed" },
      { path: "/output/summary/duplicates", op: "eq", value: 3 },
      { path: "/output/summary/by_action/hold_duplicate", op: "eq", value: 2 },
      { path: "/output/summary/by_action/clearance", op: "eq", value: 1 },
      { path: "/output/findings/0/rule_key", op: "eq", value: "clearance_conflict" },
      { path: "/output/findings/0/submission_key", op: "eq", value: "rival" },
      { path: "/output/summary/value_in_queue", op: "eq", value: 144_000 },
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
      { path: "/status", op: "eq", value: "completed" },
      { path: "/output/queue/0/assignee", op: "eq", value: "sam" },
      { path: "/output/queue/1/route_key", op: "eq", value: "default" },
      { path: "/output/queue/1/assignee", op: "absent" },
      { path: "/output/queue/2/assignee", op: "eq", value: "kim" },
      { path: "/output/summary/unassigned", op: "eq", value: 1 },
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
      { path: "/status", op: "eq", value: "degraded" },
      { path: "/output/queue", op: "count_gte", value: 2 },
      { path: "/output/queue/0/submission_key", op: "eq", value: "one" },
      { path: "/output/queue/0/scores/fit", op: "absent" },
    ],
  };
}

function nothingKnown(): EvaluationCase {
  const bare = withoutMembers(
    sampleSubmission("bare", { producer: { key: "prod-3", name: "Unknown Agency" }, risk: {} }),
    ["premium_estimate", "effective_on", "documents"],
  );
  return {
    case_key: "nothing_known",
    label: "A single submission by which nothing can be ranked",
    tags: ["failed"],
    input: sampleInput([bare]),
    expect: [
      { path: "/status", op: "eq", value: "failed" },
      { path: "/code", op: "eq", value: "none_scorable" },
    ],
  };
}
