import { expect, test } from "@jest/globals";
import { sourceLimits } from "../source-row.ts";
import { rowsOf, zipOf } from "../testing/file-kit.ts";
import { sheetRows, withFile } from "../testing/sheet-rows.ts";
import { letters, workbookOf, workbookParts } from "../testing/workbook-kit.ts";

const rows = [
  ["a", "b"],
  ["1", "2"],
];

async function refusalOf(bytes: Uint8Array, name = "book.xlsx"): Promise<string> {
  return withFile(name, bytes, async (files) => {
    for (const file of files) await rowsOf(file);
    return "read";
  }).catch((error: unknown) => (Error.isError(error) ? error.message : String(error)));
}

test("formulas that call out and links to elsewhere are never followed: the stored value counts (FILE-52)", async () => {
  const book = {
    parts: [
      {
        name: "xl/_rels/workbook.xml.rels",
        content:
          '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="x/sharedStrings" Target="https://localhost:1/s.xml" TargetMode="External"/><Relationship Id="rId3" Type="x/styles" Target="../../../../etc/passwd"/></Relationships>',
      },
    ],
    isInline: true,
  };
  const called = [
    { formula: 'WEBSERVICE("https://localhost:1/")', value: "stored" },
    { formula: "[1]Sheet1!A1", value: 7 },
  ];
  expect(await sheetRows([["a", "b"], called], book)).toEqual([{ a: "stored", b: 7 }]);
});

test("formulas that refer to each other in a circle have no value that was stored", async () => {
  expect(
    await sheetRows([
      ["a", "b"],
      [{ formula: "B2" }, { formula: "A2", value: 0 }],
    ]),
  ).toEqual([{ b: 0, faults: { a: "holds a formula without a stored value" } }]);
});

test("10,000 sheets are refused", async () => {
  const sheets = Array.from({ length: 9_000 }, (_, index) => ({ title: `S${index}`, xml: "" }));
  expect(await refusalOf(workbookOf({ sheets }))).toMatch(/more than 250 sheets/);
});

test("a shared text of a gigabyte is refused before it is held (FILE-53)", async () => {
  const part = (content: string) =>
    workbookOf({ sheets: [{ title: "A", rows }], parts: [{ name: "xl/sharedStrings.xml", content }] });
  expect(await refusalOf(part(`<sst><si><t>${"x".repeat(120 * 1024 * 1024)}</t></si></sst>`))).toMatch(
    /decompresses to more than 200 times/,
  );
  const noise = Array.from({ length: 3 * 1024 * 1024 }, (_, index) =>
    String.fromCharCode(97 + ((index * index) % 23)),
  ).join("");
  expect(await refusalOf(part(`<sst><si><t>${noise}</t></si></sst>`))).toMatch(/text longer than any cell/);
});

test("a zip bomb is refused, also by a member that states a smaller size", async () => {
  const bomb = Buffer.alloc(150 * 1024 * 1024, "x");
  expect(
    await refusalOf(workbookOf({ sheets: [{ title: "A", rows }], parts: [{ name: "xl/media/a", content: bomb }] })),
  ).toMatch(/decompresses to more than/);
  const lying = workbookParts({ sheets: [{ title: "A", rows }] }).map((part) =>
    part.name.endsWith("sheet1.xml") ? { ...part, bytes: 10 } : part,
  );
  expect(await refusalOf(zipOf(lying))).toMatch(/cannot be read/);
});

test("a dimension that lies changes nothing", async () => {
  for (const ref of ["A1", "A1:XFD1048576", "nonsense"])
    expect(await sheetRows({ rows, before: `<dimension ref="${ref}"/>` })).toEqual([{ a: "1", b: "2" }]);
});

test("16,384 columns: more than are read end the sheet, a value beyond the header costs its row only", async () => {
  const wide = Array.from({ length: 16_384 }, (_, column) => `c${column}`);
  expect(await sheetRows([wide, ["1"]])).toEqual([
    `1 has 16384 columns; at most ${sourceLimits.columns} are read (end)`,
  ]);
  const far = `<c r="${letters(16_383)}2"><v>1</v></c>`;
  expect(await sheetRows([["a"], [{ xml: far }], ["x"]])).toEqual(["2 has 16384 cells, the header has 1", { a: "x" }]);
  expect(await sheetRows([["a"], [{ xml: '<c r="ZZZZ2"><v>1</v></c>' }], ["x"]])).toEqual([
    "2 has the cell ZZZZ2, which no sheet has",
    { a: "x" },
  ]);
});

test("rows out of order end the sheet; cells out of order cost their row (FILE-55)", async () => {
  const row = (line: number) => `<row r="${line}"><c t="str"><v>${line}</v></c></row>`;
  const xml = `<worksheet><sheetData>${row(1)}${row(5)}${row(3)}${row(9)}</sheetData></worksheet>`;
  expect(await sheetRows({ xml })).toEqual([
    { 1: "5" },
    "5 is in a sheet that has row 3 after row 5: save the workbook as .xlsx again (end)",
  ]);
  const cells = '<row r="2"><c r="B2"><v>1</v></c><c r="A2"><v>1</v></c></row>';
  expect(await sheetRows({ xml: `<worksheet><sheetData>${row(1)}${cells}${row(3)}</sheetData></worksheet>` })).toEqual([
    "2 has cells that are out of order",
    { 1: "3" },
  ]);
});

test("a document type and its entities are refused, in every part", async () => {
  const entities = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>';
  for (const name of ["xl/workbook.xml", "xl/sharedStrings.xml", "xl/styles.xml", "_rels/.rels"]) {
    const content = `${entities}<sst><si><t>&a;</t></si></sst>`;
    const refusal = await refusalOf(workbookOf({ sheets: [{ title: "A", rows }], parts: [{ name, content }] }));
    expect(refusal).toMatch(/document type/);
  }
  expect(await sheetRows({ xml: `${entities}<worksheet/>` })).toEqual([
    expect.stringMatching(/document type.*\(end\)$/),
  ]);
  const unknown = "<worksheet><sheetData>&a;</sheetData></worksheet>";
  expect(await sheetRows({ xml: unknown })).toEqual([expect.stringMatching(/not well-formed.*\(end\)$/)]);
});

test("a sheet that is cut off reports its end behind the rows that came", async () => {
  const xml = "<worksheet><sheetData><row><c t='str'><v>a</v></c></row><row><c><v>1</v></c></row><row><c>";
  expect(await sheetRows({ xml })).toEqual([{ a: 1 }, expect.stringMatching(/not well-formed.*\(end\)$/)]);
});

test("a row longer than a row may be costs no other", async () => {
  const long = { xml: `<c r="@" t="str"><v>${"x".repeat(sourceLimits.rowBytes + 1)}</v></c>` };
  expect(await sheetRows([["a"], [long], ["x"]])).toEqual(["2 is longer than 256 KiB", { a: "x" }]);
});

test("old, encrypted, binary and foreign workbooks are refused with what to do (FILE-59)", async () => {
  const compound = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);
  expect(await refusalOf(compound, "book.xls")).toMatch(/Save the workbook as [.]xlsx/);
  expect(await refusalOf(compound, "book.xlsx")).toMatch(/Remove the password/);
  const locked = Buffer.concat([compound, Buffer.from("EncryptedPackage", "utf16le")]);
  expect(await refusalOf(locked, "renamed.dat")).toMatch(/Remove the password/);
  const part = (target: string, content: string) =>
    zipOf([
      { name: "[Content_Types].xml", content: "<Types/>" },
      {
        name: "_rels/.rels",
        content: `<Relationships><Relationship Id="r" Type="x/officeDocument" Target="${target}"/></Relationships>`,
      },
      { name: target, content },
    ]);
  expect(await refusalOf(part("xl/workbook.bin", "x"))).toMatch(/Save the workbook as [.]xlsx/);
  expect(await refusalOf(part("word/document.xml", "<w:document/>"), "letter.docx")).toMatch(/Office document/);
  const ods = zipOf([
    { name: "mimetype", content: "x" },
    { name: "content.xml", content: "<x/>" },
  ]);
  expect(await refusalOf(ods, "book.ods")).toMatch(/OpenDocument/);
});
