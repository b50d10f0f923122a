import { expect, test } from "@jest/globals";
import { changedMembers } from "./changed-members.ts";

test("only the members that differ are shown, on the side that has them (OPS-33)", () => {
  const before = { label: "Quotes", max_running: null, delivery_setup: "per_run", gone: 1 };
  const after = { label: "Quotes", max_running: 4, delivery_setup: "per_correction", added: [1, "a"] };
  expect(changedMembers(before, after)).toEqual({
    before: 'max_running=null, delivery_setup="per_run", gone=1',
    after: 'max_running=4, delivery_setup="per_correction", added=[1,"a"]',
  });
  expect(changedMembers(null, { label: "a" })).toEqual({ before: "-", after: 'label="a"' });
  expect(changedMembers({ label: "a" }, null)).toEqual({ before: 'label="a"', after: "-" });
  expect(changedMembers(null, null)).toEqual({ before: "-", after: "-" });
});

test("a long value is cut without hiding the members after it (OPS-33)", () => {
  const { after } = changedMembers({}, { description: "é".repeat(200), label: "b" });
  expect(after).toBe(`description="${"é".repeat(58)}…, label="b"`);
});
