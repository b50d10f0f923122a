import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openFolderStore } from "@service/files";
import { testOperator } from "@service/testing";
import { createConnection } from "../connections/index.ts";
import { importRows } from "../imports/test-kit.ts";
import { account } from "../imports/testing/delivered-rows.ts";
import { createOrganization } from "../../identity/organizations/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/index.ts";
import { importDeliveredDocuments } from "./import-delivered-documents.ts";

let deps: TestDeps;
let folder: string;
let organizationId: string;

beforeAll(async () => {
  deps = await openTestDeps();
  folder = await mkdtemp(join(tmpdir(), "delivered-"));
  organizationId = (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
  await mkdir(join(folder, "documents"));
  await writeFile(join(folder, "documents", "a.txt"), "A letter.");
});
afterAll(async () => {
  await deps.close();
  await rm(folder, { recursive: true, force: true });
});

async function connect(name: string, config: object | undefined): Promise<string> {
  const kind = config === undefined ? "import" : "file_drop";
  const given = config === undefined ? {} : { config: JSON.stringify(config) };
  const { id } = await createConnection(deps, testOperator, { organizationId, name, kind, ...given });
  return id;
}

function bring(connectionId: string) {
  const files = openFolderStore({ folder: join(folder, "store") });
  return importDeliveredDocuments({ ...deps, files }, testOperator, { connectionId, hasScanner: false });
}

test("a connection's documents come by the manifest that its config names, once (DOC-8)", async () => {
  const manifest = join(folder, "manifest.csv");
  const connectionId = await connect("drop", {
    folder: join(folder, "rows"),
    documents: { folder: join(folder, "documents"), manifest },
  });
  await writeFile(manifest, "file,title,kind,client_source_id\na.txt,Letter,correspondence,A1\n");
  // Its client comes with the rows.
  await expect(bring(connectionId)).rejects.toMatchObject({ code: "invalid_request" });
  await importRows(deps, connectionId, [account("A1")]);
  expect(await bring(connectionId)).toMatchObject({ documents: 1, created: 1, filesStored: 1 });
  expect(await bring(connectionId)).toMatchObject({
    documents: 1,
    created: 0,
    changed: 0,
    unchanged: 1,
    filesStored: 0,
  });
  const { rows } = await deps.db.pool.query(
    "select title, kind, client_key is not null as owned from record_documents where connection_id = $1",
    [connectionId],
  );
  expect(rows).toEqual([{ title: "Letter", kind: "correspondence", owned: true }]);
});

test("without a manifest files are titled after their names; a connection that names no documents has none (DOC-8)", async () => {
  const documents = { folder: join(folder, "documents") };
  expect(await bring(await connect("names", { folder, documents }))).toMatchObject({ documents: 1, created: 1 });
  expect(await bring(await connect("rows alone", { folder }))).toBeUndefined();
  expect(await bring(await connect("files", undefined))).toBeUndefined();
  const relative = connect("relative", { folder, documents: { folder: "documents" } });
  await expect(relative).rejects.toMatchObject({ code: "invalid_request" });
});
