import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { isUnavailable, type Database } from "@service/db";
import { readDatasetText, type SharedDataset } from "@service/engine-kit";
import { fakeClock, tcpProxy, type TcpProxy, testOperator, openTestDatabase } from "@service/testing";
import type { Deps } from "../../deps.ts";
import { createOrganization } from "../../identity/organizations/index.ts";
import { listPlatformEvents } from "../../events/events/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { currentDatasets } from "./current-datasets.ts";
import { importDataset, type DatasetImport, type ImportedDataset } from "./import-dataset.ts";
import { listDatasets } from "./list-datasets.ts";
import { loadSharedDatasets, type SharedDatasets } from "./load-shared-datasets.ts";
import { readStoredRows } from "./read-stored-rows.ts";
import { SizedCache } from "./sized-cache.ts";

let deps: TestDeps;
const clock = fakeClock(new Date("2026-11-21T09:00:00.000Z"));

beforeAll(async () => {
  deps = await openTestDeps({ clock });
});
afterAll(async () => {
  await deps.close();
});

async function organization(): Promise<string> {
  return (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, "utf8");
}

const ndjson = (...rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

function importRows(
  organizationId: string,
  text: string,
  changes: Partial<DatasetImport> & { readonly on?: Deps } = {},
): Promise<ImportedDataset> {
  const { on = deps, ...rest } = changes;
  return importDataset(on, testOperator, {
    organizationId,
    datasetKey: "rows",
    format: "ndjson",
    source: bytesOf(text),
    ...rest,
  });
}

async function storedVersions(organizationId: string): Promise<readonly string[]> {
  const { rows } = await deps.db.pool.query<{ line: string }>(
    `select v.version || ' ' || v.state || ' ' || (select count(*) from dataset_rows r where r.version_id = v.id) as line
     from dataset_versions v where organization_id = $1 order by version`,
    [organizationId],
  );
  return rows.map(({ line }) => line);
}

describe("an import", () => {
  test("serves whole, in key order, under the hash that Postgres computes from the rows as well (DATA-3)", async () => {
    const organizationId = await organization();
    const imported = await importRows(
      organizationId,
      ndjson({ key: "b", z: 1, a: "ü" }, { key: "\u{1F600}" }, { key: "a" }),
    );
    expect(imported).toMatchObject({ datasetKey: "rows", version: 1, rows: 3, created: true });
    const { rows } = await deps.db.pool.query<{ sha256: string }>(
      `select encode(sha256(convert_to(string_agg(body || E'\\n', '' order by row_key collate "C"), 'UTF8')), 'hex') as sha256
       from dataset_rows r join dataset_versions v on v.id = r.version_id where v.organization_id = $1`,
      [organizationId],
    );
    expect(rows[0]?.sha256).toBe(imported.sha256);
    const { text, ...loaded } = only(await loadSharedDatasets(deps, organizationId, ["rows", "absent"]));
    expect({ ...loaded, rows: readDatasetText(text) }).toEqual({
      versionId: expect.any(String),
      datasetKey: "rows",
      version: "1",
      sha256: imported.sha256,
      asOf: "2026-11-21T09:00:00.000Z",
      rows: [{ key: "a" }, { a: "ü", key: "b", z: 1 }, { key: "\u{1F600}" }],
    });
  });

  test("records an event for a new version, and only for that (DATA-7)", async () => {
    const organizationId = await organization();
    const { sha256 } = await importRows(organizationId, ndjson({ key: "a" }));
    await importRows(organizationId, ndjson({ key: "a" }));
    await expect(importRows(organizationId, "broken")).rejects.toThrow("Nothing was imported");
    const events = await listPlatformEvents(deps, { organizationId });
    expect(events.map(({ type, subject, data }) => ({ type, subject, data }))).toEqual([
      {
        type: "dataset.refreshed",
        subject: { kind: "dataset", key: "rows" },
        data: { dataset_key: "rows", version: 1, sha256, rows: 1, as_of: "2026-11-21T09:00:00.000Z" },
      },
    ]);
  });

  test("of the same rows, in another order and form, makes no new version and renews the date (DATA-4)", async () => {
    const organizationId = await organization();
    const first = await importRows(organizationId, ndjson({ key: "a", n: 1 }, { key: "b" }), {
      asOf: new Date("2026-01-01"),
    });
    const again = await importRows(organizationId, "key,n:number\nb,\na,1.0\n", { format: "csv" });
    expect(again).toEqual({ ...first, asOf: new Date("2026-11-21T09:00:00.000Z"), created: false });
    // An older date does not replace a newer one.
    const older = await importRows(organizationId, ndjson({ key: "b" }, { key: "a", n: 1 }), {
      asOf: new Date("2026-02-02"),
    });
    expect(older).toEqual(again);
    expect(await storedVersions(organizationId)).toEqual(["1 complete 2"]);
  });

  test("of a broken file names the rows and leaves what serves (DATA-2)", async () => {
    const organizationId = await organization();
    const first = await importRows(organizationId, ndjson({ key: "a" }));
    const broken = importRows(organizationId, `${ndjson({ key: "b" })}{"key":\n${ndjson({ key: "b" })}`);
    await expect(broken).rejects.toMatchObject({
      code: "invalid_request",
      details: [
        { field: "line 2", message: "is not JSON" },
        { field: "line 3, key", message: '"b" stands already on line 1' },
      ],
    });
    expect(await currentDatasets(deps, organizationId, ["rows"])).toMatchObject([{ version: 1, sha256: first.sha256 }]);
    expect(await storedVersions(organizationId)).toEqual(["1 complete 1"]);
  });

  test("keeps the last three versions and continues their numbers", async () => {
    const organizationId = await organization();
    for (let n = 1; n <= 5; n += 1) await importRows(organizationId, ndjson({ key: "a", n }));
    expect(await storedVersions(organizationId)).toEqual(["3 complete 1", "4 complete 1", "5 complete 1"]);
    // Going back to rows of long ago is a new version too.
    expect(await importRows(organizationId, ndjson({ key: "a", n: 4 }))).toMatchObject({ version: 6, created: true });
  });

  test("is refused for an unknown organization, a future date and a reserved key, and stores nothing (DATA-6)", async () => {
    const organizationId = await organization();
    await expect(importRows(randomUUID(), ndjson({ key: "a" }))).rejects.toMatchObject({ code: "not_found" });
    await expect(
      importRows(organizationId, ndjson({ key: "a" }), { asOf: new Date("2026-11-22") }),
    ).rejects.toMatchObject({
      code: "invalid_request",
    });
    await expect(importRows(organizationId, ndjson({ key: "a" }), { datasetKey: "derived:x" })).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(await storedVersions(organizationId)).toEqual([]);
  });

  test("belongs to its organization alone", async () => {
    const [ours, theirs] = [await organization(), await organization()];
    await importRows(ours, ndjson({ key: "a" }));
    expect(await currentDatasets(deps, theirs, ["rows"])).toEqual([]);
    expect(await listDatasets(deps, ours)).toMatchObject([
      { organizationId: ours, datasetKey: "rows", version: 1, rows: 1 },
    ]);
    expect(await listDatasets(deps, theirs)).toEqual([]);
  });
});

describe("imports of one key at the same time", () => {
  test("follow one another, each a version of its own (DATA-8)", async () => {
    const organizationId = await organization();
    const many = (n: number) => ndjson(...Array.from({ length: 3_000 }, (_, index) => ({ key: `k${index}`, n })));
    const imported = await Promise.all([1, 2, 3].map((n) => importRows(organizationId, many(n))));
    expect(imported.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
    const last = imported.find(({ version }) => version === 3);
    expect(only(await loadSharedDatasets(deps, organizationId, ["rows"]))).toMatchObject({
      version: "3",
      sha256: last?.sha256,
    });
    expect(await storedVersions(organizationId)).toEqual(["1 complete 3000", "2 complete 3000", "3 complete 3000"]);
  });

  test("of the same rows make one version", async () => {
    const organizationId = await organization();
    const imported = await Promise.all([1, 2, 3, 4].map(() => importRows(organizationId, ndjson({ key: "a" }))));
    expect(imported.filter(({ created }) => created)).toHaveLength(1);
    expect(await storedVersions(organizationId)).toEqual(["1 complete 1"]);
  });
});

describe("when the database goes away during an import", () => {
  let proxy: TcpProxy;
  let db: Database;

  beforeAll(async () => {
    proxy = await tcpProxy({ port: Number(new URL(deps.databaseUrl).port) });
    db = openTestDatabase(proxy.through(deps.databaseUrl));
  });
  afterAll(async () => {
    await db.close();
    await proxy.close();
  });

  test("nothing of it is stored and the old version goes on serving (DATA-2)", async () => {
    const organizationId = await organization();
    await importRows(organizationId, ndjson({ key: "a" }));
    const rows = Array.from({ length: 5_000 }, (_, index) => ({ key: `k${index}` }));
    const torn = importRows(organizationId, ndjson(...rows), {
      on: { ...deps, db },
      onProgress: ({ step, rows: done }) => {
        if (step === "storing" && done === 2_000) proxy.cut();
      },
    });
    expect(await torn.then(() => "stored", isUnavailable)).toBe(true);
    expect(await storedVersions(organizationId)).toEqual(["1 complete 1"]);
    expect(await importRows(organizationId, ndjson(...rows))).toMatchObject({ version: 2, rows: 5_000, created: true });
  });
});

describe("rows that are read back", () => {
  test("are reported inconsistent when they no longer have their hash, and gone when they were pruned", async () => {
    const organizationId = await organization();
    await importRows(organizationId, ndjson({ key: "a" }, { key: "b" }));
    const [current] = await currentDatasets(deps, organizationId, ["rows"]);
    if (!current) throw new Error("nothing serves");
    expect(Buffer.from(await text(readStoredRows(deps.db, current))).toString("utf8")).toBe(
      '{"key":"a"}\n{"key":"b"}\n',
    );
    await deps.db.pool.query(`update dataset_rows set body = '{"key":"c"}' where version_id = $1 and row_key = 'a'`, [
      current.versionId,
    ]);
    expect(await readStoredRows(deps.db, current)).toBe("inconsistent");
    expect(await loadSharedDatasets(deps, organizationId, ["rows"])).toEqual({
      kind: "inconsistent",
      datasetKey: "rows",
    });
    await deps.db.pool.query("delete from dataset_versions where id = $1", [current.versionId]);
    expect(await readStoredRows(deps.db, current)).toBe("gone");
  });

  test("are one shared object in the process while the version serves, with the current date", async () => {
    const organizationId = await organization();
    await importRows(organizationId, ndjson({ key: "a" }), { asOf: new Date("2026-01-01") });
    const kept = new SizedCache<Uint8Array>(1_000);
    const before = only(await loadSharedDatasets(deps, organizationId, ["rows"], kept));
    await importRows(organizationId, ndjson({ key: "a" }));
    const after = only(await loadSharedDatasets(deps, organizationId, ["rows"], kept));
    expect(after.text).toBe(before.text);
    expect([before.asOf, after.asOf]).toEqual(["2026-01-01T00:00:00.000Z", "2026-11-21T09:00:00.000Z"]);
  });
});

/** The one dataset that was loaded. */
function only(read: SharedDatasets): SharedDataset {
  if (read.kind !== "loaded" || read.datasets.length !== 1) throw new Error("not one dataset");
  const [dataset] = read.datasets;
  if (!dataset) throw new Error("no dataset");
  return dataset;
}

async function text(reading: ReturnType<typeof readStoredRows>): Promise<Uint8Array> {
  const read = await reading;
  if (typeof read === "string") throw new Error(read);
  return read;
}
