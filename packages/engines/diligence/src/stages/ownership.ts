import { byText, withoutBinaryNoise } from "@service/json";
import { holderIds, isUnnamedHolder } from "./owner-identity.ts";
import type { Owner, Party, ReadInput } from "./read-input.ts";
import type { Screening } from "./screen-party.ts";

/**
 * The 50 percent rule of the US Treasury (guidance of 2014-08-13, FAQ 398 to 402): an entity that blocked persons own
 * half of together is itself blocked, and its whole holding in others counts then; a holding of an entity that is not
 * blocked counts nothing. Shares are never multiplied along a chain (DIL-36).
 */
const blockingShare = 0.5;
/** Shares are decimals that binary numbers cannot hold exactly. */
const tolerance = 1e-9;

/** Somebody's holding in the subject or in another party. */
type Holding = { readonly holder: string; readonly held: string; readonly share: number | undefined };

/** One link as a sentence tells it: `holder` owns `share` of `held`. */
export type Link = { readonly holder: string; readonly share: number; readonly held: string };

export type Ownership = {
  /** Sum of the shares that holders with a name hold directly in the subject, at most 1. */
  readonly identifiedShare: number;
  /** Share of the subject that blocked parties hold directly, at most 1. */
  readonly blockedShare: number;
  /** The blocked direct holders of the subject, largest share first. */
  readonly blocked: readonly { readonly key: string; readonly share: number }[];
  /** For each of them, the links from a listed party to the subject, by names. */
  readonly chains: readonly (readonly Link[])[];
  /** Whether the subject would be blocked if unknown shares were as large as they can be and possible hits were true. */
  readonly mayBeBlocked: boolean;
  /** Listed or blocked parties that own or control something here without blocking the subject; possible hits too. */
  readonly cautions: readonly string[];
  /** Those of them whose share is not stated. */
  readonly unknownOwners: readonly string[];
  /** Keys of parties that own each other in a circle. */
  readonly cycles: readonly (readonly string[])[];
  /** Keys of parties, or `subject`, whose direct owners hold more than the whole. */
  readonly overstated: readonly string[];
  readonly ownerCount: number;
};

/** Keys of the parties with an open hit, by its strength. */
export type ListedParties = { readonly strong: ReadonlySet<string>; readonly possible: ReadonlySet<string> };

/**
 * The parties whose hits were not cleared before (DIL-39). Whoever could not be searched, or was not compared with every
 * name, may be listed (DIL-22, DIL-85).
 */
export function listedParties(screening: Screening | undefined, unnamed: readonly string[] = []): ListedParties {
  const open = (screening?.hits ?? []).filter(({ suppressedBy }) => suppressedBy === undefined);
  const keysOf = (wanted: "strong" | "possible"): ReadonlySet<string> =>
    new Set(open.filter(({ strength }) => strength === wanted).map(({ party }) => party.key));
  const partial = (screening?.partial ?? []).map(({ party }) => party.key);
  return { strong: keysOf("strong"), possible: new Set([...keysOf("possible"), ...unnamed, ...partial]) };
}

/** DIL-36 to DIL-42. At most a hundred parties; nothing depends on their order. */
export function traceOwnership(
  {
    owners: given,
    subject,
  }: Pick<ReadInput, "owners"> & { readonly subject: Pick<Party, "name" | "kind" | "countries"> },
  listed: ListedParties,
): Ownership {
  const owners = given.toSorted((a, b) => byText(a.key, b.key));
  const { name, kind, countries } = subject;
  const ids = holderIds([{ key: subjectId, name, kind, birthDate: undefined, countries }, ...owners]);
  const graph = readHoldings(owners, name, ids.likely, "stated twice");
  const strong = idsOf(listed.strong, graph);
  const blocked = blockedFrom(strong, graph.holdings, "known");
  const mayBlockIn = (of: Graph): ReadonlySet<string> =>
    blockedFrom(
      new Set([...idsOf(listed.strong, of), ...idsOf(listed.possible, of)]),
      of.holdings,
      "as large as it can be",
    );
  const mayBlock = mayBlockIn(graph);
  // Two who may be one, and are not taken for one, may block together; so may equal shares that are two.
  const mayBeOne = mayBlockIn(readHoldings(owners, name, ids.possible, "two holdings"));
  const direct = graph.holdings.filter(({ held }) => held === subjectId);
  const holders = direct
    .filter(({ holder, share = 0 }) => blocked.has(holder) && share > 0)
    .map(({ holder, share = 0 }) => ({ holder, key: graph.keyOf(holder), share: withoutBinaryNoise(share) }))
    .sort((a, b) => b.share - a.share || byText(a.key, b.key));
  const isSubjectBlocked = blocked.has(subjectId);
  const cautions = isSubjectBlocked
    ? []
    : owners.filter((owner) => isCaution(owner, graph, blocked, mayBlock)).toSorted((a, b) => byText(a.key, b.key));
  return {
    identifiedShare: sumOf(direct.filter(({ holder }) => !isUnnamedHolder(holder))),
    blockedShare: sumOf(holders),
    blocked: holders.map(({ key, share }) => ({ key, share })),
    chains: holders.map(({ holder }) => chainFrom(holder, graph, strong, blocked)),
    mayBeBlocked: mayBlock.has(subjectId) || mayBeOne.has(subjectId),
    cautions: cautions.map(({ key }) => key),
    unknownOwners: cautions.filter((owner) => owner.share === undefined && holdsShares(owner)).map(({ key }) => key),
    cycles: graph.cycles,
    overstated: overstatedOf(graph),
    ownerCount: owners.filter(holdsShares).length,
  };
}

/** The subject among the ids and keys of holders, none of which begins with a blank. */
const subjectId = " subject";

type Graph = {
  /** Each holder's holding in one entity, once. */
  readonly holdings: readonly Holding[];
  /** The first of the keys under which a holder was given. */
  readonly keyOf: (id: string) => string;
  readonly nameOf: (id: string) => string;
  readonly idOf: (key: string) => string | undefined;
  readonly cycles: readonly (readonly string[])[];
};

/**
 * One party is one holder, so that a holder may be given once for each entity that it owns a part of, or once for each
 * part (DIL-83): its parts of one entity add up. An `equal` share of one holder is the same part stated twice, or another.
 */
function readHoldings(
  owners: readonly Owner[],
  subjectName: string,
  holders: ReadonlyMap<string, string>,
  equal: "stated twice" | "two holdings",
): Graph {
  const ids = new Map<string, string>();
  const first = new Map<string, Owner>();
  const own = holders.get(subjectId);
  for (const owner of owners) {
    const holder = holders.get(owner.key) ?? owner.key;
    const id = holder === own ? subjectId : holder;
    ids.set(owner.key, id);
    if (!first.has(id)) first.set(id, owner);
  }
  const holdings = new Map<string, Holding>();
  const parts = new Set<string>();
  for (const owner of owners) {
    if (!holdsShares(owner)) continue;
    const holder = ids.get(owner.key) ?? subjectId;
    const held = owner.parentKey === undefined ? subjectId : (ids.get(owner.parentKey) ?? subjectId);
    // Whatever owns itself adds nothing to what others own of it.
    if (holder === held) continue;
    const at = JSON.stringify([holder, held]);
    const part = JSON.stringify([at, owner.share]);
    const before = holdings.get(at)?.share;
    const isRepeated = equal === "stated twice" && parts.has(part);
    parts.add(part);
    const share = before === undefined ? owner.share : before + (isRepeated ? 0 : (owner.share ?? 0));
    holdings.set(at, { holder, held, share });
  }
  return {
    holdings: [...holdings.values()],
    keyOf: (id) => first.get(id)?.key ?? "subject",
    nameOf: (id) => (id === subjectId ? subjectName : (first.get(id)?.name ?? id)),
    idOf: (key) => ids.get(key),
    cycles: cyclesOf(owners, (key) => ids.get(key) ?? key),
  };
}

function idsOf(keys: ReadonlySet<string>, { idOf }: Graph): ReadonlySet<string> {
  return new Set([...keys].flatMap((key) => idOf(key) ?? []));
}

/**
 * Everybody who is blocked when `listed` are: repeated until nothing changes, so circles and depth need no bound. An
 * unknown share counts nothing, or whatever the known shares leave.
 */
function blockedFrom(
  listed: ReadonlySet<string>,
  holdings: readonly Holding[],
  unknown: "known" | "as large as it can be",
): ReadonlySet<string> {
  const byHeld = Map.groupBy(holdings, ({ held }) => held);
  const blocked = new Set(listed);
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const [held, own] of byHeld) {
      if (blocked.has(held)) continue;
      const theirs = own.filter(({ holder }) => blocked.has(holder));
      const isOpen = unknown !== "known" && theirs.some(({ share }) => share === undefined);
      const rest = isOpen ? Math.max(0, 1 - sumOf(own)) : 0;
      if (sumOf(theirs) + rest < blockingShare - tolerance) continue;
      blocked.add(held);
      hasChanged = true;
    }
  }
  return blocked;
}

/** Owners that block nothing but may: of the subject or of a party, by share, by an unknown share, or by control. */
function isCaution(
  { key, role, share }: Owner,
  { idOf }: Graph,
  blocked: ReadonlySet<string>,
  mayBlock: ReadonlySet<string>,
): boolean {
  const id = idOf(key);
  if (id === undefined || !(blocked.has(id) || mayBlock.has(id))) return false;
  const controls = role === "officer" || role === "principal" || role === "beneficiary" || role === "owner";
  return share === undefined ? controls : share > 0;
}

/** The fewest links from a listed party to the subject through `holder`, by the largest blocked holdings. */
function chainFrom(
  holder: string,
  { holdings, nameOf }: Graph,
  listed: ReadonlySet<string>,
  blocked: ReadonlySet<string>,
): readonly Link[] {
  const linkOf = (from: string, held: string): Link => {
    const share = holdings.find((one) => one.holder === from && one.held === held)?.share ?? 0;
    return { holder: nameOf(from), share: withoutBinaryNoise(share), held: nameOf(held) };
  };
  const seen = new Set<string>([subjectId, holder]);
  const paths = [{ from: holder, links: [linkOf(holder, subjectId)] }];
  for (const { from, links } of paths) {
    if (listed.has(from)) return links;
    const before = holdings
      .filter((one) => one.held === from && blocked.has(one.holder) && !seen.has(one.holder))
      .toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0) || byText(a.holder, b.holder));
    for (const one of before) {
      seen.add(one.holder);
      paths.push({ from: one.holder, links: [linkOf(one.holder, from), ...links] });
    }
  }
  return paths[0]?.links ?? [];
}

function overstatedOf({ holdings, keyOf }: Graph): readonly string[] {
  const total = (own: readonly Holding[]): number => own.reduce((sum, { share }) => sum + (share ?? 0), 0);
  return [...Map.groupBy(holdings, ({ held }) => held)]
    .filter(([, own]) => total(own) > 1 + 1e-6)
    .map(([held]) => (held === subjectId ? "subject" : keyOf(held)))
    .sort(byText);
}

/** Parties that own each other; each has one parent, so none of them reaches the subject. */
function cyclesOf(owners: readonly Owner[], idOf: (key: string) => string): readonly (readonly string[])[] {
  const byKey = new Map(owners.map((owner) => [owner.key, owner]));
  const cycles = new Map<string, readonly string[]>();
  for (const owner of owners) {
    const path: string[] = [];
    let next: Owner | undefined = owner;
    while (next !== undefined && !path.includes(next.key)) {
      path.push(next.key);
      next = next.parentKey === undefined ? undefined : byKey.get(next.parentKey);
    }
    if (next === undefined) continue;
    const cycle = path.slice(path.indexOf(next.key)).sort(byText);
    cycles.set(cycle.map(idOf).join("\n"), cycle);
  }
  return [...cycles.values()].sort((a, b) => byText(a.join("\n"), b.join("\n")));
}

function sumOf(holdings: readonly { readonly share: number | undefined }[]): number {
  return withoutBinaryNoise(
    Math.min(
      1,
      holdings.reduce((sum, { share }) => sum + (share ?? 0), 0),
    ),
  );
}

/** Officers and drivers without a share own nothing; for owners a missing share is unknown. */
function holdsShares({ role, share }: Owner): boolean {
  return share !== undefined || role === "owner" || role === "principal" || role === "beneficiary";
}
