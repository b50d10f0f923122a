import { describe, expect, test } from "@jest/globals";
import { type Json, type JsonObject, objects } from "@service/json";
import { checkTriageConfiguration } from "./check-configuration.ts";
import { effectiveTriage, triagePreset } from "./configuration.ts";
import { triage } from "./index.ts";

function issues(changes: JsonObject): string[] {
  return checkTriageConfiguration({ ...triagePreset(), ...changes }).map(({ path }) => path);
}

const [large, fallback] = objects(triagePreset(), "routes");
const routes = (...list: readonly (JsonObject | undefined)[]): JsonObject => ({
  routes: list.filter((route) => route !== undefined),
});

describe("a triage configuration", () => {
  test("is the preset when nothing is changed", () => {
    expect(issues({})).toEqual([]);
  });

  test("needs no field beyond the common ones: the preset fills them", () => {
    const preset = triagePreset();
    const names = Object.keys(preset).filter((name) =>
      [
        "schema_version",
        "domain_key",
        "response_type",
        "pack_key",
        "pack_version",
        "privacy_policy",
        "egress_manifest_version",
      ].includes(name),
    );
    const minimal: JsonObject = Object.fromEntries(names.map((name): [string, Json] => [name, preset[name] ?? null]));
    expect(checkTriageConfiguration(minimal)).toEqual([]);
    expect(effectiveTriage(minimal)).toEqual(effectiveTriage(preset));
  });

  test("has exactly one fallback route (TRI-19)", () => {
    expect(issues(routes(large))).toEqual(["/routes"]);
    expect(issues(routes(large, fallback, { ...fallback, key: "other" }))).toEqual(["/routes"]);
  });

  test("evaluates the fallback last (TRI-19)", () => {
    expect(issues(routes({ ...large, precedence: 999 }, fallback))).toEqual(["/routes/0/precedence"]);
  });

  test("refuses duplicate keys in an array and over the rule arrays (TRI-20)", () => {
    expect(issues(routes(large, { ...large }, fallback))).toContain("/routes/1/key");
    const rule = { key: "large", effect: "refer", when: { fact: "kind", op: "eq", value: "new" }, message: "m" };
    expect(issues({ appetite_rules: [rule] })).toEqual(["/appetite_rules/0/key"]);
  });

  test("refuses unknown fields, unknown fact paths and bad patterns, each at its place", () => {
    expect(issues({ route: [] })).toEqual(["/route"]);
    const rule = (when: JsonObject): JsonObject => ({
      strategic_rules: [{ key: "s", points: 10, when, message: "m" }],
    });
    expect(issues(rule({ fact: "profile.size", op: "eq", value: 1 }))).toEqual(["/strategic_rules/0/when/fact"]);
    expect(issues(rule({ fact: "insured.name", op: "matches", value: "(?=a)" }))).toEqual([
      "/strategic_rules/0/when/value",
    ]);
    expect(
      issues({
        required_items: [{ line: "*", kind: "new", documents: [], facts: [{ path: "account.x", weight: 1 }] }],
      }),
    ).toEqual(["/required_items/0/facts/0/path"]);
  });

  test.each(["loss.nothing", "risk.nothing", "insured.nothing", "premium_estimate.x", "documents.kind", "producer.x"])(
    "refuses %s, which no submission has (COND-28)",
    (path) => {
      const when = { fact: path, op: "exists" };
      expect(issues(routes({ ...large, when }, fallback))).toEqual(["/routes/0/when/fact"]);
      const rule = { key: "s", points: 10, when, message: "m" };
      expect(issues({ strategic_rules: [rule] })).toEqual(["/strategic_rules/0/when/fact"]);
      const item = { line: "*", kind: "new", documents: [], facts: [{ path, weight: 1 }] };
      expect(issues({ required_items: [item] })).toEqual(["/required_items/0/facts/0/path"]);
    },
  );

  test("takes every field of a submission, its loss facts and what its free map may hold", () => {
    const taken = [
      "as_of",
      "submission_key",
      "lines",
      "flags[]",
      "documents[].kind",
      "insured.address",
      "insured.address.state",
      "incumbent.expires_on",
      "risk.attributes.anything",
      "risk.class_codes[].code",
      "loss.ratio_3y",
      "loss_history.claims[].paid",
    ].map((path) => ({ path, weight: 1 }));
    expect(issues({ required_items: [{ line: "*", kind: "new", documents: [], facts: taken }] })).toEqual([]);
  });

  test("refuses a required item, document or fact that is named twice (TRI-20)", () => {
    const item = (more: JsonObject): JsonObject => ({ line: "*", kind: "new", documents: [], facts: [], ...more });
    expect(issues({ required_items: [item({}), item({ kind: "renewal" }), item({})] })).toEqual(["/required_items/2"]);
    const document = { kind: "application", weight: 1 };
    expect(issues({ required_items: [item({ documents: [document, { ...document, weight: 2 }] })] })).toEqual([
      "/required_items/0/documents/1/kind",
    ]);
    const fact = { path: "risk.revenue", weight: 1 };
    expect(issues({ required_items: [item({ facts: [fact, fact] })] })).toEqual(["/required_items/0/facts/1/path"]);
  });

  test("refuses utilities that do not ascend, exceed 100 or let urgency fall as a deadline nears (TRI-20)", () => {
    const of = (name: string, points: Json): string[] => issues({ utilities: { [name]: points } });
    expect(
      of("value", [
        [5, 1],
        [5, 2],
      ]),
    ).toEqual(["/utilities/value/1/0"]);
    expect(
      of("value", [
        [0, 1],
        [5, 101],
      ]),
    ).toEqual(["/utilities/value/1/1"]);
    expect(
      of("urgency_days", [
        [0, 10],
        [5, 20],
      ]),
    ).toEqual(["/utilities/urgency_days/1/1"]);
    expect(
      of("response_age", [
        [0, 10],
        [5, 5],
      ]),
    ).toEqual(["/utilities/response_age/1/1"]);
  });

  test("refuses bands and clearance weights in the wrong order, and weights of nothing (TRI-20)", () => {
    expect(issues({ bands: { high: 30 } })).toEqual(["/bands/low"]);
    expect(issues({ clearance: { possible: 9 } })).toEqual(["/clearance/possible"]);
    expect(issues({ weights: { priority: { value: 0, urgency: 0, relationship: 0, strategic: 0 } } })).toEqual([
      "/weights/priority",
    ]);
  });

  test("reports contract fields outside the free map", () => {
    const field = { path: "profile.x", type: "number", required: false };
    expect(issues({ input_contract: { fields: [field] } })).toEqual(["/input_contract/fields/0/path"]);
    expect(issues({ input_contract: { fields: [{ ...field, path: "risk.attributes.x" }] } })).toEqual([]);
  });

  test("may switch the offerings off, and drops rules that are not enabled", () => {
    expect(issues({ offering_source: null })).toEqual([]);
    expect(effectiveTriage({ ...triagePreset(), offering_source: null }).offering_source).toBeNull();
    const rule = { key: "r", enabled: false, effect: "refer", when: { all: [] }, message: "m" };
    expect(effectiveTriage({ ...triagePreset(), appetite_rules: [rule] }).appetite_rules).toEqual([]);
  });
});

test("tax number and phone of an insured have their classes (TRI-3)", () => {
  const schema = JSON.stringify(triage.requestSchema(triage.effectiveConfig(triage.preset())));
  expect(schema).toMatch(/"fein":\{[^}]*"x-sensitivity":"pii_identity"/);
  expect(schema).toMatch(/"phone":\{[^}]*"x-sensitivity":"pii_contact"/);
});
