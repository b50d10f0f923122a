import { fail, type ServiceError } from "@service/contract";
import { canonicalJson, isJsonObject, uncarriable, type InputIssue, type Json, type JsonObject } from "@service/json";
import { inTurns } from "@service/runtime";
import type { Caller } from "../../identity/access/index.ts";
import type { EngineForCall } from "../../engines/engines/index.ts";
import type { BookView } from "../../book/seats/index.ts";
import { hashOfKey } from "../../replays.ts";
import { hashRequest, type RepeatableRequest } from "./idempotency.ts";

/** A run submission whose body matched its schema and whose sizes were checked (`checkRunBounds`). */
export type Submission = {
  readonly caller: Caller;
  /** May be cached (`cachedEngine`): the insert checks that it has not changed since. */
  readonly engine: EngineForCall;
  readonly input: Json | undefined;
  readonly offerings: Json | undefined;
  readonly pinText: string | undefined;
  /** As sent; validated when the submission is judged. */
  readonly testScenario: Json | undefined;
  readonly submittedBy: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly principal: string | undefined;
  /** Resolves for whom the book is read (SEAT-20); left out where nobody can be named. */
  readonly bookView?: () => Promise<BookView>;
  /** Whose conversations are read (CONV-20); left out: those of the environment. */
  readonly person?: string | null;
  /** Made by the route of opportunity runs: its key needs no right to read the book, and one may be unfinished. */
  readonly isOpportunityRun?: true;
  /**
   * What the caller sent, where the service wrote the input from it: a repeat is known by it, although what the input was
   * written from has changed since.
   */
  readonly writtenFrom?: JsonObject;
  /** Refuses the submission once nothing else does. */
  readonly refusal?: ServiceError | undefined;
  readonly traceId: string | undefined;
  readonly traceParent: string | undefined;
};

/** A submission as it is judged, stored and compared: its strings and hashes made once. */
export type ReadSubmission = RepeatableRequest &
  Pick<Submission, "caller" | "testScenario" | "principal" | "traceId" | "traceParent"> & {
    readonly bookView: Submission["bookView"] | undefined;
    readonly person: string | null;
    readonly isOpportunityRun: boolean;
    readonly refusal: ServiceError | undefined;
    readonly input: JsonObject;
    readonly submitter: string;
  };

/**
 * Reads the body, before anything is looked up. Each step over megabytes takes tens of milliseconds, so a large body is
 * read in turns, whatever its engine type; a small one is read at once.
 *
 * @throws `missing_input`, `invalid_request`, `acting_principal_mismatch`, `invalid_input`, `invalid_offerings`.
 */
export function readSubmission(submission: Submission): Promise<ReadSubmission> {
  return inTurns(readingSteps(submission));
}

function* readingSteps(submission: Submission): Generator<undefined, ReadSubmission> {
  const { caller, engine, input, offerings, pinText, testScenario, principal, submittedBy, traceId, traceParent } =
    submission;
  if (input === undefined) throw fail("missing_input");
  if (!isJsonObject(input)) throw fail("invalid_request", { message: "input must be an object." });
  if (submittedBy !== undefined && submittedBy !== principal) throw fail("acting_principal_mismatch");
  const inputProblems = uncarriableParts(input, "");
  if (inputProblems.length > 0) throw fail("invalid_input", { details: inputProblems });
  yield;
  const offeringProblems = offerings === undefined ? [] : uncarriableParts(offerings, "offerings");
  if (offeringProblems.length > 0) throw fail("invalid_offerings", { details: offeringProblems });
  yield;
  const inputText = JSON.stringify(input);
  yield;
  const offeringsText = offerings === undefined ? null : JSON.stringify(offerings);
  yield;
  const submitter = principal ?? caller.id;
  const content = {
    engineId: engine.id,
    environmentId: caller.environmentId,
    testScenario,
    input: inputText,
    offerings: offeringsText,
  };
  const key = keyOf(submission, submitter);
  return {
    caller,
    pinText,
    testScenario,
    principal,
    bookView: submission.bookView,
    person: submission.person ?? null,
    isOpportunityRun: submission.isOpportunityRun === true,
    refusal: submission.refusal,
    traceId,
    traceParent,
    input,
    offerings,
    submitter,
    content,
    key: key && { idemHash: key, requestHash: hashRequest(comparedOf(submission, content)) },
  };
}

function comparedOf<Content extends { readonly input: string }>(
  { writtenFrom }: Submission,
  content: Content,
): Content {
  return writtenFrom === undefined ? content : { ...content, input: canonicalJson(writtenFrom) };
}

/** Scope of a key (RUN-20): organization, environment, and submitter (acting principal if sent, else the API key). */
function keyOf({ caller, idempotencyKey }: Submission, submitter: string): Buffer | undefined {
  if (idempotencyKey === undefined) return undefined;
  return hashOfKey([caller.organizationId, caller.environmentId, submitter], idempotencyKey);
}

function uncarriableParts(value: Json, at: string): InputIssue[] {
  const issues: InputIssue[] = [];
  uncarriable(value, at, issues);
  return issues;
}
