import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startProgram, testOperator, waitFor } from "@service/testing";
import { openTestDeps, type TestDeps } from "../../testing/index.ts";
import { cancelImport, type ImportOutcome, resumeImport, runImport } from "./index.ts";
import { importsOf } from "./record-import.ts";
import { importRows, newConnection, servedRows, tablesOf } from "./test-kit.ts";
import { account, deliveryOf } from "./testing/delivered-rows.ts";
import { bookDelivery, keysPerSlice } from "./testing/interrupted-book.ts";

const program = new URL("testing/import-program.ts", import.meta.url).pathname;
const minute = 60_000;
const moments = 5;

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

const importBook = (
  connectionId: string,
  book: number,
  onProgress: () => void = () => undefined,
): Promise<ImportOutcome> =>
  runImport(deps, testOperator, {
    onProgress,
    connectionId,
    mode: "full",
    accept: ["staff"],
    keysPerSlice,
    delivery: bookDelivery(book),
  });

const resume = (importId: string, book: number): Promise<ImportOutcome> =>
  resumeImport(deps, testOperator, "every", { importId, keysPerSlice, deliver: async () => bookDelivery(book) });

/** Kills a process that imports after so many lines of its output; false when it had finished before. */
async function killAfter(connectionId: string, book: number, lines: number): Promise<boolean> {
  let written = 0;
  const child = startProgram(program, {
    env: { DATABASE_URL: deps.databaseUrl, CONNECTION_ID: connectionId, BOOK: String(book) },
    onLine: (line) => {
      if (!/^(?:reading|checking|applying) /.test(line)) return;
      written += 1;
      if (written === lines) child.signal("SIGKILL");
    },
  });
  const status = await child.ended;
  if (status !== null && status !== 0) throw new Error(child.lines.join("\n"));
  return status === null;
}

/** The session of a process that was killed ends a moment later. */
async function lastImport(connectionId: string): Promise<{ id: string; state: string }> {
  const [last] = await importsOf(deps.db.pool, connectionId, 1);
  if (last === undefined) throw new Error("an import has begun");
  return last;
}

/** Tables of two connections differ in their keys: rows are compared by how many versions begin and end where. */
async function shapeOf(connectionId: string): Promise<unknown> {
  const tables = await tablesOf(deps, connectionId);
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      name,
      rows.map((row) => JSON.stringify(withoutKeys(row))).toSorted(),
    ]),
  );
}

function withoutKeys(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, member: unknown) =>
      name === "connection_id" ||
      name === "row_hash" ||
      (typeof member === "string" && /^[a-z]{1,2}_[a-z2-7]{20}$/.test(member))
        ? undefined
        : typeof member === "string"
          ? member.replaceAll(/[a-z]{1,2}_[a-z2-7]{20}/g, "key")
          : member,
    ),
  );
}

describe("an import whose process is killed (IMP-71)", () => {
  test(
    "is resumed to the same tables between any two of its slices, and readers see nothing of it until then",
    async () => {
      const whole = await newConnection(deps);
      await importBook(whole.connectionId, 1);
      // As many lines as the import of a process writes: it is killed somewhere in each fifth of them.
      let linesOfWhole = 0;
      await importBook(whole.connectionId, 2, () => (linesOfWhole += 1));
      expect(linesOfWhole).toBeGreaterThan(30);
      const expected = await shapeOf(whole.connectionId);
      const seats = async (id: string): Promise<readonly object[]> => {
        const found = await deps.db.pool.query<object>(
          "select seat_key, active from seats where connection_id = $1 order by 1",
          [id],
        );
        return found.rows;
      };

      let killed = 0;
      for (let moment = 0; moment < moments; moment += 1) {
        const { connectionId } = await newConnection(deps);
        await importBook(connectionId, 1);
        const before = await servedRows(deps, connectionId, "accounts");
        const lines = 1 + Math.floor(((moment + Math.random()) / moments) * (linesOfWhole - 1));
        if (await killAfter(connectionId, 2, lines)) {
          killed += 1;
          expect(await servedRows(deps, connectionId, "accounts")).toEqual(before);
          const { id } = await lastImport(connectionId);
          const resumed = await eventually(() => resume(id, 2));
          expect([lines, resumed.state]).toEqual([lines, "served"]);
        }
        expect([lines, await shapeOf(connectionId)]).toEqual([lines, expected]);
        expect(await seats(connectionId)).toEqual(await seats(whole.connectionId));
      }
      expect(killed).toBeGreaterThan(2);
    },
    5 * minute,
  );

  test("is resumed at once, also while the server still works for it (IMP-62)", async () => {
    const { connectionId } = await newConnection(deps);
    const holder = await deps.db.openSession({ statementTimeoutMs: minute });
    try {
      const resumed = await holder.inTransaction(async (tx) => {
        await tx.query("lock table book.accounts in exclusive mode");
        const child = startProgram(program, {
          env: { DATABASE_URL: deps.databaseUrl, CONNECTION_ID: connectionId, BOOK: "1" },
        });
        const waiting = "select from pg_locks where not granted and locktype = 'relation' limit 1";
        await waitFor(async () => (await deps.db.pool.query(waiting)).rowCount === 1);
        await child.kill();
        const { id } = await lastImport(connectionId);
        const resuming = resume(id, 1);
        // It stands where the other one stood.
        await Promise.race([resuming, new Promise((resolve) => setTimeout(resolve, 4_000))]);
        return { resuming };
      });
      expect(await resumed.resuming).toMatchObject({ state: "served", snapshotSeq: 1 });
    } finally {
      await holder.close();
    }
  });

  test("makes way for another import of the connection, which has the tables it would have had alone (IMP-62)", async () => {
    const whole = await newConnection(deps);
    await importBook(whole.connectionId, 1);
    const { connectionId } = await newConnection(deps);
    await killAfter(connectionId, 2, 25);
    const { id } = await lastImport(connectionId);
    const next = await eventually(() => importBook(connectionId, 1));
    expect(next).toMatchObject({ state: "served", snapshotSeq: 1 });
    expect(await shapeOf(connectionId)).toEqual(await shapeOf(whole.connectionId));
    await expect(resume(id, 2)).rejects.toThrow("The import has ended: it is failed.");
  });

  test("starts over when the server has lost its rows", async () => {
    const { connectionId } = await newConnection(deps);
    await killAfter(connectionId, 1, 25);
    const { id, state } = await lastImport(connectionId);
    expect(state).toBe("applying");
    await deps.db.pool.query(`truncate book.staged_${id.replaceAll("-", "")}`);
    const resumed = await eventually(() => resume(id, 1));
    expect(resumed).toMatchObject({ state: "served", snapshotSeq: 1 });
    const whole = await newConnection(deps);
    await importBook(whole.connectionId, 1);
    expect(await shapeOf(connectionId)).toEqual(await shapeOf(whole.connectionId));
  });

  test("is cancelled without a trace", async () => {
    const { connectionId } = await newConnection(deps);
    await importBook(connectionId, 1);
    const before = await tablesOf(deps, connectionId);
    await killAfter(connectionId, 2, 30);
    const { id } = await lastImport(connectionId);
    expect(await cancelImport(deps, testOperator, "every", id)).toMatchObject({ state: "cancelled" });
    expect(await tablesOf(deps, connectionId)).toEqual(before);
    expect(await cancelImport(deps, testOperator, "every", id)).toMatchObject({ state: "cancelled" });
  });
});

/** Until the server has noticed that the killed process is gone. */
async function eventually(work: () => Promise<ImportOutcome>): Promise<ImportOutcome> {
  return waitFor(async () => {
    try {
      return await work();
    } catch (error) {
      if (Error.isError(error) && error.message.includes("is under way")) return undefined;
      throw error;
    }
  });
}

test("a running import that is cancelled stops, and what it wrote is taken back (IMP-72)", async () => {
  const { connectionId } = await newConnection(deps);
  await importRows(deps, connectionId, [account("A1")]);
  const before = await tablesOf(deps, connectionId);
  const begun = Promise.withResolvers<void>();
  const fetching = Promise.withResolvers<void>();
  const running = importRows(deps, connectionId, [], {
    delivery: deliveryOf(
      Array.from({ length: 900 }, (_, index) => account(`A${index}`)),
      {
        beforeBatch: async (batch) => {
          if (batch !== 2) return;
          begun.resolve();
          await fetching.promise;
        },
      },
    ),
    accept: ["accounts"],
  });
  await begun.promise;
  const second = importRows(deps, connectionId, [account("A2")]);
  const [{ id } = { id: "" }] = await importsOf(deps.db.pool, connectionId, 1);
  await expect(second).rejects.toThrow(`The import ${id} of this connection is under way.`);
  const cancelled = cancelImport(deps, testOperator, "every", id);
  await waitFor(async () => (await importsOf(deps.db.pool, connectionId, 1))[0]?.isCancelRequested === true);
  fetching.resolve();
  expect(await running).toMatchObject({ state: "cancelled", snapshotSeq: 1 });
  expect(await cancelled).toMatchObject({ state: "cancelled" });
  expect(await tablesOf(deps, connectionId)).toEqual(before);
});

test("a reader who reads all the time sees one snapshot or the other, never a mixture (IMP-60)", async () => {
  const { connectionId } = await newConnection(deps);
  await importBook(connectionId, 1);
  const seen = new Set<string>();
  let isDone = false;
  const reading = (async () => {
    while (!isDone) {
      const { rows } = await deps.db.pool.query<{ served: string }>(
        `select c.served_seq || ': ' || (select count(*) || ' clients, ' || count(*) filter (where t.fields like '%changed%')
             || ' changed' from book.accounts t where t.connection_id = c.id and t.from_seq <= c.served_seq
             and (t.to_seq is null or t.to_seq > c.served_seq))
           || ', ' || (select count(*) || ' grants' from book.grants t where t.connection_id = c.id
             and t.from_seq <= c.served_seq and (t.to_seq is null or t.to_seq > c.served_seq)) as served
         from record_connections c where c.id = $1`,
        [connectionId],
      );
      seen.add(rows[0]?.served ?? "");
    }
  })();
  expect(await importBook(connectionId, 2)).toMatchObject({ state: "served" });
  isDone = true;
  await reading;
  expect([...seen]).toEqual(["1: 100 clients, 0 changed, 100 grants", "2: 99 clients, 25 changed, 90 grants"]);
});
