import { attachmentLimits } from "@service/contract";
import { openComputingThreads } from "@service/domain/computing";
import { createModelCallMetrics, openModelDesk } from "@service/domain/models";
import { endWaits } from "@service/domain/runs";
import manifest from "../package.json" with { type: "json" };
import { createDownloadTokens, openFileStore, serveDownloads } from "@service/files";
import { createRequestMetrics, finishRequests, listen, serveRequests } from "@service/http";
import { environmentModelOf } from "@service/model-providers";
import { trustProxies } from "@service/outgoing";
import { openProcess } from "@service/process";
import { type ApiDeps, createApp, createCounters, createStreamMetrics, openDeps, routes } from "@service/routes";
import { createSecretBox, loadSecretsKey, type Logger, type Stop } from "@service/runtime";
import type { ApiConfig } from "./config.ts";

/** A starting process waits this long for its queue, then takes requests without it. */
const firstContactMs = 3_000;

/** Where files are downloaded unless the operator says otherwise. */
const filesPortDefault = 8082;

/** Of this process: answers of the embedded model to `/converse` are few beside what it relays. */
const computingThreads = 1;

/** A request waits no longer for a database that answers nothing, and the same again for the probe (PLAT-53). */
const databaseSilenceMs = 3_000;

/** For closing the connections that requests use, after the last request. */
const stopMarginMs = 5_000;

export interface RunningApi {
  /** `http://host:port` */
  readonly url: string;
  readonly deps: ApiDeps;
  readonly stop: Stop;
}

/**
 * Opens what the API needs, listens, and returns once it accepts connections. Starts without Postgres and the queue
 * too: `/health` then reports degraded until they come back (OPS-1).
 */
export async function startApi(config: ApiConfig, given: { log?: Logger } = {}): Promise<RunningApi> {
  const graceMs = config.shutdownGraceSeconds * 1000;
  const { log, stop, tracing, db, clock, queue, metrics } = await openProcess(config, {
    name: "api",
    marginMs: stopMarginMs,
    silenceMs: databaseSilenceMs,
    ...(given.log && { log: given.log }),
  });
  const secrets = createSecretBox(await loadSecretsKey({ secretsKey: config.secretsKey, dataDir: config.dataDir }));
  const tokens = createDownloadTokens(secrets, () => clock.now());
  let filesUrl = config.filesPublicUrl;
  const files = await openFileStore(config, { tokens, publicUrl: () => filesUrl ?? "" });
  if (files?.kind === "fs") {
    const downloads = await serveDownloads({
      store: files,
      tokens,
      host: config.host,
      port: config.filesPort ?? (config.port === 0 ? 0 : filesPortDefault),
      isPortGiven: config.filesPort !== undefined,
      log,
    });
    stop.onStop("downloads", () => downloads.close(graceMs));
    filesUrl ??= downloads.url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
    log.info({ url: downloads.url }, "files listening");
  }
  const streamCounts = { max: config.streamsPerProcess, attached: (): number => deps.turnStreams.attachedCount };
  const onRelayed = metrics && createStreamMetrics(metrics, streamCounts);
  const models = openModelDesk({
    clock,
    own: environmentModelOf(config),
    calls: metrics && createModelCallMetrics(metrics),
  });
  const computing = openComputingThreads({ threads: computingThreads });
  stop.onStop("threads", () => computing.close());
  const deps: ApiDeps = openDeps(
    { db, queue, log, clock, secrets, files, models, computing },
    { streamsMax: config.streamsPerProcess, onRelayed },
  );
  stop.onStop("streams of turns", async () => deps.turnStreams.close());
  stop.onStop("shadow counts", () => deps.shadow.flush());
  stop.onStop("uses of keys", () => deps.keyUses.flush());
  const app = createApp({
    deps,
    tracing,
    routes,
    stopping: stop.signal,
    metrics: metrics && createRequestMetrics(metrics),
    settings: {
      buildCommit: config.buildCommit,
      version: manifest.version,
      healthCheckMs: config.healthCheckSeconds * 1000,
      requestBudgetMs: config.requestBudgetSeconds * 1000,
      streamTimes: { heartbeatMs: config.streamHeartbeatSeconds * 1000 },
      hasScanner: config.scanner !== undefined,
      webhookAllowedCidrs: config.webhookAllowedCidrs,
      webhookAddressesOpenedBy: config.nodeEnv === "production" ? undefined : "WEBHOOK_ALLOWED_CIDRS",
      webhookDeniedHosts: config.webhookDeniedHosts,
      trustedProxies: trustProxies(config.trustedProxies),
      ingestPerAddressPerMinute: config.ingestPerAddressPerMinute,
      ingestPerSourcePerMinute: config.ingestPerSourcePerMinute,
      count: metrics ? createCounters(metrics) : () => undefined,
    },
  });
  // Wait for the first contact: before it, runs would be stored as failed. Without a queue, start anyway (OPS-1).
  await queue.health(firstContactMs);
  // An upload is the longest request; every other body has a shorter budget of its own.
  const server = serveRequests(app, {
    keepAliveTimeout: 65_000,
    headersTimeout: 66_000,
    requestTimeout: attachmentLimits.uploadMs + 30_000,
  });
  const url = await listen(server, config.host, config.port);
  stop.onStop("requests", (signal) => {
    // Answer callers that wait for a run with its current state, while there is time to write it.
    setTimeout(() => endWaits(deps), graceMs * 0.8).unref();
    return finishRequests(server, graceMs, signal);
  });
  log.info({ url }, "api listening");
  return { url, deps, stop };
}
