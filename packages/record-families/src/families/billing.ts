import { dateSchema, integerSchema, signedMoneySchema, textSchema } from "@service/json";
import { family } from "../family.ts";
import { field } from "../field.ts";
import { clientKey, policyKey, rowKey } from "../shared-fields.ts";

export const invoices = family("invoices", {
  plane: "billing",
  owner: "row of a client",
  keyName: "invoice_key",
  keyPrefix: "i_",
  fields: {
    client_key: clientKey(),
    policy_key: policyKey(),
    number: field(textSchema(60)),
    amount: field(signedMoneySchema()),
    balance: field(signedMoneySchema()),
    due_on: field(dateSchema()),
    status: field(textSchema(30)),
    paid_on: field(dateSchema()),
    days_late: field(integerSchema(-36_500, 36_500)),
  },
  filters: {
    status: { test: "equals", fields: ["status"], leads: ["due_on"] },
    overdue: { test: "isOverdue", fields: ["due_on", "paid_on", "balance", "amount"] },
  },
  sorts: ["due_on"],
});

export const payments = family("payments", {
  plane: "billing",
  owner: "row of a client",
  keyName: "payment_key",
  keyPrefix: "pa_",
  fields: {
    client_key: clientKey(),
    policy_key: policyKey(),
    invoice_key: rowKey("invoices"),
    number: field(textSchema(60)),
    amount: field(signedMoneySchema()),
    paid_on: field(dateSchema()),
    status: field(textSchema(30)),
    method: field(textSchema(30)),
  },
});
