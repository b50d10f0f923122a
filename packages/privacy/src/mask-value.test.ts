import { expect, test } from "@jest/globals";
import type { Json } from "@service/json";
import { type Mask, maskValue } from "./mask-value.ts";

test.each<[Mask, Json, Json]>([
  ["last4", "12-3456789", "******6789"],
  ["last4", "1234", "1234"],
  ["last4", "12345", "*2345"],
  ["last4", "", ""],
  ["last4", 123_456, null],
  ["year", "1987-04-12", "1987"],
  ["year", "2026-11-21T09:00:00Z", "2026"],
  ["year", "spring", null],
  ["initials", "Jane  doe", "J.D."],
  ["initials", "Ärzte-Haus", "Ä.H."],
  ["initials", "!", null],
  ["domain", "Jane@Example.com", "@example.com"],
  ["domain", "no address", null],
  ["domain", "jane@", null],
  ["null", "anything", null],
  ["last4", null, null],
])("%s shows %j as %j (PRIV-22)", (mask, value, shown) => {
  expect(maskValue(mask, value)).toBe(shown);
});
