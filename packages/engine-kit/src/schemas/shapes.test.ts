import { coverageLineSchema } from "@service/record-families";
import { describe, expect, test } from "@jest/globals";
import { type JsonSchema, diffSchemas, compileSchema, closed, listOf } from "@service/json";
import {
  freeMapSchema,
  lossHistorySchema,
  riskFactsSchema,
  submissionStampSchema,
  findingSchema,
  outputEnvelopeSchema,
} from "./index.ts";

describe("shared shapes", () => {
  test("a coverage line of TYPE-24 is valid, an unknown member is not", () => {
    const coverage = compileSchema(coverageLineSchema());
    expect(
      coverage({
        line: "general_liability",
        coverage: "each_occurrence",
        included: true,
        limit: 1_000_000,
        deductible: { type: "flat", amount: 1000 },
        retro_date: "2020-01-01",
        source: { page: 2 },
      }),
    ).toEqual([]);
    expect(coverage({ line: "general_liability", coverage: "each_occurrence", included: true, limits: 1 })).toEqual([
      { field: "limits", message: "unknown field" },
    ]);
    expect(
      coverage({ line: "spaceflight", coverage: "each_occurrence", included: true }).map((issue) => issue.field),
    ).toEqual(["line"]);
  });

  test("loss history, risk facts and submission stamps are closed (TYPE-23, TYPE-25)", () => {
    expect(
      compileSchema(lossHistorySchema())({
        years: 5,
        claims: [{ line: "cyber", occurred_on: "2025-01-01", status: "open", paid: 0, reserved: 10 }],
      }),
    ).toEqual([]);
    expect(compileSchema(lossHistorySchema())({ years: 11, claims: [] }).map((issue) => issue.field)).toEqual([
      "years",
    ]);
    expect(compileSchema(riskFactsSchema())({ naics: "238160", states: ["WA"], attributes: { fleet: true } })).toEqual(
      [],
    );
    expect(compileSchema(riskFactsSchema())({ naics: "2" }).map((issue) => issue.field)).toEqual(["naics"]);
    expect(compileSchema(submissionStampSchema())({ source: "portal", issued_at: "2026-01-01T00:00:00Z" })).toEqual([]);
  });

  test("the input contract adds members to a free map and requires those marked as required", () => {
    const effective = {
      input_contract: {
        fields: [
          { path: "profile.fleet_age", type: "number", required: true, sensitivity: "financial" },
          { path: "profile.kind", type: "string", required: false, enum: ["a", "b"] },
          { path: "risk.attributes.x", type: "boolean", required: true },
        ],
      },
    };
    const map = freeMapSchema(effective, "profile", 300);
    expect(map.required).toEqual(["fleet_age"]);
    expect(map.properties).toEqual({
      fleet_age: { type: "number", "x-sensitivity": "financial" },
      kind: { type: "string", maxLength: 4000, enum: ["a", "b"] },
    });
    const profile = compileSchema(map);
    expect(profile({ fleet_age: 4, kind: "a", anything: "else" })).toEqual([]);
    expect(
      profile({ kind: "c", nested: {} })
        .map((issue) => issue.field)
        .sort(),
    ).toEqual(["fleet_age", "kind", "nested"]);
  });

  test("words to choose from, on a list of the contract, are those of its elements", () => {
    const field = { path: "profile.trades", type: "list", required: false, enum: ["roofing", "framing"] };
    const profile = compileSchema(freeMapSchema({ input_contract: { fields: [field] } }, "profile", 300));
    expect(profile({ trades: [] })).toEqual([]);
    expect(profile({ trades: ["framing", "roofing"] })).toEqual([]);
    expect(profile({ trades: ["framing", "blasting"] })).toEqual([
      { field: "trades[1]", message: "must be one of roofing, framing" },
    ]);
  });

  test("finds nothing between a generated schema and itself", () => {
    const schema = (): JsonSchema =>
      outputEnvelopeSchema({
        engineType: "comparison",
        summary: closed({}),
        properties: { gaps: listOf(findingSchema(), 10) },
        required: [],
        finding: findingSchema(),
      });
    expect(diffSchemas("response", schema(), schema())).toEqual([]);
  });
});
