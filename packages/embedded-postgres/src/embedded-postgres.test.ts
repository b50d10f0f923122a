import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import pg from "pg";

import { EmbeddedPostgresError, startEmbeddedPostgres } from "./index.ts";

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(statement);
    return rows;
  } finally {
    await client.end();
  }
}

/** A process that starts a database and is then killed without stopping it. */
async function startAndBeKilled(dataDir: string): Promise<number> {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, "index.ts"))};
    const { pid } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, persistent: true });
    console.log(pid);
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"] ?? "" },
  });
  const pid = await new Promise<number>((resolve, reject) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(Number(chunk.toString().trim())));
    child.once("exit", () => reject(new Error("ended before it had started a database")));
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
  return pid;
}

describe("the embedded PostgreSQL", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "service-embedded-"));
  });
  afterEach(async () => {
    await rm(dataDir, { recursive: true, force: true });
  });

  test("is UTF-8 with C order in UTC, on 127.0.0.1 only and with a password", async () => {
    const server = await startEmbeddedPostgres({ dataDir, persistent: false });
    const [settings] = await ask(
      server.url,
      `select current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
         current_setting('listen_addresses') as addresses,
         (select datcollate from pg_database where datname = current_database()) as collation`,
    );
    expect(settings).toEqual({ encoding: "UTF8", zone: "UTC", addresses: "127.0.0.1", collation: "C" });
    const wrong = new URL(server.url);
    wrong.password = "wrong";
    await expect(ask(wrong.href, "select 1")).rejects.toThrow(/password authentication failed/);
    expect((await stat(join(dataDir, "password"))).mode & 0o777).toBe(0o600);
    await server.stop();
    expect(existsSync(dataDir)).toBe(false);
  });

  test("keeps its data and its password over a restart when persistent", async () => {
    const first = await startEmbeddedPostgres({ dataDir, persistent: true });
    await ask(first.url, "create table kept (id int)");
    await first.stop();
    const second = await startEmbeddedPostgres({ dataDir, persistent: true, port: first.port });
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, "select * from kept")).toEqual([]);
    expect(await ask(second.url, "show fsync")).toEqual([{ fsync: "on" }]);
    await second.stop();
  });

  test("refuses a directory that a live process owns", async () => {
    const server = await startEmbeddedPostgres({ dataDir, persistent: true });
    await expect(startEmbeddedPostgres({ dataDir, persistent: true })).rejects.toThrow(EmbeddedPostgresError);
    await server.stop();
  });

  test("takes over from a process that was killed, whose server still runs", async () => {
    const orphan = await startAndBeKilled(dataDir);
    expect(() => process.kill(orphan, 0)).not.toThrow();
    const server = await startEmbeddedPostgres({ dataDir, persistent: true });
    expect(server.pid).not.toBe(orphan);
    expect(await ask(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
    // Gone, or a zombie where the container's first process collects none.
    expect(await readFile(`/proc/${orphan}/stat`, "utf8").catch(() => ") Z ")).toContain(") Z ");
    await server.stop();
  });

  test("starts after a crash that left its mark behind", async () => {
    const server = await startEmbeddedPostgres({ dataDir, persistent: true });
    await ask(server.url, "create table kept (id int)");
    process.kill(server.pid, "SIGKILL");
    await server.ended;
    await server.stop();
    expect(existsSync(join(dataDir, "cluster", "postmaster.pid"))).toBe(true);
    const again = await startEmbeddedPostgres({ dataDir, persistent: true });
    expect(await ask(again.url, "select * from kept")).toEqual([]);
    await again.stop();
  });
});
