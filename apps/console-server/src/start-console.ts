import { openComputingThreads } from "@service/domain/computing";
import { openSentFiles } from "@service/domain/documents";
import { openInstallationOverview } from "@service/domain/installation";
import { openModelDesk } from "@service/domain/models";
import { forgetOldSignIns } from "@service/domain/people";
import { openRunOverviews } from "@service/domain/run-search";
import { createRequestMetrics, finishRequests, listen, serveRequests } from "@service/http";
import { trustProxies } from "@service/outgoing";
import { openProcess } from "@service/process";
import { openDeps } from "@service/routes";
import { createSecretBox, loadSecretsKey, type Logger, type Stop } from "@service/runtime";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { createConsole } from "./app.ts";
import type { ConsoleConfig } from "./config.ts";
import { cookiesUnder } from "./http/cookies.ts";
import type { Admitting } from "./http/admit.ts";
import { settingsOfPublicRoutes } from "./http/public-routes.ts";
import type { ConsoleSettings } from "./http/route.ts";
import type { ConsoleDeps } from "./open-deps.ts";
import { openPage } from "./page.ts";
import { openIdentityProvider } from "./sign-in/identity-provider.ts";
import { openRunWatch } from "./watch-runs.ts";

const stopMarginMs = 5_000;
const databaseSilenceMs = 3_000;
const cleaningMs = 10 * 60_000;
/** Where `npm run build:console` writes the page. */
const pageFolder = join(import.meta.dirname, "../../console/dist");

/** Hosts of this machine: cookies over http stay on it. */
const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);

export interface RunningConsole {
  /** `http://host:port` */
  readonly url: string;
  readonly deps: ConsoleDeps;
  readonly stop: Stop;
}

/**
 * Opens what the console needs, listens, and returns once it accepts connections. Starts without Postgres and the queue
 * too. @param given.page another folder with the built page.
 */
export async function startConsole(
  config: ConsoleConfig,
  given: { readonly log?: Logger; readonly page?: string } = {},
): Promise<RunningConsole> {
  const graceMs = config.shutdownGraceSeconds * 1_000;
  const { log, stop, tracing, db, clock, queue, metrics } = await openProcess(config, {
    name: "console",
    marginMs: stopMarginMs,
    silenceMs: databaseSilenceMs,
    ...(given.log && { log: given.log }),
  });
  const publicUrl = new URL(config.publicUrl);
  const isSecure = publicUrl.protocol === "https:";
  if (config.nodeEnv === "production" && !isSecure && !loopback.has(publicUrl.hostname))
    throw new Error("CONSOLE_PUBLIC_URL must be https in production, except on this machine");
  const secrets = createSecretBox(await loadSecretsKey({ secretsKey: config.secretsKey, dataDir: config.dataDir }));
  const computing = openComputingThreads({ threads: 1 });
  stop.onStop("threads", () => computing.close());
  const sentFiles = openSentFiles();
  stop.onStop("reading of files", () => sentFiles.close());
  const models = openModelDesk({ clock });
  const opened = { db, queue, log, clock, secrets, files: undefined, models, computing };
  const provider =
    config.oidcIssuer === undefined || config.oidcClientId === undefined
      ? undefined
      : openIdentityProvider({
          issuer: config.oidcIssuer,
          clientId: config.oidcClientId,
          clientSecret: config.oidcClientSecret,
          publicUrl,
          secrets,
          nowMs: () => clock.nowMs(),
        });
  const deps: ConsoleDeps = {
    ...openDeps(opened, { streamsMax: 100 }),
    provider,
    runOverviews: openRunOverviews(opened),
    watchRun: openRunWatch(opened),
    installation: openInstallationOverview(opened),
    sentFiles,
  };
  stop.onStop("streams of turns", async () => deps.turnStreams.close());
  stop.onStop("shadow counts", () => deps.shadow.flush());
  const cleaning = setInterval(() => {
    void forgetOldSignIns(deps).catch((error: unknown) => log.warn({ err: error }, "old sign-ins stay for now"));
  }, cleaningMs);
  stop.onStop("cleaning", async () => clearInterval(cleaning));
  const settings: ConsoleSettings = {
    publicUrl,
    buildCommit: config.buildCommit,
    version: manifest.version,
    signIn: { password: !config.oidcOnly, provider: provider !== undefined },
    webhookAllowedCidrs: config.webhookAllowedCidrs,
    webhookDeniedHosts: config.webhookDeniedHosts,
    webhookAddressesOpenedBy: config.nodeEnv === "production" ? undefined : "WEBHOOK_ALLOWED_CIDRS",
  };
  const trustedProxies = trustProxies(config.trustedProxies);
  const admitting: Admitting = {
    deps,
    settings,
    publicSettings: settingsOfPublicRoutes(settings, trustedProxies),
    cookies: cookiesUnder(config.publicUrl),
    times: { idleMinutes: config.idleMinutes, wholeMinutes: config.sessionHours * 60 },
    trustedProxies,
    needsSecondFactor: needingFactor(config),
  };
  const app = createConsole({
    admitting,
    page: openPage(given.page ?? pageFolder, publicUrl),
    tracing,
    metrics: metrics && createRequestMetrics(metrics),
    stopping: stop.signal,
  });
  await queue.health(databaseSilenceMs);
  const server = serveRequests(app, { keepAliveTimeout: 65_000, headersTimeout: 66_000, requestTimeout: 90_000 });
  const url = await listen(server, config.host, config.port);
  stop.onStop("requests", (signal) => finishRequests(server, graceMs, signal));
  log.info({ url, address: config.publicUrl }, "console listening");
  return { url, deps, stop };
}

/** Unset, owners need a second factor in production (CON-16). */
function needingFactor({ secondFactor, nodeEnv }: ConsoleConfig): (role: string | null) => boolean {
  const rule = secondFactor ?? (nodeEnv === "production" ? "owners" : "optional");
  return (role) => rule === "all" || (rule === "owners" && role === "owner");
}
