import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openTestDeps, type TestDeps } from "../../testing/index.ts";
import { openDatabase } from "@service/db/open";
import { tcpProxy, waitFor } from "@service/testing";
import { openBookReads } from "./book-reads.ts";
import { SqlText } from "./sql-text.ts";

const organizationId = "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11";
const calm = new AbortController().signal;
let deps: TestDeps;

beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(async () => {
  await deps.close();
});

describe("places among the reads of an organization (REC-50)", () => {
  test("the 33rd read waits, is refused after two seconds, and others of another organization are not", async () => {
    const reads = openBookReads(deps.db);
    const held = await Promise.all(Array.from({ length: 32 }, () => reads.enter(organizationId, calm)));
    const waiting = reads.enter(organizationId, calm);
    (await reads.enter("another", calm))();
    await expect(waiting).rejects.toMatchObject({ code: "book_unavailable", status: 503, retryAfterSeconds: 2 });
    for (const leave of held) leave();
    (await reads.enter(organizationId, calm))();
  });

  test("a place that is given back goes to who waited longest, and never to who went away", async () => {
    const reads = openBookReads(deps.db);
    const [first, ...others] = await Promise.all(Array.from({ length: 32 }, () => reads.enter(organizationId, calm)));
    const gone = new AbortController();
    const left = reads.enter(organizationId, gone.signal);
    const next = reads.enter(organizationId, calm);
    gone.abort(new Error("went away"));
    first?.();
    await expect(left).rejects.toThrow("went away");
    (await next)();
    for (const leave of others) leave();
    const again = await Promise.all(Array.from({ length: 32 }, () => reads.enter(organizationId, calm)));
    for (const leave of again) leave();
  });
});

describe("an abandoned read (REC-51)", () => {
  test.each(["before", "after"])(
    "whose connection ends %s it is cancelled harms nothing else (OPS-9)",
    async (when) => {
      const proxy = await tcpProxy({ port: Number(new URL(deps.databaseUrl).port) });
      const db = openDatabase({ url: proxy.through(deps.databaseUrl), applicationName: "cancelled", readPoolMax: 1 });
      try {
        const reads = openBookReads(db);
        const abandoned = new AbortController();
        const values = new SqlText();
        const text = `select pg_sleep(${values.value(5, "int")}) as slept, 'ended ${when} cancel' as mark`;
        const ended = reads.query({ text, values }, abandoned.signal).catch((error: unknown) => error);
        const reached = async (what: string): Promise<boolean> => {
          const { rowCount } = await deps.db.pool.query(
            `select ${what} from pg_stat_activity
             where state = 'active' and application_name = 'cancelled' and query like $1`,
            [`%ended ${when} cancel%`],
          );
          return rowCount === 1;
        };
        await waitFor(() => reached("pid"), { what: "the read to run" });
        const cancelling = proxy.hold((bytes) => when === "after" && bytes.includes("pg_cancel_backend"));
        if (when === "before") expect(await reached("pg_terminate_backend(pid)")).toBe(true);
        abandoned.abort(new Error("went away"));
        if (when === "after") {
          await cancelling.held;
          expect(await reached("pg_terminate_backend(pid)")).toBe(true);
          proxy.cut();
        }
        expect(await ended).toBeInstanceOf(Error);
        const { rows } = await db.reads.query("select 1 as one");
        expect(rows).toEqual([{ one: 1 }]);
      } finally {
        await db.close();
        await proxy.close();
      }
    },
  );

  test("is cancelled in the database, and its caller gets the reason", async () => {
    const abandoned = new AbortController();
    const values = new SqlText();
    const text = `select pg_sleep(${values.value(600, "int")}) as slept, 'abandoned read' as mark`;
    const running = deps.book.query({ text, values }, abandoned.signal);
    const active = async (): Promise<number> => {
      const { rowCount } = await deps.db.pool.query(
        "select from pg_stat_activity where state = 'active' and query like '%abandoned read%' and pid <> pg_backend_pid()",
      );
      return rowCount ?? 0;
    };
    await waitFor(async () => (await active()) === 1, { what: "the read to run" });
    abandoned.abort(new Error("went away"));
    await expect(running).rejects.toThrow("went away");
    // The server says why a statement ended before it counts its session as idle.
    await waitFor(async () => (await active()) === 0, { what: "the statement to end" });
  });

  test("is not begun when its caller is gone already", async () => {
    const abandoned = new AbortController();
    abandoned.abort(new Error("went away"));
    const values = new SqlText();
    await expect(deps.book.query({ text: "select 1 as one", values }, abandoned.signal)).rejects.toThrow("went away");
  });
});
