import { readdir } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { asJsonObject, type Json, parseJson } from "@service/json";
import { tcpProxy, type TestDatabase, testDatabase, waitFor } from "@service/testing";
import pg from "pg";
import { readConnectorConfig } from "../connector-config.ts";
import { fetchDelivery } from "../fetch-delivery.ts";
import type { Fetch, FetchOptions } from "../fetch.ts";
import { contentsOf, failureOf, fetched } from "../testing/fetched.ts";
import { type TestFetch, testFetch } from "../testing/test-options.ts";

let database: TestDatabase;
let owner: pg.Client;
let scene: TestFetch;

beforeAll(async () => {
  database = await testDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});
beforeEach(async () => {
  scene = await testFetch();
  await owner.query("drop table if exists ams_clients");
  await owner.query("create table ams_clients (id int primary key, name text, changed timestamptz not null)");
});
afterEach(() => scene.stop());

function fetch(sources: Json, options: Partial<FetchOptions> & { config?: Record<string, Json> } = {}): Promise<Fetch> {
  const { config = {}, ...rest } = options;
  const read = readConnectorConfig("sql", asJsonObject({ dsn: database.url, sources, ...config }));
  if (read.kind === "refused") throw new Error(JSON.stringify(read.issues));
  return fetchDelivery("sql", read.config, { ...scene.options, ...rest });
}

async function addClients(from: number, to: number, changed: string): Promise<void> {
  await owner.query(
    "insert into ams_clients select i, 'client ' || i, $3::timestamptz from generate_series($1::int, $2::int) i",
    [from, to, changed],
  );
}

async function rowsOf(fetching: Promise<Fetch>, name: string): Promise<Json[]> {
  const text = (await contentsOf(fetched(await fetching)))[`${name}.ndjson`] ?? "";
  return text === ""
    ? []
    : text
        .trimEnd()
        .split("\n")
        .map((line) => parseJson(line));
}

/** Whether the statement of a fetch is under way. */
async function sleeps(): Promise<boolean> {
  const { rowCount } = await owner.query(
    "select from pg_stat_activity where application_name = 'service-connector' and wait_event = 'PgSleep'",
  );
  return rowCount === 1;
}

const byChange: Json = [
  {
    name: "clients",
    query: "select id, changed from ams_clients where $1::timestamptz is null or changed > $1::timestamptz order by id",
    watermark_column: "changed",
  },
];

test("each source is a file of rows, read in slices at one moment (IMP-230)", async () => {
  await addClients(1, 4_500, "2026-01-15T12:00:00Z");
  const delivery = fetched(
    await fetch([
      { name: "clients", query: "select id, name from ams_clients order by id" },
      { name: "count", query: "with c as (select count(*) as n from ams_clients) select n from c;" },
      { name: "none", query: "select id from ams_clients where false" },
    ]),
  );
  expect(delivery).toMatchObject({ mode: "full", paths: ["clients.ndjson", "count.ndjson", "none.ndjson"] });
  expect(delivery.watermark).toBeUndefined();
  const files = await contentsOf(delivery);
  const lines = (files["clients.ndjson"] ?? "").trimEnd().split("\n");
  expect(lines).toHaveLength(4_500);
  expect(lines[2_000]).toBe('{"id":2001,"name":"client 2001"}');
  expect(files["count.ndjson"]).toBe('{"n":4500}\n');
  expect(files["none.ndjson"]).toBe("");
  expect(await readdir(delivery.folder)).toEqual(["clients.ndjson", "count.ndjson", "none.ndjson"]);
});

test("values are JSON that loses nothing (IMP-232)", async () => {
  const query = `select 1::int2 as small, 9007199254740991::int8 as safe, 9007199254740993::int8 as large,
    1250.50::numeric as money, 0.1::numeric as tenth, 12345678901234567890.123::numeric as exact,
    'NaN'::numeric as nan, 0.1::float8 as double, 'Infinity'::float8 as endless, true as yes, null::int as absent,
    '2026-01-31'::date as day, '2026-01-31 09:30:00.5+02'::timestamptz as instant,
    '2026-01-31 09:30:00'::timestamp as local, '1 day'::interval as span, '{"a":[1]}'::jsonb as doc,
    array['a,b', null, 'NULL'] as texts, array[[1,2],[3,4]] as matrix, array[9007199254740993] as larges,
    array['2026-01-31'::date] as days, 'ä"\n' as text, '00000000-0000-4000-8000-000000000001'::uuid as id`;
  expect(await rowsOf(fetch([{ name: "values", query }]), "values")).toEqual([
    {
      small: 1,
      safe: 9_007_199_254_740_991,
      large: "9007199254740993",
      money: 1250.5,
      tenth: 0.1,
      exact: "12345678901234567890.123",
      nan: "NaN",
      double: 0.1,
      endless: "Infinity",
      yes: true,
      absent: null,
      day: "2026-01-31",
      instant: "2026-01-31T07:30:00.5Z",
      local: "2026-01-31T09:30:00",
      span: "P1D",
      doc: { a: [1] },
      texts: ["a,b", null, "NULL"],
      matrix: [
        [1, 2],
        [3, 4],
      ],
      larges: ["9007199254740993"],
      days: ["2026-01-31"],
      text: 'ä"\n',
      id: "00000000-0000-4000-8000-000000000001",
    },
  ]);
});

test("a later fetch asks with the greatest watermark of each source (IMP-231)", async () => {
  await addClients(1, 2, "2026-01-15T12:00:00Z");
  await addClients(3, 3, "2026-01-15T12:00:00.5Z");
  const first = fetched(await fetch(byChange));
  expect(first.mode).toBe("full");
  await addClients(4, 5, "2026-01-15T12:00:01Z");
  const second = fetched(await fetch(byChange, { watermark: first.watermark }));
  expect(second.mode).toBe("delta");
  expect((await contentsOf(second))["clients.ndjson"]).toBe(
    '{"id":4,"changed":"2026-01-15T12:00:01Z"}\n{"id":5,"changed":"2026-01-15T12:00:01Z"}\n',
  );
  const third = fetched(await fetch(byChange, { watermark: second.watermark }));
  expect(third).toMatchObject({ mode: "delta", watermark: second.watermark });
  expect((await contentsOf(third))["clients.ndjson"]).toBe("");
});

test("a watermark of other queries fetches everything (IMP-231)", async () => {
  await addClients(1, 2, "2026-01-15T12:00:00Z");
  const { watermark } = fetched(await fetch(byChange));
  const other: Json = [
    {
      name: "clients",
      query: "select id from ams_clients where $1::int is null or id > $1::int",
      watermark_column: "id",
    },
  ];
  expect(fetched(await fetch(other, { watermark })).mode).toBe("full");
  expect(fetched(await fetch(byChange, { watermark: "not one of ours" })).mode).toBe("full");
});

describe("a query", () => {
  test("that is not one SELECT is refused by the server, and changes nothing (IMP-233)", async () => {
    await addClients(1, 3, "2026-01-15T12:00:00Z");
    await owner.query(
      `create or replace function ams_remove() returns int language plpgsql as $$
       begin delete from ams_clients; return 1; end $$`,
    );
    const queries: [string, string][] = [
      ["delete from ams_clients", "syntax error"],
      ["select 1; delete from ams_clients", "cannot insert multiple commands"],
      ["select 1; commit; delete from ams_clients", "cannot insert multiple commands"],
      ["with gone as (delete from ams_clients returning id) select * from gone", "data-modifying"],
      ["select ams_remove() as n", "read-only transaction"],
      ["select * from ams_clients for update", "read-only transaction"],
      ["select set_config('transaction_read_only', 'off', false), ams_remove()", "read-write mode"],
    ];
    for (const [query, message] of queries) {
      const failure = await failureOf(fetch([{ name: "clients", query }]));
      expect(failure).toContain('Source clients: the server answers "');
      expect(failure).toContain(message);
    }
    expect((await owner.query("select from ams_clients")).rowCount).toBe(3);
    expect(await readdir(scene.options.spoolFolder)).toEqual([]);
  });

  test("is refused with columns of one name, and a watermark that is missing or has no order (IMP-231)", async () => {
    expect(await failureOf(fetch([{ name: "twice", query: "select 1 as a, 2 as a" }]))).toBe(
      "Source twice has two columns named a.",
    );
    const marked = (query: string): Json => [{ name: "marked", query, watermark_column: "at" }];
    expect(await failureOf(fetch(marked("select $1::text as b")))).toBe(
      "Source marked has no column at, which is its watermark.",
    );
    expect(await failureOf(fetch(marked("select $1::text as at")))).toContain("must be a whole number, a date");
  });

  test("ends after the time that a statement has (IMP-233)", async () => {
    const sources: Json = [{ name: "slow", query: "select pg_sleep(600)::text as s" }];
    expect(await failureOf(fetch(sources, { config: { statement_timeout_s: 1 } }))).toContain("statement timeout");
  });

  test("ends with its connection when its signal aborts (IMP-233)", async () => {
    const abort = new AbortController();
    const fetching = fetch([{ name: "slow", query: "select pg_sleep(600)::text as s" }], { signal: abort.signal });
    await waitFor(sleeps);
    abort.abort(new Error("asked to stop"));
    await expect(fetching).rejects.toThrow("asked to stop");
    await owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'service-connector'",
    );
    expect(await readdir(scene.options.spoolFolder)).toEqual([]);
  });
});

describe("a database", () => {
  const sources: Json = [{ name: "one", query: "select 1 as one" }];

  test("that cannot be reached, refuses or breaks off is named by what failed, without its address (IMP-233)", async () => {
    const wrong = new URL(database.url);
    wrong.username = "nobody_known";
    wrong.password = "s3cret";
    wrong.pathname = "/not_there";
    const silent: Server = createServer((socket) => void socket.resume()).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const dsns: [string, RegExp][] = [
      [wrong.href, /^The database: the server answers ".*" \((?:28|3D)\w{3}\)\./],
      [
        "postgres://reader:s3cret@127.0.0.1:1/book",
        /^The database cannot be reached, .*\(ECONNREFUSED\)\. \(temporary\)$/,
      ],
      ["postgres://reader:s3cret@db.invalid/book", /^The database cannot be reached, .*\. \(temporary\)$/],
      [`postgres://reader:s3cret@127.0.0.1:${port}/book`, /^The database cannot be reached, .*\. \(temporary\)$/],
    ];
    for (const [dsn, sentence] of dsns) {
      const failure = await failureOf(fetch(sources, { config: { dsn, connect_timeout_s: 1 } }));
      expect(failure).toMatch(sentence);
      expect(failure).not.toContain("s3cret");
    }
    await new Promise((resolve) => silent.close(resolve));
    expect(scene.logged.join()).not.toContain("s3cret");
  });

  test("whose connection breaks gives no half delivery (IMP-233)", async () => {
    const { hostname, port } = new URL(database.url);
    const proxy = await tcpProxy({ host: hostname, port: Number(port) });
    try {
      const fetching = failureOf(
        fetch([{ name: "slow", query: "select pg_sleep(600)::text as s" }], {
          config: { dsn: proxy.through(database.url) },
        }),
      );
      await waitFor(sleeps);
      proxy.cut();
      expect(await fetching).toMatch(/^Source slow cannot be reached, or the connection broke.*\(temporary\)$/);
      expect(await readdir(scene.options.spoolFolder)).toEqual([]);
    } finally {
      await proxy.close();
    }
  });
});
