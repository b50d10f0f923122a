import { withoutBinaryNoise, byText } from "@service/json";
import type { Owner } from "./read-input.ts";

/** Links of an ownership chain that are followed (DIL-37). */
const chainDepthMax = 5;

export type Ownership = {
  /** Sum of the known shares held directly in the subject, at most 1. */
  readonly known: number;
  /** Share of the subject behind parties with a strong hit, at most 1. */
  readonly blockedShare: number;
  /** Strong-hit parties that count, with the share they hold through their chain. */
  readonly blocked: readonly { readonly key: string; readonly share: number }[];
  /** Strong-hit owners whose share, or that of a link before the subject, is not stated. */
  readonly unknownOwners: readonly string[];
  /** Keys of parties that own each other in a circle. */
  readonly cycles: readonly (readonly string[])[];
  /** Parties whose chain is longer than is followed. */
  readonly tooDeep: readonly string[];
  /** Direct shares add up to more than the whole. */
  readonly isOverstated: boolean;
  readonly ownerCount: number;
};

/**
 * DIL-36. A party's `ownership` is its share of `parent_key`, or of the subject without one; its share of the subject
 * is the product along that chain. A circle and a chain of more than five links are cut where they repeat or end: the
 * product so far is used, which can only be too high, so cutting never hides a blocked owner. A strong-hit party that
 * holds its share through another one is not added again. Shares are exact decimals, unrounded: checks compare them
 * (TYPE-11, TYPE-12).
 */
export function traceOwnership(owners: readonly Owner[], strongParties: ReadonlySet<string>): Ownership {
  const byKey = new Map(owners.map((owner) => [owner.key, owner]));
  const direct = owners.filter(({ parentKey, share }) => parentKey === undefined && share !== undefined);
  const total = direct.reduce((sum, { share }) => sum + (share ?? 0), 0);
  const cycles = new Map<string, readonly string[]>();
  const tooDeep: string[] = [];
  const blocked: { key: string; share: number }[] = [];
  const unknownOwners: string[] = [];
  for (const owner of owners) {
    const chain = chainOf(owner, byKey);
    if (chain.cycle !== undefined) cycles.set(chain.cycle.join("\n"), chain.cycle);
    if (chain.isTooDeep) tooDeep.push(owner.key);
    if (!strongParties.has(owner.key)) continue;
    if (!holdsShares(owner)) continue;
    const isHeldThrough = chain.links.slice(1).some(({ key, share }) => strongParties.has(key) && share !== undefined);
    if (isHeldThrough && chain.cycle === undefined) continue;
    const share = productOf(chain.links);
    if (share === undefined) unknownOwners.push(owner.key);
    else if (share > 0) blocked.push({ key: owner.key, share: withoutBinaryNoise(share) });
  }
  return {
    known: withoutBinaryNoise(Math.min(1, total)),
    blockedShare: withoutBinaryNoise(Math.min(1, sumOf(blocked, [...cycles.values()]))),
    blocked: blocked.sort((a, b) => b.share - a.share || byText(a.key, b.key)),
    unknownOwners,
    cycles: [...cycles.values()].sort((a, b) => byText(a.join("\n"), b.join("\n"))),
    tooDeep,
    isOverstated: total > 1 + 1e-6,
    ownerCount: owners.filter(holdsShares).length,
  };
}

type Chain = {
  readonly links: readonly Owner[];
  readonly cycle: readonly string[] | undefined;
  readonly isTooDeep: boolean;
};

/**
 * The links from a party towards the subject, at most five; circles are detected beyond that, because a long circle is
 * one too.
 */
function chainOf(owner: Owner, byKey: ReadonlyMap<string, Owner>): Chain {
  const path: Owner[] = [];
  const seen = new Map<Owner, number>();
  let next: Owner | undefined = owner;
  while (next !== undefined) {
    const at = seen.get(next);
    if (at !== undefined) {
      const keys = path.slice(at).map(({ key }) => key);
      return { links: path.slice(0, chainDepthMax), cycle: keys.sort(byText), isTooDeep: false };
    }
    seen.set(next, path.length);
    path.push(next);
    next = next.parentKey === undefined ? undefined : byKey.get(next.parentKey);
  }
  return { links: path.slice(0, chainDepthMax), cycle: undefined, isTooDeep: path.length > chainDepthMax };
}

/** Undefined when a link does not state its share. */
function productOf(links: readonly Owner[]): number | undefined {
  let product = 1;
  for (const { share } of links) {
    if (share === undefined) return undefined;
    product *= share;
  }
  return product;
}

/** Parties that own each other in one circle hold the same share: it counts once, with the largest value. */
function sumOf(
  blocked: readonly { readonly key: string; readonly share: number }[],
  cycles: readonly (readonly string[])[],
): number {
  let sum = 0;
  const largest = new Map<readonly string[], number>();
  for (const { key, share } of blocked) {
    const cycle = cycles.find((keys) => keys.includes(key));
    if (cycle === undefined) sum += share;
    else largest.set(cycle, Math.max(largest.get(cycle) ?? 0, share));
  }
  for (const share of largest.values()) sum += share;
  return sum;
}

/** Officers and drivers without a share own nothing; for owners a missing share is unknown. */
function holdsShares({ role, share }: Owner): boolean {
  return share !== undefined || role === "owner" || role === "principal" || role === "beneficiary";
}
