import autocannon from "autocannon";

import type { LoadResult } from "./load-shapes.ts";

/** One request that differs from the last one. */
export interface OneRequest {
  /** Left out: that of `url`. */
  readonly path?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a load generator sends. */
interface Load {
  readonly url: string;
  readonly connections: number;
  /** How long, or how many. */
  readonly seconds?: number | undefined;
  readonly amount?: number | undefined;
  /** The same for every request, or made for each. */
  readonly request: Omit<OneRequest, "path"> | (() => OneRequest);
}

/** Seconds after which a request has failed. */
const timeoutSeconds = 30;

/** Posts over connections that never pause, for as long as asked. The loop of every load generator process. */
export async function sendLoad({ url, connections, seconds, amount, request }: Load): Promise<LoadResult> {
  const durations: number[] = [];
  let firstRefusal: string | undefined;
  const { promise, resolve, reject } = Promise.withResolvers<{ errors: number; timeouts: number }>();
  const startedAt = performance.now();
  let endedAt = startedAt;
  const load = autocannon(
    {
      url,
      method: "POST",
      ...(typeof request === "function"
        ? { headers: {}, body: "", requests: [{ setupRequest: (one) => ({ ...one, ...request() }) }] }
        : { headers: { ...request.headers }, body: request.body }),
      connections,
      ...(seconds !== undefined && { duration: seconds }),
      ...(amount !== undefined && { amount }),
      timeout: timeoutSeconds,
    },
    (error, result) => (error === null ? resolve(result) : reject(error)),
  );
  // autocannon rounds its percentiles to milliseconds, which is the size of what is measured here.
  load.on("response", (_client: unknown, status: number, _bytes: number, milliseconds: number) => {
    endedAt = performance.now();
    if (status >= 200 && status < 300) durations.push(milliseconds);
    else firstRefusal ??= `status ${status}`;
  });
  const { errors, timeouts } = await promise;
  durations.sort((left, right) => left - right);
  const percentile = (share: number): number | null =>
    durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? null;
  return {
    perSecond: durations.length / ((Math.max(endedAt, startedAt + 1) - startedAt) / 1_000),
    accepted: durations.length,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    failed: errors + timeouts,
    ...(firstRefusal !== undefined && { firstRefusal }),
  };
}
