import { fail } from "@service/contract";
import { type Database, type Session, statement } from "@service/db";
import { sleep } from "@service/runtime";
import { unfinishedImports } from "./record-import.ts";

/** Statements over millions of rows take minutes; one that takes longer than this is stuck. */
const statementTimeoutMs = 30 * 60_000;
/** The server notices within half a second that a process died: its lock is not refused, but waited for. */
const lockTries = 12;
const lockPauseMs = 250;

const takeLock = statement(
  "record_connections_take_lock",
  `select pg_try_advisory_lock(hashtextextended('record import:' || $1::text, 0)) as "isTaken"`,
);

/**
 * Runs `work` on a connection of its own that holds the lock of a record connection (IMP-62): the lock ends with the
 * connection, so a process that dies leaves it free, and a process that lost it can write nothing more.
 * @throws `invalid_request` while another import of the connection is under way, naming it.
 */
export async function withImportLock<T>(
  db: Database,
  connectionId: string,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await db.openSession({
    statementTimeoutMs,
    settings: {
      // A plan made while the tables were small must not read a whole book for each slice.
      random_page_cost: "1.1",
      jit: "off",
      work_mem: "64MB",
      maintenance_work_mem: "256MB",
    },
  });
  try {
    if (!(await isLockTaken(session, connectionId))) {
      const [underWay] = await unfinishedImports(db.pool, connectionId);
      throw fail("invalid_request", {
        message: `${underWay === undefined ? "An import" : `The import ${underWay.id}`} of this connection is under way.`,
      });
    }
    return await work(session);
  } finally {
    await session.close();
  }
}

async function isLockTaken(session: Session, connectionId: string): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    const { rows } = await session.query(takeLock([connectionId]));
    if (rows[0]?.isTaken === true) return true;
    if (tries === lockTries) return false;
    await sleep(lockPauseMs);
  }
}

/** Whether a process works on an import of the connection. */
export async function isImportUnderWay(db: Database, connectionId: string): Promise<boolean> {
  const { rows } = await db.pool.query(isHeld([connectionId]));
  return rows[0]?.isHeld === true;
}

/** A bigint key of an advisory lock stands in two halves of pg_locks. */
const isHeld = statement(
  "record_connections_is_locked",
  `select exists (select from pg_locks l,
     lateral (select hashtextextended('record import:' || $1::text, 0) as key) k
     where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.database =
       (select oid from pg_database where datname = current_database())
       and l.classid = ((k.key >> 32) & 4294967295)::oid and l.objid = (k.key & 4294967295)::oid) as "isHeld"`,
);
