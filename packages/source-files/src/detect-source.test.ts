import { describe, expect, test } from "@jest/globals";
import { detectSource } from "./detect-source.ts";
import type { SourceReading } from "./source-reading.ts";
import { fileOf, rowsOf } from "./testing/file-kit.ts";

const detect = (content: string | Uint8Array, name?: string, declared?: SourceReading) =>
  detectSource(fileOf(content, name), declared);

describe("the format is detected (FILE-11)", () => {
  test.each([
    ["clients.csv", '{"a":1}', "csv"],
    ["CLIENTS.TSV", "[1]", "csv"],
    ["clients.ndjson", "[1]", "ndjson"],
    ["clients.jsonl", "a,b", "ndjson"],
    ["clients.json", '[{"a":1}]', "json"],
    ["clients.json", '\uFEFF\n[\n{"a":1}]', "json"],
    ["clients.json", '{"a":1}\n{"a":2}\n', "ndjson"],
    ["clients.json", '{"a":1}', "ndjson"],
    ["clients.json", '{\n"a":[]}', "json"],
    ["clients.json", '{"a":[\n{"a":1}]}', "json"],
    ["clients.json", '{"a":1}\n,', "json"],
    ["clients.json", "", "json"],
    ["clients", '{"a":1}\n\n{"a":2}', "ndjson"],
    ["clients.txt", "a,b\n1,2", "csv"],
    ["clients.txt", "[Policy Number],[Client]\n1,2", "csv"],
    ["clients.txt", '[["a"]]', "json"],
  ])("%s with %j is %s", async (name, content, format) => {
    expect(await detect(content, name)).toMatchObject({ format });
  });

  test("a document on one line that is longer than a row is JSON", async () => {
    const content = `{"a":[${'{"a":1},'.repeat(200_000)}{}]}`;
    expect(await detect(content, "clients.json")).toMatchObject({ format: "json" });
  });

  test("a file whose rows are at a pointer is a JSON document, and a declared format is taken", async () => {
    expect(await detect('{"items":[]}', "clients.json", { items: "/items" })).toMatchObject({ format: "json" });
    expect(await detect("a,b", "clients.json", { format: "csv" })).toMatchObject({ format: "csv" });
  });
});

describe("the delimiter is detected (FILE-12)", () => {
  test.each([
    ["a,b;c\n1,2", ","],
    ["a;b,c;d\n1;2,5;3\n1;2,5;3", ";"],
    ["Name;Premium\nLee;1,50\nPark;2,50", ";"],
    ["Last, First;Born\nLee, Ann;1980\nPark, Jo;1981", ";"],
    ["a\tb\n1,5\t2,5", "\t"],
    ["a|b|c\n1|2|3", "|"],
    ["a,b|c,d\n1,2,3\n1,2|2,3", ","],
    ["a;b;c", ";"],
    ["client_key\nc1\nc2", ","],
    ['"a;b","c;d"\n"1;2;3",2', ","],
    ['a;b\n1;"x\n,,,,,\n"\n2;y', ";"],
    ["\n;;\na;b;c\n1;2;3", ";"],
    ["", ","],
  ])("%j: %j", async (content, delimiter) => {
    expect(await detect(content)).toMatchObject({ delimiter });
  });

  test("the columns are the names in the header", async () => {
    expect(await detect(' Policy ;="No";;"a;b"\n')).toEqual({
      format: "csv",
      encoding: "utf-8",
      delimiter: ";",
      columns: ["Policy", "No", "a;b"],
    });
    expect(await detect("")).toMatchObject({ columns: [] });
  });
});

describe("encodings (FILE-10)", () => {
  const text = "name;city\nZoë;Málaga\n";
  const rows = [{ kind: "row", line: 2, value: { name: "Zoë", city: "Málaga" } }];

  test.each([
    ["utf-8", Buffer.from(text)],
    ["utf-8", Buffer.from(`\uFEFF${text}`)],
    ["utf-16le", Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["utf-16be", Buffer.from(`\uFEFF${text}`, "utf16le").swap16()],
    ["utf-16le", Buffer.from(text, "utf16le")],
    ["utf-16be", Buffer.from(text, "utf16le").swap16()],
    ["windows-1252", Buffer.from(text, "latin1")],
  ])("the rows of a file in %s are the same", async (encoding, content) => {
    expect(await detect(content)).toMatchObject({ encoding, delimiter: ";", columns: ["name", "city"] });
    for (const chunkBytes of [1, 3, 1_000]) expect(await rowsOf(fileOf(content, "a.csv", chunkBytes))).toEqual(rows);
  });

  test("a declared encoding is taken, but not against a byte order mark", async () => {
    expect(await detect(text, "a.csv", { encoding: "windows-1252" })).toMatchObject({ encoding: "windows-1252" });
    expect(await detect(`\uFEFF${text}`, "a.csv", { encoding: "windows-1252" })).toMatchObject({ encoding: "utf-8" });
  });

  test("bytes behind the first MiB do not count", async () => {
    const filler = Buffer.from("name\n".repeat(210_000));
    expect(await detect(Buffer.concat([filler, Buffer.from([0xe9])]))).toMatchObject({ encoding: "utf-8" });
    const early = Buffer.concat([Buffer.from([0xe9]), filler]);
    expect(await detect(early)).toMatchObject({ encoding: "windows-1252" });
  });
});

test("no more than the first MiB is read", async () => {
  let bytes = 0;
  async function* open(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = Buffer.from("a,b\n".repeat(25_000));
      bytes += chunk.length;
      yield chunk;
    }
  }
  expect(await detectSource({ name: "endless.csv", open })).toMatchObject({ columns: ["a", "b"] });
  expect(bytes).toBeLessThan(1.2 * 1024 * 1024);
});
