/** Codes of Node's sockets that mean: the server cannot be reached now. */
const socketCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** SQLSTATEs that mean the same, besides class 08: too many connections, shutdown, crash, starting up, session ended. */
const awayStates: ReadonlySet<string> = new Set(["53300", "57P01", "57P02", "57P03", "57P05", "25P03"]);

/** A statement that took too long, or waited too long for a lock. */
const timeoutStates: ReadonlySet<string> = new Set(["57014", "55P03"]);

/** A transaction that the database ended in favour of another one: a deadlock, a conflict of serializable ones. */
const conflictStates: ReadonlySet<string> = new Set(["40P01", "40001"]);

/** Codes of Prisma for: cannot reach, timed out, server closed the connection, no connection from the pool. */
const prismaCodes: ReadonlySet<string> = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028"]);

/** What Prisma's adapter calls the same, on raw queries (P2010). */
const adapterKinds: ReadonlySet<string> = new Set([
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TooManyConnections",
]);

/** `pg` throws these without a code. */
const messages =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection is closed|Client has encountered a connection error|Cannot use a pool after calling end|Connection ended unexpectedly|server closed the connection/i;

const causesMax = 5;

/**
 * Whether an error says "the database cannot be reached, did not answer in time or chose another transaction", as opposed
 * to "the statement was wrong". Callers answer 503 and may try again.
 */
export function isUnavailable(error: unknown): boolean {
  return isDatabaseAway(error) || isStatementTimeout(error) || isConflict(error);
}

/** Whether the database ended a transaction in favour of another one that held what it waited for. */
function isConflict(error: unknown): boolean {
  return someCause(error, (cause) => codesOf(cause).some((code) => conflictStates.has(code)));
}

/**
 * Whether the database cannot be reached: then work may wait for it as long as its lease lives. A statement timeout is
 * not such an error, since the statement may take too long every time: repeat it a bounded number of times.
 */
export function isDatabaseAway(error: unknown): boolean {
  return someCause(
    error,
    (cause) =>
      messages.test(cause.message) ||
      codesOf(cause).some(
        (code) =>
          socketCodes.has(code) ||
          awayStates.has(code) ||
          /^08[0-9A-Z]{3}$/.test(code) ||
          prismaCodes.has(code) ||
          adapterKinds.has(code),
      ),
  );
}

/** Whether the database ended a statement because it took too long or waited too long for a lock. */
export function isStatementTimeout(error: unknown): boolean {
  return someCause(error, (cause) => codesOf(cause).some((code) => timeoutStates.has(code)));
}

/** Looks at the error, at the errors it collects, and at its causes. */
function someCause(error: unknown, matches: (cause: Error) => boolean): boolean {
  let current: unknown = error;
  for (let depth = 0; depth < causesMax && Error.isError(current); depth += 1) {
    // `Error.isError` and no `instanceof`: errors of sockets may belong to another realm (they do under jest).
    const inner: unknown = "errors" in current ? current.errors : undefined;
    if (Array.isArray(inner) && inner.some((one: unknown) => someCause(one, matches))) return true;
    if (matches(current)) return true;
    current = current.cause;
  }
  return false;
}

/** Data exceptions, constraint violations, `with check option`, program limits (an index row that is too long). */
const rowErrors = /^(?:22|23|44|54)[0-9A-Z]{3}$/;

/**
 * Whether a statement failed because of the values of a row and may succeed without that row. Such an error comes back
 * quickly. False for time-outs, lost connections, deadlocks and exhausted resources.
 */
export function isRowError(error: unknown): boolean {
  return Error.isError(error) && codesOf(error).some((code) => rowErrors.test(code));
}

/** Whether an error is a unique violation (SQLSTATE 23505, Prisma P2002), optionally of one constraint. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!Error.isError(error)) return false;
  if (!codesOf(error).some((code) => code === "23505" || code === "P2002")) return false;
  if (constraint === undefined) return true;
  if ("constraint" in error && error.constraint === constraint) return true;
  return "meta" in error && JSON.stringify(error.meta ?? null).includes(`"${constraint}"`);
}

function codesOf(error: Error): string[] {
  const codes: string[] = [];
  if ("code" in error && typeof error.code === "string") codes.push(error.code);
  if ("errorCode" in error && typeof error.errorCode === "string") codes.push(error.errorCode);
  // Where Prisma puts the driver's error.
  const cause = valueAt(error, ["meta", "driverAdapterError", "cause"]);
  for (const name of ["kind", "originalCode"]) {
    const code = valueAt(cause, [name]);
    if (typeof code === "string") codes.push(code);
  }
  return codes;
}

function valueAt(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (current, name) => (typeof current === "object" && current !== null ? Reflect.get(current, name) : undefined),
    value,
  );
}
