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

/** Codes and what a caller sees under each. */
export type ErrorTable = Readonly<Record<string, ErrorSpec>>;

type DetailsOf<Row> = Row extends { details: infer D extends z.ZodType }
  ? { details: z.input<D> }
  : Row extends { optionalDetails: infer D extends z.ZodType }
    ? { details?: z.input<D> | undefined }
    : unknown;
type BlockersOf<Row> = Row extends { blockers: infer B extends z.ZodType } ? { blockers: z.input<B> } : unknown;
type StatusOf<Row> = Row extends { status: readonly [infer A, infer B] } ? { status: A | B } : unknown;
type RetryOf<Row> = Row extends { retryAfter: true } ? { retryAfterSeconds: number } : unknown;

/** What a refusal needs, derived from the row of its code: details, blockers, the chosen status, the wait. */
type OptionsOf<Row> = DetailsOf<Row> &
  BlockersOf<Row> &
  StatusOf<Row> &
  RetryOf<Row> & {
    /** More exact public wording than the table's, for people. */
    message?: string;
    /** For the log only. */
    internal?: string;
    cause?: unknown;
  };

/** What `fail` needs for a code of the contract. */
export type FailOptions<C extends ErrorCode> = OptionsOf<(typeof errors)[C]>;

type Arguments<Row> =
  Partial<OptionsOf<Row>> extends OptionsOf<Row> ? [options?: OptionsOf<Row>] : [options: OptionsOf<Row>];

/** Codes of a table that need nothing but a message. */
type PlainCodeOf<Table> = {
  [C in keyof Table]: Partial<OptionsOf<Table[C]>> extends OptionsOf<Table[C]> ? C : never;
}[keyof Table];

/** Codes that need nothing but a message: `fail(code)` compiles. */
export type PlainErrorCode = PlainCodeOf<typeof errors>;

type LooseOptions = {
  status?: number;
  details?: unknown;
  blockers?: unknown;
  retryAfterSeconds?: number;
  message?: string;
  internal?: string;
  cause?: unknown;
};

/** Makes refusals of one table: `fail` of the contract's, and another one for an application with codes of its own. */
export function failingWith<Table extends ErrorTable>(
  table: Table,
): <C extends keyof Table & string>(code: C, ...given: Arguments<Table[C]>) => ServiceError {
  return (code, ...[given]) => {
    const row: ErrorSpec | undefined = table[code];
    if (row === undefined) throw new Error(`no error has the code ${code}`);
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
  };
}

/**
 * Makes the refusal `code` (thrown by the caller: `throw fail("run_not_found")`).
 * Compile errors: an unknown code, missing details, a missing choice between two statuses (PLAT-26).
 */
export const fail = failingWith(errors);

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
