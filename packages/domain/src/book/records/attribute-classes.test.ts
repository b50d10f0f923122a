import { beforeAll, describe, expect, test } from "@jest/globals";
import type { FieldPolicy, Sensitivity } from "@service/privacy";
import { type AttributeClasses, attributeClassesOf, maskedAttributes, shownAttributes } from "./attribute-classes.ts";

const mapping = JSON.stringify({
  schema_version: 1,
  name: "Sample",
  sources: [
    {
      match: "clients*.csv",
      emits: [
        {
          family: "accounts",
          source_id: ["row.Id"],
          fields: {
            name: { from: "row.Name" },
            "attributes.tier": { from: "row.Tier", sensitivity: "financial" },
            "attributes.note": { from: "row.Note" },
          },
        },
      ],
    },
  ],
});
const denying = (...denied: Sensitivity[]): FieldPolicy => ({ policy_key: "p", denied, masks: {} });
const attributes = { tier: "A", note: "n" };

describe("attributes have the class of the mapping, else internal (REC-4, REC-40)", () => {
  const classesOf = (text: string) => attributeClassesOf(text, async () => text);
  let classes: AttributeClasses = "unknown";
  beforeAll(async () => {
    classes = await classesOf(mapping);
  });
  const shown = (policy: FieldPolicy, attributeClasses = classes) =>
    shownAttributes(attributes, { family: "accounts", policy, attributeClasses });

  test("each denied one is null", () => {
    expect(shown(denying())).toEqual(attributes);
    expect(shown(denying("financial"))).toEqual({ tier: null, note: "n" });
    expect(shown(denying("internal"))).toEqual({ tier: "A", note: null });
    expect(maskedAttributes(denying("financial"), ["accounts", "policies"], classes)).toEqual([
      "accounts.attributes.tier",
    ]);
  });

  test("a mapping without classes hides all or none", async () => {
    const native = await classesOf("native");
    expect([shown(denying("internal"), native), shown(denying("commission"), native)]).toEqual([null, attributes]);
  });

  test("where the mapping cannot be read, a policy that denies anything hides them all", async () => {
    const unknown = await classesOf("no mapping");
    expect([unknown, shown(denying("commission"), unknown), shown(denying(), unknown)]).toEqual([
      "unknown",
      null,
      attributes,
    ]);
  });
});
