import type * as z from "zod";

/** A kind of job: its payload, its result and its limits. Payload and result are JSON. */
export interface JobKind<Payload, Result> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  readonly result: z.ZodType<Result>;
  /** An attempt that ends with a lost worker or a temporary failure counts; a released one does not. */
  readonly attemptsMax: number;
  /** Most waiting jobs of one organization; further ones are refused. */
  readonly waitingMax: number;
}

export interface JobContext {
  readonly organizationId: string;
  /** Aborts when the job is cancelled, when its lease is lost and when the process stops. */
  readonly signal: AbortSignal;
}

/** How a worker performs the jobs of one kind. */
export interface JobHandler {
  readonly kind: string;
  /** @param payload JSON. @returns the result as JSON. @throws to fail the job, or to retry it where `mayRetry`. */
  readonly perform: (payload: string, context: JobContext) => Promise<string>;
  /** Whether another attempt may succeed. */
  readonly mayRetry: (error: unknown) => boolean;
}

/** Binds a kind to the code that performs it. */
export function jobHandler<Payload, Result>(
  kind: JobKind<Payload, Result>,
  does: {
    readonly perform: (payload: Payload, context: JobContext) => Promise<Result>;
    readonly mayRetry: (error: unknown) => boolean;
  },
): JobHandler {
  return {
    kind: kind.name,
    perform: async (payload, context) =>
      JSON.stringify(await does.perform(kind.payload.parse(JSON.parse(payload)), context)),
    mayRetry: does.mayRetry,
  };
}
