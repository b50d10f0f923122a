import { expect, test } from "@jest/globals";
import { seededRandom } from "../records/testing/seeded-random.ts";
import type { Group } from "./analysis.ts";
import { shownGroups } from "./suppress.ts";

const group = (n: number, ...values: string[]): Group => ({ values, n, measures: [], known: [] });
const sizes = (groups: readonly Group[]): number[] => groups.map(({ n }) => n);

test("a group of fewer than five rows is left out, and a further one that would tell its size (ANA-10, ANA-11)", () => {
  expect(sizes(shownGroups([group(7, "a"), group(9, "b")], 1))).toEqual([7, 9]);
  expect(sizes(shownGroups([group(4, "a"), group(9, "b"), group(20, "c")], 1))).toEqual([20]);
  expect(sizes(shownGroups([group(3, "a"), group(2, "b"), group(9, "c")], 1))).toEqual([9]);
  expect(sizes(shownGroups([group(4)], 0))).toEqual([]);
  expect(sizes(shownGroups([group(5)], 0))).toEqual([5]);
});

test("a rest that only another order of the columns shows is closed as well (ANA-11)", () => {
  // By the first column the rests are 4 + 4, by the second column 4 each.
  const groups = [group(4, "a", "x"), group(50, "a", "y"), group(4, "b", "y"), group(50, "b", "x")];
  expect(shownGroups(groups, 2)).toEqual([]);
});

test("no total less its shown rows is ever 1 to 4, in any book (ANA-10, ANA-11)", () => {
  const random = seededRandom(20261123);
  const upTo = (max: number): number => random.whole(max);
  for (let round = 0; round < 300; round += 1) {
    const columns = upTo(4);
    const rows = Array.from({ length: upTo(120) }, () =>
      Array.from({ length: columns }, () => String(upTo(1 + upTo(5)))),
    );
    const byKey = Map.groupBy(rows, (values) => JSON.stringify(values));
    const groups = [...byKey.values()].map((of) => group(of.length, ...(of[0] ?? [])));
    const shown = new Set(shownGroups(groups, columns));
    for (const one of shown) expect(one.n).toBeGreaterThanOrEqual(5);
    for (let kept = 0; kept < 2 ** columns - 1; kept += 1) {
      const totals = new Map<string, { all: number; rest: number }>();
      for (const one of groups) {
        const key = JSON.stringify(one.values.map((value, column) => ((kept >> column) & 1 ? value : null)));
        const total = totals.get(key) ?? { all: 0, rest: 0 };
        total.all += one.n;
        total.rest += shown.has(one) ? 0 : one.n;
        totals.set(key, total);
      }
      // A total of fewer than five rows is shown to nobody itself.
      for (const { all, rest } of totals.values()) expect(all < 5 || rest === 0 || rest >= 5).toBe(true);
    }
  }
});
