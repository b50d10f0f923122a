import { type Group, smallestGroup } from "./analysis.ts";

/**
 * The groups that may be shown (ANA-10, ANA-11): none of fewer than five rows, and no more of the others than leave, in
 * every total that contains them, no rest of one to four rows. Totals are those of every combination of fewer of the
 * columns, so that neither a shorter question nor one in another order can be subtracted from. Of several groups that
 * could be left out besides, the smallest goes first.
 *
 * @param columns how many values a group has.
 */
export function shownGroups(groups: readonly Group[], columns: number): readonly Group[] {
  const shown = new Set(groups.filter(({ n }) => n >= smallestGroup));
  const totals = totalsOf(groups, columns);
  const pending = new Set(totals.all);
  for (const total of pending) {
    pending.delete(total);
    while (total.hidden > 0 && total.hidden < smallestGroup) {
      const next = total.nextShown(shown);
      if (next === undefined) break;
      shown.delete(next);
      for (const affected of totals.of(next)) {
        affected.hidden += next.n;
        pending.add(affected);
      }
    }
  }
  return groups.filter((group) => shown.has(group));
}

/** What a reader could know the size of: all groups with the same values in some of the columns. */
class Total {
  hidden = 0;
  readonly #groups: Group[] = [];
  #sorted: Group[] | undefined;

  add(group: Group): void {
    this.#groups.push(group);
    if (group.n < smallestGroup) this.hidden += group.n;
  }

  /** The smallest group that is still shown; asked for again and again, each group is looked at once. */
  nextShown(shown: ReadonlySet<Group>): Group | undefined {
    this.#sorted ??= this.#groups.toSorted((left, right) => right.n - left.n);
    for (let next = this.#sorted.pop(); next !== undefined; next = this.#sorted.pop()) if (shown.has(next)) return next;
    return undefined;
  }
}

function totalsOf(groups: readonly Group[], columns: number) {
  const byKey = new Map<string, Total>();
  const ofGroup = new Map<Group, Total[]>();
  for (const group of groups) {
    const mine: Total[] = [];
    for (let kept = 0; kept < 2 ** columns - 1 || kept === 0; kept += 1) {
      const values = group.values.map((value, column) => ((kept >> column) & 1 ? value : undefined));
      const key = `${kept} ${JSON.stringify(values)}`;
      const total = byKey.get(key) ?? new Total();
      byKey.set(key, total);
      total.add(group);
      mine.push(total);
    }
    ofGroup.set(group, mine);
  }
  return { all: byKey.values(), of: (group: Group): readonly Total[] => ofGroup.get(group) ?? [] };
}
