import { describe, expect, test } from "@jest/globals";
import { type CsvDialect, CsvRecords, type CsvRecord } from "./csv-records.ts";

function read(text: string, dialect: Partial<CsvDialect> = {}): CsvRecord[] {
  const records = new CsvRecords({ delimiter: ",", recordBytesMax: 1_000, ...dialect });
  const found = text
    .split("\n")
    .map((line, index) => records.push({ kind: "line", line: index + 1, text: line, bytes: Buffer.byteLength(line) }));
  return [...found, records.end()].filter((record) => record !== undefined);
}

const cellsOf = (record: CsvRecord) => (record.kind === "record" ? record.cells : record);
const cells = (text: string, dialect?: Partial<CsvDialect>) => read(text, dialect).map(cellsOf);

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

  test.each([
    ["a quote in a cell", 'ok\na,5" pipe', { line: 2, column: 4 }],
    ["text behind a quote", '"a"b,c', { line: 1, column: 4 }],
    ["a quote that stays open", 'a\n"b\nc","d\ne', { line: 3, column: 4 }],
    ["a quote that the next one closes wrongly", 'a,"b\nc,"d"', { line: 1, column: 3 }],
    ["a quote behind a cell over several lines", '"a\nb",5" pipe', { line: 1, column: 1 }],
  ])("the place of a fault is the quote that is probably wrong: %s", (_case, text, at) => {
    expect(read(text).find(({ kind }) => kind === "malformed")).toMatchObject({ at });
  });

  test("a record over several lines is at most as long as its bound", () => {
    expect(read('"ééé\nééé",b\nc', { recordBytesMax: 17 })).toMatchObject([{ kind: "record" }, { kind: "record" }]);
    expect(read('"ééé\nééé",b\nc', { recordBytesMax: 16 })).toMatchObject([
      { kind: "malformed", line: 1, message: "a quote is opened here and not closed" },
      { kind: "record", line: 3 },
    ]);
  });
});

test.each([";", "\t", "|"])("cells are separated by %j where it is the delimiter", (delimiter) => {
  expect(cells(`a,b${delimiter}"c${delimiter}d"${delimiter}`, { delimiter })).toEqual([["a,b", `c${delimiter}d`, ""]]);
});

describe("cells that force text", () => {
  const dialect = { mayForceText: true };

  test("may hold quotes and delimiters where the dialect knows them", () => {
    expect(cells('="00123",="a,""b""",c', dialect)).toEqual([['="00123"', '="a,""b"""', "c"]]);
  });

  test.each(['="00123', '="a"b', '=5"'])("%j is malformed all the same", (text) => {
    expect(read(`${text},x`, dialect)).toMatchObject([{ kind: "malformed" }]);
  });

  test("are malformed where it does not", () => {
    expect(read('="00123",c')).toMatchObject([{ kind: "malformed", at: { line: 1, column: 2 } }]);
  });
});
