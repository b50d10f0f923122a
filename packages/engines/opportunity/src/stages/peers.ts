import { fromCents, labelOf, lineCodes } from "@service/engine-kit";
import { roundHalfAwayFromZero, byText } from "@service/json";
import type { PeerTable } from "../output.ts";
import type { PeerFeatures } from "./account.ts";
import { combinedLift, shrunkShare } from "./scoring.ts";

/** Fewer accounts than this are no aggregate: they are neither reported nor used (OPP-24). */
const peerSupportMin = 8;
const tablesMax = 100;
const lineCount = lineCodes.length;
const lineIndex: ReadonlyMap<string, number> = new Map(lineCodes.map((line, index) => [line, index]));

/** Accounts that resemble each other: the book, a segment, a trade within it, a size within that. */
export type PeerGroup = {
  readonly key: string;
  readonly level: PeerTable["level"];
  readonly segment: string | undefined;
  readonly naics2: string | undefined;
  readonly sizeBand: string | undefined;
  size: number;
  readonly holders: Int32Array;
  /** Yearly premiums in cents per line, of policies that insure this line alone. */
  readonly premiums: (number[] | undefined)[];
  /** Holders of both lines; only where lifts are computed, in the book and in segments. */
  readonly both: Int32Array | undefined;
};

export type PeerFigure = { readonly group: PeerGroup; readonly holders: number; readonly share: number };
export type PremiumFigure = { readonly cents: number; readonly group: PeerGroup; readonly isFromParent: boolean };

/**
 * Peer statistics of a book (OPP-25): penetration of a line shrunk from the book to the most specific group, how much
 * likelier a line is beside the lines already held, premiums of peers. Accounts without any line are not counted.
 */
export class Peers {
  readonly #groups = new Map<string, PeerGroup>();
  readonly #book: PeerGroup;
  readonly #priorStrength: number;
  readonly #lifts = new Map<string, number>();
  readonly #chains = new WeakMap<PeerFeatures, readonly PeerGroup[]>();
  readonly #medians = new Map<string, number>();

  constructor(population: Iterable<PeerFeatures>, priorStrength: number) {
    this.#priorStrength = priorStrength;
    this.#book = this.#group("book", undefined, undefined, undefined);
    for (const account of population) this.#count(account);
  }

  /** Whether there are peers at all. */
  get isSupported(): boolean {
    return this.#book.size >= peerSupportMin;
  }

  /** Shrunk penetration of `line` among the account's peers; undefined without enough of them. */
  penetration(account: PeerFeatures, line: string): number | undefined {
    return this.#penetration(this.#chain(account), line);
  }

  /** Geometric mean of the largest co-holding lifts of the lines held, within the account's segment. */
  lift(account: PeerFeatures, line: string, top: number, cap: readonly [number, number]): number {
    const chain = this.#chain(account).filter((group) => group.both !== undefined);
    const group = chain.at(-1);
    const lifts: number[] = [];
    for (const held of group === undefined ? [] : account.linesHeld) {
      const lift = group === undefined ? undefined : this.#pairLift(group, chain, held, line);
      if (lift !== undefined) lifts.push(lift);
    }
    return combinedLift(lifts, top, cap);
  }

  /** The unshrunk figure of the most specific group, for people to read. */
  figure(account: PeerFeatures, line: string): PeerFigure | undefined {
    const group = this.#chain(account).at(-1);
    const index = lineIndex.get(line);
    if (group === undefined || index === undefined) return undefined;
    const holders = group.holders[index] ?? 0;
    return { group, holders, share: holders / group.size };
  }

  /** Median yearly premium of the most specific group with at least 8 premiums. */
  premium(account: PeerFeatures, line: string): PremiumFigure | undefined {
    const chain = this.#chain(account);
    for (let at = chain.length - 1; at >= 0; at -= 1) {
      const group = chain[at];
      if (group === undefined) continue;
      const cents = this.#median(group, line);
      if (cents !== undefined) return { cents, group, isFromParent: at < chain.length - 1 };
    }
    return undefined;
  }

  /** The largest groups of at least 8 accounts, as aggregates (OPP-29). */
  tables(): PeerTable[] {
    return [...this.#groups.values()]
      .filter((group) => group.size >= peerSupportMin)
      .sort((a, b) => b.size - a.size || byText(a.key, b.key))
      .slice(0, tablesMax)
      .map((group) => ({
        group_key: group.key,
        level: group.level,
        label: groupLabel(group),
        accounts: group.size,
        lines: lineCodes.flatMap((line, index) => {
          const holders = group.holders[index] ?? 0;
          if (holders === 0) return [];
          const median = this.#median(group, line);
          return [
            {
              line,
              holders,
              penetration: roundHalfAwayFromZero(holders / group.size, 4),
              ...(median === undefined ? {} : { median_premium: fromCents(median) }),
            },
          ];
        }),
      }));
  }

  #count(account: PeerFeatures): void {
    const held: number[] = [];
    for (const line of account.linesCovered) {
      const index = lineIndex.get(line);
      if (index !== undefined) held.push(index);
    }
    if (held.length === 0) return;
    for (const group of this.#groupsOf(account)) {
      group.size += 1;
      for (const index of held) group.holders[index] = (group.holders[index] ?? 0) + 1;
      for (const policy of account.inForce) {
        // The premium of a package cannot be attributed to one of its lines.
        const index = policy.lines.length === 1 ? lineIndex.get(policy.lines[0] ?? "") : undefined;
        if (index === undefined || policy.premiumCents === undefined) continue;
        (group.premiums[index] ??= []).push(policy.premiumCents);
      }
      if (group.both === undefined) continue;
      for (const a of held)
        for (const b of held) group.both[a * lineCount + b] = (group.both[a * lineCount + b] ?? 0) + 1;
    }
  }

  /** Every group of an account; the first unknown feature ends the list. */
  #groupsOf({ segment, naics2, sizeBand }: PeerFeatures): readonly PeerGroup[] {
    const groups = [this.#book];
    if (segment === undefined) return groups;
    groups.push(this.#group("segment", segment, undefined, undefined));
    if (naics2 === undefined) return groups;
    groups.push(this.#group("naics", segment, naics2, undefined));
    if (sizeBand !== undefined) groups.push(this.#group("size", segment, naics2, sizeBand));
    return groups;
  }

  #group(
    level: PeerGroup["level"],
    segment: string | undefined,
    naics2: string | undefined,
    sizeBand: string | undefined,
  ): PeerGroup {
    const name = `${level}\n${segment ?? ""}\n${naics2 ?? ""}\n${sizeBand ?? ""}`;
    const cached = this.#groups.get(name);
    if (cached !== undefined) return cached;
    const key = level === "book" ? "book" : [segment, naics2, sizeBand].filter((part) => part !== undefined).join("/");
    const group: PeerGroup = {
      key,
      level,
      segment,
      naics2,
      sizeBand,
      size: 0,
      holders: new Int32Array(lineCount),
      premiums: [],
      both: level === "book" || level === "segment" ? new Int32Array(lineCount * lineCount) : undefined,
    };
    this.#groups.set(name, group);
    return group;
  }

  /** The account's groups that are large enough to use, widest first. */
  #chain(account: PeerFeatures): readonly PeerGroup[] {
    const cached = this.#chains.get(account);
    if (cached !== undefined) return cached;
    const chain = this.#groupsOf(account).filter((group) => group.size >= peerSupportMin);
    this.#chains.set(account, chain);
    return chain;
  }

  #penetration(chain: readonly PeerGroup[], line: string): number | undefined {
    const index = lineIndex.get(line);
    const [widest, ...narrower] = chain;
    if (index === undefined || widest === undefined) return undefined;
    let share = (widest.holders[index] ?? 0) / widest.size;
    for (const group of narrower)
      share = shrunkShare(group.holders[index] ?? 0, group.size, share, this.#priorStrength);
    return share;
  }

  /** `P(line | held) / P(line)`, the conditional share shrunk towards the unconditional one. */
  #pairLift(group: PeerGroup, chain: readonly PeerGroup[], held: string, line: string): number | undefined {
    const key = `${group.level} ${group.key} ${held} ${line}`;
    const cached = this.#lifts.get(key);
    if (cached !== undefined) return cached;
    const [heldIndex, index] = [lineIndex.get(held), lineIndex.get(line)];
    if (heldIndex === undefined || index === undefined) return undefined;
    const holders = group.holders[heldIndex] ?? 0;
    const share = this.#penetration(chain, line);
    if (share === undefined || share <= 0 || holders < peerSupportMin) return undefined;
    const both = group.both?.[heldIndex * lineCount + index] ?? 0;
    const lift = shrunkShare(both, holders, share, this.#priorStrength) / share;
    this.#lifts.set(key, lift);
    return lift;
  }

  #median(group: PeerGroup, line: string): number | undefined {
    const index = lineIndex.get(line);
    const premiums = index === undefined ? undefined : group.premiums[index];
    if (index === undefined || premiums === undefined || premiums.length < peerSupportMin) return undefined;
    const key = `${group.level} ${group.key} ${index}`;
    const cached = this.#medians.get(key);
    if (cached !== undefined) return cached;
    const ordered = Float64Array.from(premiums).sort();
    const middle = ordered.length >> 1;
    const upper = ordered[middle] ?? 0;
    const lower = ordered.length % 2 === 0 ? (ordered[middle - 1] ?? 0) : upper;
    const median = roundHalfAwayFromZero((lower + upper) / 2, 0);
    this.#medians.set(key, median);
    return median;
  }
}

/** `NAICS sector 54, 10 to 49 employees`. */
function groupLabel({ level, segment, naics2, sizeBand }: PeerGroup): string {
  switch (level) {
    case "book":
      return "Whole book";
    case "segment":
      return `${labelOf(segment ?? "")} accounts`;
    case "naics":
      return `NAICS sector ${naics2 ?? ""}`;
    case "size":
      return `NAICS sector ${naics2 ?? ""}, ${employeesOf(sizeBand)}`;
  }
}

/** The group behind a count of its accounts: `61 accounts` `in NAICS sector 54 with 10 to 49 employees`. */
export function membersOf({ level, segment, naics2, sizeBand }: PeerGroup): string {
  switch (level) {
    case "book":
      return "of the book";
    case "segment":
      return `in the ${labelOf(segment ?? "")} segment`;
    case "naics":
      return `in NAICS sector ${naics2 ?? ""}`;
    case "size":
      return `in NAICS sector ${naics2 ?? ""} with ${employeesOf(sizeBand)}`;
  }
}

function employeesOf(sizeBand: string | undefined): string {
  const [from = "", to] = (sizeBand ?? "").split("-");
  return to === undefined ? `${from.replace("+", "")} employees or more` : `${from} to ${to} employees`;
}
