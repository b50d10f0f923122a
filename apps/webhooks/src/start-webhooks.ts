import { isRowError } from "@service/db/open";
import type { Deps } from "@service/domain";
import {
  cycleDeadlineSeconds,
  settleDeliveries,
  type Settlement,
  type SettledAttempt,
} from "@service/domain/deliveries";
import { createAddressGuard, resolveHost, type ResolveHost } from "@service/outgoing";
import { openProcess } from "@service/process";
import {
  createBatcher,
  createMetrics,
  createSecretBox,
  loadSecretsKey,
  type Logger,
  type Metrics,
  type Stop,
} from "@service/runtime";

import type { WebhooksConfig } from "./config.ts";
import { deliver } from "./deliver.ts";
import { createDeliveryMetrics } from "./delivery-metrics.ts";
import { startDispatcher } from "./dispatch.ts";
import { startExpander } from "./expand.ts";
import { createSender } from "./send.ts";
import { createSigningKeys } from "./signing-keys.ts";
import { startSweeper } from "./sweep.ts";

/** Deadline of one attempt's exchange, body included (HOOK-70). */
const exchangeMsMax = 15_000;
/** Exchanges do not shrink with the time scale of tests: sixteen real attempts must fit before a scaled deadline. */
const scaledCycleSecondsMin = 10;

/** Deliveries stop first, then what they use: for closing connections after the last settle. */
const stopMarginMs = 5_000;

export interface RunningWebhooks {
  readonly deps: Deps;
  readonly metrics: Metrics;
  readonly stop: Stop;
  /** Port of the metrics, when they are served. */
  readonly metricsPort: number | undefined;
}

/**
 * Opens the process's resources and starts delivering, even with Postgres and the queue absent: it recovers by itself
 * (OPS-1). Any number of these processes may run.
 */
export async function startWebhooks(
  config: WebhooksConfig,
  given: { log?: Logger; resolve?: ResolveHost } = {},
): Promise<RunningWebhooks> {
  const graceMs = config.shutdownGraceSeconds * 1_000;
  const {
    log,
    stop,
    tracing,
    db,
    clock,
    queue,
    metrics: served,
    metricsPort,
  } = await openProcess(config, {
    name: "webhooks",
    marginMs: stopMarginMs,
    ...(given.log && { log: given.log }),
  });
  const secrets = createSecretBox(await loadSecretsKey({ secretsKey: config.secretsKey, dataDir: config.dataDir }));
  const deps: Deps = { db, queue, log, clock, secrets };
  const registry = served ?? createMetrics({ process: "webhooks", runtimeMetrics: false });
  const metrics = createDeliveryMetrics(registry);

  const sender = createSender({
    guard: createAddressGuard({
      allowedCidrs: config.webhookAllowedCidrs,
      deniedHosts: config.webhookDeniedHosts,
    }),
    resolve: given.resolve ?? resolveHost,
    proxy: config.egressProxy === undefined ? undefined : new URL(config.egressProxy),
    totalMs: exchangeMsMax,
  });
  stop.onStop("connections", () => sender.close());
  const settle = createBatcher<SettledAttempt, Settlement>({
    name: "settle deliveries",
    run: (batch) => settleDeliveries(deps, batch),
    maxBatch: 64,
    maxInFlight: 2,
    maxWaiting: 2 * (config.slots + config.slowSlots),
    // An endpoint's answer is stored with its attempt, so one row can fail alone.
    repeatsOneByOne: isRowError,
  });
  const signingKeys = createSigningKeys(secrets);
  const cycleSeconds = Math.max(cycleDeadlineSeconds * config.retryTimeScale, scaledCycleSecondsMin);
  const lanes = [
    { lane: "normal", slots: config.slots } as const,
    { lane: "slow", slots: config.slowSlots } as const,
  ].map(({ lane, slots }) =>
    startDispatcher({
      deps,
      metrics,
      lane,
      slots,
      leaseSeconds: config.leaseSeconds,
      cycleSeconds,
      deliver: (claimed, signal, exchanged) =>
        deliver(
          {
            deps,
            sender,
            signingKeys,
            tracing,
            metrics,
            settle,
            timeScale: config.retryTimeScale,
            signal,
            exchanged,
          },
          claimed,
        ),
    }),
  );
  const wakeLanes = (): void => lanes.forEach((lane) => lane.wake());
  // Wake only the normal lane: endpoints that keep failing are polled once a second.
  const wakeNormal = (): void => lanes[0]?.wake();
  stop.onStop("deliveries", async () => {
    await Promise.all(lanes.map((lane) => lane.stop(graceMs)));
  });
  const expander = startExpander({ deps, metrics, cycleSeconds, wakeDispatcher: wakeNormal });
  stop.onStop("event expansion", () => expander.stop());
  const sweeper = startSweeper({
    deps,
    metrics,
    cycleSeconds,
    leaseSeconds: config.leaseSeconds,
    wakeDispatchers: wakeLanes,
  });
  stop.onStop("sweeper", () => sweeper.stop());
  const listener = queue.listen("webhooks", () => expander.wakeAndWait());
  stop.onStop("wake-ups", () => listener.close());
  log.info({ slots: config.slots }, "webhooks delivering");
  return { deps, metrics: registry, stop, metricsPort };
}
