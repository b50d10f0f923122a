import { fail, ServiceError } from "@service/contract";
import type { InputIssue } from "@service/json";
import { inTurns } from "@service/runtime";
import type { Deps } from "../../deps.ts";
import {
  compiledEngine,
  findEngine,
  readStampSecrets,
  type EngineForCall,
  type RunnableConfiguration,
  type EngineDeps,
  type ConfigurationDeps,
} from "../../engines/engines/index.ts";
import type { ConnectionDeps } from "../../book/records/index.ts";
import {
  resolveRunDocuments,
  resolveRunRecords,
  type RunDocument,
  type RunRecords,
} from "../../book/run-records/index.ts";
import type { NewRun } from "./insert-runs.ts";
import { resolvePin } from "./pins.ts";
import type { ReadSubmission } from "./read-submission.ts";
import { newRunId } from "./run-id.ts";
import { checkStampSignature, checkSubmissionStamp, type StampSignature } from "./submission-stamp.ts";
import { checkTestScenario } from "./test-scenario.ts";

/** What judging a submission needs. */
export type JudgeDeps = Pick<Deps, "db" | "clock" | "secrets"> & EngineDeps & ConfigurationDeps & ConnectionDeps;

/** A run, and what it reads of the book. */
export type AcceptedRun = {
  readonly run: NewRun;
  readonly records: RunRecords | undefined;
  readonly documents: readonly RunDocument[];
};

/** The verdict on a submission. `engine_changed`: it was judged by an outdated engine; judge it by this one. */
export type Judged =
  | ({ readonly kind: "accepted" } & AcceptedRun)
  | { readonly kind: "refused"; readonly engine: EngineForCall; readonly refusal: ServiceError }
  | { readonly kind: "engine_changed"; readonly engine: EngineForCall };

/** Checks a submission against an engine that may be cached: only the current engine may refuse. */
export async function judgeSubmission(
  deps: JudgeDeps,
  request: ReadSubmission,
  engine: EngineForCall,
): Promise<Judged> {
  try {
    return { kind: "accepted", ...(await checkedRun(deps, request, engine)) };
  } catch (refusal) {
    if (!(refusal instanceof ServiceError)) throw refusal;
    const current = await currentEngine(deps, request, engine);
    return current.revision === engine.revision
      ? { kind: "refused", engine, refusal }
      : { kind: "engine_changed", engine: current };
  }
}

/** Always found: engines are archived, never removed. */
export async function currentEngine(
  deps: Pick<Deps, "clock"> & EngineDeps,
  { caller }: ReadSubmission,
  engine: EngineForCall,
): Promise<EngineForCall> {
  return (await findEngine(deps, caller, engine.slug)) ?? engine;
}

/**
 * The rules in their order: archive, test_scenario, pin, acting principal, input, offerings, stamp, records, documents
 * (RUN-9).
 */
async function checkedRun(deps: JudgeDeps, request: ReadSubmission, engine: EngineForCall): Promise<AcceptedRun> {
  const { caller, pinText, principal, testScenario: requested } = request;
  if (engine.status === "archived") throw fail("engine_archived");
  const testScenario = (await checkTestScenario(deps, { caller, engine, pinText, requested })) ?? null;
  const { version, configHash } = await resolvePin(deps, { engine, isLive: caller.isLive, pinText });
  const configuration = await compiledEngine(deps, configHash);
  if (configuration.type.needsActingPrincipal && principal === undefined) throw fail("run_requires_acting_principal");
  const { signed, subjectKey } = await inTurns(checkingSteps(configuration, request, deps.clock.nowMs()));
  if (signed) checkStampSignature(signed, await readStampSecrets(deps, engine.id, signed.source));
  const wanted = configuration.type.recordsWanted?.(request.input);
  const records = wanted && (await resolveRunRecords(deps, request, wanted));
  const documents = await resolveRunDocuments(deps, request, configuration.type.documentsWanted?.(request.input) ?? []);
  if (request.refusal !== undefined) throw request.refusal;
  const run: NewRun = {
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
    idemHash: request.key?.idemHash ?? null,
    requestHash: request.key?.requestHash ?? Buffer.alloc(0),
    requestedPin: pinText ?? null,
    engineVersion: version,
    configHash,
    testScenario,
    traceId: request.traceId ?? null,
    traceParent: request.traceParent ?? null,
    subjectKey,
    input: request.content.input,
    offerings: request.content.offerings,
  };
  return { run, records, documents };
}

type CheckedContent = {
  /** A stamp whose signature is still to be verified. */
  readonly signed: StampSignature | undefined;
  readonly subjectKey: string | null;
};

/** Yields between the checks, between rows and between offerings: thousands of them take too long for one turn of the event loop. */
function* checkingSteps(
  { compiled, type, effective }: RunnableConfiguration,
  { input, offerings }: ReadSubmission,
  nowMs: number,
): Generator<unknown, CheckedContent> {
  refuseIssues(
    "invalid_input",
    compiled.inputSteps ? yield* compiled.inputSteps(input) : compiled.validateInput(input),
  );
  yield;
  if (offerings !== undefined && !type.acceptsOfferings) {
    refuseIssues("invalid_offerings", [{ field: "offerings", message: "this engine type does not take offerings" }]);
  }
  const offeringIssues =
    offerings !== undefined && compiled.offeringSteps
      ? yield* compiled.offeringSteps(offerings)
      : compiled.validateOfferings(offerings);
  refuseIssues("invalid_offerings", offeringIssues);
  yield;
  const signed = yield* checkSubmissionStamp(effective, input, nowMs);
  yield;
  return { signed, subjectKey: storableKey(compiled.subjectKey(input)) };
}

function refuseIssues(code: "invalid_input" | "invalid_offerings", issues: readonly InputIssue[]): void {
  if (issues.length > 0) throw fail(code, { details: [...issues] });
}

/** Null for a subject key that cannot be stored or indexed. */
function storableKey(key: string | null): string | null {
  return key === null || key.length > 512 || key.includes("\u0000") ? null : key;
}
