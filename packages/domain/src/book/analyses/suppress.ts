import { type Cell, type Group, smallestGroup } from "./analysis.ts";

/** Groups that are looked at in one step of `inTurns`. */
const stepGroups = 64;

/**
 * The groups that may be shown (ANA-10, ANA-11): none of fewer than five rows, and no more of the others than leave, in
 * every total that contains them, no rest of one to four rows. Totals are those of every combination of fewer of the
 * columns, so that neither a shorter question nor one in another order can be subtracted from. Of several groups that
 * could be left out besides, the smallest goes first, and of equal ones the last by its place. Linear in the number of
 * groups, but for sorting them once; yields, for `inTurns`, between steps.
 *
 * @param columns how many values a group has.
 */
export function* shownGroups(groups: readonly Group[], columns: number): Generator<undefined, readonly Group[]> {
  const placed = [...groups];
  for (const group of groups) placed[group.place - 1] = group;
  yield;
  const totals = yield* totalsOf(placed, columns);
  const isShown = placed.map(({ n }) => n >= smallestGroup);
  const pending = new Set(totals.hidden.keys());
  let steps = 0;
  for (const total of pending) {
    if (steps++ % stepGroups === 0) yield;
    pending.delete(total);
    for (let hidden = totals.hidden[total] ?? 0; hidden > 0 && hidden < smallestGroup;) {
      const next = totals.nextOf(total, isShown);
      if (next === undefined) break;
      isShown[next] = false;
      for (const affected of totals.ofGroup(next)) {
        totals.hidden[affected] = (totals.hidden[affected] ?? 0) + (placed[next]?.n ?? 0);
        pending.add(affected);
      }
      hidden = totals.hidden[total] ?? 0;
    }
  }
  const shown = new Set(placed.filter((_, index) => isShown[index]));
  return groups.filter((group) => shown.has(group));
}

/** What a viewer could know the size of: all groups with the same values in some of the columns. */
interface Totals {
  /** For each total the rows of its groups that are not shown. */
  readonly hidden: number[];
  /** The totals that contain a group. */
  ofGroup(group: number): Uint32Array;
  /** The next group of a total to be left out; asked for again and again, each group is looked at once. */
  nextOf(total: number, isShown: readonly boolean[]): number | undefined;
}

function* totalsOf(groups: readonly Group[], columns: number): Generator<undefined, Totals> {
  const combinations = Math.max(1, 2 ** columns - 1);
  const codes = yield* codesOf(groups, columns);
  // Of each combination, the total by the codes of the values that it keeps.
  const byKey = Array.from({ length: combinations }, () => new Map<number, number>());
  const totalsOfGroups = new Uint32Array(groups.length * combinations);
  const sizes: number[] = [];
  const hidden: number[] = [];
  for (const [index, { n }] of groups.entries()) {
    if (index % stepGroups === 0) yield;
    for (const [kept, totals] of byKey.entries()) {
      let key = 0;
      for (const [column, { count, of }] of codes.entries())
        if ((kept >> column) & 1) key = key * count + (of[index] ?? 0);
      let total = totals.get(key);
      if (total === undefined) {
        total = sizes.push(0) - 1;
        hidden.push(0);
        totals.set(key, total);
      }
      totalsOfGroups[index * combinations + kept] = total;
      sizes[total] = (sizes[total] ?? 0) + 1;
      if (n < smallestGroup) hidden[total] = (hidden[total] ?? 0) + n;
    }
  }
  const ofGroup = (group: number): Uint32Array =>
    totalsOfGroups.subarray(group * combinations, (group + 1) * combinations);

  // The groups of each total in one array, in the order in which they are left out: sorted once for all totals.
  const ends: number[] = [];
  for (const size of sizes) ends.push((ends.at(-1) ?? 0) + size);
  const next = ends.map((end, total) => end - (sizes[total] ?? 0));
  const members = new Uint32Array(groups.length * combinations);
  const filled = [...next];
  for (const [step, group] of (yield* byLeavingOut(groups)).entries()) {
    if (step % stepGroups === 0) yield;
    for (const total of ofGroup(group)) {
      const place = filled[total] ?? 0;
      members[place] = group;
      filled[total] = place + 1;
    }
  }
  return {
    hidden,
    ofGroup,
    nextOf(total, isShown) {
      for (let place = next[total] ?? 0; place < (ends[total] ?? 0); place += 1) {
        const group = members[place] ?? 0;
        next[total] = place + 1;
        if (isShown[group]) return group;
      }
      return undefined;
    },
  };
}

/** Small numbers for the values of each column: numbers of a few digits make the key of a total, and strings a slow one. */
function* codesOf(
  groups: readonly Group[],
  columns: number,
): Generator<undefined, readonly { readonly count: number; readonly of: Uint32Array }[]> {
  const found: { count: number; of: Uint32Array }[] = [];
  for (let column = 0; column < columns; column += 1) {
    const codes = new Map<Cell, number>();
    const of = new Uint32Array(groups.length);
    for (const [index, { values }] of groups.entries()) {
      if (index % stepGroups === 0) yield;
      const value = values[column] ?? null;
      const code = codes.get(value) ?? codes.size;
      codes.set(value, code);
      of[index] = code;
    }
    found.push({ count: codes.size, of });
  }
  return found;
}

/** Smallest first, and of equal ones the last; as numbers, which are sorted without a function. */
function* byLeavingOut(groups: readonly Group[]): Generator<undefined, Float64Array> {
  const count = groups.length;
  const keys = Float64Array.from(groups, ({ n }, index) => n * count + (count - 1 - index));
  yield;
  keys.sort();
  yield;
  return keys.map((key) => count - 1 - (key % count));
}
