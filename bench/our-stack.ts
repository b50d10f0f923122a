import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";

import pg from "pg";
import { z } from "zod";

import { startStack } from "../scripts/stack.ts";
import type { Contender } from "./contender.ts";
import type { EndTimes } from "./peers/start-peer.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");

/** Above anything that a benchmark reaches, so that no budget refuses. */
const budgetPerMinute = "10000000";

/** A run of the contract registry that ends as its release documents: everything but the engine's own work. */
const scenarioBody = JSON.stringify({
  engine_version: "1.0",
  test_scenario: "completed",
  input: { subject: { key: "bench-1", kind: "account", label: "Bench account" }, profile: { revenue: 1 } },
});

/** Runs a command of the operator, and reads its answer. */
export type Svc = <Shape extends z.ZodType>(shape: Shape, ...words: string[]) => Promise<z.output<Shape>>;

/** Starts our stack and prepares it as a customer would: organization, key, one engine, configured and published. */
export async function startOurStack(given: {
  dataDir: string;
  databaseUrl: string;
  queueUrl: string;
  /** Starts the console as well; 0 picks a port. */
  consolePort?: number;
}): Promise<Contender & { endTimes: EndTimes; organizationId: string; consoleUrl: string | undefined; svc: Svc }> {
  const lastLines: string[] = [];
  // As deployed: Express and others work faster (and say less) under NODE_ENV=production, and so does the reference.
  const environment = {
    NODE_ENV: "production",
    // The image has one too. A process that finds its modules compiled does not load what strips types.
    NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node"),
    SECRETS_KEY: randomBytes(32).toString("base64"),
    LOG_LEVEL: "warn",
    // Who measures the console has no second factor.
    CONSOLE_SECOND_FACTOR: "optional",
  };
  const stack = await startStack({
    ...given,
    persistent: true,
    environment,
    onLine: (from, line) => {
      lastLines.push(`${from}: ${line}`);
      if (lastLines.length > 40) lastLines.shift();
    },
  });
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 1 });

  async function svc<Shape extends z.ZodType>(shape: Shape, ...words: string[]): Promise<z.output<Shape>> {
    const { stdout } = await run(process.execPath, [join(root, "apps/operator/src/main.ts"), ...words, "--json"], {
      cwd: root,
      env: {
        ...process.env,
        ...environment,
        DATABASE_URL: stack.databaseUrl,
        QUEUE_URL: given.queueUrl,
        DATA_DIR: given.dataDir,
      },
      timeout: 60_000,
    });
    return shape.parse(JSON.parse(stdout));
  }

  try {
    const organization = await svc(
      z.object({ organization_id: z.string() }),
      "organization",
      "create",
      "--name",
      "Bench",
    );
    const id = organization.organization_id;
    await svc(z.unknown(), "organization", "set", id, "--requests-per-minute", budgetPerMinute);
    const keyOf = async (environment: string): Promise<string> => {
      const words = ["key", "create", "--organization", id, "--environment", environment];
      return (await svc(z.object({ api_key: z.string() }), ...words)).api_key;
    };
    const headers = { authorization: `Bearer ${await keyOf("live")}` };

    const call = async (method: string, path: string, body?: object): Promise<unknown> => {
      const response = await fetch(`${stack.apiUrl}/api/v1${path}`, {
        method,
        headers: { ...headers, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      });
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
      return response.json();
    };
    await call("POST", "/engines", { slug: "bench", label: "Bench", description: "", engine_type: "comparison" });
    const { config } = z.object({ config: z.looseObject({}) }).parse(await call("GET", "/engines/bench/config"));
    const quotas = { requests_per_minute: Number(budgetPerMinute) };
    await call("PUT", "/engines/bench/config", { config: { ...config, quotas } });
    await call("POST", "/engines/bench/versions", { changelog: "Benchmark" });
    await call("POST", "/environments", { slug: "sandbox", name: "Sandbox" });
    const sandbox = { authorization: `Bearer ${await keyOf("sandbox")}` };

    return {
      name: "ours",
      organizationId: id,
      consoleUrl: stack.consoleUrl,
      svc,
      submissionUrl: `${stack.apiUrl}/api/v1/engines/bench/runs`,
      headers,
      idle: { url: `${stack.apiUrl}/api/v1/engines/generic_fixture_engine/runs`, headers: sandbox, body: scenarioBody },
      pids: stack.pids,
      workerPid: stack.pids.worker,
      async unfinished() {
        const { rows } = await pool.query<{ count: number }>(
          `select (select count(*) from runs where status = 'queued')::int
             + (select count(*) from runs where status = 'processing')::int as count`,
        );
        return rows[0]?.count ?? 0;
      },
      async endTimes(ids) {
        const { rows } = await pool.query<{ id: string; ms: number }>(
          `select id, (extract(epoch from completed_at) * 1000)::float8 as ms
           from runs where id = any($1::uuid[]) and completed_at is not null`,
          [ids],
        );
        return new Map(rows.map((row) => [row.id, row.ms]));
      },
      async stop() {
        await pool.end();
        await stack.stop();
      },
    };
  } catch (error) {
    console.error(lastLines.join("\n"));
    await pool.end();
    await stack.stop();
    throw error;
  }
}
