import { describe, expect, test } from "@jest/globals";
import { isJsonObject, parseJson } from "@service/json";
import { recordKey } from "@service/record-families";
import { createRowStager, type StagedRow } from "./staged-row.ts";
import { copyLine } from "./staging-table.ts";
import { account, policy, row } from "./testing/delivered-rows.ts";

const connection = "0b7c7f1e-6f3a-4f6e-9a43-3d7a1f6f2c11";
const from = { file: 0, line: 7, mapped: [], source: "" };
const stage = (...[mapped]: readonly [Parameters<ReturnType<typeof createRowStager>["stage"]>[0]]): StagedRow =>
  createRowStager(connection).stage(mapped, from);

describe("a staged row (IMP-64)", () => {
  test("has the fields in the order of the family, whatever the order they came in, and equal rows have one hash", () => {
    const one = stage(account("A1", { dba: "One", status: "active" }));
    const other = stage(row("accounts", "A1", { status: "active", dba: "One", name: "Client A1" }));
    expect(one.fields).toBe('{"name":"Client A1","dba":"One","status":"active"}');
    expect(other).toEqual(one);
    expect(stage(account("A1", { dba: "Two", status: "active" })).rowHash).not.toBe(one.rowHash);
    expect(stage({ ...account("A1"), updatedAt: "2026-01-01T00:00:00Z" }).rowHash).not.toBe(
      stage(account("A1")).rowHash,
    );
  });

  test("names other rows by their keys, and a policy that only its client's rows name", () => {
    const staged = stage(policy("P2", "A1", { carrier_key: "CA1", prior_policy_key: "P1" }));
    const key = (family: "accounts" | "carriers" | "policies", id: string): string => recordKey(connection, family, id);
    expect(staged.clientKey).toBe(key("accounts", "A1"));
    expect(parseJson(staged.fields)).toMatchObject({
      client_key: key("accounts", "A1"),
      carrier_key: key("carriers", "CA1"),
      prior_policy_key: key("policies", "P1"),
    });
    const vehicle = stage(row("vehicles", "V1", { vin: "1" }, { policy: "P2" }));
    expect(vehicle).toMatchObject({ clientKey: null, policyKey: key("policies", "P2") });
    expect(parseJson(vehicle.fields)).toMatchObject({ policy_keys: [key("policies", "P2")] });
  });

  test("holds what the database can: no U+0000, no half of a surrogate pair, no date that it cannot read", () => {
    const staged = stage(
      account("A\u00001", { name: "a\u0000b\ud800", since: "2026-02-30", attributes: { "x\u0000": "y\u0000" } }),
    );
    expect(staged.sourceId).toBe("A 1");
    expect(parseJson(staged.fields)).toEqual({ name: "a b\ufffd", attributes: { "x ": "y " } });
  });

  test("carries what it is found by, with the class of its field, and who works on it", () => {
    const staged = stage(
      account("A1", { name: "Café O’Hara", phone: "555 010 0199", servicer_seats: ["b", "a"], office_key: "n" }),
    );
    expect(staged.terms?.split("\u001f")).toEqual(
      [
        "|name|cafe",
        "|name|ohara",
        "pii_contact|phone|5550100199",
        "pii_contact|phone|5550100199",
        "pii_contact|phone|0100199",
      ].filter((term, index, all) => all.indexOf(term) === index),
    );
    expect(staged.grants?.split("\u001f")).toEqual(["seat:b", "seat:a", "office:n"]);
    expect(parseJson(staged.computed ?? "")).toMatchObject({ name: "cafe o’hara" });
  });

  test("is one line of COPY, whatever its texts hold", () => {
    const staged = stage(account("A1", { name: "tab\tline\nback\\slash\r" }));
    const line = copyLine({ ...staged, sourceId: "a\tb\nc\\d" }, 3);
    expect(line.split("\n")).toHaveLength(2);
    expect(line.split("\t")).toHaveLength(17);
    expect(isJsonObject(parseJson(staged.fields))).toBe(true);
  });
});
