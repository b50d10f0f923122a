import { setImmediate as nextTurn } from "node:timers/promises";
import { fail, runEventId, ServiceError, type RunStatus, type TestScenario } from "@service/contract";
import { isUnavailable, untilDurable } from "@service/db";
import {
  uncarriable,
  type CompiledEngine,
  type EngineType,
  type InputIssue,
  type Json,
  type JsonObject,
} from "@service/engine-types";
import { runsChannel } from "@service/queue";
import { inTurns, OverloadedError } from "@service/runtime";
import type { Deps } from "../deps.ts";
import { compiledEngine, findEngine, readStampSecrets, type EngineForCall } from "../engines/index.ts";
import type { TenantPrincipal } from "../access/index.ts";
import {
  findRunByKeyHash,
  hashIdempotencyKey,
  hashRequest,
  isSameRequest,
  type ComparedRequest,
  type RepeatedRequest,
  type StoredRun,
} from "./idempotency.ts";
import { insertRun, type NewRun } from "./insert-runs.ts";
import { resolvePin, type ResolvedPin } from "./pins.ts";
import { refuseUnqueuedRun } from "./refuse-unqueued-run.ts";
import { isParsedJson } from "./request-bounds.ts";
import { newRunId } from "./run-id.ts";
import { checkStampSignature, checkSubmissionStamp } from "./submission-stamp.ts";
import { checkTestScenario } from "./test-scenario.ts";

/** A run submission whose body matched its schema and whose sizes were checked (`checkRunBounds`). */
export type Submission = {
  readonly caller: TenantPrincipal;
  /** May be cached (`cachedEngine`): the insert checks that it has not changed since. */
  readonly engine: EngineForCall;
  readonly input: unknown;
  readonly offerings: unknown;
  readonly pinText: string | undefined;
  /** As sent; validated here. */
  readonly testScenario: unknown;
  readonly submittedBy: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly principal: string | undefined;
  readonly traceId: string | undefined;
  readonly traceParent: string | undefined;
};

export type SubmittedRun = { readonly runId: string; readonly status: RunStatus; readonly isReplay: boolean };

/**
 * Accepts a run: check → insert → wake (RUN-41, RUN-42). A run is accepted when its row is committed; the wake-up only
 * saves a worker's poll. When the queue is unreachable the run is stored as failed and the caller gets
 * `queue_unreachable`, unless a worker has claimed it meanwhile.
 *
 * A request that would be refused is first looked up by its Idempotency-Key: a faithful replay is answered regardless
 * of later changes, even on an archived engine (RUN-25).
 *
 * @throws the refusals of RUN-9, `idempotency_key_reused`, `run_cap_exceeded`, `queue_unreachable`,
 *   `create_run_failed`.
 */
export async function submitRun(deps: Deps, submission: Submission): Promise<SubmittedRun> {
  try {
    const request = await readRequest(submission);
    let judged = submission;
    for (let change = 0; change < engineChangesMax; change += 1) {
      const outcome = await checkAndInsert(deps, judged, request);
      if ("runId" in outcome) return outcome;
      judged = { ...judged, engine: outcome };
    }
    throw new Error(`the engine changed ${engineChangesMax} times while one run was submitted`);
  } catch (error) {
    if (error instanceof ServiceError || error instanceof OverloadedError || isUnavailable(error)) throw error;
    throw fail("create_run_failed", { cause: error });
  }
}

const offeringsOfLargeMin = 500;

/** Yields to the event loop for a large request: each step over megabytes blocks it for tens of milliseconds. */
async function endTurn({ offerings }: Submission): Promise<void> {
  if (Array.isArray(offerings) && offerings.length >= offeringsOfLargeMin) await nextTurn();
}

/** How often a submission is checked again after an engine change; each round needs a change within milliseconds. */
const engineChangesMax = 20;

/** Returns the current engine when it differs from the submission's; nothing was stored then. */
async function checkAndInsert(
  deps: Deps,
  submission: Submission,
  request: Request,
): Promise<SubmittedRun | EngineForCall> {
  let checked: CheckedSubmission;
  try {
    checked = await checkSubmission(deps, submission, request);
  } catch (refusal) {
    // A cached engine may be outdated: only the current one may refuse.
    const now = refusal instanceof ServiceError ? await engineNow(deps, submission) : submission.engine;
    if (now.revision !== submission.engine.revision) return now;
    return answerReplayOr(deps, submission, request, refusal);
  }
  await endTurn(submission);
  const run = newRun(deps, submission, request, checked);
  const outcome = await insertRun(deps.db, run);
  switch (outcome) {
    case "inserted":
    case "visible":
      return announce(deps, run, outcome === "visible");
    case "known":
      return answerKnown(deps, submission, request, run);
    case "cap_reached":
      throw fail("run_cap_exceeded");
    case "stale":
      return engineNow(deps, submission);
  }
}

/** Always found: engines are archived, never removed. */
async function engineNow(deps: Deps, { caller, engine }: Submission): Promise<EngineForCall> {
  return (await findEngine(deps, caller, engine.slug)) ?? engine;
}

type Request = {
  readonly input: JsonObject;
  readonly offerings: Json | undefined;
  readonly pinText: string | undefined;
  readonly submitter: string;
  readonly idemHash: Buffer | null;
  /** As they are stored. */
  readonly texts: { readonly input: string; readonly offerings: string | null };
};

type CheckedSubmission = {
  readonly pin: ResolvedPin;
  readonly scenario: TestScenario | undefined;
  readonly subjectKey: string | null;
};

/** Reads the body, before anything is looked up. */
async function readRequest(submission: Submission): Promise<Request> {
  const { caller, pinText, principal, submittedBy, idempotencyKey } = submission;
  const { input, offerings } = submission;
  if (input === undefined) throw fail("missing_input");
  if (!isObject(input)) throw fail("invalid_request", { message: "input must be an object." });
  if (offerings !== undefined && !isParsedJson(offerings)) throw fail("invalid_request");
  if (submittedBy !== undefined && (principal === undefined || submittedBy !== principal)) {
    throw fail("acting_principal_mismatch");
  }
  await endTurn(submission);
  const inputProblems = uncarriableParts(input, "");
  if (inputProblems.length > 0) throw fail("invalid_input", { details: inputProblems });
  const offeringProblems = offerings === undefined ? [] : uncarriableParts(offerings, "offerings");
  if (offeringProblems.length > 0) throw fail("invalid_offerings", { details: offeringProblems });
  const submitter = principal ?? caller.id;
  await endTurn(submission);
  const texts = { input: JSON.stringify(input), offerings: offerings === undefined ? null : JSON.stringify(offerings) };
  await endTurn(submission);
  return {
    input,
    offerings,
    pinText,
    submitter,
    idemHash:
      idempotencyKey === undefined
        ? null
        : hashIdempotencyKey({
            organizationId: caller.organizationId,
            environmentId: caller.environmentId,
            submitter,
            key: idempotencyKey,
          }),
    texts,
  };
}

function uncarriableParts(value: Json, at: string): { field: string; message: string }[] {
  const issues: InputIssue[] = [];
  uncarriable(value, at, issues);
  return issues.map((issue) => ({ ...issue }));
}

function comparedOf({ caller, engine, testScenario }: Submission, { texts }: Request): ComparedRequest {
  return {
    engineId: engine.id,
    environmentId: caller.environmentId,
    testScenario: isParsedJson(testScenario) ? testScenario : undefined,
    ...texts,
  };
}

/** The rules in their order: archive, test_scenario, pin, acting principal, input, offerings, stamp (RUN-9). */
async function checkSubmission(deps: Deps, submission: Submission, request: Request): Promise<CheckedSubmission> {
  const { caller, engine, pinText, principal } = submission;
  if (engine.status === "archived") throw fail("engine_archived");
  const scenario = await checkTestScenario(deps, { caller, engine, pinText, asked: submission.testScenario });
  const pin = await resolvePin(deps, { engine, isLive: caller.isLive, pinText });
  const { type, compiled, effective } = await compiledEngine(deps, pin.configHash);
  if (type.needsActingPrincipal && principal === undefined) throw fail("run_requires_acting_principal");
  await checkInput(compiled, type, request);
  const signed = checkSubmissionStamp(effective, request.input, deps.clock.nowMs());
  if (signed) checkStampSignature(signed, await readStampSecrets(deps, engine.id, signed.source));
  return { pin, scenario, subjectKey: storableKey(compiled.subjectKey(request.input)) };
}

async function checkInput(compiled: CompiledEngine, type: EngineType, { input, offerings }: Request): Promise<void> {
  const issues = compiled.validateInput(input);
  if (issues.length > 0) throw fail("invalid_input", { details: issues.map((issue) => ({ ...issue })) });
  if (offerings !== undefined && !type.acceptsOfferings) {
    throw fail("invalid_offerings", {
      details: [{ field: "offerings", message: "this engine type does not take offerings" }],
    });
  }
  // Thousands of offerings take too long to check in one turn of the event loop.
  const offeringIssues =
    offerings !== undefined && compiled.offeringSteps
      ? await inTurns(compiled.offeringSteps(offerings))
      : compiled.validateOfferings(offerings);
  if (offeringIssues.length > 0) {
    throw fail("invalid_offerings", { details: offeringIssues.map((issue) => ({ ...issue })) });
  }
}

function newRun(deps: Deps, submission: Submission, request: Request, checked: CheckedSubmission): NewRun {
  const { caller, engine, principal } = submission;
  return {
    id: newRunId(deps.clock.nowMs()),
    organizationId: caller.organizationId,
    environmentId: caller.environmentId,
    environmentSlug: caller.environmentSlug,
    isLive: caller.isLive,
    engineId: engine.id,
    engineSlug: engine.slug,
    engineType: engine.engineType,
    engineRevision: engine.isBuiltIn ? null : engine.revision,
    submitter: request.submitter,
    actingPrincipal: principal ?? null,
    keyId: caller.id,
    idemHash: request.idemHash,
    // Without a key there is no replay to compare with.
    requestHash: request.idemHash === null ? Buffer.alloc(0) : hashRequest(comparedOf(submission, request)),
    requestedPin: request.pinText ?? null,
    engineVersion: checked.pin.version,
    configHash: checked.pin.configHash,
    testScenario: checked.scenario ?? null,
    traceId: submission.traceId ?? null,
    traceParent: submission.traceParent ?? null,
    subjectKey: checked.subjectKey,
    ...request.texts,
  };
}

/**
 * The queue counts as reachable if its backend answered this recently, as it did for the request's budget (decision
 * 0013).
 */
const queueTrustedForMs = 100;

/** Wakes the workers of the type; when the queue cannot take the wake-up, the run is failed with its event (RUN-42). */
async function announce(deps: Deps, run: NewRun, isUnflushed: boolean): Promise<SubmittedRun> {
  // A worker may begin while the disk writes; answer the caller once the run is durable (RUN-13).
  const durable = isUnflushed ? untilDurable(deps.db) : undefined;
  durable?.catch(() => undefined);
  if (!(await deps.queue.wake(runsChannel(run.engineType), { trustedForMs: queueTrustedForMs }))) {
    if (await refuseUnqueuedRun(deps.db, run.id)) {
      deps.log.warn(
        { run_id: run.id, event_id: runEventId("run.failed", run.id) },
        "run stored as failed: queue unreachable",
      );
      throw fail("queue_unreachable", { details: { run_id: run.id } });
    }
  }
  await durable;
  return { runId: run.id, status: "queued", isReplay: false };
}

/** The row existed: from an earlier request with this key, or from this one when the answer to its insert was lost. */
async function answerKnown(deps: Deps, submission: Submission, request: Request, run: NewRun): Promise<SubmittedRun> {
  const stored = request.idemHash === null ? undefined : await findRunByKeyHash(deps.db, request.idemHash);
  if (!stored || stored.id === run.id) {
    await untilDurable(deps.db);
    await deps.queue.wake(runsChannel(run.engineType));
    return { runId: run.id, status: "queued", isReplay: false };
  }
  const { requestHash: hash, engineVersion: version } = run;
  return answerStored(deps, stored, { ...comparedOf(submission, request), hash, pinText: request.pinText, version });
}

async function answerReplayOr(
  deps: Deps,
  submission: Submission,
  request: Request,
  refusal: unknown,
): Promise<SubmittedRun> {
  if (request.idemHash === null || !(refusal instanceof ServiceError)) throw refusal;
  const stored = await findRunByKeyHash(deps.db, request.idemHash);
  if (!stored) throw refusal;
  const compared = comparedOf(submission, request);
  const version = await versionOf(deps, submission);
  return answerStored(deps, stored, { ...compared, hash: hashRequest(compared), pinText: request.pinText, version });
}

async function answerStored(deps: Deps, stored: StoredRun, repeated: RepeatedRequest): Promise<SubmittedRun> {
  if (!(await isSameRequest(deps.db, stored, repeated))) {
    throw fail("idempotency_key_reused", { details: { run_id: stored.id } });
  }
  // The first copy's commit may not be durable yet.
  await untilDurable(deps.db);
  return { runId: stored.id, status: stored.status, isReplay: true };
}

/** The version that a refused request's pin resolves to, if any. */
async function versionOf(deps: Deps, { engine, caller, pinText }: Submission): Promise<string | undefined> {
  try {
    return (await resolvePin(deps, { engine, isLive: caller.isLive, pinText })).version;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** Null for a subject key that cannot be stored or indexed. */
function storableKey(key: string | null): string | null {
  return key === null || key.length > 512 || key.includes("\u0000") ? null : key;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
