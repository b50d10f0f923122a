import { expect, test } from "@jest/globals";
import { byText, type JsonObject, objectsIn, text } from "@service/json";
import { opportunity } from "./index.ts";
import {
  outputOf,
  sampleAccount,
  sampleBook,
  sampleDataset,
  samplePolicy,
  sampleRequest,
} from "./testing/sample-book.ts";

const engine = opportunity.compile(opportunity.effectiveConfig(opportunity.preset()));
const idOf = (row: JsonObject): string => text(row, "opportunity_id") ?? "";

function found(accounts: readonly JsonObject[], today: string, standing: readonly JsonObject[]): readonly JsonObject[] {
  const datasets = standing.length === 0 ? [] : [sampleDataset("opportunities:previous", standing)];
  const input = { as_of: `${today}T00:00:00Z`, max_results: 2_000 };
  return objectsIn(outputOf(engine.run(sampleRequest(accounts, input, datasets))).opportunities);
}

/** What stands after a run: found rows, and those before that it does not report as gone. */
function after(rows: readonly JsonObject[], standing: readonly JsonObject[]): readonly JsonObject[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const kept = standing.filter((row) => !byId.has(idOf(row)));
  return [...rows.filter(({ change }) => change !== "resolved"), ...kept];
}

/** Where an opportunity is: another one of its kind there is the same one under another id. */
const placeOf = ({ kind, client_key, line, policy_key }: JsonObject): string =>
  [kind, client_key, policy_key ?? line].map(String).join("|");

test("a place has one opportunity while days pass, and keeps its id, also when another rule represents it (OPP-62)", () => {
  const book = sampleBook(150, 4);
  let standing: readonly JsonObject[] = [];
  for (const today of ["2026-01-15", "2026-02-20", "2026-03-25", "2026-04-02", "2026-05-10"]) {
    const rows = found(book, today, standing);
    expect(new Set(rows.map(idOf)).size).toBe(rows.length);
    const ids = new Map(standing.map((row) => [placeOf(row), idOf(row)]));
    const moved = rows.filter((row) => row.change !== "resolved" && (ids.get(placeOf(row)) ?? idOf(row)) !== idOf(row));
    expect(moved.map(placeOf)).toEqual([]);
    standing = after(rows, standing);
    const places = standing.map(placeOf).toSorted(byText);
    expect(places.filter((place, index) => place === places[index + 1])).toEqual([]);
  }
});

test("a renewal at risk that becomes a lapse is still the same one (OPP-62)", () => {
  const risky = sampleAccount("c1", [samplePolicy("p", "cyber", { kind: "new" })], {
    activities: [],
    since: "2025-03-30",
    claims: [1, 2].map((n) => ({ claim_key: `k${n}`, occurred_on: "2025-06-01", status: "closed" })),
  });
  const ofRisk = ({ kind }: JsonObject): boolean => kind === "renewal_risk";
  const first = found([risky], "2026-01-15", []).filter(ofRisk);
  expect(first.map(({ rule_key }) => rule_key)).toEqual(["renewal_risk"]);
  const lapsed = { ...risky, policies: [samplePolicy("p", "cyber", { status: "non_renewed" })] };
  const then = found([lapsed], "2026-01-15", first).filter(ofRisk);
  expect(then.map(({ rule_key, change }) => [rule_key, change])).toEqual([["renewal_lapse", "updated"]]);
  expect(then.map(idOf)).toEqual(first.map(idOf));
  expect(found([lapsed], "2026-01-15", []).filter(ofRisk).map(idOf)).not.toEqual(first.map(idOf));
});

test("a line to offer that becomes a gap is resolved, and the gap is new (OPP-87)", () => {
  const lines = ["general_liability", "cyber"];
  const offices = Array.from({ length: 11 }, (_, index) =>
    sampleAccount(
      `o${index}`,
      lines.map((line) => samplePolicy(`${line}${index}`, line, { expires_on: "2026-12-01" })),
      { naics: "541611", employees: 20 },
    ),
  );
  const last = sampleAccount("x", [samplePolicy("g", "general_liability")], {
    naics: "541611",
    employees: 20,
    coverages: [],
  });
  const book = [...offices, last];
  const ofLine = (rows: readonly JsonObject[]): unknown[] =>
    rows
      .filter(({ client_key, line }) => client_key === "x" && line === "cyber")
      .map((row) => `${text(row, "kind") ?? ""} ${text(row, "change") ?? ""}`)
      .toSorted(byText);
  const input = { as_of: "2026-01-15T00:00:00Z", kinds: ["cross_sell"] };
  const offered = objectsIn(outputOf(engine.run(sampleRequest(book, input))).opportunities);
  expect(ofLine(offered)).toEqual(["cross_sell new"]);
  expect(ofLine(found(book, "2026-01-15", offered))).toEqual(["coverage_gap new", "cross_sell resolved"]);
});
