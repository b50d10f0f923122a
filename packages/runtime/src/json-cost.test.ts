import { describe, expect, test } from "@jest/globals";
import { findCostlyJson, findCostlyJsonInSteps } from "./json-cost.ts";

const stringsMax = 20_000;
const containersMax = 250_000;
const limits = { distinctStringsMax: stringsMax, containersMax };

function namesOf(count: number, text = (index: number) => `k${index}`): string {
  return `{${Array.from({ length: count }, (_, index) => `"${text(index)}" : 1`).join(",")}}`;
}

async function costOf(text: string): Promise<unknown> {
  const bytes = Buffer.from(text);
  const inOne = findCostlyJson(bytes, limits);
  expect(await findCostlyJsonInSteps(bytes, limits)).toEqual(inOne);
  return inOne;
}

describe("JSON that would hold a process up while it is parsed", () => {
  test("has too many different names, however long they are and whatever else the JSON holds", async () => {
    const tooMany = { bound: "distinct_strings", limit: stringsMax, measured: stringsMax + 1 };
    expect(await costOf(namesOf(stringsMax))).toBeUndefined();
    expect(await costOf(namesOf(stringsMax + 1))).toEqual(tooMany);
    expect(await costOf(namesOf(stringsMax + 1, (index) => `${"n".repeat(40)}${index}`))).toEqual(tooMany);
    expect(await costOf(`[${`${namesOf(1_000)},`.repeat(100)}"${"\\u00e9".repeat(400_000)}"]`)).toBeUndefined();
    expect(await costOf(`["${'x\\"'.repeat(400_000)}",${namesOf(stringsMax + 1)}]`)).toEqual(tooMany);
  });

  test("has too many different short strings; long ones cost no more than their length", async () => {
    const strings = (text: (index: number) => string) =>
      `[${Array.from({ length: stringsMax + 1 }, (_, index) => `"${text(index)}"`).join(",")}]`;
    expect(await costOf(strings(String))).toMatchObject({ bound: "distinct_strings" });
    expect(await costOf(strings((index) => `\\u0078${index}`))).toMatchObject({ bound: "distinct_strings" });
    expect(await costOf(strings((index) => `eleven char${index}`))).toBeUndefined();
    expect(await costOf(strings((index) => `s${index % 100}`))).toBeUndefined();
  });

  test("has too many objects and arrays", async () => {
    expect(await costOf(`[${"{},".repeat(containersMax - 2)}[]]`)).toBeUndefined();
    expect(await costOf(`[${"{},".repeat(containersMax - 1)}[]]`)).toMatchObject({ bound: "containers" });
    expect(await costOf("[".repeat(3_000_000))).toMatchObject({ bound: "containers" });
    expect(await costOf(`["${"[{".repeat(1_000_000)}"]`)).toBeUndefined();
  });

  test.each(["", '"', '{"a', "\\", '"\\'.padStart(70_000)])("is looked for in any bytes, %#", async (text) => {
    expect(await costOf(text)).toBeUndefined();
  });
});
