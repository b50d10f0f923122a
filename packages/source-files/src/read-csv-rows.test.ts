import { describe, expect, test } from "@jest/globals";
import { detectSource } from "./detect-source.ts";
import type { SourceReading } from "./source-reading.ts";
import { sourceLimits, type SourceRow } from "./source-row.ts";
import { fileOf, rowsOf } from "./testing/file-kit.ts";

const csv = { format: "csv", encoding: "utf-8", delimiter: "," } as const;

/** `2: {"a":"1"}` for a row, `3:4 message` for a malformed one, with its end when it is the last. */
async function read(content: string | Uint8Array, chunkBytes?: number): Promise<string[]> {
  const rows = await rowsOf(fileOf(content, "rows.csv", chunkBytes), csv);
  return rows.map(shown);
}

function shown(row: SourceRow): string {
  switch (row.kind) {
    case "row":
      return `${row.line}: ${JSON.stringify(row.value)}`;
    case "aside":
      return `${row.line} ${row.what}`;
    case "note":
      return row.message;
    case "malformed":
      return `${[row.line, row.column].filter(Boolean).join(":")} ${row.message}${row.endsFile ? " (end)" : ""}`;
  }
}

const columns = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join(",");

describe("rows", () => {
  test("have the names of the header, trimmed text and no empty cells (FILE-31)", async () => {
    expect(
      await read('\uFEFF Policy ,"Client Name ",Premium\r\n 007 ,"Lee, Ann",\r\n,,"\u00a0"\r\nx,"two\nlines",1'),
    ).toEqual([
      '2: {"Policy":"007","Client Name":"Lee, Ann"}',
      '4: {"Policy":"x","Client Name":"two\\nlines","Premium":"1"}',
    ]);
  });

  test("begin behind a line that names the delimiter, which counts more than a declared one (IMP-261)", async () => {
    for (const line of ["sep=;", "\uFEFFSEP=;", '"sep=;"', "sep=;;;"])
      expect(await rowsOf(fileOf(`${line}\r\na;b\r\n1,5;2\r\nsep=;;3\r\n`), csv)).toEqual([
        { kind: "row", line: 3, value: { a: "1,5", b: "2" } },
        expect.objectContaining({ kind: "malformed", line: 4 }),
      ]);
    expect(await rowsOf(fileOf("sep=\t\na\tb\n1\t2\n"), { format: "csv" })).toEqual([
      { kind: "row", line: 3, value: { a: "1", b: "2" } },
    ]);
    await expect(rowsOf(fileOf("sep=:\na:b\n1:2\n", "odd.csv"), {})).rejects.toThrow(
      'odd.csv: its first line names the delimiter ":". Export it with ; or , instead.',
    );
  });

  test.each([
    ['="00123"', "00123"],
    ['"=""00123"""', "00123"],
    ['="say ""yes"""', 'say "yes"'],
    ['=" 7 "', "7"],
    ["=1+2", "=1+2"],
    ['"=HYPERLINK(""x"")"', '=HYPERLINK("x")'],
    ["+1", "+1"],
  ])("%s is %s: only the form that forces text is opened (FILE-31)", async (cell, value) => {
    expect(await rowsOf(fileOf(`a,b\n${cell},x\n`), csv)).toEqual([
      { kind: "row", line: 2, value: { a: value, b: "x" } },
    ]);
  });

  test('="" is an empty cell (FILE-31)', async () => {
    expect(await read('a,b\n="",x')).toEqual(['2: {"b":"x"}']);
  });

  test("blank lines and lines of empty cells are skipped, before the header too (FILE-30)", async () => {
    expect(await read("\n  \n,,\na,b\n\n,\n,,,\n1,2\n")).toEqual(['8: {"a":"1","b":"2"}']);
  });

  test("a file without a value has no row (FILE-30)", async () => {
    expect(await read("")).toEqual([]);
    expect(await read("\n,,\n")).toEqual([]);
    expect(await read("a,b")).toEqual([]);
  });
});

describe("reports", () => {
  const report = "Book of Business\nRun date: 11/27/2026\n\nCode,Client Name,Premium\n1,Harbor,10\n2,Cove,20\n";
  const rows = [
    '5: {"Code":"1","Client Name":"Harbor","Premium":"10"}',
    '6: {"Code":"2","Client Name":"Cove","Premium":"20"}',
  ];
  const readBy = async (content: string, reading: SourceReading): Promise<string[]> =>
    (await rowsOf(fileOf(content, "rows.csv"), { ...csv, ...reading })).map(shown);

  test("the lines above the header are not read where the mapping counts them or names the header (FILE-35)", async () => {
    expect(await readBy(report, { skip_lines: 3 })).toEqual(rows);
    expect(await readBy(report, { header: ["client  name", "CODE"] })).toEqual(rows);
    expect(await readBy(report, { header: ["Policy"] })).toEqual([
      '1 no line has the names of the header that the mapping declares: "Policy" (end)',
    ]);
    expect(await detectSource(fileOf(report))).toMatchObject({
      probableSkipLines: 3,
      columns: ["Code", "Client Name", "Premium"],
    });
    expect(await detectSource(fileOf("a,b,c\n1,2,3\n"))).not.toHaveProperty("probableSkipLines");
  });

  test("totals and the header again are no rows (FILE-36)", async () => {
    const lines = ["Grand Total,,", "Total policies: 5", "TOTALS:,,", "Subtotal,,", "Record count: 7", "Page 2 of 3"];
    for (const line of lines) expect(await read(`Code,Name,Premium\n1,a,2\n${line}\n`)).toHaveLength(2);
    for (const line of [
      '"Total for Sable Creek, LLC",,,,"$1,016.50"',
      "Grand Total: 6 policies,,,,7",
      "Total Commission,,,,-581.2",
    ])
      expect(await read(`Code,Name,City,State,Premium\n${line}\n`)).toEqual(["2 totals"]);
    expect(await read("Code,Name,Premium\nGrand Total,,\n1,a,2\nCode,Name,Premium\n")).toEqual([
      "2 totals",
      '3: {"Code":"1","Name":"a","Premium":"2"}',
      "4 header",
    ]);
    // Clients have such names.
    expect(await read("Name,Phone,City,State,Zip\nTotal Fitness,555-0100,,,\n")).toHaveLength(1);
    for (const line of ["Total Quality Logistics,,", "Total,Wine,3", "Page,,", "Policy,,"])
      expect(await read(`Code,Name,Premium\n${line}\n`)).toEqual([expect.stringMatching(/^2: /)]);
  });

  test("a delimiter at the end of each row is no further cell (FILE-32)", async () => {
    expect(await read("a,b\n1,2,\n3,4,,\n5,6,7\n")).toEqual([
      '2: {"a":"1","b":"2"}',
      '3: {"a":"3","b":"4"}',
      "4 has 3 cells, the header has 2",
    ]);
  });

  test("white space within the name of a column is one blank (FILE-37)", async () => {
    expect(await read('Client\u00a0 Code,"Effective\nDate"\n1,2\n')).toEqual([
      '3: {"Client Code":"1","Effective Date":"2"}',
    ]);
  });
});

describe("malformed rows cost no other row", () => {
  test("a row with more or fewer cells than the header is reported with both counts (FILE-32)", async () => {
    expect(await read("a,b,c\n1,2\n1,2,3\n1,2,3,4\n")).toEqual([
      "2 has 2 cells, the header has 3",
      '3: {"a":"1","b":"2","c":"3"}',
      "4 has 4 cells, the header has 3",
    ]);
  });

  test.each([
    ["at the end of the file", '1,"open\n2,b\n3,"c"', ["2:3", '3: {"a":"2","b":"b"}', '4: {"a":"3","b":"c"}']],
    ["before a quoted cell", '1,"open\n2,b\n3,"c"\n4,d', ["2:3", '3: {"a":"2"', '4: {"a":"3"', '5: {"a":"4"']],
    ["twice", '1,"open\n2,"open\n3,c', ["2:3", "3:3", '4: {"a":"3"']],
    ["behind a cell of two lines", '"1\n1","open\n2,b', ["3:4", '4: {"a":"2"']],
    ["in a row of its own", '"\n2,b', ["2:1", '3: {"a":"2"']],
  ])("a quote that is not closed: %s (FILE-34)", async (_case, text, expected) => {
    const found = await read(`a,b\n${text}`);
    expect(found).toEqual(expected.map((beginning) => expect.stringContaining(beginning)));
    expect(found[0]).toContain("a quote is opened here");
  });

  test("a quote that stays open for longer than a row may be is not closed (FILE-34)", async () => {
    const filler = Array.from({ length: 30_000 }, (_, index) => `${index},a row of text`);
    const found = await read(`a,b\n0,"open\n${filler.join("\n")}\n1,"closed"`);
    expect(found).toHaveLength(30_002);
    expect(found[0]).toBe("2:3 a quote is opened here and not closed");
    expect(found.at(-1)).toBe('30003: {"a":"1","b":"closed"}');
  });

  test("a row may have 256 KiB; a larger one is reported by its line, inside open quotes too (FILE-20)", async () => {
    const cell = "é".repeat((sourceLimits.rowBytes - 2) / 2);
    expect(await read(`a,b\n1,${cell}\n2,b`)).toHaveLength(2);
    expect(await read(`a,b\n1,${cell}x\n2,b\n3,"x\n4,${cell}x\n5,"y"`)).toEqual([
      "2 is longer than 256 KiB",
      '3: {"a":"2","b":"b"}',
      "4:3 a quote is opened here and not closed",
      "5 is longer than 256 KiB",
      '6: {"a":"5","b":"y"}',
    ]);
  });

  test("bytes that are not valid make their row malformed, over several lines too (FILE-13)", async () => {
    const bytes = Buffer.from('a,b\n1,?\n2,b\n"3\n?3",c\n4,d').map((byte) => (byte === 0x3f ? 0xff : byte));
    const message = "holds bytes that are not valid in the encoding of the file";
    expect(await read(bytes)).toEqual([`2 ${message}`, '3: {"a":"2","b":"b"}', `4 ${message}`, '6: {"a":"4","b":"d"}']);
  });

  test("a malformed row is shown as it came, at most 1,000 characters of it (FILE-22)", async () => {
    const rows = await rowsOf(fileOf(`a,b\n1,"x\ny",z\n${"long,".repeat(500)}\n`), csv);
    expect(rows).toMatchObject([
      { kind: "malformed", line: 2, raw: '1,"x\ny",z' },
      { kind: "malformed", line: 4, raw: `${"long,".repeat(200).slice(0, -1)}…` },
    ]);
  });
});

describe("a header that cannot be read ends the file (FILE-33)", () => {
  test.each([
    ["a name twice", "a,b,a", 'has two columns named "a", 1 and 3: rename one of them'],
    ["a name twice, with space", 'a," a"', 'has two columns named "a", 1 and 2: rename one of them'],
    ["a forbidden name", "a,__proto__", "has a column named __proto__, which cannot be read: rename it"],
    ["too many columns", columns(501), "has 501 columns; at most 500 are read"],
    ["other ends of lines", "a,b\r1,2\r3,4", "has lines that end in a carriage return alone: save it with line feeds"],
    ["a malformed record", 'a,b"', "a quote stands inside a cell that is not quoted"],
    ["a line that is too long", "x".repeat(sourceLimits.rowBytes + 1), "is longer than 256 KiB"],
  ])("%s", async (_case, header, message) => {
    const found = await read(`${header}\n1,2\n3,4\n`);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^1(?::\d+)? /);
    expect(found[0]).toContain(`${message} (end)`);
  });

  test("500 columns are read", async () => {
    expect(await read(`${columns(500)}\n${"1,".repeat(499)}1`)).toHaveLength(1);
  });

  test("a column without a name is harmless until a row has a value in it", async () => {
    expect(await read("a,,b,\n1,,2,\n1,x,2,\n")).toEqual([
      '2: {"a":"1","b":"2"}',
      "3 has a value in column 2, which has no name in the header",
    ]);
  });
});

test("rows do not depend on how the bytes arrive (FILE-21)", async () => {
  const text = 'a,b\r\n1,"two\r\nlines"\r\n2,"open\r\n3,é🚀\r\n"4"x,5\r\nlast,"row"';
  const whole = await read(text);
  expect(whole).toHaveLength(5);
  for (const chunkBytes of [1, 2, 3, 4, 5, 6, 7, 11, 13]) expect(await read(text, chunkBytes)).toEqual(whole);
});

test("a row of a gigabyte is skipped without being held (FILE-20, FILE-21)", async () => {
  const chunk = Buffer.alloc(1024 * 1024, "x");
  async function* open(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("a,b\n1,");
    for (let index = 0; index < 1_024; index += 1) yield chunk;
    yield Buffer.from("\n2,b\n");
  }
  const before = process.memoryUsage().arrayBuffers;
  let heldBytes = 0;
  async function* watched(): AsyncGenerator<Uint8Array> {
    for await (const bytes of open()) {
      heldBytes = Math.max(heldBytes, process.memoryUsage().arrayBuffers - before);
      yield bytes;
    }
  }
  const rows = await rowsOf({ name: "large.csv", open: watched }, csv);
  expect(rows).toMatchObject([
    { kind: "malformed", line: 2, message: "is longer than 256 KiB" },
    { kind: "row", line: 3, value: { a: "2", b: "b" } },
  ]);
  expect(heldBytes).toBeLessThan(64 * 1024 * 1024);
});

test("a Ctrl-Z that ends the file is no part of its last cell (FILE-14)", async () => {
  for (const chunkBytes of [1, 64 * 1024])
    expect(await read("a,b\n1,19003\u001A", chunkBytes)).toEqual(['2: {"a":"1","b":"19003"}']);
  expect(await read("a\nx\u001Ay\n\u001A")).toEqual(['2: {"a":"x\\u001ay"}']);
});
