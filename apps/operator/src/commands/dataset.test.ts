import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { workbookOf } from "@service/source-files/testing";
import { testDatabase, type TestDatabase } from "@service/testing";
import { type Ended, runSvc } from "../testing/run-svc.ts";

let database: TestDatabase;
let folder: string;
let organizationId: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "svc-dataset-"));
  organizationId = String(await answer("organization_id", "organization", "create", "--name", "Harborline"));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function svc(words: readonly string[], input = ""): Promise<Ended> {
  return runSvc(words, { environment: { DATABASE_URL: database.url, DATA_DIR: folder }, input });
}

async function answer(name: string, ...words: readonly string[]): Promise<unknown> {
  const { status, stdout, stderr } = await svc([...words, "--json"]);
  if (status !== 0) throw new Error(stderr);
  const parsed: unknown = JSON.parse(stdout);
  return typeof parsed === "object" && parsed !== null ? Reflect.get(parsed, name) : undefined;
}

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const csv =
  "entry_id,kind,name,aliases,version\ne1,person,Ann Lee,Anne Lee|A Lee,1\ne2,organization,Bluefin Dining,,1\n";

test("an import returns key, version, hash and rows, and the list shows the current version", async () => {
  const path = await file("list.csv", csv);
  const first = await svc(["dataset", "import", "watchlist:demo", path, "--organization", organizationId, "--json"]);
  expect(first.status).toBe(0);
  const imported: unknown = JSON.parse(first.stdout);
  expect(imported).toEqual({
    dataset_key: "watchlist:demo",
    version: 1,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    rows: 2,
  });
  const again = await svc(
    ["dataset", "import", "watchlist:demo", "-", "--format", "csv", "--organization", organizationId, "--json"],
    csv,
  );
  expect(JSON.parse(again.stdout)).toEqual(imported);
  expect(again.stderr).toContain("no new version");
  expect(await answer("datasets", "dataset", "list")).toEqual([
    expect.objectContaining({ dataset_key: "watchlist:demo", version: 1, rows: 2, organization_id: organizationId }),
  ]);
});

test("an invalid file ends with status 1, its lines on standard error and nothing on standard output", async () => {
  const path = await file("broken.ndjson", '{"key":"a"}\n{"key":"b"\n{"key":"a"}\n');
  const ended = await svc(["dataset", "import", "my_rows", path, "--organization", organizationId, "--json"]);
  expect([ended.status, ended.stdout]).toEqual([1, ""]);
  expect(ended.stderr).toContain('\n  line 2: is not JSON\n  line 3, key: "a" stands already on line 1');
  expect(await answer("datasets", "dataset", "list", "--organization", organizationId)).not.toContainEqual(
    expect.objectContaining({ dataset_key: "my_rows" }),
  );
});

test("a missing file and a file name without a known format get clear errors", async () => {
  const missing = await svc(["dataset", "import", "my_rows", join(folder, "no.csv"), "--organization", organizationId]);
  expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining("there is no file")]);
  const unclear = await svc([
    "dataset",
    "import",
    "my_rows",
    await file("rows.txt", "key\na\n"),
    "--organization",
    organizationId,
  ]);
  expect([unclear.status, unclear.stdout, unclear.stderr]).toEqual([2, "", expect.stringContaining("--format")]);
  const untimely = await svc([
    "dataset",
    "import",
    "my_rows",
    "x.csv",
    "--organization",
    organizationId,
    "--as-of",
    "yesterday",
  ]);
  expect(untimely.status).toBe(2);
});

test("help explains rows and columns", async () => {
  const help = await svc(["help", "dataset"]);
  expect([help.status, help.stderr]).toEqual([0, ""]);
  for (const words of ["import", "list", "states.include", "watchlist:<name>", "NDJSON"])
    expect(help.stdout).toContain(words);
});

test("a sheet of a workbook is a dataset and a file of seats as CSV is (DATA-33, FILE-60, SEAT-2)", async () => {
  const sheets = [
    {
      title: "List",
      rows: [
        ["entry_id", "kind", "name", "aliases", "version"],
        ["e1", "person", "Ann Lee", "Anne Lee|A Lee", 1],
        [],
        ["e2", "organization", 'Bluefin "Dining", Inc', undefined, 1],
      ],
    },
    {
      title: "People",
      rows: [
        ["Seat Key", "Emails", "Team Keys", "Scope", "Active"],
        ["s-17", "pat@example.com", "commercial|north", "Team", true],
        [18, "lee@example.com", undefined, "Own", "no"],
      ],
    },
    { title: "Broken", rows: [["key"], [{ error: "#REF!" }]] },
  ];
  const path = join(folder, "office.xlsx");
  await writeFile(path, workbookOf({ sheets }));
  const toOrganization = ["--organization", organizationId];
  expect(await answer("rows", "dataset", "import", "watchlist:sheet", `${path}#list`, ...toOrganization)).toBe(2);
  const several = await svc(["dataset", "import", "watchlist:sheet", path, ...toOrganization]);
  expect([several.status, several.stderr]).toEqual([
    1,
    expect.stringContaining("office.xlsx#List, office.xlsx#People"),
  ]);
  const broken = await svc(["dataset", "import", "my_rows", `${path}#Broken`, ...toOrganization]);
  expect([broken.status, broken.stderr]).toEqual([1, expect.stringContaining("row 2 holds the error #REF!")]);
  expect(await answer("created", "seat", "import", `${path}#People`, ...toOrganization)).toBe(2);
  expect(await answer("seats", "seat", "list", ...toOrganization)).toMatchObject([
    { seat_key: "18", emails: ["lee@example.com"], active: false },
    { seat_key: "s-17", team_keys: ["commercial", "north"], scope: "Team", active: true },
  ]);
});
