import { readdir, readFile } from "node:fs/promises";

const ticksPerSecond = 100;

/** Seconds of processor time a process has used, user and system; with those of its ended children. */
async function cpuSecondsOf(pid: number, withEnded: boolean): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = (withEnded ? [11, 12, 13, 14] : [11, 12]).map((index) => Number(fields[index] ?? 0));
  return ticks.reduce((sum, value) => sum + value, 0) / ticksPerSecond;
}

/** Processor seconds of one process. */
export function cpuSeconds(pid: number): Promise<number> {
  return cpuSecondsOf(pid, false);
}

/** Processor seconds of a server and all processes it has or had, such as PostgreSQL's sessions. */
export async function cpuSecondsWithChildren(parent: number): Promise<number> {
  let sum = await cpuSecondsOf(parent, true);
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, "utf8").catch(() => "");
    if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent)
      sum += await cpuSecondsOf(Number(entry), true);
  }
  return sum;
}
