import { type Json, type JsonObject, number, text } from "@service/json";
import { type Figure, figure } from "./figure.ts";
import { type LabelledInsured, linkOf, linksOf, lettersInCommon } from "./link-insureds.ts";
import { readTruth } from "./read-truth.ts";

/** What is wanted of a set: F1 of all links, F1 and precision of what is called duplicate (TRI-103). */
export type WantedOfLinks = { readonly all: number; readonly duplicate: number; readonly precision: number };

const sets = [
  { name: "restaurants", read: readRestaurant, wanted: { all: 0.93, duplicate: 0.9, precision: 0.97 } },
  { name: "febrl1", read: readPerson, wanted: { all: 0.97, duplicate: 0.9, precision: 0.97 } },
] as const;

/**
 * How well triage finds the records that are one insured, in `<folder>/restaurants.ndjson.gz` and `febrl1.ndjson.gz`: rows
 * `{id, truth, line1, city, ...}`, where equal `truth` means one insured. A set that is missing is left out.
 */
export function measureDuplicates(folder: string): Promise<Figure[]> {
  return Promise.resolve(
    sets.flatMap(({ name, read, wanted }) => {
      const rows = readTruth(folder, name).map(read);
      return rows.length === 0 ? [] : figuresOf(name, rows, wanted);
    }),
  );
}

/** The figures of one set. */
export function figuresOf(name: string, rows: readonly LabelledInsured[], wanted: WantedOfLinks): readonly Figure[] {
  const { all, duplicates } = linksOf(rows);
  const [linked, held, plain] = [all, duplicates, lettersInCommon(rows)].map((links) => measured(links, rows));
  return [
    figure(`${name}: F1 of all links`, f1(linked), ">=", wanted.all, [
      ...wrongLinks("no duplicate", all, rows),
      ...missedLinks(all, rows),
    ]),
    figure(`${name}: F1 of all links, not below letter triples`, f1(linked), ">=", f1(plain)),
    figure(`${name}: F1 of what is called duplicate`, f1(held), ">=", wanted.duplicate),
    figure(
      `${name}: precision of what is called duplicate`,
      held === undefined || held.found === 0 ? 1 : held.right / held.found,
      ">=",
      wanted.precision,
      wrongLinks("called duplicate", duplicates, rows),
    ),
  ];
}

type Measured = { readonly found: number; readonly right: number; readonly wanted: number };

function measured(links: ReadonlySet<string>, rows: readonly LabelledInsured[]): Measured {
  const wanted = trueLinks(rows);
  return { found: links.size, right: [...links].filter((link) => wanted.has(link)).length, wanted: wanted.size };
}

function f1(counts: Measured | undefined): number {
  if (counts === undefined || counts.found + counts.wanted === 0) return 1;
  return (2 * counts.right) / (counts.found + counts.wanted);
}

function trueLinks(rows: readonly LabelledInsured[]): ReadonlySet<string> {
  const byTruth = new Map<string, string[]>();
  for (const { key, truth } of rows) byTruth.set(truth, [...(byTruth.get(truth) ?? []), key]);
  const links = new Set<string>();
  for (const keys of byTruth.values()) {
    for (const [index, key] of keys.entries()) for (const other of keys.slice(0, index)) links.add(linkOf(key, other));
  }
  return links;
}

function wrongLinks(how: string, links: ReadonlySet<string>, rows: readonly LabelledInsured[]): readonly string[] {
  const wanted = trueLinks(rows);
  return [...links].filter((link) => !wanted.has(link)).map((link) => `${how}: ${inWords(link, rows)}`);
}

function missedLinks(links: ReadonlySet<string>, rows: readonly LabelledInsured[]): readonly string[] {
  return [...trueLinks(rows)].filter((link) => !links.has(link)).map((link) => `missed: ${inWords(link, rows)}`);
}

function inWords(link: string, rows: readonly LabelledInsured[]): string {
  const byKey = new Map(rows.map(({ key, insured }) => [key, insured]));
  return link
    .split(" ")
    .map((key) => `${key} ${JSON.stringify(byKey.get(key))}`)
    .join(" and ");
}

/** The set states neither state nor ZIP code; the input asks for a state, so all have one. */
function readRestaurant(row: JsonObject): LabelledInsured {
  const [name = "", line1 = "", city = ""] = [text(row, "name"), text(row, "line1"), text(row, "city")];
  return {
    key: `r${number(row, "id") ?? ""}`,
    truth: text(row, "truth") ?? "",
    insured: { name, address: { line1, city, state: "NY", zip: "" } },
  };
}

/** Eight codes of states for the eight of the set; a ninth for what is written otherwise. */
const states: ReadonlyMap<Json | undefined, string> = new Map([
  ["nsw", "NY"],
  ["vic", "VT"],
  ["qld", "OK"],
  ["wa", "WA"],
  ["sa", "SC"],
  ["tas", "TX"],
  ["act", "AZ"],
  ["nt", "NM"],
]);

function readPerson(row: JsonObject): LabelledInsured {
  const name = [text(row, "given"), text(row, "family")].filter((part) => part !== undefined && part !== "").join(" ");
  const [line1 = "", city = "", zip = ""] = [text(row, "line1"), text(row, "city"), text(row, "postcode")];
  const address = { line1, city, state: states.get(row.state) ?? "DC", zip };
  return { key: text(row, "id") ?? "", truth: text(row, "truth") ?? "", insured: { name, address } };
}
