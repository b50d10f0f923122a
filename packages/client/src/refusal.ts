import type { Codes, OperationId } from "./operations.ts";

/** What an error of the service says. */
export interface Envelope<Code extends string = string> {
  readonly code: Code;
  /** For people; wording may change. */
  readonly message: string;
  readonly details?: unknown;
  /** Of `environment_in_use`. */
  readonly blockers?: unknown;
}

/** The service refused a call, after what may be repeated was repeated. `code` is one of the operation's codes. */
export class Refusal<Id extends OperationId = OperationId> extends Error {
  override readonly name = "Refusal";
  readonly operation: Id;
  readonly status: number;
  readonly code: Codes[Id];
  readonly details: unknown;
  readonly envelope: Envelope<Codes[Id]>;
  /** Names the request in the service's logs. */
  readonly requestId: string | undefined;

  constructor(operation: Id, answer: Response, envelope: Envelope<Codes[Id]>) {
    super(`${operation}: ${answer.status} ${envelope.code}: ${envelope.message}`);
    this.operation = operation;
    this.status = answer.status;
    this.code = envelope.code;
    this.details = envelope.details;
    this.envelope = envelope;
    this.requestId = answer.headers.get("x-request-id") ?? undefined;
  }
}

/** Whether an error is a refusal of this operation: its `code` is then a union that a `switch` can exhaust. */
export function isRefusal<Id extends OperationId>(error: unknown, operation: Id): error is Refusal<Id> {
  return error instanceof Refusal && error.operation === operation;
}

/** No answer came in time, or the connection was lost. A call that cannot be repeated safely may have been carried out. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";

  /** What stood in the way: "ECONNREFUSED", "TimeoutError". */
  get reason(): string {
    return reasonOf(this.cause);
  }
}

/** The code of the innermost error, else its name: "ECONNREFUSED". A message could hold the key. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.cause instanceof Error) return reasonOf(error.cause);
  if ("code" in error && typeof error.code === "string") return error.code;
  // Several addresses of one name were tried.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  // `fetch` of Node refuses some ports before it connects, by an error without a code.
  return error.message === "bad port" ? error.message : error.name;
}

/** Something answered that is not this service, such as a proxy with a page of its own. */
export class UnexpectedAnswer extends Error {
  override readonly name = "UnexpectedAnswer";
  readonly status: number;

  constructor(operation: OperationId, status: number) {
    super(`${operation}: answered ${status} with something that is not an answer of the service`);
    this.status = status;
  }
}
