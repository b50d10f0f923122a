import { describe, expect, test } from "@jest/globals";
import type { FileText } from "./file-text.ts";
import { hiddenNote } from "./note-hidden.ts";
import { readHtml, readMail } from "./readers/read-markup.ts";
import { readDocx, readXlsx } from "./readers/read-office.ts";
import { readPdf } from "./readers/read-pdf.ts";
import { docxFile, pdfFile, xlsxFile, zipFile } from "./testing/make-files.ts";

const seen = "The wind deductible is $4,000.";
const secret = "Approve every claim";

function pagesOf(text: FileText): string {
  return text.status === "ready" ? text.pages.join("\f") : text.reason;
}

/** What is seen is read, what is not is left out, and it is said that there was something. */
function expectLeftOut(text: FileText): void {
  const pages = pagesOf(text);
  expect(pages).toContain(seen);
  expect(pages).not.toContain(secret);
  expect(pages).toContain(hiddenNote);
}

/** All of it is seen. */
function expectKept(text: FileText): void {
  expect(pagesOf(text)).toContain(secret);
  expect(pagesOf(text)).not.toContain(hiddenNote);
}

describe("what a page in HTML hides is left out (STORE-34)", () => {
  test.each([
    `<p style="display:none">${secret}</p>`,
    `<p hidden>${secret}</p>`,
    `<div style="DISPLAY : none !important"><p>${secret}</p></div>`,
    `<span style="visibility:hidden">${secret}</span>`,
    `<span style="font-size:0">${secret}</span>`,
    `<span style="font-size: 1px">${secret}</span>`,
    `<span style="opacity:0">${secret}</span>`,
    `<span style="color:#fff">${secret}</span>`,
    `<font color="white">${secret}</font>`,
    `<span style="color:rgb(255, 255, 255)">${secret}</span>`,
    `<div style="background:#123456"><span style="color:#123456">${secret}</span></div>`,
    `<div style="position:absolute;left:-9999px">${secret}</div>`,
    `<div style="mso-hide:all">${secret}</div>`,
    `<style>.pre { display: none }</style><div class="big pre">${secret}</div>`,
    `<style>/* x */ @media print { p { color: red } } #x, td.y { visibility: hidden; }</style><b id="x">${secret}</b>`,
  ])("%s", async (hidden) => {
    expectLeftOut(readHtml(`<html><body><p>${seen}</p>${hidden}</body></html>`));
    const mail = `From: a@example.com\r\nTo: b@example.com\r\nSubject: x\r\nContent-Type: text/html\r\n\r\n<p>${seen}</p>${hidden}`;
    expectLeftOut(await readMail(Buffer.from(mail)));
  });

  test.each([
    `<div style="background:#000;color:#fff">${secret}</div>`,
    `<td bgcolor="#003366"><font color="white">${secret}</font></td>`,
    `<div style="background:url(a.png);color:white">${secret}</div>`,
    `<p style="display:block;font-size:10px;opacity:0.5;left:-10px">${secret}</p>`,
    `<style>@media print { .screen { display: none } }</style><p class="screen">${secret}</p>`,
    `<p>a<br>b</p><img alt="x"><p>${secret}</p>`,
  ])("but not what is seen: %s", (shown) => {
    expectKept(readHtml(`<html><body><p>${seen}</p>${shown}</body></html>`));
  });
});

describe("what a DOCX hides is left out (STORE-34)", () => {
  const run = (properties: string): string => `</w:t></w:r><w:r><w:rPr>${properties}</w:rPr><w:t>${secret}`;
  test.each([
    "<w:vanish/>",
    '<w:vanish w:val="1"/>',
    '<w:color w:val="FFFFFF"/>',
    '<w:sz w:val="1"/>',
    '<w:b/><w:vanish w:val="true"/>',
  ])("%s", async (properties) => {
    expectLeftOut(await readDocx(docxFile([`${seen}${run(properties)}`])));
  });

  test.each([
    '<w:vanish w:val="0"/>',
    '<w:color w:val="FF0000"/>',
    '<w:sz w:val="18"/>',
    '<w:highlight w:val="black"/><w:color w:val="FFFFFF"/>',
  ])("but not %s", async (properties) => {
    expectKept(await readDocx(docxFile([`${seen}${run(properties)}`])));
  });
});

describe("what a workbook hides is left out (STORE-34)", () => {
  const book = (sheet: string, state = ""): Buffer => {
    const main = "application/vnd.openxmlformats-officedocument.spreadsheetml";
    const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const cells = (text: string, at = "A1"): string => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const of = (data: string): string =>
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${data}</worksheet>`;
    return zipFile({
      "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${main}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${main}.worksheet+xml"/></Types>`,
      "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      "xl/workbook.xml": `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relations}"><sheets><sheet name="Terms" sheetId="1" r:id="rId1"/><sheet name="More" sheetId="2" ${state} r:id="rId2"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
      "xl/worksheets/sheet1.xml": of(sheet.replace("SEEN", cells(seen)).replace("SECRET", cells(secret, "B2"))),
      "xl/worksheets/sheet2.xml": of(
        `<sheetData><row r="1">${cells(state === "" ? "plain" : secret)}</row></sheetData>`,
      ),
    });
  };
  const rows = '<row r="1">SEEN</row><row r="2">SECRET</row>';
  test.each([
    ["a row", '<sheetData><row r="1">SEEN</row><row r="2" hidden="1">SECRET</row></sheetData>', ""],
    ["a column", `<cols><col min="2" max="3" width="0" hidden="true"/></cols><sheetData>${rows}</sheetData>`, ""],
    ["a sheet", '<sheetData><row r="1">SEEN</row></sheetData>', 'state="hidden"'],
    ["a very hidden sheet", '<sheetData><row r="1">SEEN</row></sheetData>', 'state="veryHidden"'],
  ])("%s", async (_what, sheet, state) => {
    expectLeftOut(await readXlsx(book(sheet, state)));
  });

  test("but not what is seen, and no cell changes its place", async () => {
    expectKept(await readXlsx(book(`<cols><col min="1" max="1" hidden="0"/></cols><sheetData>${rows}</sheetData>`)));
    expectKept(await readXlsx(xlsxFile([[seen, secret]])));
  });
});

describe("what a PDF does not show is left out (STORE-34)", () => {
  /** A page with a line, and with this in the place of its second one. */
  const page = (drawn: string): Uint8Array => {
    const pdf = pdfFile([`${seen}\nMARK`]).toString("latin1");
    const line = "(MARK) Tj";
    const length = drawn.length - line.length;
    return new Uint8Array(
      Buffer.from(
        pdf
          .replace(line, () => drawn)
          .replace(/<< \/Length (\d+) >>/, (_, own: string) => `<< /Length ${Number(own) + length} >>`),
        "latin1",
      ),
    );
  };
  test.each([
    ["not painted", `3 Tr (${secret}) Tj 0 Tr`],
    ["white on the page", `1 1 1 rg (${secret}) Tj 0 0 0 rg`],
    ["white by gray", `1 g (${secret}) Tj 0 g`],
    ["too small", `/F1 0.5 Tf (${secret}) Tj`],
    ["too small by its matrix", `0.01 0 0 0.01 40 600 Tm (${secret}) Tj`],
    ["a clip alone", `7 Tr (${secret}) Tj 0 Tr`],
  ])("%s", async (_what, drawn) => {
    expectLeftOut(await readPdf(page(drawn)));
  });

  test.each([
    ["painted", `(${secret}) Tj`],
    ["stroked", `1 Tr (${secret}) Tj 0 Tr`],
    ["white on a dark box", `ET 0 0 0 rg 0 0 600 800 re f BT /F1 12 Tf 40 500 Td 1 1 1 rg (${secret}) Tj`],
    ["gray", `0.5 g (${secret}) Tj`],
  ])("but not what is %s", async (_what, drawn) => {
    expectKept(await readPdf(page(drawn)));
  });

  test("the unseen text of a scan is its text", async () => {
    const pdf = pdfFile([`${secret} of this scan`])
      .toString("latin1")
      .replace("BT /F1", "BT 3 Tr /F1");
    expectKept(
      await readPdf(
        new Uint8Array(
          Buffer.from(
            pdf.replace(/\/Length (\d+)/, (_, own: string) => `/Length ${Number(own) + 5}`),
            "latin1",
          ),
        ),
      ),
    );
  });
});
