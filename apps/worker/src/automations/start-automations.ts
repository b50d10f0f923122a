import { isUnavailable, type Database } from "@service/db/open";
import type { Deps } from "@service/domain";
import {
  claimExecution,
  type ClaimedExecution,
  fireSchedules,
  matchEvents,
  performExecution,
  releaseExecution,
  renewLease,
} from "@service/domain/automations";
import type { Queue } from "@service/queue";
import { systemClock, type Logger } from "@service/runtime";

import type { Caretaker } from "../caretakers/every-with-jitter.ts";
import { type AutomationMetrics, noAutomationMetrics } from "./automation-metrics.ts";

/** How long an event waits at most until somebody looks; a bell would save half a second of it. */
const pollEveryMs = 1_000;
/** Most effects take milliseconds; an evaluation takes seconds, and must not hold up the others. */
const slotsMax = 4;
const leaseSeconds = 60;
/** An effect under way when the process stops gets this long; then it is given back. */
const stopGraceMs = 4_000;
/** A row that is just being settled is locked, and a database may be away: then the lease ends by itself. */
const giveBackMs = 1_000;

/**
 * The loop of automations: ticks of schedules, then events, then what is due because of them. Every worker process runs
 * it; rows decide who does what (room "automations"), so nothing is kept here that another process needs.
 */
export function startAutomations(options: {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  readonly metrics?: AutomationMetrics;
  /** Aborts when the process begins to stop: nothing new is taken from then on. */
  readonly signal?: AbortSignal;
  /** 4,000 when left out. */
  readonly graceMs?: number;
}): Caretaker {
  const { db, queue, log, metrics = noAutomationMetrics, signal, graceMs = stopGraceMs } = options;
  const deps: Deps = {
    db,
    queue,
    log,
    clock: systemClock,
    get secrets(): Deps["secrets"] {
      throw new Error("no effect opens a secret: deliveries are signed by the webhooks process");
    },
  };
  const underWay = new Map<ClaimedExecution, Promise<void>>();
  let isStopping = false;
  let isFailing = false;
  let wake: () => void = () => undefined;

  async function perform(execution: ClaimedExecution): Promise<void> {
    const { effect, automationKey } = execution.automation;
    const renewal = setInterval(
      () => void renewLease(deps, execution, leaseSeconds).catch(() => undefined),
      (leaseSeconds * 1_000) / 3,
    );
    try {
      const settled = await performExecution(deps, execution);
      metrics.performed(effect.kind, settled.kind === "lost" ? "lost" : settled.status);
      if (settled.kind === "settled" && settled.code !== null) {
        const { status, code } = settled;
        log.warn(
          { automation: automationKey, execution_id: execution.id, effect: effect.kind, status, code },
          "automation",
        );
      }
    } catch (error) {
      // Given back at the end of a process, it fails on what was closed; that is told by whoever takes it up.
      if (isStopping && isUnavailable(error)) return;
      log.warn({ execution_id: execution.id, err: error }, "an execution was not settled; its lease will end");
    } finally {
      clearInterval(renewal);
    }
  }

  /** Until nothing is due or every slot is taken. */
  async function claimAll(): Promise<void> {
    while (!isStopping && underWay.size < slotsMax) {
      const claim = await claimExecution(deps, { leaseSeconds });
      if (claim.kind === "none") return;
      if (claim.kind === "passed") {
        metrics.passed(claim.code);
        continue;
      }
      const { execution } = claim;
      const performed = perform(execution).finally(() => {
        underWay.delete(execution);
        // It may have emitted what others react to, and its slot is free.
        wake();
      });
      underWay.set(execution, performed);
    }
  }

  async function lookOnce(): Promise<void> {
    while (!isStopping && (await fireSchedules(deps)).isFull);
    while (!isStopping && (await matchEvents(deps)).isFull) await claimAll();
    await claimAll();
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      const woken = Promise.withResolvers<void>();
      wake = woken.resolve;
      try {
        await lookOnce();
        if (isFailing) log.info({}, "automations are looked after again");
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, "automations cannot be looked after");
        isFailing = true;
      }
      if (isStopping) return;
      // Not in step with other processes: their looks then spread over the second.
      const timer = setTimeout(wake, pollEveryMs * (0.75 + Math.random() * 0.5));
      await woken.promise;
      clearTimeout(timer);
    }
  }

  function beginToStop(): void {
    isStopping = true;
    wake();
  }

  signal?.addEventListener("abort", beginToStop, { once: true });
  const running = run();
  return {
    async stop() {
      beginToStop();
      await running;
      await within(graceMs, Promise.all(underWay.values()));
      const unfinished = [...underWay.keys()];
      if (unfinished.length === 0) return;
      log.info({ executions: unfinished.length }, "executions given back");
      await within(giveBackMs, Promise.allSettled(unfinished.map((execution) => releaseExecution(deps, execution))));
    },
  };
}

/** Waits for work, but no longer than so many milliseconds. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const passed = Promise.withResolvers<void>();
  const timer = setTimeout(passed.resolve, ms);
  await Promise.race([work, passed.promise]);
  clearTimeout(timer);
}
