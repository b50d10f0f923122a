import { hash } from "node:crypto";
import type { Deps } from "../../deps.ts";
import { fail, ServiceError } from "@service/contract";
import { statement, type Database } from "@service/db";
import { sameJsonSteps, type Json } from "@service/json";
import type { EngineDeps, EngineForCall } from "../../engines/engines/index.ts";
import { inTurns } from "@service/runtime";
import type { StoredRun } from "./find-run-by-key.ts";
import type { NewRun } from "./insert-runs.ts";
import { resolvePin } from "./pins.ts";
import type { SubmissionDeps } from "./run-batchers.ts";

/** The compared parts of a replay, without the version (RUN-22). `input` and `offerings` are compact JSON strings. */
type ComparedContent = {
  readonly engineId: string;
  readonly environmentId: string;
  readonly testScenario: Json | undefined;
  readonly input: string;
  readonly offerings: string | null;
};

/**
 * Recognizes most repeated requests without reading the stored one. Equal hashes mean equal requests; on different
 * hashes `hasSameContent` decides, since the order of members does not matter. Hashing a canonical form instead would
 * be the most expensive part of every submission and is hardly ever needed; that is why runs do not use `replayable`.
 */
export function hashRequest({ engineId, environmentId, testScenario, input, offerings }: ComparedContent): Buffer {
  // Separate JSON values, so that parts cannot run into each other.
  const scope = [engineId, environmentId, ...(testScenario === undefined ? [] : [testScenario])];
  const text = `${JSON.stringify(scope)}${input}${offerings ?? ""}`;
  return hash("sha256", text, "buffer");
}

const readContent = statement(
  "runs_read_content",
  `select r.engine_id as "engineId", r.test_scenario as "testScenario", p.input, p.offerings
   from runs r join run_payloads p on p.run_id = r.id where r.id = $1`,
);

/** Whether the stored run was submitted with the same content, in any order of members. */
async function hasSameContent(
  db: Database,
  runId: string,
  { content, input, offerings }: RepeatableRequest,
): Promise<boolean> {
  const { rows } = await db.pool.query(readContent([runId]));
  const stored = rows[0];
  return (
    stored !== undefined &&
    stored.engineId === content.engineId &&
    (stored.testScenario ?? undefined) === content.testScenario &&
    (await isSameText(stored.input, { text: content.input, value: input })) &&
    (await isSameText(stored.offerings, { text: content.offerings, value: offerings }))
  );
}

/**
 * Whether a stored part is the same as a sent one. Both may have megabytes, so that they are compared in turns.
 * @param sent its compact JSON, null where it was left out, and its value.
 */
export async function isSameText(
  stored: string | null,
  sent: { readonly text: string | null; readonly value: Json | undefined },
): Promise<boolean> {
  if (stored === sent.text) return true;
  // The order of members does not change the length of compact JSON.
  if (stored === null || sent.value === undefined || stored.length !== sent.text?.length) return false;
  return inTurns(sameJsonSteps(stored, sent.value));
}

/** What a submission has that a later one can repeat. */
export type RepeatableRequest = {
  readonly caller: { readonly isLive: boolean };
  readonly pinText: string | undefined;
  readonly content: ComparedContent;
  readonly input: Json;
  readonly offerings: Json | undefined;
  /** Undefined without an `Idempotency-Key`: nothing can repeat such a request. */
  readonly key: { readonly idemHash: Buffer; readonly requestHash: Buffer } | undefined;
};

/** Why a request made no run: its row existed, or its check against this engine refused it. */
export type NotInserted =
  | { readonly kind: "known"; readonly run: Pick<NewRun, "id" | "engineVersion" | "engineType"> }
  | { readonly kind: "refused"; readonly engine: EngineForCall; readonly refusal: ServiceError };

/** `own`: the request's own insert made the row, but its answer was lost. `replay`: the run of an earlier request. */
export type Replay =
  | { readonly kind: "own"; readonly run: Pick<NewRun, "id" | "engineType"> }
  | { readonly kind: "replay"; readonly run: StoredRun };

/**
 * Decides what answers a request that made no run (RUN-21, RUN-22, RUN-23, RUN-25). A refused request is first looked up
 * under its key: a faithful replay is answered regardless of later changes, even on an archived engine.
 *
 * @throws the refusal, when no run has the key; `idempotency_key_reused`, when another request used it.
 */
export async function decideReplay(
  deps: Pick<Deps, "db"> & SubmissionDeps & EngineDeps,
  request: RepeatableRequest,
  notInserted: NotInserted,
): Promise<Replay> {
  const { key } = request;
  const stored = key && (await deps.runs.findByKeyHash(key.idemHash));
  if (!stored || (notInserted.kind === "known" && notInserted.run.id === stored.id)) {
    if (notInserted.kind === "refused") throw notInserted.refusal;
    return { kind: "own", run: notInserted.run };
  }
  const isSame =
    (await isSameVersion(deps, request, notInserted, stored)) &&
    (stored.requestHash.equals(key.requestHash) || (await hasSameContent(deps.db, stored.id, request)));
  if (!isSame) throw fail("idempotency_key_reused", { details: { run_id: stored.id } });
  return { kind: "replay", run: stored };
}

/**
 * An equal pin string is the same version even after a publish moved it; a different string is compared by the version
 * it resolves to (RUN-23).
 */
async function isSameVersion(
  deps: EngineDeps,
  { caller, pinText }: RepeatableRequest,
  notInserted: NotInserted,
  stored: StoredRun,
): Promise<boolean> {
  if (stored.requestedPin === (pinText ?? null)) return true;
  if (notInserted.kind === "known") return notInserted.run.engineVersion === stored.engineVersion;
  try {
    const { version } = await resolvePin(deps, { engine: notInserted.engine, isLive: caller.isLive, pinText });
    return version === stored.engineVersion;
  } catch (error) {
    // A pin that resolves to no release is not the version of any run.
    if (error instanceof ServiceError) return false;
    throw error;
  }
}
