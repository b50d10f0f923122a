import { countSchema, dateSchema, instantSchema, textSchema } from "@service/json";
import { family } from "../family.ts";
import { field } from "../field.ts";
import { clientKey, policyKey, rowKey, seatKey } from "../shared-fields.ts";

/** What was done for a client. */
export const activities = family("activities", {
  plane: "servicing",
  owner: "row of a client",
  keyName: "activity_key",
  keyPrefix: "ac_",
  fields: {
    client_key: clientKey(),
    policy_key: policyKey(),
    code: field(textSchema(60)),
    subject: field(textSchema(300)),
    body: field(textSchema(4000), { sensitivity: "internal" }),
    channel: field(textSchema(30)),
    direction: field(textSchema(30)),
    occurred_at: field(instantSchema()),
    due_on: field(dateSchema()),
    closed_at: field(instantSchema()),
    seat_key: seatKey(),
  },
  filters: {
    code: { test: "equals", fields: ["code"] },
    seat_key: { test: "equals", fields: ["seat_key"] },
    open: { test: "isEmpty", fields: ["closed_at"] },
  },
  sorts: ["occurred_at"],
  defaultSort: { field: "occurred_at", direction: "desc" },
});

/** Papers about a client, by what the system of record knows of them. */
export const documents = family("documents", {
  plane: "servicing",
  owner: "row of a client",
  keyName: "document_key",
  keyPrefix: "d_",
  fields: {
    client_key: clientKey(),
    policy_key: policyKey(),
    claim_key: rowKey("claims"),
    title: field(textSchema(300)),
    kind: field(textSchema(64)),
    mime: field(textSchema(128)),
    bytes: field(countSchema()),
    dated_on: field(dateSchema()),
    received_at: field(instantSchema()),
    source_blob_ref: field(textSchema(256)),
  },
  sorts: ["dated_on"],
});
