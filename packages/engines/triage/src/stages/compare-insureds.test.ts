import { describe, expect, test } from "@jest/globals";
import type { WrittenInsured } from "../input.ts";
import { weighPair, type Weighed } from "./compare-insureds.ts";
import { identify } from "./insured-identity.ts";
import { InsuredCounts } from "./insured-counts.ts";
import { InsuredNameReader } from "./read-insured-name.ts";

/** The weight of the first two insureds among all that are given. */
function weigh(a: WrittenInsured, b: WrittenInsured, others: readonly WrittenInsured[] = []): Weighed {
  const names = new InsuredNameReader();
  const [first, second, ...rest] = [a, b, ...others].map((insured) => identify(insured, names));
  if (first === undefined || second === undefined) throw new Error("two insureds are compared");
  return weighPair(first, second, new InsuredCounts([first, second, ...rest]));
}

function effect(weighed: Weighed, name: string): number | undefined {
  const found = weighed.compared.find((each) => each.name === name);
  return found === undefined ? undefined : Number(found.effect.toFixed(2));
}

const dayton = { city: "Dayton", state: "OH", zip: "45402" } as const;
const oak: WrittenInsured = { name: "Bluefin Dining LLC", address: { line1: "48 Oak Ave., Suite 12", ...dayton } };

describe("worked pairs in a queue of two (TRI-97)", () => {
  test("the same name, building and suite weigh 19.2", () => {
    const other: WrittenInsured = { name: "Bluefin Dining", address: { line1: "48 Oak Avenue #12", ...dayton } };
    const weighed = weigh(oak, other);
    expect(weighed.weight).toBe(19.2);
    expect(
      ["start", "name", "number", "street", "city", "zip", "state", "place_limit", "unit"].map((name) =>
        effect(weighed, name),
      ),
    ).toEqual([-4.5, 8.2, 4, 4.5, 2.99, 3.32, 0.3, -1.11, 1.5]);
  });

  test("the same name, city, ZIP and state weigh 10.3, without the city 7.3", () => {
    const place = { line1: "", ...dayton };
    expect(weigh(oak, { name: "Bluefin Dining", address: place }).weight).toBe(10.3);
    expect(weigh(oak, { name: "Bluefin Dining", address: { ...place, city: "" } }).weight).toBe(7.3);
  });

  test("another name in the same building weighs 3.5", () => {
    const other = { name: "Redwood Stairs", address: { line1: "48 Oak Avenue", ...dayton } };
    expect(weigh(oak, other).weight).toBe(3.5);
  });

  test("the same name in another town with another tax number weighs -11.8", () => {
    const own = { ...oak, fein: "31-4159265" };
    const elsewhere = { line1: "9 Canal Street", city: "Toledo", state: "OH" as const, zip: "43604" };
    expect(weigh(own, { name: "Bluefin Dining", fein: "27-1828182", address: elsewhere }).weight).toBe(-11.8);
  });
});

describe("features (TRI-83, TRI-84, TRI-85, TRI-86, TRI-87, TRI-88, TRI-89, TRI-90, TRI-91)", () => {
  const crowd = Array.from({ length: 400 }, (_, index): WrittenInsured => ({
    name: `Filler ${index} Number${index}`,
    address: { line1: "", city: index < 100 ? "Dayton" : "Toledo", state: "OH", zip: index < 100 ? "45402" : "43604" },
  }));
  const nameEffect = (a: string, b: string): number | undefined =>
    effect(weigh({ name: a }, { name: b }, crowd), "name");

  test("the tax number weighs 13 or -8, and nothing when one side states none", () => {
    const fein = (own: string | undefined, other: string | undefined): number | undefined =>
      effect(
        weigh(
          { name: "A", ...(own === undefined ? {} : { fein: own }) },
          { name: "B", ...(other === undefined ? {} : { fein: other }) },
        ),
        "fein",
      );
    expect([fein("31-4159265", "314159265"), fein("31-4159265", "27-1828182"), fein("31-4159265", undefined)]).toEqual([
      13,
      -8,
      undefined,
    ]);
  });

  test.each([
    ["Zacharov Marine", "Zacharov Marine Inc", 8.2],
    ["Blue Fin Dining", "Bluefin Dining", 8.2],
    ["Northgate Millwork", "Northgate Millworks", 7.5],
    ["Zacharov Marine", "Zakharov Marine", 7.5],
    ["Quarry Lane Orchard", "Quarry Lane Orchad", 7.5],
    ["Bob Millstone", "Robert Millstone", 7.5],
    ["Dr. Jane Roe", "Roe, Jane", 8.2],
    ["Katsu", "Restaurant Katsu", 4],
    ["Hedgerose", "Hedgerose Heights Inn Annex Pavilion Terrace", 4],
    ["Smith Hollow Lakeside Roofing", "Smith Hollow Lakeside Plumbing", 1],
    ["Smith Roofing", "Smith Plumbing", -1.5],
    ["Redwood Stairs", "Redwood Windows", -1.5],
    ["Acme", "Bluefin", -4],
    ["!!!", "Bluefin", undefined],
  ])("the names %s and %s weigh %s", (a, b, weight) => {
    expect(nameEffect(a, b)).toBe(weight);
  });

  test("an equal name weighs less the more insureds bear it", () => {
    const bearers = Array.from({ length: 14 }, (): WrittenInsured => ({ name: "Bluefin Dining" }));
    expect(effect(weigh(oak, oak, bearers), "name")).toBe(5.8);
  });

  test.each([
    ["148 Oak Ave", "148 Oak Ave", 4, 4.5],
    ["148 Oak Ave", "149 Oak Ave", 2, 4.5],
    ["17 Oak Ave", "178 Oak Ave", 2, 4.5],
    ["48 Oak Ave", "49 Oak Ave", -3, 2.25],
    ["148 Oak Ave", "975 Oak Ave", -3, 2.25],
    ["148 Oak Ave", "148 Maple Ave", 4, -3],
    ["148 Oak Ave", "975 Maple Ave", -3, -1.8],
    ["148 Oak Ave", "148 Oak St", 4, 3.2],
    ["148 Northgate Ave", "148 Nortgate Ave", 4, 3.2],
    ["148 49th St", "148 52nd St", 4, -3],
    ["148 Oak Ave", "Oak Ave", undefined, 4.5],
    ["148 Oak Ave", "PO Box 7", undefined, undefined],
  ])("of %s and %s the numbers weigh %s and the streets %s", (a, b, number, street) => {
    const at = (line1: string): WrittenInsured => ({ name: "A", address: { line1, ...dayton } });
    const weighed = weigh(at(a), at(b));
    expect([effect(weighed, "number"), effect(weighed, "street")]).toEqual([number, street]);
  });

  test("directions that differ weigh -1, units 1.5 or -1.5, a floor beside a suite nothing", () => {
    const at = (line1: string): WrittenInsured => ({ name: "A", address: { line1, ...dayton } });
    expect(effect(weigh(at("5 E Oak St"), at("5 W Oak St")), "direction")).toBe(-1);
    expect(effect(weigh(at("5 E Oak St"), at("5 Oak St")), "direction")).toBeUndefined();
    expect(effect(weigh(at("5 Oak St #1"), at("5 Oak St Ste 1")), "unit")).toBe(1.5);
    expect(effect(weigh(at("5 Oak St #1"), at("5 Oak St #2")), "unit")).toBe(-1.5);
    expect(effect(weigh(at("5 Oak St #1"), at("5 Oak St Floor 1")), "unit")).toBeUndefined();
  });

  test("city and ZIP weigh by how many insureds are there", () => {
    const at = (city: string, zip: string): WrittenInsured => ({
      name: "A",
      address: { line1: "", city, state: "OH", zip },
    });
    const [here, there] = [at("Akron", "44301"), at("Dayton", "45402")];
    expect([effect(weigh(here, here, crowd), "city"), effect(weigh(here, here, crowd), "zip")]).toEqual([3.44, 3.83]);
    expect([effect(weigh(there, there, crowd), "city"), effect(weigh(there, there, crowd), "zip")]).toEqual([
      0.89, 0.99,
    ]);
    expect([effect(weigh(here, there, crowd), "city"), effect(weigh(here, there, crowd), "zip")]).toEqual([-1.5, -1.5]);
    expect(effect(weigh(at("Acron", "44301"), here, crowd), "city")).toBe(2.45);
    expect(effect(weigh(at("Akron", "44310"), here, crowd), "zip")).toBe(1);
  });

  test("the state weighs .3 or -1.5", () => {
    const at = (state: "OH" | "IN"): WrittenInsured => ({
      name: "A",
      address: { line1: "", city: "", state, zip: "" },
    });
    expect([effect(weigh(at("OH"), at("OH")), "state"), effect(weigh(at("OH"), at("IN")), "state")]).toEqual([
      0.3, -1.5,
    ]);
  });

  test("phone and domain are one means of contact, of which the better counts", () => {
    const contact = (phone: string, domain = "a.com"): WrittenInsured => ({ name: "A", phone, domain });
    const total = (a: WrittenInsured, b: WrittenInsured, others: readonly WrittenInsured[] = []): number =>
      (effect(weigh(a, b, others), "phone") ?? 0) + (effect(weigh(a, b, others), "domain") ?? 0);
    const own = contact("937 555 0101");
    expect(total(own, own)).toBe(7);
    expect(total(own, contact("937 555 0102", "b.com"))).toBe(2);
    expect(total(own, contact("419 555 0177", "b.com"))).toBe(-1.5);
    expect(total(own, contact("419 555 0177"))).toBe(7);
    expect(
      total(
        own,
        own,
        Array.from({ length: 254 }, () => own),
      ),
    ).toBe(2);
  });
});

describe("the limit of a place (TRI-93)", () => {
  const place = { line1: "148 Oak Avenue", ...dayton };
  const at = (name: string, more: Partial<WrittenInsured> = {}): WrittenInsured => ({ name, address: place, ...more });
  const limited = (a: WrittenInsured, b: WrittenInsured): number => {
    const { compared } = weigh(a, b);
    const counted = compared.filter(({ name }) =>
      ["number", "street", "city", "zip", "state", "place_limit"].includes(name),
    );
    return Number(counted.reduce((sum, each) => sum + each.effect, 0).toFixed(2));
  };

  test("is 14, and 12 between names that contradict", () => {
    expect(limited(at("Bluefin Dining"), at("Bluefin Dining"))).toBe(14);
    expect(limited(at("Bluefin Dining"), at("Redwood Stairs"))).toBe(12);
  });

  test("is 14 for names that contradict where a rare word, a phone or a tax number agrees", () => {
    expect(limited(at("Redwood Windows"), at("Redwood Stairs"))).toBe(14);
    const [phone, fein] = ["937 555 0101", "31-4159265"];
    expect(limited(at("Bluefin Dining", { phone }), at("Redwood Stairs", { phone }))).toBe(14);
    expect(limited(at("Bluefin Dining", { fein }), at("Redwood Stairs", { fein }))).toBe(14);
  });
});

describe("properties (TRI-82)", () => {
  let seed = 11;
  const pick = <Item>(items: readonly Item[]): Item => {
    seed = (seed * 48_271) % 2_147_483_647;
    const item = items[seed % items.length];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
  const names = [
    "Bluefin Dining",
    "Bluefin Dinning LLC",
    "Blue Fin Dining",
    "Redwood Stairs",
    "Redwood Windows & Stairs",
    "JRM Inc dba Bluefin",
    "Smith Roofing",
    "Smith Plumbing",
    "Zacharov Zakharov Marine",
    "!!!",
    "東京建設",
  ];
  const lines = [
    "148 Oak Ave #12",
    "148 Oak Avenue",
    "149 E Oak St",
    "PO Box 7",
    "Oak Ave between A and B",
    "",
    "148",
    "same",
    "975 W Maple Lane Suite 3",
  ];
  const places = [
    dayton,
    { ...dayton, zip: "45420" },
    { city: "Datyon", state: "OH", zip: "" },
    { city: "", state: "IN", zip: "46201" },
  ] as const;
  const insured = (): WrittenInsured => ({
    name: pick(names),
    ...(pick([true, false]) ? { fein: pick(["31-4159265", "27-1828182", "99-9999999"]) } : {}),
    ...(pick([true, true, false]) ? { address: { line1: pick(lines), ...pick(places) } } : {}),
    ...(pick([true, false]) ? { phone: pick(["937 555 0101", "937 555 0102", "419 555 0177"]) } : {}),
    ...(pick([true, false]) ? { domain: pick(["a.com", "b.com", "gmail.com"]) } : {}),
  });

  test("the weight of a pair is the same either way round, and its parts add up to it", () => {
    for (let round = 0; round < 250; round += 1) {
      const [a, b, c] = [insured(), insured(), insured()];
      const [there, back] = [weigh(a, b, [c]), weigh(b, a, [c])];
      expect({ a, b, weight: there.weight }).toEqual({ a, b, weight: back.weight });
      const sum = there.compared.reduce((total, each) => total + each.effect, 0);
      expect(Math.abs(sum - there.weight)).toBeLessThanOrEqual(0.05 + 1e-9);
    }
  });

  test("a fact that both state alike never lowers the weight", () => {
    const bare = { line1: "", city: "", state: "OH", zip: "" } as const;
    const facts: readonly ((own: WrittenInsured) => WrittenInsured)[] = [
      (own) => ({ ...own, fein: "31-4159265" }),
      (own) => ({ ...own, phone: "937 555 0101" }),
      (own) => ({ ...own, domain: "a.com" }),
      (own) => ({ ...own, address: { ...bare, ...own.address, city: "Dayton" } }),
      (own) => ({ ...own, address: { ...bare, ...own.address, zip: "45402" } }),
      (own) => ({ ...own, address: { ...bare, ...own.address, line1: "148 Oak Ave #12" } }),
    ];
    const lacks: readonly ((own: WrittenInsured) => WrittenInsured)[] = [
      (own) => ({ ...own, fein: "" }),
      (own) => ({ ...own, phone: "" }),
      (own) => ({ ...own, domain: "" }),
      (own) => ({ ...own, address: { ...bare, ...own.address, city: "" } }),
      (own) => ({ ...own, address: { ...bare, ...own.address, zip: "" } }),
      (own) => ({ ...own, address: { ...bare, ...own.address, line1: "" } }),
    ];
    for (let round = 0; round < 120; round += 1) {
      const [a, b] = [insured(), insured()];
      for (const [index, add] of facts.entries()) {
        const without = lacks[index] ?? add;
        const [before, after] = [weigh(without(a), without(b)).weight, weigh(add(a), add(b)).weight];
        expect({ a, b, index, isKept: after >= before }).toEqual({ a, b, index, isKept: true });
      }
    }
  });
});

describe("what contradicts that two insureds are one (TRI-109)", () => {
  const at = (name: string, more: Partial<WrittenInsured> = {}): WrittenInsured => ({
    name,
    address: { line1: "48 Oak Avenue", ...dayton },
    phone: "937-555-0142",
    ...more,
  });
  const isContradicted = (a: WrittenInsured, b: WrittenInsured): boolean => {
    const [one, other] = [weigh(a, b), weigh(b, a)];
    expect(other.isContradicted).toBe(one.isContradicted);
    expect(one.weight).toBeGreaterThan(5);
    return one.isContradicted;
  };

  test.each([
    ["123 Main Street LLC", "125 Main Street LLC"],
    ["Bluefin Real Estate Opportunity Fund 1 LP", "Bluefin Real Estate Opportunity Fund 2 LP"],
    ["Bluefin Gardens A LLC", "Bluefin Gardens B LLC"],
    ["Bluefin Dining", "Redwood Stairs"],
    ["Bluefin Dining LLC", "Bluefin Properties LLC"],
    ["John Harwood", "Mary Harwood"],
    ["John Harwood Sr.", "John Harwood Jr."],
  ])("%s and %s of one place and telephone are two", (a, b) => {
    expect(isContradicted(at(a), at(b))).toBe(true);
  });

  test("tax numbers contradict unless they are a slip apart, and agree against another name", () => {
    const fein = "31-4159265";
    expect(isContradicted(at("Bluefin Dining", { fein }), at("Bluefin Dining", { fein: "27-1828182" }))).toBe(true);
    expect(isContradicted(at("Bluefin Dining", { fein }), at("Bluefin Dining", { fein: "31-4159256" }))).toBe(false);
    expect(isContradicted(at("Bluefin Dining", { fein }), at("Bluefin Properties", { fein }))).toBe(false);
  });

  test("one name, a legal form more and a middle initial more do not contradict", () => {
    expect(isContradicted(at("Bluefin Dining LLC"), at("Bluefin Dining, Inc."))).toBe(false);
    expect(isContradicted(at("John Q. Harwood"), at("Harwood, John Jr."))).toBe(false);
    expect(isContradicted(at("Fund 1 Bluefin"), at("Bluefin Fund 1"))).toBe(false);
  });

  test("names that differ in the generation alone are reported", () => {
    const { compared } = weigh(at("John Harwood Sr."), at("John Harwood Jr."));
    expect(compared.find(({ name }) => name === "name")?.agreement).toBe("other_generation");
  });
});
