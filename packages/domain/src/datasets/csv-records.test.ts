import { describe, expect, test } from "@jest/globals";
import { CsvRecords, type CsvRecord } from "./csv-records.ts";

function read(text: string): CsvRecord[] {
  const records = new CsvRecords();
  const found = text.split("\n").map((line, index) => records.push(line, index + 1));
  return [...found, records.end()].filter((record) => record !== undefined);
}

const cells = (text: string) => read(text).map((record) => (record.kind === "record" ? record.cells : record));

describe("RFC 4180", () => {
  test("cells are separated by commas, and an empty cell counts", () => {
    expect(cells("a,b,c\n1,,3\n,,")).toEqual([
      ["a", "b", "c"],
      ["1", "", "3"],
      ["", "", ""],
    ]);
  });

  test("quoted cells hold commas, doubled quotes and line breaks", () => {
    expect(cells('"a,b","say ""yes""",""\n"two\nlines, ""one"" cell",x')).toEqual([
      ["a,b", 'say "yes"', ""],
      ['two\nlines, "one" cell', "x"],
    ]);
  });

  test("a quoted cell may end the line before an empty one", () => {
    expect(cells('"a",')).toEqual([["a", ""]]);
  });

  test("records have the line they begin on, and empty lines are skipped", () => {
    expect(read('a\n\n"x\ny"\nb').map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  test("a quote inside an unquoted cell, text after a closing quote and an open quote are reported by line (DATA-24)", () => {
    expect(read('ok\n5" pipe,b\n"a"b,c\nok')).toMatchObject([
      { kind: "record" },
      { kind: "malformed", line: 2, message: "a quote stands inside a cell that is not quoted" },
      { kind: "malformed", line: 3, message: "text follows the closing quote of a cell" },
      { kind: "record", line: 4 },
    ]);
    expect(read('ok\n"never closed\nmore')).toMatchObject([{ kind: "record" }, { kind: "malformed", line: 2 }]);
  });
});
