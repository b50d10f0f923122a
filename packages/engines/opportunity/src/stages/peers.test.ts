import { describe, expect, test } from "@jest/globals";
import { roundHalfAwayFromZero, type JsonObject } from "@service/json";
import type { Account } from "./account.ts";
import { deriveAccount } from "./derive-account.ts";
import { loadBook } from "./load-book.ts";
import { Peers } from "./peers.ts";
import { sampleAccount, samplePolicy, sampleRequest } from "../testing/sample-book.ts";

function derived(accounts: readonly JsonObject[]): readonly Account[] {
  const book = loadBook({ accounts }, sampleRequest(accounts));
  return book.accounts.map((rows) => deriveAccount(rows, book));
}

/** `count` accounts, the first `holders` of them with cyber. */
function group(name: string, count: number, holders: number, more: JsonObject): JsonObject[] {
  return Array.from({ length: count }, (_, index) =>
    sampleAccount(
      `${name}${String(index).padStart(4, "0")}`,
      [
        samplePolicy("g", "general_liability"),
        ...(index < holders ? [samplePolicy("c", "cyber", { premium: 2600 })] : []),
      ],
      more,
    ),
  );
}

/** The book of OPP-58: 250 accounts with .18, a segment of 150 with 40 holders, a trade of 61 with 33. */
const population = derived([
  ...group("trade", 61, 33, { naics: "541611" }),
  ...group("rest", 89, 7, {}),
  ...group("home", 100, 5, { segment: "personal" }),
]);

function member(name: string): Account {
  const account = population.find((each) => each.clientKey === name);
  if (account === undefined) throw new Error(`no account ${name}`);
  return account;
}

describe("peers", () => {
  const peers = new Peers(population, 20);
  const rounded = (value: number | undefined): number => roundHalfAwayFromZero(value ?? -1, 4);

  test("shrink from the book over the segment to the trade, with the numbers of OPP-58", () => {
    expect(rounded(peers.penetration(member("rest0080"), "cyber"))).toBe(0.2565);
    expect(rounded(peers.penetration(member("trade0060"), "cyber"))).toBe(0.4707);
  });

  test("read the share of the closest group", () => {
    const figure = peers.figure(member("trade0060"), "cyber");
    expect(figure).toMatchObject({ holders: 33, group: { size: 61 } });
    expect(rounded(figure?.share)).toBe(0.541);
  });

  test("pay the median of the closest group with eight premiums", () => {
    expect(peers.premium(member("trade0060"), "cyber")).toMatchObject({ cents: 260_000, isFromParent: false });
    // Seven premiums of the rest of the segment are too few; those of the trade are added.
    expect(peers.premium(member("home0099"), "cyber")).toMatchObject({ isFromParent: true, group: { level: "book" } });
    expect(peers.premium(member("home0099"), "flood")).toBeUndefined();
  });

  test("compare co-holding within the segment", () => {
    // Everybody holds general liability, so holding it has no lift: (40 + 20 p) / (150 + 20) over p = .2565.
    const lift = peers.lift(member("trade0060"), "cyber", 3, [0.5, 2.5]);
    const share = (40 + 20 * 0.18) / 170;
    expect(lift).toBeCloseTo((40 + 20 * share) / 170 / share, 9);
  });

  test("of fewer than eight accounts are neither used nor shown (OPP-24)", () => {
    const few = derived([...group("few", 7, 7, { naics: "722511" }), ...group("many", 40, 0, { naics: "541611" })]);
    const small = new Peers(few, 20);
    const [first] = few;
    if (first === undefined) throw new Error("no account");
    expect(small.figure(first, "cyber")).toMatchObject({ group: { level: "segment", size: 47 } });
    expect(small.tables().map((table) => table.group_key)).not.toContain("commercial/72");
    expect(small.premium(first, "cyber")).toBeUndefined();
    expect(new Peers(few.slice(0, 7), 20).penetration(first, "cyber")).toBeUndefined();
  });

  test("skip accounts without any line (OPP-28)", () => {
    const idle = derived(Array.from({ length: 20 }, (_, index) => sampleAccount(`i${index}`, [])));
    expect(new Peers(idle, 20).isSupported).toBe(false);
  });
});

test("the premium of a term that is not a year is brought to twelve months; one that is not above 0 is not known (OPP-21)", () => {
  const premiumOf = (more: JsonObject): number | undefined =>
    derived([sampleAccount("c", [samplePolicy("p", "cyber", more)])])[0]?.policies[0]?.premiumCents;
  expect(premiumOf({ premium: 600, term_months: 6 })).toBe(120_000);
  expect(premiumOf({ premium: 2400, term_months: 24 })).toBe(120_000);
  expect(premiumOf({ premium: 600, term_months: 12 })).toBe(60_000);
  expect(premiumOf({ premium: 600, term_months: 6, annualized_premium: 1100 })).toBe(110_000);
  expect([premiumOf({ premium: 0 }), premiumOf({ premium: -5 })]).toEqual([undefined, undefined]);
});
