import { ServiceError } from "@service/contract";
import type { Session } from "@service/db";
import { sleep } from "@service/runtime";
import type { Actor, ScopeOrEvery } from "../../identity/access/index.ts";
import { recordChange } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { withImportLock } from "./import-lock.ts";
import { askToCancel, isFinished } from "./import-states.ts";
import { readImport, type RecordImport } from "./record-import.ts";
import { endImport } from "./serve-snapshot.ts";
import { undoImport } from "./undo-import.ts";

/** A running import looks every two seconds, and takes back what it has written. */
const waitMs = 60_000;
const pollMs = 200;

/**
 * Cancels an import (IMP-72): one that a process works on is asked to stop and waited for, one whose process died is taken
 * back here. An import that has finished stays as it is.
 *
 * @returns the import as it is then: `cancelled`, or what it became before the request arrived. It is unfinished only when
 *   the process that works on it needs more than a minute.
 * @throws `not_found`
 */
export async function cancelImport(
  deps: Pick<Deps, "db">,
  actor: Actor,
  scope: ScopeOrEvery,
  importId: string,
): Promise<RecordImport> {
  const { db } = deps;
  const { id, connectionId, organizationId, state } = await readImport(db.pool, scope, importId);
  const isRequested = await db.inTransaction(async (tx) => {
    if (!(await askToCancel(tx, id))) return false;
    await recordChange(tx, actor, {
      action: "records.cancelImport",
      kind: "record_connection",
      id: connectionId,
      organizationId,
      before: { import_id: id, state },
      after: { import_id: id, state: "cancelled" },
    });
    return true;
  });
  const deadlineMs = performance.now() + waitMs;
  let current = await readImport(db.pool, scope, id);
  while (isRequested && !isFinished(current.state) && performance.now() < deadlineMs) {
    await cancelHere(deps, current);
    await sleep(pollMs);
    current = await readImport(db.pool, scope, id);
  }
  return current;
}

/** Nothing while another process works on the connection. */
async function cancelHere({ db }: Pick<Deps, "db">, unfinished: RecordImport): Promise<void> {
  try {
    await withImportLock(db, unfinished.connectionId, async (session) => {
      const left = await readImport(session, unfinished, unfinished.id);
      if (isFinished(left.state)) return;
      await takeBack(session, left);
    });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}

/** Ends an import that no process works on any more; the session holds the lock of its connection. */
export async function takeBack(session: Session, left: RecordImport): Promise<void> {
  const { id: importId, connectionId, seq } = left;
  await undoImport(session, { importId, connectionId, seq });
  await endImport(session, left, { action: "cancel", reason: "It was cancelled." });
}
