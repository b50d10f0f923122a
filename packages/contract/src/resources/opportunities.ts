import * as z from "zod";
import { limits } from "../limits.ts";
import { anyUuid, day, JsonObject, text, Timestamp } from "./shapes.ts";

/** The kinds of opportunities, in the order in which counts by kind list them. */
export const opportunityKinds = [
  "coverage_gap",
  "cross_sell",
  "limit_adequacy",
  "renewal_risk",
  "renewal_prep",
  "remarket",
  "win_back",
  "billing_risk",
  "claim_followup",
  "data_quality",
] as const;
export type OpportunityKind = (typeof opportunityKinds)[number];

export const opportunityStatuses = ["open", "in_progress", "won", "lost", "dismissed", "resolved", "expired"] as const;
export type OpportunityStatus = (typeof opportunityStatuses)[number];

export const opportunityChanges = ["new", "updated", "unchanged", "resolved"] as const;

/** Statuses that a person gives; the others follow from runs and dates. */
export const annotationStatuses = ["open", "in_progress", "won", "lost", "dismissed"] as const;

export const annotationReasons = [
  "already_covered",
  "client_declined",
  "not_eligible",
  "bad_data",
  "duplicate",
  "timing",
  "other",
] as const;

const Key = (example: string) => z.string().meta({ examples: [example] });
const Words = (example: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example] });

/** A day, or what a mask leaves of it. */
const MaskedDay = (example: string) =>
  z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        "A date (`2027-01-05`); its year alone (`2027`) under a field policy that masks it so, null where nothing is shown.",
      examples: [example],
    });

/** What a person says of an opportunity. */
export const OpportunityAnnotationRequest = z
  .strictObject({
    status: z.enum(annotationStatuses),
    assignee_seat: text(1, 128)
      .nullable()
      .optional()
      .meta({ examples: ["seat-7"] }),
    follow_up_on: day()
      .nullable()
      .optional()
      .meta({
        description: "Today or later. A dismissed opportunity stays away until this day, otherwise for 180 days.",
        examples: ["2027-01-15"],
      }),
    reason_code: z.enum(annotationReasons).nullable().optional(),
    note: text(0, limits.opportunityNoteCharsMax)
      .nullable()
      .optional()
      .meta({ examples: ["The owner asks for a call in January."] }),
  })
  .meta({ id: "OpportunityAnnotationRequest" });

export const OpportunityAnnotation = z
  .object({
    status: z.enum(annotationStatuses),
    assignee_seat: z
      .string()
      .nullable()
      .meta({ examples: ["seat-7"] }),
    follow_up_on: z.iso
      .date()
      .nullable()
      .meta({ examples: ["2027-01-15"] }),
    reason_code: z.enum(annotationReasons).nullable(),
    note: Words("The owner asks for a call in January."),
    revision: z.int().min(1).meta({ description: "Send it in `If-Match`, in quotes, to change or delete." }),
    updated_by: z.string().meta({
      description: "The acting person, otherwise the key.",
      examples: ["pat.moreno"],
    }),
    updated_at: Timestamp,
  })
  .meta({ id: "OpportunityAnnotation" });

/** One opportunity as it stands now. Values that the reader's field policy denies are null, those that it masks are what the mask leaves. */
export const Opportunity = z
  .object({
    opportunity_id: z.uuid(),
    engine_id: z.uuid(),
    run_id: z.uuid().nullable().meta({ description: "The run that wrote it last; null once that run is removed." }),
    kind: z.enum(opportunityKinds),
    status: z.enum(opportunityStatuses),
    client_key: Key("c_k3v5n2q7x4m6p8r2t4w6"),
    account_name: Words("Blue Harbor Cafe"),
    policy_key: Words("p_k3v5n2q7x4m6p8r2t4w6").optional(),
    line: Words("cyber").optional(),
    carrier_key: Words("k_meridian").optional(),
    carrier_name: Words("Meridian Mutual")
      .optional()
      .meta({ description: "Of the policy, where it is known.", examples: ["Meridian Mutual"] }),
    title: Words("Blue Harbor Cafe holds no cyber policy"),
    because: z
      .array(Words("33 of 61 similar firms hold cyber."))
      .nullable()
      .meta({ examples: [["33 of 61 similar firms hold cyber."]] }),
    score: z.number().nullable(),
    propensity: z.number().nullable(),
    urgency: z.number().nullable(),
    est_premium: z.number().nullable(),
    est_revenue: z.number().nullable().meta({ description: "Commission." }),
    expected_value: z.number().nullable(),
    due_on: MaskedDay("2027-01-05"),
    next_expiration: MaskedDay("2027-03-01"),
    producer_seat: z
      .string()
      .nullable()
      .meta({ examples: ["seat-7"] }),
    office_key: z
      .string()
      .nullable()
      .meta({ examples: ["office-1"] }),
    rule_key: Words("cross_sell"),
    talking_points: z
      .array(Words("Defense cost alone is material for a small employer."))
      .nullable()
      .meta({ examples: [[]] }),
    evidence: z
      .array(JsonObject)
      .nullable()
      .meta({ examples: [[]] }),
    suggested_commands: z
      .array(JsonObject.nullable())
      .nullable()
      .meta({ description: "Ready ledger commands without their idempotency key.", examples: [[]] }),
    first_seen_at: Timestamp,
    last_seen_at: Timestamp,
    change: z.enum(opportunityChanges).meta({ description: "Against what stood before the run." }),
    annotation: OpportunityAnnotation.optional(),
  })
  .meta({ id: "Opportunity" });

const Tally = z.object({
  count: z.int(),
  expected_value: z
    .number()
    .nullable()
    .meta({ description: "Null for a reader who is denied commission.", examples: [1250.5] }),
});

/** One tally for each name; every name is there. */
function tallies<Name extends string>(names: readonly Name[]) {
  const each = { count: 4, expected_value: 1250.5 };
  const example: unknown = Object.fromEntries(names.map((name) => [name, each]));
  return z.record(z.enum(names), Tally).meta({ examples: [example] });
}

/** Counts and expected value of the opportunities that the filters select. */
export const OpportunitySummary = z
  .object({
    by_kind: tallies(opportunityKinds),
    by_status: tallies(opportunityStatuses),
    by_producer: z
      .record(z.string(), Tally)
      .meta({ description: "By `producer_seat`; those without one under an empty name.", examples: [{}] }),
    totals: Tally,
  })
  .meta({ id: "OpportunitySummary" });

/** The newest run whose result the opportunities show. */
export const OpportunityProjection = z
  .object({
    run_id: z.uuid(),
    completed_at: Timestamp,
    refreshed: z.boolean().meta({
      description: "The opportunities have changed since the first page of this chain: start again for one state.",
    }),
  })
  .nullable()
  .meta({ id: "OpportunityProjection", description: "Null before the first run." });

/** What a run of opportunities scans; without any member the whole book. */
export const OpportunityRunRequest = z
  .strictObject({
    connection_id: anyUuid()
      .optional()
      .meta({ description: "Needed where the organization has several active connections." }),
    client_keys: z
      .array(text(1, 128))
      .min(1)
      .max(limits.opportunityRunClientsMax)
      .optional()
      .meta({ examples: [["c_k3v5n2q7x4m6p8r2t4w6"]] }),
    filter: z
      .strictObject({
        segment: z.enum(["commercial", "personal", "benefits"]).optional(),
        office_key: text(1, 128)
          .optional()
          .meta({ examples: ["office-1"] }),
        producer_seat: text(1, 128)
          .optional()
          .meta({ examples: ["seat-7"] }),
        lines: z
          .array(text(1, 128))
          .max(50)
          .optional()
          .meta({ examples: [["cyber"]] }),
      })
      .optional(),
    kinds: z.array(z.enum(opportunityKinds)).min(1).max(opportunityKinds.length).optional(),
    horizon_days: z.int().min(30).max(400).optional(),
    engine_version: z
      .string()
      .optional()
      .meta({ examples: ["1.x"] }),
    partition: z
      .strictObject({
        index: z
          .int()
          .min(0)
          .max(limits.opportunityPartsMax - 1),
        of: z.int().min(1).max(limits.opportunityPartsMax),
      })
      .refine(({ index, of }) => index < of, { message: "must be less than `of`", path: ["index"] })
      .optional()
      .meta({
        description: "One part of a book of more than 25,000 accounts: clients by the hash of their key.",
        examples: [{ index: 0, of: 4 }],
      }),
  })
  .meta({ id: "OpportunityRunRequest" });
