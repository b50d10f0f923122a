import { type AccountSummary, carriersOfPolicies } from "@service/domain/records";
import type { Json } from "@service/json";
import * as z from "zod";
import type { AccountWork } from "./work-of-accounts.ts";

const Day = z.string().meta({ examples: ["2027-01-01"] });

/** What is held of a client, and what happened to it (REC-45). */
export const Summary = z
  .object({
    lines_held: z
      .array(z.string().meta({ examples: ["general_liability"] }))
      .nullable()
      .meta({ description: "Lines of the policies in force." }),
    premium_by_line: z
      .record(z.string(), z.number())
      .nullable()
      .meta({ examples: [{ general_liability: 8400 }] }),
    next_expirations: z
      .array(
        z.object({
          policy_key: z.string().meta({ examples: ["p_k3v5n2q7x4m6p8r2t4w6"] }),
          policy_number: z
            .string()
            .nullable()
            .meta({ examples: ["BHC-204711"] }),
          line: z
            .string()
            .nullable()
            .meta({ examples: ["general_liability"] }),
          carrier_name: z
            .string()
            .optional()
            .meta({ description: "Where it is known.", examples: ["Meridian Mutual"] }),
          expires_on: Day,
          premium: z.number().nullable(),
        }),
      )
      .nullable()
      .meta({
        examples: [
          [
            {
              policy_key: "p_k3v5n2q7x4m6p8r2t4w6",
              policy_number: "BHC-204711",
              line: "general_liability",
              carrier_name: "Meridian Mutual",
              expires_on: "2027-01-01",
              premium: 8400,
            },
          ],
        ],
      }),
    loss_facts: z.object({
      claims: z.int(),
      open_claims: z.int().nullable(),
      paid: z.number().nullable(),
      reserved: z.number().nullable(),
      incurred: z.number().nullable(),
      last_occurred_on: Day.nullable(),
    }),
    open_tasks: z.int(),
    last_touch: z
      .object({
        at: z.string().meta({ examples: ["2026-11-21T09:00:00Z"] }),
        activity_key: z
          .string()
          .nullable()
          .meta({ description: "Null for a contact of the ledger.", examples: ["ac_k3v5n2q7x4m6p8r2t4w6"] }),
        command_id: z.uuid().optional().meta({ description: "The command of the ledger that logged the contact." }),
        subject: z
          .string()
          .nullable()
          .meta({ examples: ["Renewal call"] }),
      })
      .nullable(),
    open_opportunities: z.int(),
  })
  .meta({ id: "AccountSummary" });

/**
 * A summary on the wire.
 * @param work what is to be done for the client.
 * @param carriers names of carriers by policy key.
 */
export function presentSummary(
  summary: AccountSummary,
  work: AccountWork | undefined,
  carriers: ReadonlyMap<string, string>,
): { [name: string]: Json } {
  const { linesHeld, premiumByLine, nextExpirations, lossFacts, lastTouch } = summary;
  return {
    lines_held: linesHeld === null ? null : [...linesHeld],
    premium_by_line: premiumByLine === null ? null : { ...premiumByLine },
    next_expirations:
      nextExpirations === null
        ? null
        : nextExpirations.map((one) => {
            const carrier = carriers.get(one.policyKey);
            return {
              policy_key: one.policyKey,
              policy_number: one.policyNumber,
              line: one.line,
              ...(carrier !== undefined && { carrier_name: carrier }),
              expires_on: one.expiresOn,
              premium: one.premium,
            };
          }),
    loss_facts: {
      claims: lossFacts.claims,
      open_claims: lossFacts.openClaims,
      paid: lossFacts.paid,
      reserved: lossFacts.reserved,
      incurred: lossFacts.incurred,
      last_occurred_on: lossFacts.lastOccurredOn,
    },
    open_tasks: work?.openTasks ?? 0,
    last_touch: lastTouchOf(lastTouch, work?.lastTouch),
    open_opportunities: work?.openOpportunities ?? 0,
  };
}

/** The later of an activity of the book and a contact of the ledger. */
function lastTouchOf(activity: AccountSummary["lastTouch"], contact: AccountWork["lastTouch"]): Json {
  if (contact !== undefined && (activity === null || new Date(contact.at) >= new Date(activity.at)))
    return { at: contact.at, activity_key: null, command_id: contact.commandId, subject: contact.summary };
  return activity === null ? null : { at: activity.at, activity_key: activity.activityKey, subject: activity.subject };
}

/** The carriers of what expires next in summaries, as the viewer sees them now (REC-139). */
export function carriersOfSummaries(
  deps: Parameters<typeof carriersOfPolicies>[0],
  read: Parameters<typeof carriersOfPolicies>[1],
  summaries: Iterable<AccountSummary>,
): Promise<ReadonlyMap<string, string>> {
  const keys = [...summaries].flatMap(
    ({ nextExpirations }) => nextExpirations?.map(({ policyKey }) => policyKey) ?? [],
  );
  return carriersOfPolicies(deps, read, keys);
}
