import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { setOrganization } from "@service/domain/organizations";
import { newOrganization, openTestDeps, type TestDeps } from "@service/domain/testing";
import { testOperator } from "@service/testing";
import * as z from "zod";
import { runSvc } from "../testing/run-svc.ts";

const Answer = z.object({
  healthy: z.boolean(),
  findings: z.array(z.object({ check: z.string(), state: z.string(), says: z.string(), todo: z.string().nullable() })),
});
type Findings = z.infer<typeof Answer>["findings"];

let deps: TestDeps;
let dataDir: string;
let server: Server;
let address = "";
beforeAll(async () => {
  deps = await openTestDeps();
  dataDir = await mkdtemp(join(tmpdir(), "doctor-"));
  server = createServer((_request, response) => response.end("ok"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("a server listens on a port");
  address = `http://127.0.0.1:${bound.port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await deps.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function doctor(changes: Record<string, string> = {}, ...words: string[]) {
  const environment = {
    DATABASE_URL: deps.databaseUrl,
    DATA_DIR: dataDir,
    SECRETS_KEY: deps.secretsKey,
    ...changes,
  };
  const { status, stdout, stderr } = await runSvc(["doctor", "--json", ...words], { environment });
  const { healthy, findings } = Answer.parse(JSON.parse(stdout));
  expect(healthy).toBe(status === 0);
  return { status, stderr, findings };
}

const stateOf = (findings: Findings, check: string): string | undefined =>
  findings.find((one) => one.check === check)?.state;

test("OPS-60: a sound installation ends with 0, a line for each check, and a todo for what only warns", async () => {
  const organizationId = await newOrganization(deps);
  await setOrganization(deps, testOperator, organizationId, { assertionSecret: "s".repeat(32) });
  const { status, findings, stderr } = await doctor({}, "--address", address);
  expect([status, stderr]).toEqual([0, ""]);
  expect(findings.map(({ check, state }) => `${check} ${state}`)).toEqual([
    "database ok",
    "migrations ok",
    "clocks ok",
    "queue ok",
    "secrets key ok",
    "processes warning",
    "models ok",
    "files ok",
    "metrics skipped",
    "address ok",
  ]);
  const todo = findings.find(({ check }) => check === "processes")?.todo;
  expect(todo).toBe("start api, worker, webhooks");
});

test("OPS-60, OPS-61: another key, a queue or store that does not work and an address without answer are problems and end with 1", async () => {
  const file = join(dataDir, "file");
  await writeFile(file, "");
  const { status, findings, stderr } = await doctor(
    { SECRETS_KEY: Buffer.alloc(32, 9).toString("base64"), QUEUE_URL: "redis://127.0.0.1:1", DATA_DIR: file },
    "--address",
    "http://127.0.0.1:1",
  );
  expect([status, stderr]).toEqual([1, "svc: 4 problems were found\n"]);
  const problems = findings.filter(({ state }) => state === "problem");
  expect(problems.map(({ check }) => check)).toEqual(["queue", "secrets key", "files", "address"]);
  expect(problems.filter(({ todo }) => todo === null || todo === "")).toEqual([]);
  expect(problems.map(({ says }) => says).join()).not.toMatch(/\n|at .*[.]ts:/);
});

test.each(["nonsense", "ftp://api.example.com", "127.0.0.1:8080"])(
  "OPS-61: a value that is not an address is named: %s",
  async (given) => {
    const { status, findings } = await doctor({}, "--address", given);
    expect([status, findings.at(-1)]).toEqual([
      1,
      {
        check: "address",
        state: "problem",
        says: `${given} is not an http or https address`,
        todo: "name one such as https://api.example.com/health",
      },
    ]);
  },
);

test("OPS-60: pending migrations are a problem, and what needs their tables is not asked", async () => {
  const { rows } = await deps.db.pool.query<{ id: string }>(
    "select id from _prisma_migrations order by migration_name desc limit 1",
  );
  const [last] = rows;
  await deps.db.pool.query("create table kept_migration as select * from _prisma_migrations where id = $1", [last?.id]);
  await deps.db.pool.query("delete from _prisma_migrations where id = $1", [last?.id]);
  try {
    const { status, findings } = await doctor();
    expect([status, stateOf(findings, "migrations"), stateOf(findings, "models")]).toEqual([1, "problem", "skipped"]);
  } finally {
    await deps.db.pool.query("insert into _prisma_migrations select * from kept_migration");
    await deps.db.pool.query("drop table kept_migration");
  }
});

test("OPS-61: without a database the rest is checked, in sentences and not as a stack trace", async () => {
  const { status, findings, stderr } = await doctor({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing" });
  expect([status, stderr]).toEqual([1, "svc: one problem was found\n"]);
  expect(findings.map(({ check, state }) => `${check} ${state}`)).toEqual([
    "database problem",
    "migrations skipped",
    "clocks skipped",
    "queue skipped",
    "secrets key skipped",
    "processes skipped",
    "models skipped",
    "files ok",
    "metrics skipped",
    "address skipped",
  ]);
});

test("OPS-61: a DATA_DIR that is no folder is named, and not the database", async () => {
  const file = join(dataDir, "plain");
  await writeFile(file, "");
  const { stdout } = await runSvc(["doctor", "--json"], { environment: { DATA_DIR: join(file, "below") } });
  const [database] = Answer.parse(JSON.parse(stdout)).findings;
  expect(database).toMatchObject({
    check: "database",
    state: "problem",
    says: "DATA_DIR must be a folder that can be read (ENOTDIR)",
    todo: "correct that variable",
  });
});

test("OPS-60: a METRICS_PORT that no process takes is a problem", async () => {
  const { status, findings } = await doctor({ METRICS_PORT: "none" });
  expect([status, stateOf(findings, "metrics")]).toEqual([1, "problem"]);
});

test("OPS-61: a wrong variable is one sentence", async () => {
  const ended = await runSvc(["doctor"], { environment: { DATABASE_URL: "nonsense", DATA_DIR: dataDir } });
  expect(ended).toMatchObject({
    status: 1,
    stderr: "svc: DATABASE_URL must be an address that starts with postgres:// or postgresql://\n",
  });
});
