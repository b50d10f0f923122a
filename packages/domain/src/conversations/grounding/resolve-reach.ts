import { ServiceError } from "@service/contract";
import { findRow, readBook } from "../../book/records/index.ts";
import { findNamedRuns } from "../../runs/runs/index.ts";
import type { Viewer } from "../../book/seats/index.ts";
import type { GroundingSubject } from "./passage.ts";
import { type GroundingDeps, opens, type Reach } from "./sources/source-question.ts";

/**
 * What of the clients' data a conversation may be answered from (GROUND-22): everything without a subject, else the one
 * client that the subject names, by itself, by a policy, or by the runs that it is about. A client that the viewer cannot
 * read narrows to nothing: rows of others never take its place.
 */
export async function resolveReach(
  deps: GroundingDeps,
  viewer: Viewer,
  subject: GroundingSubject,
  signal: AbortSignal,
): Promise<Reach> {
  const { connection_id: connectionId, client_key: client, policy_key: policyKey, run_ids: runIds } = subject;
  if (client === undefined && policyKey === undefined && (runIds === undefined || runIds.length === 0))
    return { kind: "all", connectionId };
  const clientKey = client ?? (policyKey === undefined ? await clientOfRuns(deps, viewer, runIds ?? []) : undefined);
  if (clientKey === undefined && policyKey === undefined) return { kind: "none" };
  if (policyKey === undefined && clientKey !== undefined)
    return { kind: "client", connectionId, clientKey, policyKey: undefined };
  const owner =
    policyKey === undefined ? undefined : await clientOfPolicy(deps, viewer, { connectionId, policyKey, signal });
  if (owner === undefined || (clientKey !== undefined && clientKey !== owner)) return { kind: "none" };
  return { kind: "client", connectionId, clientKey: owner, policyKey };
}

/** The client that all of the runs are about; undefined where they are about several, or about something else. */
async function clientOfRuns(
  deps: GroundingDeps,
  viewer: Viewer,
  runIds: readonly string[],
): Promise<string | undefined> {
  if (!opens(viewer, "runs:read")) return undefined;
  const runs = await findNamedRuns(deps, viewer, {
    engineIds: viewer.engines,
    engineSlugs: undefined,
    view: viewer.runs,
    runIds,
  });
  const keys = new Set(runs.map(({ subjectKey }) => subjectKey));
  const [only] = keys;
  return keys.size === 1 && typeof only === "string" ? only : undefined;
}

async function clientOfPolicy(
  deps: GroundingDeps,
  viewer: Viewer,
  request: { readonly connectionId: string | undefined; readonly policyKey: string; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { connectionId, policyKey, signal } = request;
  if (viewer.book === null || !opens(viewer, "records:read")) return undefined;
  try {
    const { result } = await readBook(deps, { viewer: viewer.book, connectionId, signal }, (read) =>
      findRow(deps, read, "policies", policyKey),
    );
    return result?.clientKey ?? undefined;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") return undefined;
    throw error;
  }
}
