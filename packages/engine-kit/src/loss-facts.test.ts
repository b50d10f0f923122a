import { expect, test } from "@jest/globals";
import { lossFactPaths, lossFacts } from "./loss-facts.ts";

const claim = (occurred_on: string, paid: number, reserved = 0, status = "closed") => ({
  line: "general_liability",
  occurred_on,
  status,
  paid,
  reserved,
});

test("derives counts, incurred amounts and the ratio over three and five years", () => {
  const facts = lossFacts(
    {
      valued_on: "2026-05-01",
      years: 5,
      earned_premium: 40_000,
      claims: [
        claim("2026-01-10", 1000.1, 500.2, "open"),
        claim("2024-07-01", 10_000),
        claim("2023-06-30", 200),
        claim("2023-07-01", 300),
        claim("2021-07-01", 5000),
        claim("2021-06-30", 99_999),
        claim("2026-07-01", 1),
      ],
    },
    "2026-06-30T10:00:00Z",
  );
  expect(facts).toEqual({
    count_3y: 3,
    count_5y: 5,
    incurred_3y: 11_800.3,
    incurred_5y: 17_000.3,
    ratio_3y: 11_800.3 / 40_000,
    largest: 99_999,
    open_count: 1,
    open_reserves: 500.2,
    valued_on: "2026-05-01",
    valued_age_days: 60,
    years: 5,
  });
  for (const name of Object.keys(facts)) expect(lossFactPaths.map(String)).toContain(`loss.${name}`);
});

test("the ratio stays unrounded, and is the bound exactly where the decimals are", () => {
  const ratio = (paid: number, earned_premium: number) =>
    lossFacts({ years: 3, earned_premium, claims: [claim("2026-01-10", paid)] }, "2026-06-30").ratio_3y;
  expect(ratio(2999.6, 10_000)).toBeLessThan(0.3);
  expect(ratio(1, 3)).toBe(1 / 3);
  expect(ratio(3000.3, 10_001)).toBe(0.3);
});

test("leaves out facts that the history cannot give, so that conditions read it as unknown (TYPE-38)", () => {
  expect(lossFacts(undefined, "2026-06-30")).toEqual({});
  const facts = lossFacts({ years: 3, claims: [], no_losses_statement: true }, "2026-06-30");
  expect(facts.count_3y).toBe(0);
  expect(facts).not.toHaveProperty("ratio_3y");
  expect(facts).not.toHaveProperty("valued_age_days");
  expect(facts.no_losses_statement).toBe(true);
});

test("a window from 29 February starts on the 28th of a common year (TYPE-38)", () => {
  const facts = lossFacts({ years: 3, claims: [claim("2021-02-28", 1), claim("2021-03-01", 1)] }, "2024-02-29");
  expect(facts.count_3y).toBe(1);
});
