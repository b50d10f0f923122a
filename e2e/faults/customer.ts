import { setTimeout as wait } from "node:timers/promises";

import * as z from "zod";

import { sendHalf } from "./half-sent-submission.ts";
import type { Seeded } from "./seeded.ts";

/** One answer of the API, as a customer sees it. */
export type Answer = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly tookMs: number;
};

export type Work = {
  readonly engineSlug: string;
  readonly input: unknown;
  /** Seconds of `Prefer: wait`; left out, the answer comes at once. */
  readonly waitSeconds?: number;
};

/** What became of one Idempotency-Key: every answer that was about it, in order. */
type KeyRecord = {
  readonly work: Work;
  /** Run ids that answers named; more than one would be a run too many. */
  readonly runIds: Set<string>;
  /** Milliseconds of each answer to a submission that asked for no wait. */
  readonly tookMs: number[];
  /** `503 queue_unreachable` was answered: the run is stored as failed. */
  isRefused: boolean;
};

/** A client written by the retry rules of RUN-25, PLAT-57, with waits of tenths of a second instead of seconds. */
export type Customer = {
  /** By Idempotency-Key: everything this customer ever submitted. */
  readonly keys: ReadonlyMap<string, KeyRecord>;
  /** Submissions that ended with a run: accepted, or refused and submitted again under a new key until accepted. */
  readonly acceptedCount: number;
  /** Keys that were answered `503 queue_unreachable`. */
  readonly refusedCount: number;
  /** Requests that broke off without an answer. */
  readonly brokenCount: number;
  /** Requests without an answer yet, by API. */
  inFlight(api: 0 | 1): number;
  /** One request to one API, without retries; undefined when it broke off. */
  call(api: 0 | 1, method: string, path: string, given?: CallGiven): Promise<Answer | undefined>;
  /** One submission to one API, without retries, remembered like all others. */
  submitOnce(api: 0 | 1, key: string, work: Work): Promise<Answer | undefined>;
  /** A submission to one API whose body is sent later; its run is remembered like all others. */
  submitHalf(api: 0 | 1, key: string, work: Work): Promise<{ finish(): Promise<number> }>;
  /** Submits until a run is accepted. @throws on an answer that must not be retried. */
  submit(work: Work): Promise<{ readonly key: string; readonly runId: string }>;
  /** Ends what is being retried: a failed test leaves no retries running. */
  giveUp(): void;
  readonly hasGivenUp: boolean;
};

type CallGiven = {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the customer's own. */
  readonly apiKey?: string;
};

const firstWaitMs = 100;
const longestWaitMs = 3_000;
const attemptsMax = 60;
/** Beyond the request budget of the API (30 s) no answer comes. */
const patienceMs = 35_000;

const jsonObject = z.record(z.string(), z.unknown());

export function customer(given: {
  apiUrls: readonly [string, string];
  apiKey: string;
  /** Start of every Idempotency-Key. */
  name: string;
  random: Seeded;
}): Customer {
  const { apiUrls, name, random } = given;
  const keys = new Map<string, KeyRecord>();
  const inFlight: [number, number] = [0, 0];
  let acceptedCount = 0;
  let refusedCount = 0;
  let brokenCount = 0;
  let hasGivenUp = false;
  let keysMade = 0;
  const newKey = (): string => `${name}-${(keysMade += 1)}`;

  async function call(
    api: 0 | 1,
    method: string,
    path: string,
    { body, headers = {}, apiKey = given.apiKey }: CallGiven = {},
  ): Promise<Answer | undefined> {
    const startedAt = performance.now();
    inFlight[api] += 1;
    try {
      const response = await fetch(apiUrls[api] + path, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      });
      const text = await response.text();
      return {
        status: response.status,
        body: jsonObject.parse(JSON.parse(text)),
        tookMs: performance.now() - startedAt,
      };
    } catch (error) {
      // An answer other than a JSON object is a fault of the service, not of the connection.
      if (error instanceof z.ZodError || error instanceof SyntaxError) throw error;
      brokenCount += 1;
      return undefined;
    } finally {
      inFlight[api] -= 1;
    }
  }

  function recordOf(key: string, work: Work): KeyRecord {
    const recorded = keys.get(key);
    if (recorded) return recorded;
    const made: KeyRecord = { work, runIds: new Set(), tookMs: [], isRefused: false };
    keys.set(key, made);
    return made;
  }

  async function submitOnce(api: 0 | 1, key: string, work: Work): Promise<Answer | undefined> {
    const record = recordOf(key, work);
    const answer = await call(api, "POST", `/api/v1/engines/${work.engineSlug}/runs`, {
      body: { input: work.input },
      headers: {
        "idempotency-key": key,
        ...(work.waitSeconds === undefined ? {} : { prefer: `wait=${work.waitSeconds}` }),
      },
    });
    if (!answer) return undefined;
    if (work.waitSeconds === undefined) record.tookMs.push(answer.tookMs);
    const runId = runIdIn(answer);
    if (runId !== undefined) record.runIds.add(runId);
    if (isQueueUnreachable(answer)) {
      record.isRefused = true;
      refusedCount += 1;
    }
    return answer;
  }

  async function submitHalf(api: 0 | 1, key: string, work: Work): Promise<{ finish(): Promise<number> }> {
    const record = recordOf(key, work);
    const { engineSlug, input } = work;
    const half = await sendHalf({ apiUrl: apiUrls[api], apiKey: given.apiKey, engineSlug, key, input });
    return {
      async finish() {
        const { status, text } = await half.finish();
        const runId = runIdIn({ status, body: jsonObject.parse(JSON.parse(text)), tookMs: 0 });
        if (runId !== undefined) record.runIds.add(runId);
        return status;
      },
    };
  }

  async function submit(work: Work): Promise<{ key: string; runId: string }> {
    let key = newKey();
    let pauseMs = firstWaitMs;
    for (let tries = 0; tries < attemptsMax && !hasGivenUp; tries += 1) {
      const answer = await submitOnce(random.chance(0.5) ? 1 : 0, key, work);
      if (answer?.status === 202) {
        acceptedCount += 1;
        return { key, runId: runIdIn(answer) ?? "" };
      }
      if (answer && answer.status < 500 && answer.status !== 429) {
        throw new Error(`${key} was answered ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      // RUN-21, RUN-26: the same key and body, except after `queue_unreachable`.
      if (answer && isQueueUnreachable(answer)) key = newKey();
      await wait(pauseMs * (0.5 + random.next() / 2));
      pauseMs = Math.min(longestWaitMs, pauseMs * 2);
    }
    throw new Error(hasGivenUp ? `${key} was given up` : `${key} was not accepted in ${attemptsMax} attempts`);
  }

  return {
    keys,
    get acceptedCount() {
      return acceptedCount;
    },
    get refusedCount() {
      return refusedCount;
    },
    get brokenCount() {
      return brokenCount;
    },
    inFlight: (api) => inFlight[api],
    call,
    submitOnce,
    submitHalf,
    submit,
    giveUp() {
      hasGivenUp = true;
    },
    get hasGivenUp() {
      return hasGivenUp;
    },
  };
}

export function isQueueUnreachable(answer: Answer): boolean {
  return answer.status === 503 && answer.body["code"] === "queue_unreachable";
}

/** Of a `202`, or of the details of a `503 queue_unreachable`. */
export function runIdIn(answer: Answer): string | undefined {
  const details = jsonObject.safeParse(answer.body["details"]);
  const named = answer.status === 202 ? answer.body["run_id"] : details.success ? details.data["run_id"] : undefined;
  return typeof named === "string" ? named : undefined;
}
