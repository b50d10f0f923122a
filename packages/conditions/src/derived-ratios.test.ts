import { expect, test } from "@jest/globals";
import { shownFact } from "./derived-ratios.ts";

test("a derived ratio is shown with four decimals, a stated fact as it was stated", () => {
  expect(shownFact("loss.ratio_3y", 1 / 3)).toBe(0.3333);
  expect(shownFact("policy.premium_change", -0.00005)).toBe(-0.0001);
  expect(shownFact("risk.attributes.latitude", 39.758948)).toBe(39.758948);
  expect(shownFact("loss.ratio_3y", null)).toBeNull();
});
