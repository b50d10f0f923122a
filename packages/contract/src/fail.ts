import type * as z from "zod";
import { errors, errorTemplates, type ErrorCode, type ErrorSpec, type SubmissionStampReason } from "./errors.ts";

/** A refusal on its way to the caller. `internal` and `cause` go to the log only. */
export class ServiceError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: unknown;
  readonly blockers: unknown;
  readonly retryAfterSeconds: number | undefined;
  readonly internal: string | undefined;

  constructor(fields: {
    code: string;
    status: number;
    message: string;
    details?: unknown;
    blockers?: unknown;
    retryAfterSeconds?: number | undefined;
    internal?: string | undefined;
    cause?: unknown;
  }) {
    super(fields.message, { cause: fields.cause });
    this.name = "ServiceError";
    this.code = fields.code;
    this.status = fields.status;
    this.details = fields.details;
    this.blockers = fields.blockers;
    this.retryAfterSeconds = fields.retryAfterSeconds;
    this.internal = fields.internal;
  }
}

type Row<C extends ErrorCode> = (typeof errors)[C];
type DetailsOf<C extends ErrorCode> =
  Row<C> extends { details: infer D extends z.ZodType }
    ? { details: z.input<D> }
    : Row<C> extends { optionalDetails: infer D extends z.ZodType }
      ? { details?: z.input<D> | undefined }
      : unknown;
type BlockersOf<C extends ErrorCode> =
  Row<C> extends { blockers: infer B extends z.ZodType } ? { blockers: z.input<B> } : unknown;
type StatusOf<C extends ErrorCode> =
  Row<C> extends { status: readonly [infer A, infer B] } ? { status: A | B } : unknown;
type RetryOf<C extends ErrorCode> = Row<C> extends { retryAfter: true } ? { retryAfterSeconds: number } : unknown;

/** What `fail` needs for a code, derived from its row: details, blockers, the chosen status, the wait. */
export type FailOptions<C extends ErrorCode> = DetailsOf<C> &
  BlockersOf<C> &
  StatusOf<C> &
  RetryOf<C> & {
    /** More exact public wording than the table's, for people. */
    message?: string;
    /** For the log only. */
    internal?: string;
    cause?: unknown;
  };

/** Codes that need nothing but a message: `fail(code)` compiles. */
export type PlainErrorCode = {
  [C in ErrorCode]: Partial<FailOptions<C>> extends FailOptions<C> ? C : never;
}[ErrorCode];

type Arguments<C extends ErrorCode> =
  Partial<FailOptions<C>> extends FailOptions<C> ? [options?: FailOptions<C>] : [options: FailOptions<C>];

type LooseOptions = {
  status?: number;
  details?: unknown;
  blockers?: unknown;
  retryAfterSeconds?: number;
  message?: string;
  internal?: string;
  cause?: unknown;
};

/**
 * Makes the refusal `code` (thrown by the caller: `throw fail("run_not_found")`).
 * Compile errors: an unknown code, missing details, a missing choice between two statuses (PLAT-26).
 */
export function fail<C extends ErrorCode>(code: C, ...[given]: Arguments<C>): ServiceError {
  const row: ErrorSpec = errors[code];
  const options: LooseOptions = given ?? {};
  return new ServiceError({
    code,
    status: options.status ?? (typeof row.status === "number" ? row.status : row.status[0]),
    message: options.message ?? row.message,
    details: options.details,
    blockers: options.blockers,
    retryAfterSeconds:
      options.retryAfterSeconds === undefined ? undefined : Math.max(1, Math.ceil(options.retryAfterSeconds)),
    internal: options.internal,
    cause: options.cause,
  });
}

/** The one templated code: `422 submission_stamp_<reason>` (TYPE-97, TYPE-98, TYPE-99, TYPE-100, TYPE-130). */
export function failSubmissionStamp(reason: SubmissionStampReason, submissionSource: string): ServiceError {
  const { status, message } = errorTemplates["submission_stamp_<reason>"];
  return new ServiceError({
    code: `submission_stamp_${reason}`,
    status,
    message,
    details: { reason, submission_source: submissionSource },
  });
}
