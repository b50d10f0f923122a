import { type ConnectionFailure, readRetryAfter } from "@service/outgoing";
import { type ConnectorError, type FetchOptions, lasting, temporary } from "../fetch.ts";
import { answerBytesMax, exchange, type Exchanged, type ExchangeRequest } from "./exchange.ts";

const attemptsMax = 6;
/** Longest wait that a `Retry-After` may ask for. */
const waitMaxMs = 600_000;
const firstBackoffMs = 1_000;
/** As many requests as may be under way wait for their turn. */
const waitingMax = 8;

interface Request extends Omit<ExchangeRequest, "timeoutMs"> {
  /** How a sentence names the answer: `Page 3 of the list`. */
  readonly what: string;
}

export interface PatientRequests {
  /** An answer with a status of 200 to 299, or one of those that the caller knows. @throws ConnectorError */
  ask(request: Request, accepted?: readonly number[]): Promise<{ readonly status: number; readonly body: Buffer }>;
}

/**
 * Requests at the pace that the other system allows: at most so many a minute, again after a 5xx or a broken connection
 * with growing waits, and after 429 and 503 when it says (IMP-221).
 */
export function createPatientRequests(
  { perMinute, timeoutMs }: { readonly perMinute: number; readonly timeoutMs: number },
  { agents, clock, pause, log }: Pick<Required<FetchOptions>, "agents" | "clock" | "pause" | "log">,
): PatientRequests {
  const everyMs = 60_000 / perMinute;
  let turnAtMs = 0;

  /** Requests are spread evenly: a burst is what limits per minute are there against. */
  async function takeTurn(signal: AbortSignal): Promise<void> {
    const now = clock.nowMs();
    // The clock of the machine may be set back.
    const at = Math.min(Math.max(now, turnAtMs), now + everyMs * waitingMax);
    turnAtMs = at + everyMs;
    if (at > now) await pause(at - now, signal);
  }

  return {
    async ask(request, accepted = []) {
      const { what, url, signal } = request;
      for (let attempt = 1; ; attempt += 1) {
        await takeTurn(signal);
        const exchanged = await exchange(agents, { ...request, timeoutMs });
        if (exchanged.kind === "answer") {
          const { status } = exchanged;
          if ((status >= 200 && status < 300) || accepted.includes(status)) return exchanged;
        }
        const problem = problemOf(exchanged, `${what} (${placeOf(url)})`);
        if (!isWorthRepeating(exchanged) || attempt === attemptsMax) throw problem;
        const waitMs = waitBefore(exchanged, attempt, clock.nowMs());
        if (waitMs > waitMaxMs) {
          throw temporary(`${problem.message} It asks to wait for ${Math.ceil(waitMs / 1_000)} seconds.`);
        }
        log.debug({ what, attempt, wait_ms: waitMs }, problem.message);
        await pause(waitMs, signal);
      }
    },
  };
}

/** An address without its query, which may hold what is nobody's business. */
function placeOf(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

function isWorthRepeating(exchanged: Exchanged): boolean {
  switch (exchanged.kind) {
    case "answer":
      return exchanged.status === 429 || exchanged.status >= 500;
    case "too_long":
      return false;
    case "failure":
      return !lastingFailures.has(exchanged.failure);
  }
}

const lastingFailures: ReadonlySet<ConnectionFailure> = new Set(["blocked_address", "tls_failed"]);

function waitBefore(exchanged: Exchanged, attempt: number, nowMs: number): number {
  const waitSeconds =
    exchanged.kind === "answer" && (exchanged.status === 429 || exchanged.status === 503)
      ? readRetryAfter(exchanged.retryAfter, nowMs)
      : undefined;
  return waitSeconds === undefined ? firstBackoffMs * 2 ** (attempt - 1) : waitSeconds * 1_000;
}

const failureSentences: Readonly<Record<ConnectionFailure, string>> = {
  blocked_address: "is at an address that the service does not connect to",
  dns_failed: "is at a name that has no address",
  connect_refused: "was not answered: the connection was refused",
  connect_failed: "was not answered: the host cannot be reached",
  connect_timeout: "was not answered: no connection in time",
  tls_failed: "was not asked for: the certificate of the server is not valid",
  timeout: "was not answered in time",
  connection_reset: "was not answered: the connection broke",
  malformed_response: "was answered with something that is not HTTP",
};

function problemOf(exchanged: Exchanged, what: string): ConnectorError {
  switch (exchanged.kind) {
    case "too_long":
      return lasting(`${what} is larger than ${answerBytesMax} bytes.`);
    case "failure": {
      const sentence = `${what} ${failureSentences[exchanged.failure]}.`;
      // A certificate is renewed by others, so what was fetched until then is kept.
      return exchanged.failure === "blocked_address" ? lasting(sentence) : temporary(sentence);
    }
    case "answer": {
      const { status } = exchanged;
      if (status >= 300 && status < 400) {
        return lasting(`${what} was answered with a redirect (${status}), which is not followed.`);
      }
      const sentence = `${what} was answered with status ${status}.`;
      // Credentials are replaced and budgets refilled; another 4xx is about the request itself, a stale cursor perhaps.
      return status >= 500 || status === 429 || status === 401 || status === 403
        ? temporary(sentence)
        : lasting(sentence);
    }
  }
}
