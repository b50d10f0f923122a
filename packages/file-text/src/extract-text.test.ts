import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { detectMediaType } from "./detect-media-type.ts";
import { divideText } from "./divide-text.ts";
import { openTextReader, type TextReader } from "./extract-text.ts";
import type { FileText } from "./file-text.ts";
import { docxFile, encryptedOfficeFile, pdfFile, xlsxFile, zipFile } from "./testing/make-files.ts";

let folder: string;
let reader: TextReader;
beforeAll(async () => {
  reader = openTextReader();
  folder = await mkdtemp(join(tmpdir(), "file-text-"));
});
afterAll(async () => {
  await reader.close();
  await rm(folder, { recursive: true, force: true });
});

/** The type that content and name say, and the text read as it. */
async function extracted(
  name: string,
  content: string | Buffer,
  bounds?: { readonly seconds: number; readonly memoryMiB: number },
): Promise<{ readonly mediaType: string; readonly text: FileText }> {
  const path = join(folder, "content");
  await writeFile(path, content);
  const bounded = bounds === undefined ? reader : openTextReader(bounds);
  try {
    const mediaType = await detectMediaType(path, name);
    return {
      mediaType,
      text: await bounded.extract(new Uint8Array(Buffer.from(content)), mediaType, new AbortController().signal),
    };
  } finally {
    if (bounded !== reader) await bounded.close();
  }
}

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const ready = (pages: readonly string[], isCut = false) => ({ status: "ready", pageCount: pages.length, pages, isCut });

describe("a file is what its content says, whatever its name (STORE-30)", () => {
  test("a PDF page by page", async () => {
    const { mediaType, text } = await extracted("a.txt", pdfFile(["Page one\nsecond line", "Liquor liability (L)"]));
    expect(mediaType).toBe("application/pdf");
    expect(text).toMatchObject({ status: "ready", pageCount: 2 });
    expect(text.status === "ready" && text.pages[0]).toMatch(/Page one\s+second line/);
    expect(text.status === "ready" && text.pages[1]).toContain("Liquor liability (L)");
  });

  test("headers, footnotes, footers and breaks of lines of a DOCX are text; deleted text is not (STORE-37)", async () => {
    const part = (name: string, ...paragraphs: string[]): string =>
      `<w:${name}>${paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join("")}</w:${name}>`;
    const file = docxFile(["Limit $1,000,000</w:t><w:br/><w:t>2 locations"], {
      parts: {
        header1: part("hdr", "Policy 20918"),
        header2: part("hdr", "Policy 20918"),
        footnotes: part("footnotes", "Earthquake is excluded.</w:t><w:delText>Flood too.</w:delText><w:t>"),
        footer1: part("ftr", "Page 1"),
      },
    });
    const { text } = await extracted("a.docx", file);
    const [page = ""] = text.status === "ready" ? text.pages : [];
    expect(page.split(/\n+/).filter((line) => line.trim() !== "")).toEqual([
      "Policy 20918",
      "Limit $1,000,000",
      "2 locations",
      "Earthquake is excluded.",
      "Page 1",
    ]);
  });

  test("DOCX and XLSX", async () => {
    expect(await extracted("a.pdf", docxFile(["Appetite", "Restaurants &amp; bars"]))).toEqual({
      mediaType: docx,
      text: ready(["Appetite\n\nRestaurants & bars\n\n"]),
    });
    const { text } = await extracted(
      "a.xlsx",
      xlsxFile([
        ["vin", "make"],
        ["1", "Ford"],
      ]),
    );
    expect(text).toEqual(ready(["Vehicles\nvin\tmake\n1\tFord"]));
  });

  test("plain text, Markdown, CSV and HTML, in UTF-8", async () => {
    expect(await extracted("a.md", "# Títle\r\nbody\0")).toMatchObject({ mediaType: "application/octet-stream" });
    expect(await extracted("a.md", "# Títle\r\nbody")).toEqual({
      mediaType: "text/markdown",
      text: ready(["# Títle\nbody"]),
    });
    expect(await extracted("a.csv", "a,b\n1,2")).toMatchObject({ mediaType: "text/csv" });
    const html =
      "<!doctype html><title>Guide</title><style>x{}</style><script>alert('never')</script><p>Caf&eacute;<br>two</p>";
    expect(await extracted("a.txt", html)).toEqual({ mediaType: "text/html", text: ready(["Guide\n\nCafé\ntwo"]) });
  });

  test.each([
    "BMW,320i,900\nAudi,A4,800\n",
    "MZ is a plate code",
    "solid plan for us",
    "regf is a word",
    "LZIP, and GZIP",
    "DSD was here",
    "MP+ is better",
    "PAR1 of two",
    "FWS means words",
    "GIF89a is a kind of picture",
    `${["%PDF", "1.7"].join("-")} is a version`,
    "<html> is a tag",
    "-----BEGIN PGP MESSAGE-----",
    "{\\rtf1 is how such a file begins}",
    `BMW ${"é".repeat(40_000)}`,
  ])("a text that begins like another file: %.40s", async (content) => {
    expect(await extracted("a.csv", content)).toMatchObject({ mediaType: "text/csv", text: { status: "ready" } });
    expect(await extracted("a.md", content)).toMatchObject({ mediaType: "text/markdown" });
    expect(await extracted("a.txt", content)).toMatchObject({ mediaType: "text/plain" });
  });

  test("a part of a page is HTML by its name only", async () => {
    expect(await extracted("a.HTM", "<p>One</p><p>Two")).toEqual({
      mediaType: "text/html",
      text: ready(["One\n\nTwo"]),
    });
    expect(await extracted("a.txt", "<p>One</p>")).toEqual({ mediaType: "text/plain", text: ready(["<p>One</p>"]) });
  });

  test.each([
    ["a picture", Buffer.concat([Buffer.from("BM"), Buffer.alloc(60)]), "image/bmp"],
    ["a program", Buffer.concat([Buffer.from("MZ"), Buffer.alloc(60)]), "application/x-msdownload"],
    ["an archive", zipFile({ "a.txt": "x" }), "application/zip"],
    ["a PDF of printable characters alone", pdfFile(["x"]), "application/pdf"],
    ["a page", "<html lang=en><p>words", "text/html"],
    ["a page's body", " <body>words</body>", "text/html"],
  ])("%s under the name of a text", async (_what, content, mediaType) => {
    expect(await extracted("a.txt", content)).toMatchObject({ mediaType });
  });

  test("comments before a page, however many", async () => {
    const comments = "<!-- a -->\n".repeat(5_000);
    expect(await extracted("a", `${comments}<html><p>words`)).toMatchObject({ mediaType: "text/html" });
    expect(await extracted("a", `${comments}words`)).toMatchObject({ mediaType: "text/plain" });
  });

  test("mail: who wrote when, and what", async () => {
    const mail = [
      "From: Pat Moreno <pat@example.com>",
      "To: desk@example.com",
      "Date: Mon, 23 Nov 2026 09:00:00 +0000",
      "Subject: Loss runs",
      "Content-Type: text/plain",
      "",
      "Five years attached.",
    ].join("\r\n");
    const { mediaType, text } = await extracted("a", mail);
    expect(mediaType).toBe("message/rfc822");
    expect(text.status === "ready" && text.pages[0]).toMatch(
      /From: Pat Moreno <pat@example\.com>[^]*Subject: Loss runs[^]*Five years attached\./,
    );
  });
});

describe("a file without readable text says why (STORE-32)", () => {
  test.each([
    ["a scanned PDF", pdfFile(["", ""]), { status: "none", reason: "scanned", pageCount: 2 }],
    ["an encrypted PDF", pdfFile(["x"], { isEncrypted: true }), { status: "failed", reason: "encrypted" }],
    ["an office document with a password", encryptedOfficeFile(), { status: "failed", reason: "encrypted" }],
    ["a PDF that is cut", pdfFile(["x"]).subarray(0, 30), { status: "failed", reason: "unreadable" }],
    ["a DOCX that is cut", docxFile(["x"]).subarray(0, 500), { status: "failed" }],
    ["an archive", zipFile({ "a.txt": "x" }), { status: "failed", reason: "unsupported" }],
    ["bytes of no kind", Buffer.from([1, 2, 3, 0, 255]), { status: "failed", reason: "unsupported" }],
  ])("%s", async (_what, content, expected) => {
    expect((await extracted("a.pdf", content)).text).toMatchObject(expected);
  });

  test.each(["a.pdf", "a.docx", "a.xlsx", "a.txt", "a.csv", "a.md", "a.html", "a.eml", "a.png", "a"])(
    "a file without a byte has failed, whatever it is called: %s",
    async (name) => {
      expect((await extracted(name, "")).text).toMatchObject({ status: "failed", reason: "unreadable" });
    },
  );

  test("a file of plain text that is blank, or has neither letter nor digit, was read", async () => {
    expect(await extracted("a.txt", " \n")).toEqual({ mediaType: "text/plain", text: ready([" \n"]) });
    expect(await extracted("a.csv", "-,-\n")).toEqual({ mediaType: "text/csv", text: ready(["-,-\n"]) });
    expect((await extracted("a.docx", docxFile([""]))).text).toMatchObject({ status: "none", reason: "scanned" });
  });

  test("500 pages are read, 501 are not", async () => {
    const pages = (count: number): string[] => Array.from({ length: count }, (_, index) => `Page ${index + 1}`);
    expect((await extracted("a.pdf", pdfFile(pages(500)))).text).toMatchObject({ status: "ready", pageCount: 500 });
    expect((await extracted("a.pdf", pdfFile(pages(501)))).text).toEqual({
      status: "failed",
      reason: "too_many_pages",
      pageCount: 501,
    });
  });

  test("a document that expands absurdly is not expanded, also when it lies about its size", async () => {
    const padding = Buffer.alloc(300 * 1024 * 1024);
    for (const declared of [undefined, 1_000]) {
      const bomb = docxFile(["x"], { padding, ...(declared === undefined ? {} : { declared }) });
      expect(bomb.byteLength).toBeLessThan(1_000_000);
      expect((await extracted("a.docx", bomb)).text).toMatchObject({ status: "failed", reason: "expands_too_much" });
    }
  });
});

test("what has no pages is divided at lines and cut after 2,000,000 characters, with a mark (STORE-33)", async () => {
  const line = `${"word ".repeat(19)}end\n`;
  const { text } = await extracted("a.txt", line.repeat(25_000));
  if (text.status !== "ready") throw new Error(text.reason);
  expect(text.isCut).toBe(true);
  expect(text.pages.join("").length).toBe(2_000_000);
  expect(text.pages.slice(0, 50).every((page) => page.length <= 20_000 && page.endsWith("end\n"))).toBe(true);
  const single = (await extracted("a.txt", "x".repeat(10_000_000))).text;
  expect(single).toMatchObject({ status: "ready", isCut: true });
});

test("a string of one line is divided in time linear in its length (STORE-33)", () => {
  const text = "word ".repeat(400_000);
  let searched = 0;
  const search = String.prototype.lastIndexOf;
  const spy = jest.spyOn(String.prototype, "lastIndexOf").mockImplementation(function (this: string, ...given) {
    searched += Math.min(this.length, given[1] ?? this.length);
    return search.apply(this, given);
  });
  try {
    expect(divideText(text).join("")).toBe(text);
    expect(searched).toBeLessThan(text.length * 1.1);
  } finally {
    spy.mockRestore();
  }
});

test("a thread that takes too long or too much memory is ended (STORE-31)", async () => {
  const pages = Array.from({ length: 400 }, () => "word ".repeat(2_000));
  expect((await extracted("a.pdf", pdfFile(pages), { seconds: 0.05, memoryMiB: 256 })).text).toMatchObject({
    status: "failed",
    reason: "out_of_time",
  });
  const large = `<html>${"<p>word</p>".repeat(900_000)}`;
  expect((await extracted("a.html", large, { seconds: 60, memoryMiB: 24 })).text).toMatchObject({
    status: "failed",
    reason: "out_of_memory",
  });
});
