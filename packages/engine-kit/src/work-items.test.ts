import { expect, test } from "@jest/globals";
import { orderWorkItems, todoInWords, workItem, workItemsMax } from "./work-items.ts";

const runId = "0b7f4c1e-6f0a-4f6e-9f0a-2f9f6a1b2c3d";
const content = {
  kind: "verify_fact",
  title: "Verify employees",
  detail: "Two sources differ",
  severity: "medium",
} as const;

test("the id of a work item is a function of run and finding (TYPE-50)", () => {
  const item = workItem(runId, "gap_cyber", content);
  expect(item.work_item_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(workItem(runId, "gap_cyber", content)).toEqual(item);
  expect(workItem(runId, "gap_flood", content).work_item_id).not.toBe(item.work_item_id);
  expect(item.finding_keys).toEqual(["gap_cyber"]);
});

test("orders by gravity, keeps one per finding and at most 200 (TYPE-51)", () => {
  const items = Array.from({ length: 250 }, (_, index) =>
    workItem(runId, `f${String(index).padStart(3, "0")}`, content),
  );
  const critical = workItem(runId, "last", { ...content, severity: "critical" });
  const ordered = orderWorkItems([...items, items[0] ?? {}, critical]);
  expect(ordered).toHaveLength(workItemsMax);
  expect(ordered[0]).toBe(critical);
  expect(ordered[1]).toBe(items[0]);
  expect(orderWorkItems([critical, ...items.toReversed()])).toEqual(ordered);
});

test("a task says whose it is, by when, and its steps once (WORD-9)", () => {
  const todo = { kind: "request_document", title: "Ask Acme for the license", about: "Acme" } as const;
  const whose = "This is for the account manager to do for Acme";
  expect(todoInWords(todo)).toBe(`${whose}; no date is set.`);
  expect(todoInWords({ ...todo, steps: "Ask Acme for the license." })).toBe(`${whose}; no date is set.`);
  expect(todoInWords({ ...todo, steps: "Ask by phone", dueOn: "2026-03-05" })).toBe(
    `${whose} by March 5, 2026. Ask by phone.`,
  );
  expect(todoInWords({ ...todo, owner: "compliance" })).toContain("This is for compliance to do for Acme");
});
