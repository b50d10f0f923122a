import { dateSchema, signedMoneySchema, textSchema } from "@service/json";
import { family } from "../family.ts";
import { field } from "../field.ts";
import { lineSchema } from "../lines.ts";
import { clientKey, policyKey } from "../shared-fields.ts";

export const claims = family("claims", {
  plane: "claims",
  owner: "row of a client",
  keyName: "claim_key",
  keyPrefix: "cl_",
  fields: {
    client_key: clientKey(),
    policy_key: policyKey(),
    claim_number: field(textSchema(60)),
    line: field(lineSchema()),
    occurred_on: field(dateSchema()),
    reported_on: field(dateSchema()),
    status: field(textSchema(30)),
    cause: field(textSchema(200)),
    description: field(textSchema(2000)),
    paid: field(signedMoneySchema()),
    reserved: field(signedMoneySchema()),
    incurred: field(signedMoneySchema()),
    adjuster: field(textSchema(200)),
    valued_on: field(dateSchema()),
  },
  filters: {
    status: { test: "equals", fields: ["status"], leads: ["occurred_on"] },
    line: { test: "equals", fields: ["line"] },
    occurred_from: { test: "from", fields: ["occurred_on"] },
    occurred_to: { test: "to", fields: ["occurred_on"] },
  },
  sorts: ["occurred_on"],
});
