import { expect, test } from "@jest/globals";
import { seededRandom } from "../records/testing/seeded-random.ts";
import type { Cell, Group } from "./analysis.ts";
import { shownGroups as stepsOfShownGroups } from "./suppress.ts";

type Counted = Omit<Group, "place">;
const group = (n: number, ...values: Cell[]): Counted => ({ values, n, measures: [], counts: [] });

function shownGroups(counted: readonly Counted[], columns: number, places = counted.map((_, index) => index + 1)) {
  const groups = counted.map((one, index) => ({ ...one, place: places[index] ?? 0 }));
  const steps = stepsOfShownGroups(groups, columns);
  for (;;) {
    const step = steps.next();
    if (step.done)
      return counted.filter((_, index) => groups.some((one, at) => at === index && step.value.includes(one)));
  }
}

const sizes = (groups: readonly Counted[]): number[] => groups.map(({ n }) => n);

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

/** ANA-11 as it reads, without a thought for time. */
function naively(groups: readonly Counted[], columns: number): readonly Counted[] {
  const shown = new Set(groups.filter(({ n }) => n >= 5));
  const totals: Counted[][] = [];
  const keys: string[] = [];
  for (const one of groups) {
    for (let kept = 0; kept < Math.max(1, 2 ** columns - 1); kept += 1) {
      const key = JSON.stringify([kept, ...one.values.map((value, column) => ((kept >> column) & 1 ? [value] : []))]);
      if (!keys.includes(key)) totals[keys.push(key) - 1] = [];
      totals[keys.indexOf(key)]?.push(one);
    }
  }
  const waiting = [...totals];
  for (let total = waiting.shift(); total !== undefined; total = waiting.shift()) {
    for (;;) {
      const rest = total.reduce((sum, one) => sum + (shown.has(one) ? 0 : one.n), 0);
      const smallest = total.filter((one) => shown.has(one)).toSorted((left, right) => right.n - left.n);
      const next = smallest.at(-1);
      if (rest === 0 || rest >= 5 || next === undefined) break;
      shown.delete(next);
      for (const other of totals) if (other.includes(next) && !waiting.includes(other)) waiting.push(other);
    }
  }
  return groups.filter((one) => shown.has(one));
}

test("the groups that are left out are those of the rule, read word for word (ANA-10, ANA-11)", () => {
  const random = seededRandom(20261128);
  for (let round = 0; round < 400; round += 1) {
    const columns = random.whole(4);
    const cells: Cell[] = [null, "a", "1", 1, true, "b", "null", 2.5];
    const rows = Array.from({ length: random.whole(150) }, () =>
      Array.from({ length: columns }, () => random.pick(cells.slice(0, 1 + random.whole(cells.length)))),
    );
    const groups = [...Map.groupBy(rows, (values) => JSON.stringify(values)).values()].map((of) =>
      group(of.length, ...(of[0] ?? [])),
    );
    expect(shownGroups(groups, columns)).toEqual(naively(groups, columns));
  }
});

test("which of two equal groups is left out is decided by their places, in whatever order they come (ANA-11)", () => {
  const [small, first, second] = [group(4, "a"), group(9, "b"), group(9, "c")];
  expect(shownGroups([small, first, second], 1, [1, 2, 3])).toEqual([first]);
  expect(shownGroups([second, small, first], 1, [3, 1, 2])).toEqual([first]);
});

test("100,000 groups of three columns are worked through in short steps, in number linear in theirs (ANA-11)", () => {
  const stepsOf = (count: number): number => {
    const groups = Array.from({ length: count }, (_, index) => ({
      ...group(1 + (index % 9), `a${index % 47}`, `b${index % 46}`, `c${index}`),
      place: index + 1,
    }));
    const steps = stepsOfShownGroups(groups, 3);
    let made = 0;
    while (steps.next().done !== true) made += 1;
    return made;
  };
  const [tenth, whole] = [stepsOf(10_000), stepsOf(100_000)];
  expect(whole).toBeGreaterThan(1_000);
  expect(whole).toBeLessThan(tenth * 11);
});
