import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { importDocuments } from "@service/domain/documents";
import { setOrganization } from "@service/domain/organizations";
import { createTestBook, type TestBook } from "@service/domain/testing";
import { importSeats } from "@service/domain/seats";
import { testOperator } from "@service/testing";
import type { Answer } from "../../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
let book: TestBook;
let folder: string;
/** Reference of each document by its title. */
const refs = new Map<string, string>();

const files = {
  "guide.txt": "Appetite of the carrier",
  "loss runs.txt": "Losses of Blue Harbor",
  "agreement.txt": "One agreement of both clients",
  "copy.txt": "One agreement of both clients",
};
const manifest = [
  "file,title,kind,client_source_id,carrier_key",
  "guide.txt,Guide,appetite_guide,,harborstone",
  "loss runs.txt,Loss runs,loss_runs,1,",
  "agreement.txt,Agreement,contract,1,",
  "copy.txt,Copy,contract,2,",
].join("\n");

beforeAll(async () => {
  api = await startTestApi({ hasGates: false });
  org = await api.organization();
  const { organizationId } = org;
  await importSeats(api.deps, testOperator, {
    organizationId,
    file: ["ana", "bo"].map((name) => ({
      seat_key: name,
      emails: [`${name}@example.com`],
      principal_ids: [name],
      scope: "Own",
    })),
  });
  await setOrganization(api.deps, testOperator, organizationId, { recordsPosture: "lit" });
  book = await createTestBook(api.deps.db, { organizationId });
  await book.write({
    puts: [
      { family: "accounts", sourceId: "1", fields: { name: "Blue Harbor Cafe", producer_seat: "ana" } },
      { family: "accounts", sourceId: "2", fields: { name: "Zeta", producer_seat: "bo" } },
    ],
  });
  await book.serve();
  folder = await mkdtemp(join(tmpdir(), "catalog-commands-"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const manifestPath = join(folder, ".manifest.csv");
  await writeFile(manifestPath, manifest);
  await importDocuments(api.deps, testOperator, "every", {
    connectionId: book.connectionId,
    folder,
    manifest: manifestPath,
    hasScanner: false,
  });
  const { rows } = await api.deps.db.pool.query<{ title: string; ref: string }>(
    "select title, source_blob_ref as ref from record_documents where organization_id = $1",
    [organizationId],
  );
  for (const { title, ref } of rows) refs.set(title, ref);
});
afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true, force: true });
});

function append(person: string, type: string, entity: object, payload: object): Promise<Answer> {
  return org.organization.post("/records/actions", {
    actor_principal: person,
    actor_type: "agent",
    commands: [{ idempotency_key: randomUUID(), type, entity, payload }],
  });
}
const readAt = { read_at: "2026-11-20T08:00:00Z" };
const acknowledge = (person: string, title: string): Promise<Answer> =>
  append(person, "catalog.acknowledge_document", { kind: "catalog_document", key: refs.get(title) ?? "none" }, readAt);
const actionsOf = async (person: string): Promise<readonly unknown[]> => {
  const { body } = await org.organization.get("/records/actions", {
    headers: { "x-service-acting-principal": person },
  });
  return (body["data"] ?? []).map((one: { [name: string]: unknown }) => one["seq"]);
};

test("a document of a carrier is everybody's, and a command about it has no serving (LEDGER-22, LEDGER-71)", async () => {
  const answer = await acknowledge("bo", "Guide");
  expect(answer.status).toBe(200);
  expect(answer.body["serving"]).toBeUndefined();
  const seq = answer.body["action_seq"];
  expect(await actionsOf("ana")).toContain(seq);
  expect(await actionsOf("bo")).toContain(seq);
});

test("a document of clients exists for who sees one of them (LEDGER-71)", async () => {
  const made = await acknowledge("ana", "Loss runs");
  expect(made.status).toBe(200);
  expect(await actionsOf("bo")).not.toContain(made.body["action_seq"]);
  expect(await actionsOf("ana")).toContain(made.body["action_seq"]);
  // Of two clients it is about the one that the person sees.
  const ofBo = await acknowledge("bo", "Agreement");
  expect(ofBo.status).toBe(200);
  expect(await actionsOf("bo")).toContain(ofBo.body["action_seq"]);
  expect(await actionsOf("ana")).not.toContain(ofBo.body["action_seq"]);
  for (const refused of [await acknowledge("bo", "Loss runs"), await acknowledge("ana", "nothing")])
    expect([refused.status, refused.body["code"]]).toEqual([404, "not_found"]);
});

test("an item of a dataset that ships with the service exists until an import replaces the dataset (LEDGER-71)", async () => {
  const flag = (key: string): Promise<Answer> =>
    append("ana", "catalog.flag_item", { kind: "catalog_item", key }, { note: "Outdated" });
  expect((await flag("lines/general_liability")).status).toBe(200);
  expect((await flag("coverage_terms/each_occurrence")).status).toBe(200);
  for (const key of ["lines/none", "lines", "none/general_liability", "labelled:x/y", "derived:account_summary/x"])
    expect((await flag(key)).body["code"]).toBe("not_found");
  const versionId = randomUUID();
  await api.deps.db.pool.query(
    `insert into dataset_versions (id, organization_id, dataset_key, version, state, as_of)
     values ($1, $2, 'coverage_terms', 1, 'complete', now())`,
    [versionId, org.organizationId],
  );
  expect((await flag("coverage_terms/each_occurrence")).body["code"]).toBe("not_found");
});
