import { expect, test } from "@jest/globals";
import { applyFieldPolicy, fieldPolicyPresets } from "./field-policy.ts";
import { closed, listOf, mapOf, ratioSchema, textSchema } from "@service/json";
import { sensitive } from "./sensitive.ts";

const schema = closed({
  output: closed({
    items: listOf(closed({ key: textSchema(10), commission_rate: sensitive(ratioSchema(), "commission") }), 10),
    profile: mapOf(textSchema(10), 10),
    hits: sensitive(listOf(closed({ name: textSchema(10) }), 10), "screening"),
    "odd/na~me": sensitive(textSchema(10), "internal"),
  }),
  solutions: listOf(closed({ commission_rate: sensitive(ratioSchema(), "commission") }), 10),
});
const document = {
  output: {
    items: [{ key: "a", commission_rate: 0.1 }, { key: "b" }],
    profile: { x: "y" },
    hits: [{ name: "z" }],
    "odd/na~me": "q",
  },
  solutions: [{ commission_rate: 0.2 }, { commission_rate: null }],
};

test("denied values become null and their pointers are listed in document order", () => {
  const { output, redacted } = applyFieldPolicy(schema, document, fieldPolicyPresets.external_agent.denied);
  expect(redacted).toEqual([
    "/output/items/0/commission_rate",
    "/output/hits",
    "/output/odd~1na~0me",
    "/solutions/0/commission_rate",
  ]);
  expect(output).toEqual({
    output: {
      items: [{ key: "a", commission_rate: null }, { key: "b" }],
      profile: { x: "y" },
      hits: null,
      "odd/na~me": null,
    },
    solutions: [{ commission_rate: null }, { commission_rate: null }],
  });
});

test("a policy that denies nothing returns the stored document unchanged", () => {
  expect(applyFieldPolicy(schema, document, fieldPolicyPresets.full.denied)).toEqual({
    output: document,
    redacted: [],
    withheld: [],
  });
  expect(applyFieldPolicy(schema, document, fieldPolicyPresets.full.denied).output).toBe(document);
});

test("only the denied classes are hidden", () => {
  expect(applyFieldPolicy(schema, document, fieldPolicyPresets.service.denied).redacted).toEqual([
    "/output/items/0/commission_rate",
    "/solutions/0/commission_rate",
  ]);
});
