import { fail } from "@service/contract";
import type { Actor, ScopeOrEvery } from "../../identity/access/index.ts";
import { takeBack } from "./cancel-import.ts";
import type { Delivery } from "./delivery.ts";
import { withImportLock } from "./import-lock.ts";
import { isFinished, moveImport } from "./import-states.ts";
import { readImport, type RecordImport } from "./record-import.ts";
import {
  canGoOn,
  carryOut,
  keysPerSliceMax,
  outcomeOf,
  type ImportDeps,
  type ImportOutcome,
  type ImportProgress,
} from "./run-import.ts";
import { undoImport } from "./undo-import.ts";

/**
 * Takes an import whose process died to its end (IMP-71): from the first slice that was not committed, or from the
 * beginning when its rows are no longer staged.
 *
 * @param deliver reads the import's files again: throws when one of them is not the one that was read, and reads none
 *   before rows are asked for.
 * @throws `not_found`; `invalid_request` for an import that has finished, or that a process works on.
 */
export async function resumeImport(
  deps: ImportDeps,
  actor: Actor,
  scope: ScopeOrEvery,
  request: {
    readonly importId: string;
    readonly deliver: (interrupted: RecordImport) => Promise<Delivery>;
    readonly keysPerSlice?: number;
    readonly onProgress?: (progress: ImportProgress) => void;
  },
): Promise<ImportOutcome> {
  const { importId, deliver, keysPerSlice = keysPerSliceMax, onProgress = () => undefined } = request;
  const { connectionId } = await readImport(deps.db.pool, scope, importId);
  return withImportLock(deps.db, connectionId, async (session) => {
    const interrupted = await readImport(session, scope, importId);
    const { state, seq, isCancelRequested } = interrupted;
    if (isFinished(state)) throw fail("invalid_request", { message: `The import has ended: it is ${state}.` });
    if (isCancelRequested) {
      await takeBack(session, interrupted);
      return outcomeOf(session, importId);
    }
    const delivery = await deliver(interrupted);
    if (!(await canGoOn(session, interrupted))) {
      await undoImport(session, { importId, connectionId, seq });
      await moveImport(session, importId, "startOver", { counts: "{}" });
    }
    const begun = await readImport(session, scope, importId);
    return carryOut(deps, actor, { session, begun, delivery, keysPerSlice, onProgress });
  });
}
