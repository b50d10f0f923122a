/**
 * The main job from end to end, on a machine with nothing but Node: starts everything embedded, configures and
 * publishes engines, submits runs with real input, shows their results and the signed deliveries a customer receives;
 * then a book comes in, and people work with it: opportunities, the action ledger, documents, an assistant.
 * Exits 0, or 1 with the reason; leaves no process behind. With `--open` everything keeps running afterwards, with the console
 * and a link that signs in, until Ctrl-C.
 */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { EngineTypeName } from "@service/contract";
import type { JsonObject } from "@service/json";
import { removeQueueKeys } from "@service/queue";
import {
  asOf,
  defaultSeed,
  fullShowCases,
  organizationName,
  type ShowCase,
  type ShowCases,
  writeSample,
} from "@service/sample-data";
import { z } from "zod";
import { money, tableOf } from "./demo/print-table.ts";
import { showWork } from "./demo/show-work.ts";
import { buildConsole } from "./build-console.ts";
import { linkForFirstOwner } from "./first-link.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./demo/webhook-receiver.ts";
import { startStack, type Stack } from "./stack.ts";

type Fields = { readonly [name: string]: unknown };

const root = join(import.meta.dirname, "..");
const rowShape = z.record(z.string(), z.json());
const rowsShown = 8;
/** Generous: a slow machine is slow, not broken. */
const patienceMs = 600_000;
/** Statuses of a service that has too much to do: the same request succeeds later. */
const busyStatuses: ReadonlySet<number> = new Set([429, 503, 504]);

type DemoEngine = {
  readonly type: EngineTypeName;
  readonly slug: string;
  readonly label: string;
  readonly show: (run: Fields) => void;
};

const demoEngines: readonly DemoEngine[] = [
  { type: "comparison", slug: "proposal-review", label: "Proposal review", show: showComparison },
  { type: "entity_analysis", slug: "account-review", label: "Account review", show: showAccountReview },
  { type: "matching", slug: "market-finder", label: "Market finder", show: showMatching },
  { type: "diligence", slug: "vendor-check", label: "Vendor check", show: showDiligence },
  { type: "triage", slug: "intake-desk", label: "Intake desk", show: showTriage },
  { type: "opportunity", slug: "book-review", label: "Book review", show: showOpportunities },
];

/** The person on whose behalf runs are submitted; matching engines insist on one. */
const actingPrincipal = "producer-7";

/** A Redis that the demo is given may be that of a deployment: what it leaves there is its own, and is removed. */
const queuePrefix = `demo-${randomUUID().slice(0, 8)}`;
const dataDir = await mkdtemp(join(tmpdir(), "engine-service-demo-"));
const stopping = new AbortController();
// Ctrl-C reaches this process twice, from the terminal and from npm: the second one changes nothing.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => stopping.abort(new Error(`stopped by ${signal}`)));
const staysOpen = process.argv.includes("--open");
let stack: Stack | undefined;
let receiver: WebhookReceiver | undefined;
const queueUrl = process.env["QUEUE_URL"];
try {
  const startedAt = performance.now();
  say("Starting the service: database, api, worker, webhooks");
  if (staysOpen) await buildConsole(say);
  stack = await startStack({
    dataDir,
    ...(staysOpen && { consolePort: 0 }),
    persistent: false,
    ...(queueUrl ? { queueUrl } : {}),
    environment: { WEBHOOK_ALLOWED_CIDRS: "127.0.0.1/32", QUEUE_PREFIX: queuePrefix },
    signal: stopping.signal,
    onLine: (from, line) => {
      if (process.env["DEMO_VERBOSE"]) process.stderr.write(`${from}: ${line}\n`);
    },
  });
  say(
    `Ready at ${stack.apiUrl} after ${seconds(startedAt)}; queue: ${queueUrl ? queueUrl.slice(0, queueUrl.indexOf(":")) : "embedded PostgreSQL"}`,
  );
  receiver = await startWebhookReceiver();
  await Promise.race([demonstrate(stack, receiver), failsWhenStackEnds(stack), failsWhenStopped(stopping.signal)]);
  say(`Done in ${seconds(startedAt)}.`);
  if (staysOpen) await stayOpen(stack, stopping.signal);
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`\ndemo failed: ${error instanceof Error ? error.message : String(error)}\n`);
} finally {
  await receiver?.stop();
  await stack?.stop();
  if (queueUrl)
    await removeQueueKeys({ url: queueUrl, prefix: queuePrefix }).catch((error: unknown) => {
      process.stderr.write(`keys under ${queuePrefix} were left in Redis: ${String(error)}\n`);
    });
  await rm(dataDir, { recursive: true, force: true });
}

/** Prints a link that signs in to the console, opens it where the system can, and waits for Ctrl-C. */
async function stayOpen({ databaseUrl, consoleUrl, apiUrl }: Stack, stopped: AbortSignal): Promise<void> {
  if (consoleUrl === undefined) return;
  const link = await linkForFirstOwner({ databaseUrl, consoleUrl });
  say(`API at ${apiUrl}, console at ${consoleUrl}.`);
  if (link !== undefined) say(`This link signs in once, as the owner: ${link}`);
  say("Everything keeps running; Ctrl-C ends it and removes its data.");
  const opener = process.platform === "darwin" ? "open" : process.platform === "win32" ? "explorer" : "xdg-open";
  execFile(opener, [link ?? consoleUrl], () => undefined);
  await new Promise<void>((resolve) => stopped.addEventListener("abort", () => resolve()));
}

async function demonstrate(running: Stack, hooks: WebhookReceiver): Promise<void> {
  heading("1. An organization, a key, a webhook endpoint");
  const organization = await svc(running, "organization", "create", "--name", organizationName);
  const organizationId = String(organization["organization_id"]);
  const key = await svc(
    running,
    "key",
    "create",
    "--organization",
    organizationId,
    "--environment",
    "live",
    "--label",
    "demo",
  );
  const call = caller(running.apiUrl, String(key["api_key"]));
  const endpoint = await call("POST", "/webhooks", {
    url: hooks.url,
    events: ["run.completed", "run.failed"],
    payload_mode: "full",
    description: "Demo receiver",
  });
  hooks.useSecret(String(endpoint["secret"]));
  print(
    tableOf(
      ["What", "Value"],
      [
        ["organization", organizationId],
        ["key", `${String(key["api_key"]).slice(0, 14)}… (${String(key["environment"])})`],
        ["webhook endpoint", String(endpoint["url"])],
      ],
    ),
  );

  const madeAt = performance.now();
  const sample = fullShowCases();
  const madeIn = seconds(madeAt);
  // Imported while engines are published; runs begin when both are done.
  const importing = importDatasets(running, organizationId, sample);
  // Awaited below, unless something else fails first: then its failure is a consequence.
  importing.catch(() => undefined);

  heading("2. Engines: configured and published");
  const published = [];
  for (const { type, slug, label } of demoEngines) {
    await call("POST", "/engines", { slug, label, description: "", engine_type: type });
    const config = await call("GET", `/engines/${slug}/config`);
    await call("PUT", `/engines/${slug}/config`, { config: { ...asFields(config["config"]), expose_warnings: true } });
    const startedAt = performance.now();
    const release = await call("POST", `/engines/${slug}/versions`, { changelog: "First release" });
    published.push([
      slug,
      type,
      String(release["version"]),
      String(release["engine_config_version_hash"]).slice(0, 12),
      seconds(startedAt),
    ]);
  }
  print(tableOf(["Engine", "Type", "Release", "Configuration", "Gate and publish"], published));

  heading("3. Sample data: invented, made on the spot, and imported");
  print(tableOf(["Dataset", "Rows", "Import"], await importing));
  print(`\n  Made in ${madeIn}. npm run sample-data writes all of it into a folder.`);

  heading("4. Runs: submitted, processed, read");
  const runs = [];
  for (const engine of demoEngines) {
    const shown = sample.cases[engine.type];
    const submittedAt = performance.now();
    const accepted = await call("POST", `/engines/${engine.slug}/runs`, submissionOf(shown), {
      "idempotency-key": `demo-${engine.slug}`,
      "x-service-acting-principal": actingPrincipal,
    });
    const runId = String(accepted["run_id"]);
    const run = await finished(call, runId);
    runs.push({ engine, shown, run, tookMs: performance.now() - submittedAt });
  }
  print(
    tableOf(
      ["Run", "Engine", "Status", "Attempt", "ms from submit to result"],
      runs.map(({ engine, run, tookMs }) => [
        String(run["run_id"]),
        engine.slug,
        String(run["status"]),
        Number(run["attempt"]),
        Math.round(tookMs),
      ]),
    ),
  );
  const broken = runs.find(({ run }) => run["status"] !== "completed" && run["status"] !== "degraded");
  if (broken)
    throw new Error(
      `run of ${broken.engine.slug} ended ${String(broken.run["status"])}: ${String(broken.run["error"])}`,
    );
  for (const { engine, shown, run } of runs) {
    heading(`   ${engine.label}. ${shown.label}`);
    engine.show(run);
  }

  heading("5. What was planted in the data, and what the runs found");
  print(
    tableOf(
      ["Engine", "Planted", "Found"],
      runs.flatMap(({ engine, shown, run }) => {
        const score = shown.score?.(asRow(run["output"]), asList(run["solutions"]).map(asRow));
        return score === undefined ? [] : [[engine.label, score.what, `${score.found} of ${score.of}`]];
      }),
    ),
  );

  heading("6. What the customer's endpoint received");
  const deadline = performance.now() + patienceMs;
  while (hooks.received.length < runs.length && performance.now() < deadline) await wait(50);
  print(
    tableOf(
      ["Event", "Run", "Signature", "Attempt", "Bytes"],
      hooks.received.map((event) => [
        event.type,
        event.runId,
        event.isVerified ? "verified" : "WRONG",
        event.attempt,
        event.bytes,
      ]),
    ),
  );
  if (hooks.received.length < runs.length)
    throw new Error(`only ${hooks.received.length} of ${runs.length} deliveries arrived`);
  if (hooks.received.some((event) => !event.isVerified))
    throw new Error("a delivery was not signed with the endpoint's secret");

  heading("7. The same submission again");
  const [first] = runs;
  if (first) {
    const replay = await call("POST", `/engines/${first.engine.slug}/runs`, submissionOf(first.shown), {
      "idempotency-key": `demo-${first.engine.slug}`,
      "x-service-acting-principal": actingPrincipal,
    });
    if (replay["run_id"] !== first.run["run_id"]) throw new Error("the idempotency key made a second run");
    print(
      `  The Idempotency-Key answers the original run ${String(replay["run_id"])} (${String(replay["status"])}); nothing ran twice.`,
    );
  }

  heading("   A submission that cannot be computed");
  const subject = { key: "unheard-of", kind: "account", label: "Unheard-of Account" };
  const { run_id: failingId } = await call("POST", "/engines/account-review/runs", {
    input: { as_of: asOf, subject, profile: { unheard_of: "x" } },
  });
  const failed = await finished(call, String(failingId));
  if (failed["status"] !== "failed") throw new Error(`a run without a fact ended ${String(failed["status"])}`);
  print(`  ${String(failed["error"])} The console says what to do next.`);

  await showBook(running, organizationId, String(key["api_key"]));
}

/** A book as an agency system exports it comes in, and two people of the agency look at it. */
async function showBook(running: Stack, organizationId: string, apiKey: string): Promise<void> {
  heading("8. The book: a report of the agency system, imported and read by seat");
  const folder = join(dataDir, "book");
  writeSample(folder, { size: "demo", seed: defaultSeed, shape: "wide_policy_csv" });
  const of = ["--organization", organizationId];
  const connection = await svc(
    running,
    "connection",
    "create",
    ...of,
    "--name",
    "Agency system",
    "--kind",
    "import",
    "--mapping",
    "wide_policy_csv",
  );
  const connectionId = String(connection["connection_id"]);
  const startedAt = performance.now();
  const imported = await svc(
    running,
    "records",
    "import",
    "--connection",
    connectionId,
    join(folder, "book", "policies.csv"),
  );
  const took = seconds(startedAt);
  print(
    tableOf(
      ["Family", "Read", "New", "Quarantined"],
      Object.entries(asFields(imported["counts"])).map(([family, counts]) => {
        const { read, quarantined, new: added } = asFields(counts);
        return [family, Number(read), Number(added), Number(quarantined)];
      }),
    ),
  );
  print(`\n  policies.csv is a Windows-1252 report with semicolons, one wide row per policy; import ${took}.`);

  const seatsFile = join(folder, "seats.json");
  await svc(running, "seat", "import", seatsFile, ...of);
  await svc(running, "organization", "set", organizationId, "--records-posture", "lit");
  // A change of posture reaches keys within two seconds.
  await wait(2_500);
  const seats = z.array(rowShape).parse(JSON.parse(await readFile(seatsFile, "utf8")));
  const call = caller(running.apiUrl, apiKey);
  const emailOf = (scope: string): string =>
    String(asTexts(seats.find((row) => row["scope"] === scope)?.["emails"])[0]);
  for (const scope of ["Own", "All"]) {
    const seat = seats.find((row) => row["scope"] === scope) ?? {};
    const email = emailOf(scope);
    const page = await call("GET", "/records/accounts?limit=5&include_count=true", undefined, {
      "x-service-acting-email": email,
    });
    const { seat_key: seatKey, masked_fields: masked } = asFields(page["scope"]);
    print(
      `\n  ${shown(seat["name"])} (${shown(seatKey)}, scope ${scope}) sees ${String(asFields(page["count"])["value"])} accounts; masked: ${shown(asTexts(masked).join(", ") || "nothing")}\n`,
    );
    print(
      tableOf(
        ["Account", "City", "FEIN", "Producer"],
        asList(page["data"]).map((row) => [
          String(row["name"]),
          shown(asFields(row["mailing_address"])["city"]),
          shown(row["fein"]),
          shown(row["producer_seat"]),
        ]),
      ),
    );
  }
  const email = emailOf("All");
  await showWork({
    folder,
    connectionId,
    engineSlug: "book-review",
    comparisonSlug: "proposal-review",
    principal: actingPrincipal,
    ask: (method, path, body, headers = {}) =>
      call(method, path, body, {
        "x-service-acting-principal": actingPrincipal,
        "x-service-acting-email": email,
        ...headers,
      }),
    svc: (...words) => svc(running, ...words),
    finished: (runId) => finished(call, runId),
    print,
    heading,
  });
}

/** Imports as an operator does, all at once; answers a row of the table for each. */
async function importDatasets(
  running: Stack,
  organizationId: string,
  { datasets }: ShowCases,
): Promise<(string | number)[][]> {
  const folder = join(dataDir, "datasets");
  await mkdir(folder);
  return Promise.all(
    [...datasets].map(async ([key, rows]) => {
      const startedAt = performance.now();
      const file = join(folder, `${key.replace(":", "-")}.ndjson`);
      await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      // As of the day of the sample, as everything in it is.
      const words = ["dataset", "import", key, file, "--organization", organizationId, "--as-of", asOf];
      const imported = await svc(running, ...words);
      return [key, Number(imported["rows"]), seconds(startedAt)];
    }),
  );
}

function submissionOf({ input, offerings }: ShowCase): object {
  return { input, ...(offerings === undefined ? {} : { offerings }) };
}

async function finished(call: Call, runId: string): Promise<Fields> {
  const startedAt = performance.now();
  let shownStatus = "";
  for (;;) {
    const run = await call("GET", `/runs/${runId}`);
    const status = String(run["status"]);
    const line = `  ${runId}  ${status.padEnd(10)} ${seconds(startedAt)}`;
    // A terminal shows one line that moves; a log shows a line for each change.
    if (process.stdout.isTTY) process.stdout.write(`\r${line}`);
    else if (status !== shownStatus) print(line);
    shownStatus = status;
    if (status !== "queued" && status !== "processing") {
      if (process.stdout.isTTY) print("");
      return run;
    }
    if (performance.now() - startedAt > patienceMs)
      throw new Error(`run ${runId} is still ${status} after ${patienceMs / 60_000} minutes`);
    await wait(100);
  }
}

function showComparison(run: Fields): void {
  const output = asFields(run["output"]);
  print(`  ${String(output["headline"])}\n`);
  print(
    tableOf(
      ["Rank", "Offer", "Eligible", "Score", "Concern"],
      asList(run["solutions"]).map((solution) => [
        Number(solution["rank"]),
        String(solution["solution_key"]),
        solution["eligible"] === true ? "yes" : "no",
        Number(solution["score"]),
        shown(asTexts(solution["concerns"])[0]),
      ]),
    ),
  );
  print("");
  print(
    tableOf(
      ["Offer", "Annual premium", "Expected retained", "Total cost of risk"],
      asList(output["items"]).map((item) => {
        const totals = asFields(item["totals"]);
        return [
          String(item["label"]),
          money(totals["annualized"]),
          money(totals["expected_retained"]),
          money(totals["total_cost_of_risk"]),
        ];
      }),
    ),
  );
  print("");
  print(
    tableOf(
      ["Severity", "Finding"],
      asList(output["findings"])
        .slice(0, 12)
        .map((finding) => [String(finding["severity"]), String(finding["title"])]),
    ),
  );
}

function showAccountReview(run: Fields): void {
  const output = asFields(run["output"]);
  print(`  ${String(output["headline"])}\n`);
  print(
    tableOf(
      ["Dimension", "Score", "Evaluated"],
      Object.values(asFields(output["dimensions"])).map((dimension) => {
        const fields = asFields(dimension);
        return [
          String(fields["label"]),
          fields["score"] === null ? "no data" : shown(fields["score"]),
          `${Math.round(Number(fields["coverage"]) * 100)} %`,
        ];
      }),
    ),
  );
  print("");
  print(
    tableOf(
      ["Severity", "Gap", "Recommendation"],
      asList(output["gaps"])
        .slice(0, 12)
        .map((gap) => [String(gap["severity"]), String(gap["title"]), shown(gap["recommendation"])]),
    ),
  );
  print("");
  print(
    tableOf(
      ["Work item", "Due"],
      asList(run["work_items"])
        .slice(0, 8)
        .map((item) => [String(item["title"]), shown(item["due_on"])]),
    ),
  );
}

function showMatching(run: Fields): void {
  const output = asFields(run["output"]);
  print(`  ${String(output["headline"])}\n`);
  print(
    tableOf(
      ["Rank", "Market", "Kind", "Eligibility", "Score", "Indication", "Because"],
      asList(run["solutions"])
        .slice(0, rowsShown)
        .map((solution) => [
          Number(solution["rank"]),
          [...new Set(asList(solution["offerings"]).map((offering) => String(offering["carrier_name"])))].join(", "),
          String(solution["kind"]),
          String(solution["eligibility"]),
          Number(solution["score"]),
          money(asFields(solution["indicative_premium"])["mid"]),
          shown(asTexts(solution["reasons_for"])[0]),
        ]),
    ),
  );
}

function showDiligence(run: Fields): void {
  const output = asFields(run["output"]);
  print(`  ${String(output["headline"])}\n`);
  print(
    tableOf(
      ["Check", "Status", "Detail"],
      Object.entries(asFields(output["checks"])).map(([key, check]) => [
        key,
        String(asFields(check)["status"]),
        String(asFields(check)["detail"]),
      ]),
    ),
  );
  print("");
  print(
    tableOf(
      ["Hit", "Party", "Score", "Band"],
      asList(output["hits"]).map((hit) => [
        String(hit["name_matched"]),
        String(hit["party"]),
        Number(hit["score"]),
        String(hit["band"]),
      ]),
    ),
  );
}

function showTriage(run: Fields): void {
  const output = asFields(run["output"]);
  print(`  ${String(output["headline"])}\n`);
  print(
    tableOf(
      ["Position", "Submission", "Action", "Priority", "Readiness", "Because"],
      asList(output["queue"])
        .slice(0, 2 * rowsShown)
        .map((item) => {
          const scores = asFields(item["scores"]);
          return [
            Number(item["position"]),
            String(item["submission_key"]),
            String(item["action"]),
            shown(scores["priority"]),
            shown(scores["readiness"]),
            asTexts(item["because"]).slice(0, 2).map(shown).join("; "),
          ];
        }),
    ),
  );
}

function showOpportunities(run: Fields): void {
  const output = asFields(run["output"]);
  print(`  ${String(output["headline"])}\n`);
  print(
    tableOf(
      ["Score", "Account", "What", "Expected revenue", "Because"],
      asList(output["opportunities"])
        .slice(0, rowsShown)
        .map((item) => [
          Number(item["score"]),
          String(item["account_name"]),
          String(item["title"]),
          money(item["expected_value"]),
          shown(asTexts(item["because"])[0]),
        ]),
    ),
  );
}

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Fields>;

function caller(apiUrl: string, apiKey: string): Call {
  return async (method, path, body, headers = {}) => {
    // A publish continues where the one before it timed out; other posts are repeated under their key alone.
    const isRepeatable = method !== "POST" || "idempotency-key" in headers || path.endsWith("/versions");
    const startedAt = performance.now();
    for (;;) {
      const response = await fetch(`${apiUrl}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = asFields(await response.json());
      if (response.ok) return answer;
      const isBusy = busyStatuses.has(response.status) && isRepeatable && performance.now() - startedAt < patienceMs;
      if (!isBusy)
        throw new Error(`${method} ${path} answered ${response.status} ${JSON.stringify(answer).slice(0, 2_000)}`);
      print(`  ${method} ${path} answered ${response.status}: this machine is busy; asking again`);
      await wait(1_000 * (Number(response.headers.get("retry-after")) || 1));
    }
  };
}

/** The operator's command, as an operator would type it. */
async function svc(running: Stack, ...words: string[]): Promise<Fields> {
  const env = {
    ...process.env,
    DATABASE_URL: running.databaseUrl,
    DATABASE_DIRECT_URL: "",
    DATA_DIR: dataDir,
    QUEUE_PREFIX: queuePrefix,
  };
  const program = join(root, "apps/operator/src/main.ts");
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...words, "--json"], { env });
    return asFields(JSON.parse(stdout));
  } catch (error) {
    // Its own words, and not those of the process that ended.
    const stderr = Error.isError(error) && "stderr" in error ? String(error.stderr).trim() : "";
    throw new Error(`svc ${words.slice(0, 2).join(" ")}: ${stderr === "" ? String(error) : stderr}`, { cause: error });
  }
}

async function failsWhenStackEnds(running: Stack): Promise<never> {
  const end = await running.unexpectedEnd;
  throw new Error(`${end.process} ended: ${end.reason}`);
}

function failsWhenStopped(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("stopped")));
  });
}

function asFields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function asList(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(asFields) : [];
}

/** A part of an answer: JSON, as it came. */
function asRow(value: unknown): JsonObject {
  return rowShape.catch({}).parse(value);
}

function asTexts(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A JSON value as a cell of a table. */
function shown(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function say(text: string): void {
  print(`» ${text}`);
}

function heading(text: string): void {
  print(`\n${text}\n`);
}
