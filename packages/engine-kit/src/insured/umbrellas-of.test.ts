import { expect, test } from "@jest/globals";
import { umbrellasOf } from "./umbrellas-of.ts";

const row = (policyKey: string | undefined, coverage: string, limit?: number) => ({
  line: "umbrella",
  coverage,
  limit,
  policyKey,
});

test("an umbrella on file has its highest limits and its schedule; without coverages no limit (COVER-7, COVER-8)", () => {
  const onFile = [
    { keys: ["u1", "u2"], schedule: ["general_liability"] },
    { keys: ["u3"], schedule: [] },
  ];
  const rows = [row("u1", "umbrella_occurrence", 1_000_000), row("u2", "umbrella_occurrence", 2_000_000)];
  expect(umbrellasOf(onFile, rows)).toEqual([
    { occurrence: 2_000_000, aggregate: undefined, schedule: ["general_liability"] },
    { occurrence: undefined, aggregate: undefined },
  ]);
});

test("coverages whose umbrella is not on file are one umbrella for each policy they name (COVER-7)", () => {
  const rows = [
    row(undefined, "each_occurrence", 1_000_000),
    row(undefined, "umbrella_aggregate", 3_000_000),
    row("u9", "umbrella_occurrence", 5_000_000),
    { ...row("u8", "umbrella_occurrence", 7_000_000), included: false },
    { line: "general_liability", coverage: "each_occurrence", limit: 9_000_000, policyKey: "g" },
  ];
  expect(umbrellasOf([], rows)).toEqual([
    { occurrence: 1_000_000, aggregate: 3_000_000 },
    { occurrence: 5_000_000, aggregate: undefined },
  ]);
});
