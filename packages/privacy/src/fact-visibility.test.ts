import { describe, expect, test } from "@jest/globals";
import { FactPlaces, FactStep } from "./fact-visibility.ts";

const schema = {
  type: "object",
  properties: {
    input: {
      type: "object",
      properties: {
        profile: { type: "object", properties: { revenue: { type: "number", "x-sensitivity": "financial" } } },
        label: { type: "string" },
      },
    },
  },
};
const places = new FactPlaces([schema], ["financial"]);

describe("the visibility of a fact", () => {
  test.each([
    ["profile.revenue", "denied"],
    ["account.revenue", "denied"],
    ["items[offer-a].revenue", "denied"],
    ["@.revenue", "denied"],
    ["input.profile", "mixed"],
    ["input.label", "open"],
    ["label[not closed", "nowhere"],
    ["label[][]", "open"],
    ["label[a[b]", "open"],
    ["elsewhere", "nowhere"],
  ] as const)("%s is %s", (path, standing) => {
    expect(places.standingOf(path)).toBe(standing);
  });

  test("is nowhere for paths as long as an input may hold", () => {
    expect(places.standingOf(`${"a.".repeat(100_000)}revenue`)).toBe("nowhere");
    expect(places.standingOf("[".repeat(200_000))).toBe("nowhere");
  });

  test("is found member by member, whatever the names are", () => {
    const step = new FactStep(places, ["input"]);
    expect(step.member("profile").member("revenue").standing).toBe("denied");
    expect(step.standingOfMember("profile.revenue")).toBe("denied");
    expect(step.member("facts").member("profile").standingOfMember("revenue")).toBe("nowhere");
    expect(step.standingOfMember("label")).toBe("open");
    expect(step.standingOfMember("constructor")).toBe("nowhere");
    expect(step.member("[".repeat(200_000)).member("[".repeat(200_000)).standing).toBe("nowhere");
  });
});
