import { describe, expect, test } from "@jest/globals";
import { pathTable } from "./path-table.ts";

const patterns = [
  "/health",
  "/engines",
  "/engines/{engine_slug}",
  "/engines/{engine_slug}/runs",
  "/engines/{engine_slug}/runs/latest",
  "/engines/{engine_slug}/runs/{run_id}",
  "/engines/{engine_slug}/runs/{run_id}/cancel",
  "/engines/import",
  "/{family}/status",
];

/** Every rotation of the list, forwards and backwards: each pattern is first, last, and before and after each other. */
const orders = patterns.flatMap((_pattern, by) => {
  const rotated = [...patterns.slice(by), ...patterns.slice(0, by)];
  return [rotated, rotated.toReversed()];
});

describe.each([
  ["/health", "/health", {}],
  ["/engines/a", "/engines/{engine_slug}", { engine_slug: "a" }],
  ["/engines/import", "/engines/import", {}],
  ["/engines/a/runs/latest", "/engines/{engine_slug}/runs/latest", { engine_slug: "a" }],
  ["/engines/import/runs/latest", "/engines/{engine_slug}/runs/latest", { engine_slug: "import" }],
  ["/engines/a/runs/b", "/engines/{engine_slug}/runs/{run_id}", { engine_slug: "a", run_id: "b" }],
  [
    "/engines/a/runs/latest/cancel",
    "/engines/{engine_slug}/runs/{run_id}/cancel",
    { engine_slug: "a", run_id: "latest" },
  ],
  ["/engines/status", "/engines/{engine_slug}", { engine_slug: "status" }],
  ["/runs/status", "/{family}/status", { family: "runs" }],
])("%s", (path, pattern, params) => {
  test(`is ${pattern}, in whatever order the routes are listed`, () => {
    for (const order of orders)
      expect(pathTable(order.map((one) => [one, one])).find(path)).toEqual({ value: pattern, params });
  });
});

const table = pathTable(patterns.map((one) => [one, one]));

test.each([
  "/",
  "",
  "/Health",
  "/health/",
  "//health",
  "/engines/",
  "/engines//runs",
  "/engines/a/runs/",
  "/engines/a/b",
  "*",
])("%s matches nothing", (path) => {
  expect(table.find(path)).toBeUndefined();
});

test("parameters are decoded; literal segments are compared as sent", () => {
  expect(table.find("/engines/a%2Fb%20c")?.params).toEqual({ engine_slug: "a/b c" });
  expect(table.find("/%65ngines")).toBeUndefined();
});

test("broken percent-encoding anywhere leaves the whole path as it was sent", () => {
  expect(table.find("/engines/%41/runs/%E2%82")?.params).toEqual({ engine_slug: "%41", run_id: "%E2%82" });
});

test("a parameter may be called like a member of every object", () => {
  const { params } = pathTable([["/a/{constructor}", 1]]).find("/a/b") ?? {};
  expect(params).toEqual({ constructor: "b" });
});

test("two patterns of one shape are refused, also when they name their parameters differently", () => {
  const tableOf = (...given: string[]) => pathTable(given.map((one) => [one, one]));
  expect(() => tableOf("/a/{b}", "/a/{b}")).toThrow("two routes have the shape of /a/{b}");
  expect(() => tableOf("/a/{b}/c", "/a/{d}/c")).toThrow("two routes have the shape of /a/{d}/c");
});

test("paths of other shapes name the parameters of one place as they like", () => {
  const table = pathTable([
    ["/engines/{engine_slug}/runs", 1],
    ["/engines/{engine_id}/opportunities/{opportunity_id}", 2],
  ]);
  expect(table.find("/engines/a/runs")?.params).toEqual({ engine_slug: "a" });
  expect(table.find("/engines/a/opportunities/b")?.params).toEqual({ engine_id: "a", opportunity_id: "b" });
});
