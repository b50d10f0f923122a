import { describe, expect, test } from "@jest/globals";
import { detectSource } from "../detect-source.ts";
import { rowsOf, zipOf } from "../testing/file-kit.ts";
import { sheetRows, withFile } from "../testing/sheet-rows.ts";
import { type KitCell, workbookOf } from "../testing/workbook-kit.ts";

async function valueOf(cell: KitCell, book: Parameters<typeof sheetRows>[1] = {}): Promise<unknown> {
  const [row] = await sheetRows(
    [
      ["a", "b"],
      ["1", cell],
    ],
    book,
  );
  return row;
}

const formatted = (value: number, format: string): KitCell => ({ value, format });

describe("cells are read by their type (FILE-54)", () => {
  test("a day is ISO 8601, by the format of its number, with both epochs", async () => {
    for (const format of ["mm/dd/yyyy", "d-mmm-yy", "[$-409]dddd, mmmm dd, yyyy", "yyyy\\-mm\\-dd;@", '"Eff "m/d/yy'])
      expect(await valueOf(formatted(46167, format))).toEqual({ a: "1", b: "2026-05-25" });
    expect(await valueOf(formatted(44705, "m/d/yyyy"), { isDate1904: true })).toEqual({ a: "1", b: "2026-05-25" });
    expect(await valueOf(formatted(1, "m/d/yyyy"))).toEqual({ a: "1", b: "1900-01-01" });
    expect(await valueOf(formatted(59, "m/d/yyyy"))).toEqual({ a: "1", b: "1900-02-28" });
    expect(await valueOf(formatted(61, "m/d/yyyy"))).toEqual({ a: "1", b: "1900-03-01" });
    expect(await valueOf(formatted(2_958_465, "m/d/yyyy"))).toEqual({ a: "1", b: "9999-12-31" });
  });

  test("a serial number that no calendar has is absent, and says why", async () => {
    for (const serial of [0, 60, -1, 2_958_466, 1e300])
      expect(await valueOf(formatted(serial, "m/d/yyyy"))).toEqual({
        a: "1",
        faults: { b: expect.stringMatching(/^holds .*, a day that no calendar has$/) },
      });
  });

  test("a time keeps its time, a duration its hours", async () => {
    expect(await valueOf(formatted(46167.604166666664, "m/d/yyyy h:mm"))).toEqual({ a: "1", b: "2026-05-25T14:30:00" });
    expect(await valueOf(formatted(46167, "m/d/yyyy h:mm AM/PM"))).toEqual({ a: "1", b: "2026-05-25" });
    expect(await valueOf(formatted(0.604166666666667, "h:mm AM/PM"))).toEqual({ a: "1", b: "14:30:00" });
    expect(await valueOf(formatted(1.5, "[h]:mm:ss"))).toEqual({ a: "1", b: "36:00:00" });
    expect(await valueOf(formatted(0.5, "mm:ss"))).toEqual({ a: "1", b: "12:00:00" });
  });

  test("a share is written in hundredths, as exactly as it is stored", async () => {
    expect(await valueOf(formatted(0.125, "0.00%"))).toEqual({ a: "1", b: "12.5%" });
    expect(await valueOf(formatted(0.07, "0%"))).toEqual({ a: "1", b: "7%" });
    expect(await valueOf(formatted(0.0875, "0%"))).toEqual({ a: "1", b: "8.75%" });
  });

  test("amounts and other numbers are numbers, without the noise of binary fractions", async () => {
    for (const format of ['"$"#,##0.00', "#,##0.00_);[Red](#,##0.00)", '_("$"* #,##0.00_)', "0.00E+00", "General"])
      expect(await valueOf(formatted(-12_500.5, format))).toEqual({ a: "1", b: -12_500.5 });
    expect(await valueOf(0.1 + 0.2)).toEqual({ a: "1", b: 0.3 });
    expect(await valueOf({ xml: '<c r="@"><v>1.23456789012E11</v></c>' })).toEqual({ a: "1", b: 123_456_789_012 });
  });

  test("an id has the zeros and hyphens that its format shows", async () => {
    expect(await valueOf(formatted(2134, "00000"))).toEqual({ a: "1", b: "02134" });
    expect(await valueOf(formatted(21_345_678, "[<=99999]00000;00000\\-0000"))).toEqual({ a: "1", b: "02134-5678" });
    expect(await valueOf(formatted(2134, "[<=99999]00000;00000\\-0000"))).toEqual({ a: "1", b: "02134" });
    expect(await valueOf(formatted(12_345_678, "000-00-0000"))).toEqual({ a: "1", b: "012-34-5678" });
    expect(await valueOf(formatted(77, '"WC "0000'))).toEqual({ a: "1", b: "WC 0077" });
    expect(await valueOf(formatted(123_456, "00000"))).toEqual({ a: "1", b: "123456" });
  });

  test("booleans, texts of every kind, and formulas by their stored value", async () => {
    expect(await valueOf(true)).toEqual({ a: "1", b: true });
    expect(await valueOf("R&D <Ltd> ", { isInline: true })).toEqual({ a: "1", b: "R&D <Ltd>" });
    expect(await valueOf({ formula: "A1*2", value: 84 })).toEqual({ a: "1", b: 84 });
    expect(await valueOf({ formula: 'IF(A1="","",A1)', value: "" })).toEqual({ a: "1" });
    expect(await valueOf({ xml: '<c r="@" t="d"><v>2026-05-25T00:00:00</v></c>' })).toEqual({
      a: "1",
      b: "2026-05-25",
    });
    const rich = '<c r="@" t="inlineStr"><is><r><t>Al</t></r><r><t>pha</t></r><rPh><t>x</t></rPh></is></c>';
    expect(await valueOf({ xml: rich })).toEqual({ a: "1", b: "Alpha" });
    expect(await valueOf("two_x000D_\nlines")).toEqual({ a: "1", b: "two\nlines" });
  });

  test("errors and formulas without a stored value are absent, and say so (FILE-56)", async () => {
    expect(await valueOf({ error: "#N/A" })).toEqual({ a: "1", faults: { b: "holds the error #N/A" } });
    expect(await valueOf({ formula: "A1" })).toEqual({
      a: "1",
      faults: { b: "holds a formula without a stored value" },
    });
  });

  test("of the strict edition of the standard, with prefixes of namespaces", async () => {
    expect(await sheetRows([["a"], ["x"]], { isStrict: true })).toEqual([{ a: "x" }]);
    const xml =
      '<x:worksheet xmlns:x="y"><x:sheetData><x:row><x:c t="str"><x:v>a</x:v></x:c></x:row><x:row><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    expect(await sheetRows({ xml })).toEqual([{ a: 1 }]);
  });
});

describe("the header", () => {
  const report: readonly (readonly KitCell[])[] = [
    ["Book of Business"],
    ["As of", formatted(46_354, "m/d/yyyy")],
    [],
    ["Code", "Client  Name", "Premium"],
    ["0012", "Marigold", 18_420],
    ["0013", "Pellworth", 9310.5],
    [],
    ["Code", "Client Name", "Premium"],
    ["Grand Total", undefined, undefined],
    [undefined, undefined, { formula: "SUM(C5:C6)", value: 27_730.5 }],
  ];

  test("stands below titles where the reading says so; totals and repeated headers are counted apart (FILE-35, FILE-36)", async () => {
    const expected = [
      { Code: "0012", "Client Name": "Marigold", Premium: 18_420 },
      { Code: "0013", "Client Name": "Pellworth", Premium: 9310.5 },
      "header",
      "totals",
    ];
    expect((await sheetRows(report, { reading: { skip_lines: 3 } })).slice(0, 4)).toEqual(expected);
    expect((await sheetRows(report, { reading: { header: ["code", "premium"] } })).slice(0, 4)).toEqual(expected);
  });

  test("is shown where it probably is", async () => {
    await withFile("book.xlsx", workbookOf({ sheets: [{ title: "A", rows: report }] }), async (files) => {
      expect(await Promise.all(files.map((file) => detectSource(file)))).toEqual([
        {
          format: "xlsx",
          columns: ["Code", "Client Name", "Premium"],
          probableSkipLines: 3,
        },
      ]);
    });
  });

  test("of two rows joins the names of a group with those below, by the merged cells (FILE-57)", async () => {
    const sheet = {
      rows: [
        ["Client Code", "Policy", undefined, undefined, "Notes"],
        [undefined, "Number", "Effective", "Premium"],
        ["0012", "P 1", "x", 5, "n"],
        ["0013", "P 2", "y", 6, "m"],
      ],
      merged: ["A1:A2", "B1:D1", "E1:E2"],
    };
    const rows = [
      { "Client Code": "0012", "Policy Number": "P 1", "Policy Effective": "x", "Policy Premium": 5, Notes: "n" },
      { "Client Code": "0013", "Policy Number": "P 2", "Policy Effective": "y", "Policy Premium": 6, Notes: "m" },
    ];
    expect(await sheetRows(sheet, { reading: { header_rows: 2 } })).toEqual(rows);
    expect(await sheetRows(sheet, { reading: { header_rows: 2, header: ["Policy Number"] } })).toEqual(rows);
  });

  test("that is merged over several columns names each of them", async () => {
    const rows = [
      ["Code", "Address", undefined, "State"],
      ["1", "5 Elm", "Apt 2", "OH"],
    ];
    expect(await sheetRows({ rows, merged: ["B1:C1"] })).toEqual([
      { Code: "1", Address: "5 Elm", "Address 2": "Apt 2", State: "OH" },
    ]);
    expect(await sheetRows({ rows })).toEqual(["2 has a value in column 3, which has no name in the header"]);
  });
});

describe("merged cells below the header", () => {
  const rows = [
    ["Client", "Policy", "Premium", "State"],
    ["Ann", "P1", 300, "OH"],
    [undefined, "P2", undefined, "OH"],
    [undefined, "P3", undefined, "TX"],
    [undefined, undefined, undefined, undefined],
    ["Bee", "P4", 5, "TX"],
  ];
  const once = "stands once for rows 2 to 5";

  test("count for each of their rows, which say so; a row that has nothing else is left out (FILE-61)", async () => {
    const sheet = workbookOf({ sheets: [{ title: "A", rows, merged: ["A2:A5", "C2:C4"] }] });
    await withFile("book.xlsx", sheet, async ([file]) => {
      const read = file === undefined ? [] : await rowsOf(file);
      const shared = { Client: once, Premium: "stands once for rows 2 to 4" };
      expect(read).toEqual([
        { kind: "row", line: 2, value: { Client: "Ann", Policy: "P1", Premium: 300, State: "OH" } },
        { kind: "row", line: 3, value: { Client: "Ann", Policy: "P2", Premium: 300, State: "OH" }, shared },
        { kind: "row", line: 4, value: { Client: "Ann", Policy: "P3", Premium: 300, State: "TX" }, shared },
        { kind: "row", line: 6, value: { Client: "Bee", Policy: "P4", Premium: 5, State: "TX" } },
        ...["Client (the first over rows 2 to 5)", "Premium (the first over rows 2 to 4)"].map((what) => ({
          kind: "note",
          line: 6,
          message: `Merged cells of ${what} count for all of their rows, 2 further rows; an amount counts once.`,
        })),
      ]);
    });
  });

  test("over several columns count for the first; alone in a row over most of them they are a title (FILE-62)", async () => {
    const titled = [
      ["Client", "Policy", "Premium", "State"],
      ["Commercial Lines"],
      ["Ann", "P1", 300, "OH"],
      ["Personal Lines"],
      ["Bee", undefined, 5, "TX"],
    ];
    const merged = ["A2:D2", "A4:D4", "A5:B5"];
    expect(await sheetRows({ rows: titled, merged })).toEqual([
      "title",
      { Client: "Ann", Policy: "P1", Premium: 300, State: "OH" },
      "title",
      { Client: "Bee", Premium: 5, State: "TX" },
    ]);
  });

  test("of more areas than anyone merges end the sheet", async () => {
    const areas = Array.from({ length: 100_001 }, (_, index) => `A${2 * index + 2}:A${2 * index + 3}`);
    expect(await sheetRows({ rows, merged: areas })).toEqual([
      expect.stringMatching(/^1 is in a sheet that has more than 100000 merged cells.*\(end\)$/),
    ]);
  });
});

describe("sheets", () => {
  const rows = [
    ["a", "b"],
    ["1", "2"],
  ];

  test("are files of their own, hidden ones too; the only visible one with rows is what the workbook's name means (FILE-50, FILE-51)", async () => {
    const sheets = [
      { title: "Cover", rows: [["Lowmere Agency"]] },
      { title: "Policies", rows },
      { title: "Lists", rows, state: "veryHidden" as const },
    ];
    await withFile("book.xlsx", workbookOf({ sheets }), async (files) => {
      expect(files.map(({ name, sheet }) => [name, sheet?.isOnly, sheet?.isHidden])).toEqual([
        ["book.xlsx#Cover", false, false],
        ["book.xlsx#Policies", true, false],
        ["book.xlsx#Lists", false, true],
      ]);
      const [, , hidden] = await Promise.all(files.map((file) => rowsOf(file)));
      expect(hidden).toMatchObject([{ kind: "row" }, { kind: "note" }]);
    });
    await withFile("book.xlsx", workbookOf({ sheets: [...sheets, { title: "Clients", rows }] }), async (files) => {
      expect(files.some(({ sheet }) => sheet?.isOnly)).toBe(false);
    });
  });

  test("of a workbook in an archive are named below it, whatever the workbook's extension", async () => {
    const workbook = workbookOf({ sheets: [{ title: "Policies", rows }] });
    const archive = zipOf([
      { name: "out/book.xlsm", content: workbook },
      { name: "b.csv", content: "x\n1\n" },
    ]);
    await withFile("export.zip", archive, async (files) => {
      expect(files.map(({ name }) => name)).toEqual(["export.zip/out/book.xlsm#Policies", "export.zip/b.csv"]);
      const [rowsInside] = await Promise.all(files.map((file) => rowsOf(file)));
      expect(rowsInside).toEqual([{ kind: "row", line: 2, value: { a: "1", b: "2" } }]);
    });
    await withFile("report.bin", workbook, async ([file]) => expect(file?.name).toBe("report.bin#Policies"));
  });

  test("report hidden rows and columns, which are read (FILE-58)", async () => {
    expect(
      await sheetRows({
        rows: [...rows, ["3", "4"], ["5", "6"]],
        hiddenLines: [3, 4],
        before: '<cols><col min="2" max="2" hidden="1"/></cols>',
      }),
    ).toEqual([
      { a: "1", b: "2" },
      { a: "3", b: "4" },
      { a: "5", b: "6" },
      "2 rows are hidden, perhaps by a filter (the first is 3), and were read.",
      "Hidden columns were read: b.",
    ]);
  });
});
