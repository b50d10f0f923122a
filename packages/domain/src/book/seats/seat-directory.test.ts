import { describe, expect, test } from "@jest/globals";
import { fieldPolicyPresets } from "@service/privacy";
import type { Seat } from "./seat.ts";
import { SeatDirectory } from "./seat-directory.ts";

function seat(seatKey: string, more: Partial<Seat> = {}): Seat {
  return {
    seatKey,
    emails: [`${seatKey}@example.com`],
    principalIds: [`idp|${seatKey}`],
    name: null,
    role: null,
    officeKey: null,
    teamKeys: [],
    scope: "Own",
    fieldPolicyKey: null,
    active: true,
    ...more,
  };
}

const ana = seat("ana", { teamKeys: ["t1", "t2"], scope: "Team", officeKey: "north" });
const bo = seat("bo", { teamKeys: ["t2"], officeKey: "north", scope: "Office" });
const cy = seat("cy", { teamKeys: ["t3"], scope: "All" });
const gone = seat("gone", { teamKeys: ["t1"], active: false });
const directory = new SeatDirectory([ana, bo, cy, gone], [{ policy_key: "desk", denied: ["commission"], masks: {} }]);

describe("the seat of a person (SEAT-22)", () => {
  test.each([
    ["an address", { email: "ana@example.com" }, "ana"],
    ["an id, when there is no address", { principal: "idp|bo" }, "bo"],
    ["an address and an id of one seat", { email: "bo@example.com", principal: "idp|bo" }, "bo"],
    ["an address, with an id that is in no seat", { email: "bo@example.com", principal: "somebody" }, "bo"],
    ["an address and an id of two seats", { email: "bo@example.com", principal: "idp|ana" }, undefined],
    ["an address of nobody, whatever the id", { email: "x@example.com", principal: "idp|ana" }, undefined],
    ["an address of the same domain", { email: "other@example.com" }, undefined],
    ["a seat that is switched off", { email: "gone@example.com" }, undefined],
    ["nothing", {}, undefined],
  ])("is found by %s", (_what, { email, principal }: { email?: string; principal?: string }, key) => {
    expect(directory.seatOf({ email, principal })?.seatKey).toBe(key);
  });

  test("is nobody's when two active seats have the address or the id, but not when the other one is switched off", () => {
    const shared = { emails: ["front@example.com"], principalIds: ["idp|front"] };
    const two = new SeatDirectory([seat("a", shared), seat("b", shared)], []);
    expect(two.seatOf({ email: "front@example.com", principal: undefined })).toBeUndefined();
    expect(two.seatOf({ email: undefined, principal: "idp|front" })).toBeUndefined();
    const one = new SeatDirectory([seat("a", shared), seat("b", { ...shared, active: false })], []);
    expect(one.seatOf({ email: "front@example.com", principal: undefined })?.seatKey).toBe("a");
  });
});

test.each([
  ["Own", seat("own"), ["seat:own"]],
  ["Team: those who share a team, also one who has left", ana, ["seat:ana", "seat:bo", "seat:gone"]],
  ["Office", bo, ["office:north", "seat:bo"]],
  ["Office without an office: its own", seat("x", { scope: "Office" }), ["seat:x"]],
  ["All", cy, null],
  ["Platform", seat("p", { scope: "Platform" }), null],
])("a seat of scope %s holds its entries (SEAT-11)", (_scope, of, grants) => {
  expect(directory.grantsOf(of)).toEqual(grants);
});

test("a field policy is found among those of everybody and of the organization; an unknown one is the restrictive one (PRIV-7)", () => {
  expect(directory.policy("full")).toBe(fieldPolicyPresets.full);
  expect(directory.policy("desk").denied).toEqual(["commission"]);
  expect(directory.policy("nowhere")).toBe(fieldPolicyPresets.external_agent);
});
