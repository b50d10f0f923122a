import { ProviderFailure } from "@service/models";
import type { Clock } from "@service/runtime";

/** Failures within the window that open the circuit, and how long it stays open (MODEL-58). */
const failuresToOpen = 5;
const windowMs = 30_000;
const openMs = 15_000;

/** Spares an alias that does not work, and the callers the waiting for it. One per process and alias. */
export interface Breaker {
  /** @throws ProviderFailure `unavailable`, with the seconds until the next attempt is let through. */
  refuseWhileOpen(): void;
  /** Counts a request that failed for a reason that says that the vendor does not work. */
  failed(failure: ProviderFailure): void;
  worked(): void;
}

/** The breakers of a process by alias, made when first asked for. */
export function createBreakers(clock: Clock): (alias: string) => Breaker {
  const breakers = new Map<string, Breaker>();
  return (alias) => {
    let breaker = breakers.get(alias);
    if (breaker === undefined) breakers.set(alias, (breaker = createBreaker(clock)));
    return breaker;
  };
}

function createBreaker(clock: Clock): Breaker {
  /** Times of the last failures. They stay when the circuit closes, so one more failure soon after opens it again. */
  let failedAtMs: number[] = [];
  let openUntilMs = 0;
  return {
    refuseWhileOpen() {
      const leftMs = openUntilMs - clock.nowMs();
      if (leftMs > 0) throw new ProviderFailure("unavailable", { retryAfterSeconds: leftMs / 1_000 });
    },
    failed({ reason }) {
      // A refusal is an answer: the vendor works.
      if (reason !== "unavailable" && reason !== "timeout" && reason !== "stream_interrupted") return;
      const nowMs = clock.nowMs();
      failedAtMs = [...failedAtMs.filter((atMs) => atMs > nowMs - windowMs), nowMs].slice(-failuresToOpen);
      if (failedAtMs.length >= failuresToOpen) openUntilMs = nowMs + openMs;
    },
    worked() {
      failedAtMs = [];
    },
  };
}
