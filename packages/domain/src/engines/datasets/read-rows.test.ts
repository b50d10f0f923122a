import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "@service/json";
import { checkContents } from "./check-contents.ts";
import { datasetLimits, type DatasetFormat, type FileProblem } from "./dataset.ts";
import { kindOfDataset } from "./dataset-kinds.ts";
import { readRows } from "./read-rows.ts";

async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function contentsOf(text: string | Uint8Array, key: string, format: DatasetFormat, chunkBytes = 7) {
  const kind = kindOfDataset(key);
  const bytes = typeof text === "string" ? Buffer.from(text, "utf8") : text;
  return checkContents(readRows(chunked(bytes, chunkBytes), { format, kind }), kind);
}

async function rowsOf(text: string, key: string, format: DatasetFormat): Promise<readonly unknown[]> {
  const contents = await contentsOf(text, key, format);
  if (contents.kind === "broken") throw new Error(JSON.stringify(contents.problems));
  return contents.rows.map(({ body }): unknown => JSON.parse(body));
}

async function problemsOf(
  text: string | Uint8Array,
  key: string,
  format: DatasetFormat,
): Promise<readonly FileProblem[]> {
  const contents = await contentsOf(text, key, format, 1_000_000);
  return contents.kind === "broken" ? contents.problems : [];
}

const offering: JsonObject = {
  offering_key: "o1",
  carrier_key: "c1",
  carrier_name: "Carrier, One",
  product: "Artisan",
  lines: ["general_liability", "cyber"],
  status: "active",
  market: "admitted",
  appointed: true,
  states: { include: ["NY", "NJ"] },
  appetite: [
    { prefix: "23", level: "standard" },
    { prefix: "2381", level: "preferred" },
  ],
  default_appetite: "limited",
  coverages: [{ coverage: "each_occurrence", included: true, max_limit: 2_000_000 }],
  pricing: { basis_fact: "risk.revenue", per: 1000, rate: 6.2, state_factors: { NY: 1.05 } },
};

describe("CSV", () => {
  test("paths, lists, lists of objects and JSON cells make the same row as NDJSON", async () => {
    const csv = [
      "offering_key,carrier_key,carrier_name,product,lines,status,market,appointed,states.include,appetite.prefix,appetite.level,default_appetite,coverages,pricing.basis_fact,pricing.per,pricing.rate,pricing.state_factors.NY,notes",
      'o1,c1,"Carrier, One", Artisan ,general_liability|cyber,active,admitted,TRUE,NY|NJ,23|2381,standard|preferred,limited,"[{""coverage"":""each_occurrence"",""included"":true,""max_limit"":2000000}]",risk.revenue,1000,6.2,1.05,',
    ].join("\r\n");
    expect(await rowsOf(csv, "offerings", "csv")).toEqual([offering]);
    const ndjson = await contentsOf(`${JSON.stringify(offering)}\n`, "offerings", "ndjson");
    expect(await contentsOf(csv, "offerings", "csv")).toEqual(ndjson);
  });

  test("one value goes to every object of a list, and escaped signs stay (DATA-26)", async () => {
    const csv = "entry_id,kind,names.name,names.strength,version\ne1,person,Ann Lee|A\\|Lee,strong,3\n";
    expect(await rowsOf(csv, "watchlist:demo", "csv")).toEqual([
      {
        entry_id: "e1",
        kind: "person",
        names: [
          { name: "Ann Lee", strength: "strong" },
          { name: "A|Lee", strength: "strong" },
        ],
        version: "3",
      },
    ]);
  });

  test("watchlists know name, aliases and weak_aliases", async () => {
    const csv =
      "\uFEFFentry_id,kind,name,aliases,weak_aliases,birth_dates,version\ne1,person,Ann Lee,A Lee|Anne Lee,Annie,1980|1981-02-03,v1\n";
    expect(await rowsOf(csv, "watchlist:demo", "csv")).toMatchObject([
      {
        names: [
          { name: "Ann Lee", strength: "strong" },
          { name: "A Lee", strength: "strong" },
          { name: "Anne Lee", strength: "strong" },
          { name: "Annie", strength: "weak" },
        ],
        birth_dates: ["1980", "1981-02-03"],
      },
    ]);
  });

  test("free rows name their types", async () => {
    const csv = 'key,zip,limit:number,on:boolean,tags:list,extra.more:json\nk1,02134,1e3,no,a|b,"{""x"":[1]}"\n';
    expect(await rowsOf(csv, "my_rows", "csv")).toEqual([
      { key: "k1", zip: "02134", limit: 1000, on: false, tags: ["a", "b"], extra: { more: { x: [1] } } },
    ]);
  });

  test.each([
    ["entry_id,entry_id", "entry_id", "stands twice"],
    ["entry_id,nmae", "nmae", "is no column of this dataset"],
    ["entry_id,", "column 2", "has no name"],
    ["entry_id,names,names.name", "names.name", "is already part of the column names"],
    ["entry_id,name,names.name", "names.name", "cannot stand beside the short columns of the same list"],
    ["__proto__,constructor", "__proto__", "is no column of this dataset"],
  ])("a header that cannot be read is refused by column: %s (DATA-29)", async (header, field, message) => {
    expect(await problemsOf(`${header}\nx,y\n`, "watchlist:demo", "csv")).toContainEqual({ line: 1, field, message });
  });

  test("lists inside a list of objects must be written as JSON", async () => {
    expect(await problemsOf("coverages.limit_options\n1|2\n", "offerings", "csv")).toEqual([
      {
        line: 1,
        field: "coverages.limit_options",
        message: "holds lists inside a list: write the whole of coverages as JSON into one column",
      },
    ]);
  });

  test("problems are reported by the line on which their row begins (DATA-15)", async () => {
    const csv = ["key,note,limit:number", 'k1,"two', 'lines",1', "k2,x", "k3,x,many", "k1,again,2"].join("\n");
    expect(await problemsOf(csv, "rows", "csv")).toEqual([
      { line: 4, field: "", message: "has 2 cells, the header has 3" },
      { line: 5, field: "limit:number", message: '"many" is not a number' },
      { line: 6, field: "key", message: '"k1" stands already on line 2' },
    ]);
  });
});

describe("NDJSON", () => {
  test("an invalid row is reported by its line, however the bytes arrive (DATA-12)", async () => {
    const text = ['{"key":"a"}', "", "[1]", "{broken", '{"name":"no key"}', '{"key":7}', '{"key":"a"}'].join("\n");
    expect(await problemsOf(text, "rows", "ndjson")).toEqual([
      { line: 3, field: "", message: "is not a JSON object" },
      { line: 4, field: "", message: "is not JSON" },
      { line: 5, field: "key", message: "is required" },
      { line: 6, field: "key", message: "must be string" },
      { line: 7, field: "key", message: '"a" stands already on line 1' },
    ]);
  });

  test("offerings are checked by the rules of offerings", async () => {
    const rows = [
      offering,
      { ...offering, offering_key: "o2", states: {}, rating: "Z" },
      { ...offering, offering_key: "o3", bounds: [{ fact: "risk.moon", min: 1, effect: "refer" }] },
    ];
    const problems = await problemsOf(rows.map((row) => JSON.stringify(row)).join("\n"), "offerings:west", "ndjson");
    expect(problems.map(({ line, field }) => `${line} ${field}`)).toEqual([
      "2 rating",
      "2 states.include",
      "3 bounds[0].fact",
    ]);
  });

  test("a birth date must be a day that exists (DATA-17)", async () => {
    const row = {
      entry_id: "e",
      kind: "person",
      names: [{ name: "x", strength: "strong" }],
      version: 1,
      birth_dates: ["1980", "1981-02-30"],
    };
    expect(await problemsOf(JSON.stringify(row), "watchlist:x", "ndjson")).toEqual([
      { line: 1, field: "birth_dates[1]", message: "is not a calendar day" },
    ]);
  });

  test("invalid UTF-8 is reported by its line", async () => {
    const text = Buffer.concat([Buffer.from('{"key":"a"}\n{"key":"'), Buffer.from([0xff]), Buffer.from('"}\n')]);
    expect(await problemsOf(text, "rows", "ndjson")).toEqual([{ line: 2, field: "", message: "is not UTF-8" }]);
  });

  test("nothing in a file can be larger than its bound (DATA-13)", async () => {
    const deep = `{"key":"a","x":${"[".repeat(40)}${"]".repeat(40)}}`;
    const wide = `{"key":"b","x":[${"1,".repeat(50_000)}1]}`;
    const long = `{"key":"${"k".repeat(201)}"}`;
    const infinite = '{"key":"c","x":1e999}';
    const half = '{"key":"d","x":"\\ud800"}';
    const control = '{"key":"e\\n"}';
    expect(await problemsOf([deep, wide, long, infinite, half, control].join("\n"), "rows", "ndjson")).toEqual([
      { line: 1, field: "", message: "is nested deeper than 32 levels" },
      { line: 2, field: "", message: "has more than 40000 members" },
      { line: 3, field: "key", message: "must have 1 to 200 characters, none of them a control character" },
      { line: 4, field: "", message: "holds a number or a string that JSON cannot carry" },
      { line: 5, field: "", message: "holds a number or a string that JSON cannot carry" },
      { line: 6, field: "key", message: "must have 1 to 200 characters, none of them a control character" },
    ]);
    const line = `{"key":"a","x":"${"y".repeat(datasetLimits.rowBytes)}"}`;
    expect(await problemsOf(`{"key":"b"}\n${line}`, "rows", "ndjson")).toEqual([
      { line: 2, field: "", message: "is longer than 2 MiB" },
    ]);
  });

  test("at most 50 problems are reported, and a file without rows is refused (DATA-14, DATA-15)", async () => {
    expect(await problemsOf("[]\n".repeat(500), "rows", "ndjson")).toHaveLength(50);
    expect(await problemsOf("\n\n", "rows", "ndjson")).toEqual([
      { line: 1, field: "", message: "the file holds no row" },
    ]);
    expect(await problemsOf("key\n", "rows", "csv")).toEqual([
      { line: 1, field: "", message: "the file holds no row" },
    ]);
  });

  test("one row more than the kind holds is refused by its line (DATA-22)", async () => {
    const text = Array.from({ length: 10_001 }, (_, index) => `{"coverage":"c${index}"}`).join("\n");
    expect(await problemsOf(text, "coverage_terms", "ndjson")).toEqual([
      { line: 10_001, field: "", message: "is row 10001; this dataset holds at most 10000 rows" },
    ]);
  });
});

describe("keys of datasets", () => {
  test.each([
    " (DATA-11, DATA-21)",
    "has space",
    "x".repeat(129),
    "records:accounts",
    "derived:x",
    "rule_packs",
    "watchlist",
    "watchlist:",
    "labelled",
  ])("%j is refused", (key) => {
    expect(() => kindOfDataset(key)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });
});

test("rows are in the order of their keys' UTF-8 bytes, whatever the order of the file", async () => {
  const keys = ["\u{1F600}", "\uFF5E", "b", "a", "B", "ä"];
  const forwards = await contentsOf(keys.map((key) => JSON.stringify({ key })).join("\n"), "rows", "ndjson");
  const backwards = await contentsOf(
    keys
      .toReversed()
      .map((key) => JSON.stringify({ key }))
      .join("\n"),
    "rows",
    "ndjson",
  );
  expect(forwards).toEqual(backwards);
  if (forwards.kind !== "sound") throw new Error("broken");
  expect(forwards.rows.map(({ key }) => key)).toEqual(["B", "a", "b", "ä", "\uFF5E", "\u{1F600}"]);
});

test.each(["ndjson", "csv"] as const)("%s is read a line at a time (DATA-30)", async (format) => {
  let linesRead = 0;
  async function* lines(): AsyncGenerator<Uint8Array> {
    if (format === "csv") yield Buffer.from("key\n");
    for (; linesRead < 1_000; linesRead += 1) {
      yield Buffer.from(format === "csv" ? `k${linesRead}\n` : `{"key":"k${linesRead}"}\n`);
    }
  }
  let rows = 0;
  for await (const read of readRows(lines(), { format, kind: kindOfDataset("rows") })) {
    expect(read.kind).toBe("row");
    rows += 1;
    expect(linesRead - rows).toBeLessThanOrEqual(1);
  }
  expect(rows).toBe(1_000);
});
