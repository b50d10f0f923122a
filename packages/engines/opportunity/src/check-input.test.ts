import { describe, expect, test } from "@jest/globals";
import type { InputIssue, Json } from "@service/json";
import { opportunity } from "./index.ts";

const engine = opportunity.compile(opportunity.effectiveConfig(opportunity.preset()));

function inSteps(input: Json): { readonly issues: readonly InputIssue[]; readonly steps: number } {
  const checking = engine.inputSteps?.(input);
  if (checking === undefined) throw new Error("the type has no steps");
  for (let steps = 0; ; steps += 1) {
    const step = checking.next();
    if (step.done) return { issues: step.value, steps };
  }
}

const account = (at: number, changes: object = {}) => ({
  client_key: `c${at}`,
  name: `Alder Bakery ${at}`,
  ...changes,
});
const accounts = (count: number, changes: (at: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, at) => account(at, changes(at)));

describe("an input is judged in steps as it is at once (OPP-1)", () => {
  test.each<[string, Json]>([
    ["nothing", {}],
    ["no object", [1]],
    ["accounts that are no list", { accounts: "all" }],
    ["no account", { accounts: [] }],
    ["valid accounts", { as_of: "2026-11-01T00:00:00Z", accounts: accounts(60) }],
    ["a fault in the first part", { accounts: accounts(60, (at) => (at === 3 ? { name: 5 } : {})) }],
    [
      "a fault in a later part",
      { accounts: accounts(60, (at) => (at === 57 ? { policies: [{ premium: "x" }] } : {})) },
    ],
    ["a fault beside them", { as_of: "yesterday", accounts: accounts(60) }],
    ["an unknown field beside them", { everything: true, accounts: accounts(60) }],
    ["one key twice", { accounts: accounts(60, (at) => (at === 59 ? { client_key: "c0" } : {})) }],
    ["more faults than are listed", { accounts: accounts(200, () => ({ name: 5 })) }],
    ["too many accounts", { accounts: accounts(5_001) }],
  ])("%s", (_what, input) => {
    expect(inSteps(input).issues).toEqual(engine.validateInput(input));
  });

  test("the most accounts take a step for every few", () => {
    expect(inSteps({ accounts: accounts(5_000) })).toEqual({ issues: [], steps: 200 });
  });
});
