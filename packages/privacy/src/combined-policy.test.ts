import { expect, test } from "@jest/globals";
import { combinedPolicy } from "./combined-policy.ts";
import { type FieldPolicy, fieldPolicyPresets } from "./field-policy.ts";

const { full, producer, service } = fieldPolicyPresets;

test("two policies together allow what both allow (PRIV-21)", () => {
  const combined = combinedPolicy(service, { policy_key: "own", denied: ["financial"], masks: { phone: "last4" } });
  expect(combined.denied.toSorted()).toEqual(["commission", "financial"]);
  expect(combined.masks).toEqual({ phone: "last4" });
  expect(combined.policy_key).toBe("service+own");
});

test("a policy that the other one contains keeps its name (PRIV-21)", () => {
  expect(combinedPolicy(full, producer)).toEqual(producer);
  expect(combinedPolicy(producer, full)).toEqual(producer);
  expect(combinedPolicy(producer, producer)).toBe(producer);
});

test("a field that they mask differently is shown to nobody (PRIV-21)", () => {
  const other: FieldPolicy = { policy_key: "other", denied: [], masks: { fein: "initials" } };
  expect(combinedPolicy(producer, other).masks).toEqual({ fein: "null", birth_date: "year" });
});
