import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { open, readFile, readlink, unlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

const run = promisify(execFile);

/** Patience with a server whose starter was killed. */
const stopTimeoutMs = 10_000;

/**
 * Marks this process as the owner of the data directory. A mark of a process that no longer lives is replaced, and
 * the server which that process left running is stopped first.
 *
 * @returns gives the mark back.
 */
export async function takeOwnership(dataDir: string, cluster: string): Promise<() => Promise<void>> {
  const path = join(dataDir, "owner");
  const mark = `${process.pid} ${await processStart(process.pid)}`;
  for (;;) {
    try {
      const file = await open(path, "wx", 0o600);
      await file.writeFile(mark);
      await file.close();
      break;
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
      const [pid = "", started = ""] = (await readFile(path, "utf8").catch(() => "")).split(" ");
      if (pid !== "" && started !== "" && (await processStart(Number(pid))) === started) {
        throw new EmbeddedPostgresError(`process ${pid} is running the database in ${dataDir}; stop it first`);
      }
      await unlink(path).catch(() => undefined);
    }
  }
  await stopOrphan(cluster);
  return async () => {
    await unlink(path).catch(() => undefined);
  };
}

function hasCode(error: unknown, code: string): boolean {
  return Error.isError(error) && "code" in error && error.code === code;
}

/** Tells two processes with one id apart (ids are reused): the start time, or "0" when no such process lives. */
async function processStart(pid: number): Promise<string> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!hasCode(error, "EPERM")) return "0";
  }
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (status === undefined) return "alive";
  // Fields 3 and 22, counted after the program's name, which may itself contain spaces and parentheses.
  const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
  // A zombie has ended; in containers its parent often never reaps it.
  return fields[0] === "Z" ? "0" : (fields[19] ?? "alive");
}

/** Stops a server of this cluster whose starter was killed, and removes a mark left by a crash. */
async function stopOrphan(cluster: string): Promise<void> {
  const path = join(cluster, "postmaster.pid");
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return;
  const pid = Number(text.split("\n")[0]);
  if (Number.isInteger(pid) && pid > 1 && (await isServerOf(pid, cluster))) {
    const deadline = Date.now() + stopTimeoutMs;
    process.kill(pid, "SIGINT");
    while (existsSync(path) && (await processStart(pid)) !== "0") {
      if (Date.now() > deadline) throw new EmbeddedPostgresError(`server process ${pid} of ${cluster} does not stop`);
      await new Promise((done) => setTimeout(done, 25));
    }
    return;
  }
  await unlink(path).catch(() => undefined);
}

async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if ((await processStart(pid)) === "0") return false;
  const current = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (current !== undefined) return current === cluster;
  const { stdout } = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.includes("postgres") && stdout.includes(cluster);
}
