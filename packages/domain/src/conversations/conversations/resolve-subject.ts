import { fail, ServiceError } from "@service/contract";
import type { Viewer } from "../../book/seats/index.ts";
import { readBook, type ReadDeps, readRow } from "../../book/records/index.ts";
import { assertRunVisible } from "../../book/run-records/index.ts";
import { findEngineOfRun } from "../../runs/runs/index.ts";
import { isUuid } from "./conversation.ts";

/** What a conversation is asked to be about. */
export interface SubjectRequest {
  readonly connectionId: string | undefined;
  readonly clientKey: string | undefined;
  readonly policyKey: string | undefined;
  readonly runIds: readonly string[];
}

/** The subject as it is stored: a policy brings its client, and both their connection. */
export interface StoredSubject {
  readonly connectionId: string | null;
  readonly clientKey: string | null;
  readonly policyKey: string | null;
  readonly runIds: readonly string[];
}

export const noSubject: StoredSubject = { connectionId: null, clientKey: null, policyKey: null, runIds: [] };

/**
 * Where the organization asks for a person, a conversation about the book or a part of it needs one (CONV-24).
 * @throws `identity_unmapped`
 */
export function assertSubjectPerson(viewer: Viewer, { connectionId, clientKey, policyKey }: SubjectRequest): void {
  if ([connectionId, clientKey, policyKey].some((each) => each !== undefined) && viewer.book === null)
    throw fail("identity_unmapped");
}

/**
 * Finds the subject of a new conversation as its creator: whatever the creator may not read is not found (CONV-23).
 * @throws `not_found` for a client, policy, connection or run that is not there for this key and person, a run of an engine
 *   to which the key is not bound included; `book_connection_ambiguous`, `book_unavailable`.
 */
export async function resolveSubject(
  deps: ReadDeps,
  { viewer, signal }: { readonly viewer: Viewer; readonly signal: AbortSignal },
  request: SubjectRequest,
): Promise<StoredSubject> {
  for (const runId of request.runIds) await assertRunReadable(deps, viewer, runId);
  const { clientKey, policyKey, connectionId, runIds } = request;
  if ([connectionId, clientKey, policyKey].every((each) => each === undefined)) return { ...noSubject, runIds };
  if (viewer.book === null || !viewer.capabilities.includes("records:read")) throw fail("not_found");
  const { book, result } = await readBook(deps, { viewer: viewer.book, connectionId, signal }, async (read) => {
    const policy = policyKey === undefined ? undefined : await readRow(deps, read, "policies", policyKey);
    const client = clientKey ?? policy?.clientKey ?? undefined;
    // The whole book of a connection.
    if (clientKey === undefined && policyKey === undefined) return { clientKey: null };
    if (client === undefined || (policy !== undefined && policy.clientKey !== client)) throw fail("not_found");
    await readRow(deps, read, "accounts", client);
    return { clientKey: client };
  });
  return { connectionId: book.connectionId, clientKey: result.clientKey, policyKey: policyKey ?? null, runIds };
}

/** @throws `not_found` */
async function assertRunReadable(deps: ReadDeps, viewer: Viewer, runId: string): Promise<void> {
  const run =
    viewer.capabilities.includes("runs:read") && isUuid(runId) ? await findEngineOfRun(deps, viewer, runId) : null;
  if (run === null || (viewer.engines !== null && !viewer.engines.includes(run.engineId))) throw fail("not_found");
  try {
    await assertRunVisible(deps, runId, viewer.runs);
  } catch (refusal) {
    if (refusal instanceof ServiceError && refusal.code === "run_not_found")
      throw fail("not_found", { cause: refusal });
    throw refusal;
  }
}
