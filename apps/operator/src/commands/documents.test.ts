import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { testDatabase, type TestDatabase } from "@service/testing";
import { type Ended, runSvc } from "../testing/run-svc.ts";

let database: TestDatabase;
let folder: string;
let drive: string;
let connectionId: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "svc-documents-"));
  drive = join(folder, "drive");
  await mkdir(drive);
  await writeFile(join(drive, "guide.txt"), "Harborstone writes restaurants.");
  const organizationId = await answer("organization_id", "organization", "create", "--name", "Harborline");
  connectionId = await answer(
    "connection_id",
    "connection",
    "create",
    "--organization",
    organizationId,
    "--name",
    "Drive",
    "--kind",
    "import",
  );
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function svc(words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return runSvc(words, { environment: { DATABASE_URL: database.url, DATA_DIR: folder, ...environment }, input: "" });
}

async function answer(name: string, ...words: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await svc([...words, "--json"]);
  if (status !== 0) throw new Error(stderr);
  const parsed: unknown = JSON.parse(stdout);
  return String(typeof parsed === "object" && parsed !== null ? Reflect.get(parsed, name) : undefined);
}

const importing = (...words: readonly string[]) => [
  "documents",
  "import",
  drive,
  "--connection",
  connectionId,
  ...words,
];

test("an import reports new, changed and existing files (DOC-3, DOC-6)", async () => {
  const first = await svc(importing("--json"));
  expect([first.status, JSON.parse(first.stdout)]).toEqual([
    0,
    {
      connection_id: connectionId,
      documents: 1,
      created: 1,
      changed: 0,
      unchanged: 0,
      suppressed: 0,
      files_stored: 1,
      files_known: 0,
    },
  ]);
  const again = await svc(importing("--json"));
  expect(JSON.parse(again.stdout)).toMatchObject({ created: 0, unchanged: 1, files_stored: 0, files_known: 1 });
});

test("a broken manifest ends with status 1 and a sentence for each line (DOC-4)", async () => {
  const manifest = join(folder, "manifest.csv");
  await writeFile(manifest, "file,title,dated_on\nguide.txt,Guide,soon\nnowhere.pdf,A,\n");
  const { status, stdout, stderr } = await svc(importing("--manifest", manifest));
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain('\n  line 2, dated_on: "soon" is not a day such as 2026-11-23.');
  expect(stderr).toContain('\n  line 3, file: There is no file "nowhere.pdf" in the folder.');
});

test("a missing manifest, store or connection is reported", async () => {
  const missing = await svc(importing("--manifest", join(folder, "no.csv")));
  expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining("there is no such file")]);
  const bare = await svc(importing(), { FILES_STORE: "none" });
  expect([bare.status, bare.stderr]).toEqual([1, expect.stringContaining("files_not_configured")]);
  const none = await svc(["documents", "import", drive, "--connection", "7d9d5c1e-0000-4000-8000-000000000000"]);
  expect([none.status, none.stderr]).toEqual([1, expect.stringContaining("No connection with this id exists")]);
});
