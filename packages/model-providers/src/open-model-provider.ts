import {
  type ModelCapabilities,
  type ModelEvent,
  type ModelProvider,
  type ModelProviderName,
  type ModelRequest,
  ProviderFailure,
} from "@service/models";
import { sleep } from "@service/runtime";
import { type Silence, startAnswerClock } from "./answer-clock.ts";
import { anthropic } from "./anthropic.ts";
import type { Breaker } from "./circuit-breaker.ts";
import { openAiCompatible } from "./openai-compatible.ts";
import { pauseBeforeRetry, usualPausesMs } from "./pause-before-retry.ts";
import type { Vendor, VendorAddress } from "./vendor.ts";

/** A model behind one of the two wire formats, and what it can do. */
export interface ModelAddress extends VendorAddress {
  readonly provider: ModelProviderName;
  readonly caps: ModelCapabilities;
}

export interface ProviderOptions {
  /** Of the alias; without one every request is tried. */
  readonly breaker?: Breaker;
  /** How long the model may be silent; 20 and 30 seconds when left out (MODEL-56). */
  readonly silence?: Silence;
  /** Before the first and the second retry, in milliseconds; for tests. */
  readonly pausesMs?: readonly number[];
}

const vendors: Readonly<Record<ModelProviderName, Vendor>> = { openai_compatible: openAiCompatible, anthropic };
const usualSilence: Silence = { firstContentMs: 20_000, gapMs: 30_000 };

/**
 * The provider of a model. A request is repeated at most twice and never after the first character (MODEL-57); the
 * breaker, if there is one, sees the request and not its attempts (MODEL-58).
 */
export function openModelProvider(address: ModelAddress, options: ProviderOptions = {}): ModelProvider {
  const vendor = vendors[address.provider];
  return {
    name: address.provider,
    caps: address.caps,
    stream: (request, context) => answerOf({ vendor, address, options }, request, context),
  };
}

interface Call {
  readonly vendor: Vendor;
  readonly address: ModelAddress;
  readonly options: ProviderOptions;
}

async function* answerOf(
  { vendor, address, options }: Call,
  request: ModelRequest,
  { signal, idempotencyKey }: { readonly signal: AbortSignal; readonly idempotencyKey: string },
): AsyncGenerator<ModelEvent> {
  signal.throwIfAborted();
  const { breaker, silence = usualSilence, pausesMs = usualPausesMs } = options;
  breaker?.refuseWhileOpen();
  const clock = startAnswerClock(silence);
  const ending = AbortSignal.any([signal, clock.signal]);
  const failures: ProviderFailure[] = [];
  try {
    for (;;) {
      let hasContent = false;
      let usage: ModelEvent | undefined;
      try {
        const events = vendor(address, request, { signal: ending, idempotencyKey, onContent: clock.heard });
        for await (const event of events) {
          // What an attempt cost that comes to nothing is not the cost of this answer.
          if (event.t === "usage" && !hasContent) usage = usage?.t === "usage" ? { ...usage, ...event } : event;
          else {
            clock.pause();
            if (usage !== undefined) yield usage;
            usage = undefined;
            hasContent = true;
            yield event;
            clock.resume();
          }
        }
        breaker?.worked();
        return;
      } catch (error) {
        signal.throwIfAborted();
        const failure = failureOf(error, clock.signal);
        failures.push(failure);
        const pauseMs = hasContent ? undefined : pauseBeforeRetry(failures, pausesMs);
        if (pauseMs === undefined) {
          breaker?.failed(failure);
          throw failure;
        }
        await waited(pauseMs, ending, clock.signal, signal);
      }
    }
  } finally {
    clock.stop();
  }
}

/** Waits, but not longer than the caller and the model's time allow. */
async function waited(ms: number, ending: AbortSignal, late: AbortSignal, given: AbortSignal): Promise<void> {
  await sleep(ms, ending);
  given.throwIfAborted();
  if (ending.aborted) throw failureOf(late.reason, late);
}

function failureOf(error: unknown, late: AbortSignal): ProviderFailure {
  if (late.aborted && late.reason instanceof ProviderFailure) return late.reason;
  // Anything else is a fault of ours: its message could quote the answer.
  return error instanceof ProviderFailure ? error : new ProviderFailure("unknown");
}
