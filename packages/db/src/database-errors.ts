/** Codes of Node's sockets that mean: nobody answers there now. */
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

/**
 * SQLSTATEs that mean the same: connection exceptions (class 08), too many connections, shutdown, crash, starting
 * up, and statements that were cancelled by a timeout or by the server going away.
 */
const sqlStates: ReadonlySet<string> = new Set([
  "53300",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "57014",
  "25P03",
  "55P03",
]);

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
 * Whether an error says "the database cannot be reached or did not answer in time", as opposed to "the statement was
 * wrong". Callers answer 503 and may try again.
 */
export function isUnavailable(error: unknown): boolean {
  let current: unknown = error;
  for (let depth = 0; depth < causesMax && Error.isError(current); depth += 1) {
    // `Error.isError` and no `instanceof`: errors of sockets may belong to another realm (they do under jest).
    if (
      "errors" in current &&
      Array.isArray(current.errors) &&
      current.errors.some((inner: unknown) => isUnavailable(inner))
    )
      return true;
    for (const code of codesOf(current)) {
      if (socketCodes.has(code) || sqlStates.has(code) || /^08[0-9A-Z]{3}$/.test(code)) return true;
      if (prismaCodes.has(code) || adapterKinds.has(code)) return true;
    }
    if (messages.test(current.message)) return true;
    current = current.cause;
  }
  return false;
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
