import { describe, expect, test } from "@jest/globals";
import type { Json } from "@service/json";
import { inspectRows } from "./inspect-rows.ts";

function columnOf(values: readonly Json[]) {
  const [column] = inspectRows(values.map((value) => ({ x: value }))).columns;
  if (column === undefined) throw new Error("no column");
  return column;
}

describe("what a column holds (IMP-46)", () => {
  test.each<[string, readonly Json[]]>([
    ["date", ["2026-01-31", "01/31/2026", "20260131"]],
    ["time", ["2026-01-31T10:00:00Z", "2026-01-31 10:00"]],
    ["money", ["$1,234.50", "(5.00)", "1,234", "12.50"]],
    ["percent", ["12.5%", "3 %"]],
    ["integer", ["42", 42, "-7"]],
    ["number", [1.5, "0.125"]],
    ["boolean", ["Yes", "n", true]],
    ["email", ["ana@example.com"]],
    ["phone", ["(409) 555-0100", "409-555-0100 x12", "+1 409 555 0100"]],
    ["tax_id", ["00-1234567"]],
    ["zip", ["77550-0001"]],
    ["state", ["TX", "Ohio", "new mexico"]],
    ["vin", ["1HGCM82633A004352"]],
    ["code", ["HARB01", "GL_7", "ABC"]],
    ["text", ["Harborline Foods LLC", "31/31/2026 or so"]],
    ["long_text", ["a ".repeat(80)]],
  ])("is a %s", (shape, values) => {
    expect(columnOf(values).shapes).toEqual([{ shape, share: 1 }]);
  });

  test("is counted: filled cells, different values, the largest number, the most frequent examples", () => {
    expect(columnOf(["b", "a", "a", "", null, "  ", "a b"])).toMatchObject({
      path: "x",
      filled: 4,
      of: 7,
      distinct: 3,
      isDistinctExact: true,
      examples: ["a", "b", "a b"],
      values: ["a", "b", "a b"],
    });
    expect(columnOf([1, "20", 3.5])).toMatchObject({ largest: 20 });
  });

  test.each<[readonly string[], readonly string[]]>([
    [
      ["01/31/2026", "02/01/2026"],
      ["MM/DD/YYYY", "M/D/YYYY"],
    ],
    [["1/31/2026"], ["M/D/YYYY"]],
    [
      ["31.01.2026", "01.02.2026"],
      ["DD.MM.YYYY", "D.M.YYYY"],
    ],
    [["02/01/2026"], ["MM/DD/YYYY", "DD/MM/YYYY", "M/D/YYYY", "D/M/YYYY"]],
    [["2026-01-31", "2026-02-01"], ["YYYY-MM-DD"]],
    // ISO 8601 is read beside every format, and most of the dates decide.
    [
      ["01/31/2026", "2026-02-01"],
      ["MM/DD/YYYY", "M/D/YYYY"],
    ],
    [["1/31/26"], ["M/D/YY"]],
    [["01/31/2026", "31.01.2026"], []],
  ])("shows in which formats all of %j are dates", (values, formats) => {
    expect(columnOf(values).dateFormats).toEqual(formats);
  });

  test("is named by its path in a document, and counted by element", () => {
    const { rows, columns } = inspectRows([
      { id: "1", address: { city: "Dallas" }, policies: [{ number: "a", tags: ["x", "y"] }, {}] },
      { id: "2", policies: [{ number: "b" }] },
    ]);
    expect(rows).toBe(2);
    expect(columns.map(({ path, filled, of }) => [path, filled, of])).toEqual([
      ["id", 2, 2],
      ["address.city", 1, 2],
      ["policies[].number", 2, 3],
      ["policies[].tags[]", 2, 2],
    ]);
  });

  test("takes bounded memory: different values, their length and columns are limited", () => {
    function* many() {
      for (let index = 0; index < 3_000; index += 1) yield { id: `${index}-${"x".repeat(1_000)}`, [`c${index}`]: 1 };
    }
    const { columns, hasMoreColumns } = inspectRows(many());
    expect(columns[0]).toMatchObject({ filled: 3_000, distinct: 500, isDistinctExact: false, values: [] });
    expect(columns[0]?.examples.every((example) => example.length <= 60)).toBe(true);
    expect([columns.length, hasMoreColumns]).toEqual([2_000, true]);
  });
});
