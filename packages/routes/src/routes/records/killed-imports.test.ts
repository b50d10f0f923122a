import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { createConnection } from "@service/domain/connections";
import { importFiles, resumeFiles } from "@service/domain/imports";
import { parseJsonObject } from "@service/json";
import { familyNames, rowTableOf } from "@service/record-families";
import { letters, workbookOf } from "@service/source-files/testing";
import { testDatabase, type TestDatabase, testOperator, waitFor } from "@service/testing";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

jest.setTimeout(300_000);

const svcFile = join(import.meta.dirname, "../../../../../apps/operator/src/main.ts");
/** The same in both databases: then their rows have the same keys, and whole tables can be compared. */
const connectionId = "3f0f8c1e-5a76-4c0b-8f3e-9a1d2b4c6e70";
const clients = 60;
const asOf = "2025-06-01T00:00:00Z";
/** One of two people goes with each book, which a guard would refuse. */
const given = ["--as-of", asOf, "--accept", "staff"];

let database: TestDatabase;
let killed: TestApi;
let whole: TestApi;
let org: TestOrganization;
let folder = "";

async function openBook(databaseUrl?: string): Promise<{ api: TestApi; org: TestOrganization }> {
  const api = await startTestApi({ hasGates: false, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  const organization = await api.organization();
  const { id } = await createConnection(api.deps, testOperator, {
    organizationId: organization.organizationId,
    name: "book",
    kind: "import",
  });
  await api.deps.db.pool.query("update record_connections set id = $1 where id = $2", [connectionId, id]);
  return { api, org: organization };
}

/** One of two books, the second as a workbook: clients and policies come, go, change and move from one to the other. */
async function writeBook(book: 1 | 2): Promise<readonly string[]> {
  const kept = Array.from({ length: clients }, (_, index) => index).filter((index) => index % 10 !== book);
  const lines = {
    staff: [
      { seat_key: "ana", name: "Ana" },
      { seat_key: `of ${book}`, name: "Of one book" },
    ],
    accounts: kept.map((index) => ({
      client_key: `A${index}`,
      name: `Client ${index % 4 === 0 ? book : "alike"} ${index}`,
      producer_seat: index % 7 === book ? "ben" : "ana",
    })),
    contacts: kept.map((index) => ({ contact_key: `N${index}`, client_key: `A${index}`, name: `Person ${index}` })),
    policies: kept.flatMap((index) => [
      {
        policy_key: `P${index}`,
        client_key: `A${index}`,
        effective_on: "2026-01-01",
        status: "active",
        premium: index,
      },
      { policy_key: `Q${index}`, client_key: `A${kept[(index + book) % kept.length]}`, effective_on: "2026-01-01" },
    ]),
    coverages: kept.map((index) => ({
      coverage_key: `C${index}`,
      policy_key: `Q${index}`,
      line: "umbrella",
      coverage: "umbrella_occurrence",
      included: true,
    })),
    claims: [{ claim_key: "orphan", client_key: "nobody", status: `book ${book}` }],
  };
  await mkdir(join(folder, `${book}`), { recursive: true });
  if (book === 2) return [await writeWorkbook(lines)];
  const paths: string[] = [];
  for (const [family, rows] of Object.entries(lines)) {
    const path = join(folder, `${book}`, `${family}.ndjson`);
    await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    paths.push(path);
  }
  return paths;
}

type Scalar = string | number | boolean;

/** A sheet for each family; the day that all policies share stands once, in a cell over their rows (FILE-61). */
async function writeWorkbook(
  families: Readonly<Record<string, readonly Readonly<Record<string, Scalar>>[]>>,
): Promise<string> {
  const sheets = Object.entries(families).map(([title, rows]) => {
    const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const shared = header.indexOf("effective_on");
    const cells = rows.map((row, index) =>
      header.map((name, column) => (column === shared && index > 0 ? undefined : row[name])),
    );
    const merged = shared < 0 ? [] : [`${letters(shared)}2:${letters(shared)}${rows.length + 1}`];
    return { title, rows: [header, ...cells], merged };
  });
  const path = join(folder, "book.xlsx");
  await writeFile(path, workbookOf({ sheets }));
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "killed-"));
  database = await testDatabase();
  const [one, other] = await Promise.all([openBook(database.url), openBook()]);
  ({ api: killed, org } = one);
  whole = other.api;
});
afterAll(async () => {
  await Promise.all([killed.stop(), whole.stop()]);
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
}

/** `svc` in a process of its own. */
function svc(...words: readonly string[]): { readonly ended: Promise<Ended>; kill(): void } {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", svcFile, ...words, "--json"], {
    env: { DATABASE_URL: database.url, DATA_DIR: folder },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let stdout = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => child.once("close", (status) => resolve({ status, stdout })));
  return { ended, kill: () => void child.kill("SIGKILL") };
}

/** Everything that the tables hold, but for the ids of imports. */
async function tablesOf({ deps }: TestApi): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of [...familyNames.map(rowTableOf), "book.grants", "book.terms", "book.heads"]) {
    const { rows } = await deps.db.pool.query<{ row: string }>(
      `select (to_jsonb(t) - 'import_id')::text as row from ${table} t order by 1`,
    );
    tables[table] = rows.map(({ row }) => row);
  }
  return tables;
}

/** What an import waits for, so that it can be killed exactly there. */
const moments: readonly (readonly [name: string, lock: string])[] = [
  ["while it reads", "lock table record_quarantine in exclusive mode"],
  ["before the staff", "lock table book.staff in exclusive mode"],
  ["before the clients", "lock table book.accounts in exclusive mode"],
  ["between rows and grants of clients", "lock table book.grants in exclusive mode"],
  ["between grants and terms of clients", "lock table book.terms in exclusive mode"],
  ["before the policies", "lock table book.policies in exclusive mode"],
  ["before the coverages", "lock table book.coverages in exclusive mode"],
  ["just before the switch", `select from record_connections where id = '${connectionId}' for update`],
];

/** Kills an import at a moment, or after so many milliseconds of it. */
async function killAt(lock: string | undefined, paths: readonly string[]): Promise<Ended> {
  const { pool } = killed.deps.db;
  const holder = await killed.deps.db.openSession({ statementTimeoutMs: 120_000 });
  try {
    const { rows } = await pool.query<{ count: number }>("select count(*)::int as count from record_imports");
    return await holder.inTransaction(async (tx) => {
      if (lock !== undefined) await tx.query(lock, []);
      const importing = svc("records", "import", "--connection", connectionId, ...given, ...paths);
      await waitFor(async () => {
        const waiting = await pool.query(
          lock === undefined
            ? `select from record_imports having count(*) > ${rows[0]?.count ?? 0}`
            : "select from pg_locks where not granted limit 1",
        );
        return waiting.rowCount === 1;
      });
      if (lock === undefined) await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
      importing.kill();
      return importing.ended;
    });
  } finally {
    await holder.close();
  }
}

interface LastImport {
  readonly id: string;
  readonly state: string;
}

async function lastImport(): Promise<LastImport | undefined> {
  const { rows } = await killed.deps.db.pool.query<LastImport>(
    "select id, state from record_imports order by started_at desc limit 1",
  );
  return rows[0];
}

/**
 * As an operator does who finds an import that was interrupted, twice with the command itself. The server notices a moment
 * later that a process is gone.
 */
async function takeToItsEnd(before: string | undefined, paths: readonly string[], isByCommand: boolean): Promise<void> {
  await waitFor(async () => {
    const last = await lastImport();
    const isBegun = last !== undefined && last.id !== before;
    if (isBegun && last.state === "served") return true;
    if (isBegun && isByCommand) return (await svc("records", "imports", "resume", last.id).ended).status === 0;
    const { state } = isBegun
      ? await resumeFiles(killed.deps, testOperator, "every", { importId: last.id })
      : await importFiles(killed.deps, testOperator, "every", {
          connectionId,
          asOf: new Date(asOf),
          accept: ["staff"],
          paths,
        });
    return state === "served";
  });
}

/** Reads all clients page after page for as long as `isDone` is false: the keys that each chain of pages has shown. */
async function readAllTheTime(isDone: () => boolean): Promise<readonly { seq: number; keys: readonly string[] }[]> {
  const chains: { seq: number; keys: string[] }[] = [];
  while (!isDone()) {
    const keys: string[] = [];
    const seqs = new Set<number>();
    let cursor: string | undefined;
    do {
      const query = { limit: "7", ...(cursor === undefined ? {} : { cursor }) };
      const answer = await org.organization.get("/records/accounts", { query });
      const { data, next_cursor: next, serving } = parseJsonObject(answer.text);
      if (!Array.isArray(data)) throw new Error(answer.text);
      keys.push(...data.map((row: { key?: string }) => row.key ?? ""));
      seqs.add(Number(answer.body["serving"]?.["snapshot_seq"]));
      expect(serving).toBeDefined();
      cursor = typeof next === "string" ? next : undefined;
      await new Promise((resolve) => setTimeout(resolve, 30));
    } while (cursor !== undefined);
    // Pages of one chain show one snapshot, whatever is served meanwhile.
    expect(seqs.size).toBe(1);
    chains.push({ seq: [...seqs][0] ?? 0, keys });
  }
  return chains;
}

test("an import killed at any moment is resumed to the tables of an uninterrupted one, and readers see one snapshot each (IMP-71, IMP-60)", async () => {
  const books = [await writeBook(1), await writeBook(2)] as const;
  const accept = ["staff"] as const;
  const request = { connectionId, accept, asOf: new Date(asOf) };
  for (const { deps } of [killed, whole])
    await importFiles(deps, testOperator, "every", { ...request, paths: books[0] });
  expect(await tablesOf(killed)).toEqual(await tablesOf(whole));

  const clientsOf = async (): Promise<readonly string[]> =>
    (
      await whole.deps.db.pool.query<{ key: string }>(
        "select row_key as key from book.accounts where to_seq is null order by 1",
      )
    ).rows.map(({ key }) => key);
  const served = new Map([[1, await clientsOf()]]);
  let isDone = false;
  const reading = readAllTheTime(() => isDone);
  try {
    const kills = [...moments, ["at random", undefined], ["at random", undefined]] as const;
    for (const [index, [name, lock]] of kills.entries()) {
      const paths = books[index % 2 === 0 ? 1 : 0];
      const before = await lastImport();
      // The uninterrupted one is in a database of its own: it goes on while a process starts and waits.
      const [{ status }, { state, snapshotSeq }] = await Promise.all([
        killAt(lock, paths),
        importFiles(whole.deps, testOperator, "every", { ...request, paths }),
      ]);
      if (lock !== undefined) expect([name, status]).toEqual([name, null]);
      const seq = index + 1;
      const now = await killed.deps.db.pool.query("select served_seq from record_connections");
      if (lock !== undefined) expect([name, now.rows]).toEqual([name, [{ served_seq: seq }]]);
      await takeToItsEnd(before?.id, paths, index < 2);
      expect([name, state, snapshotSeq]).toEqual([name, "served", seq + 1]);
      expect([name, await tablesOf(killed)]).toEqual([name, await tablesOf(whole)]);
      served.set(seq + 1, await clientsOf());
    }
  } finally {
    isDone = true;
  }
  const chains = await reading;
  expect(new Set(chains.map(({ seq }) => seq)).size).toBeGreaterThan(5);
  for (const { seq, keys } of chains) expect([seq, keys.toSorted()]).toEqual([seq, served.get(seq)]);
});

test("a workbook whose import was killed is taken back whole (IMP-72)", async () => {
  const before = await tablesOf(killed);
  const seq = await killed.deps.db.pool.query("select served_seq from record_connections");
  const ended = await killAt("lock table book.terms in exclusive mode", await writeBook(2));
  expect(ended.status).toBe(null);
  const { id = "" } = (await lastImport()) ?? {};
  expect(await waitFor(async () => (await svc("records", "imports", "cancel", id).ended).status === 0)).toBe(true);
  expect((await lastImport())?.state).toBe("cancelled");
  expect(await tablesOf(killed)).toEqual(before);
  expect(await killed.deps.db.pool.query("select served_seq from record_connections")).toMatchObject({
    rows: seq.rows,
  });
});
