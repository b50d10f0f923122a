import { dateSchema, enumSchema, listOf, signedMoneySchema, textSchema } from "@service/json";
import { family } from "../family.ts";
import { field } from "../field.ts";
import { lineSchema } from "../lines.ts";
import { clientKey, policyKey, rowKey } from "../shared-fields.ts";

/** What all steps of a placement have. */
const placed = {
  client_key: clientKey(),
  policy_key: policyKey(),
  lines: field(listOf(lineSchema(), 20)),
  target_on: field(dateSchema()),
  market: field(textSchema(200)),
  carrier_key: rowKey("carriers"),
  premium: field(signedMoneySchema()),
};

/** An application sent to a market. */
export const submissions = family("submissions", {
  plane: "placement",
  owner: "row of a client",
  keyName: "submission_key",
  keyPrefix: "su_",
  fields: {
    ...placed,
    stage: field(textSchema(60)),
    submitted_on: field(dateSchema()),
    effective_on: field(dateSchema()),
    decline_reason: field(textSchema(500)),
    lost_reason: field(textSchema(500)),
  },
  sorts: ["target_on"],
});

/** A market's answer. */
export const quotes = family("quotes", {
  plane: "placement",
  owner: "row of a client",
  keyName: "quote_key",
  keyPrefix: "q_",
  fields: {
    ...placed,
    stage: field(textSchema(60)),
    quoted_on: field(dateSchema()),
    expires_on: field(dateSchema()),
    decline_reason: field(textSchema(500)),
    lost_reason: field(textSchema(500)),
  },
  sorts: ["target_on"],
});

/** The work on a policy that is about to expire. */
export const renewals = family("renewals", {
  plane: "placement",
  owner: "row of a client",
  keyName: "renewal_key",
  keyPrefix: "r_",
  fields: {
    ...placed,
    stage: field(enumSchema(["identified", "outreach", "in_review", "quoted", "completed", "lost"])),
    expires_on: field(dateSchema()),
    lost_reason: field(textSchema(500)),
  },
  sorts: ["expires_on", "target_on"],
  defaultSort: { field: "expires_on", direction: "asc" },
});
