import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { z } from "zod";

import { cpuSeconds, cpuSecondsWithChildren } from "../harness/processor-time.ts";
import { killedAtExit } from "../harness/programs.ts";
import type { SampleDelivery } from "./sample-book.ts";
import type { World } from "./world.ts";

const root = join(import.meta.dirname, "../..");
const watchMs = 100;

const countsShape = z.object({ new: z.number(), changed: z.number(), removed: z.number(), unchanged: z.number() });
const outcomeShape = z.object({
  import_id: z.string(),
  state: z.string(),
  snapshot_seq: z.number(),
  counts: z.record(z.string(), countsShape),
});

export interface MeasuredImport {
  readonly state: string;
  readonly seconds: number;
  readonly rowsPerSecond: number;
  /** Processor time of the importing process, and of the database while it ran. */
  readonly cpuSeconds: { readonly node: number; readonly postgres: number };
  /** VmHWM of the importing process. */
  readonly peakMiB: number;
  /** Versions that it wrote: new and changed ones, and ends of removed rows. */
  readonly versions: number;
}

/**
 * Imports a delivery by `svc records import`, a process of its own, end to end: the process's start is part of it.
 * @throws when the delivery is neither served nor unchanged.
 */
export async function runImport(
  { environment, connectionId }: World,
  { manifest, rows }: SampleDelivery,
  databasePid: number,
): Promise<MeasuredImport> {
  const before = await cpuSecondsWithChildren(databasePid);
  const startedAtMs = performance.now();
  const words = ["records", "import", "--connection", connectionId, "--json", manifest];
  const child = killedAtExit(
    spawn(process.execPath, [join(root, "scripts/svc.ts"), ...words], {
      cwd: root,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  let peakMiB = 0;
  let node = 0;
  const watch = setInterval(() => {
    const pid = child.pid ?? 0;
    void readFile(`/proc/${pid}/status`, "utf8").then(
      (status) => (peakMiB = Math.max(peakMiB, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024)),
      () => undefined,
    );
    void cpuSeconds(pid).then((used) => (node = Math.max(node, used)));
  }, watchMs);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  clearInterval(watch);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const postgres = (await cpuSecondsWithChildren(databasePid)) - before;
  const outcome = outcomeShape.safeParse(JSON.parse(stdout === "" ? "{}" : stdout));
  if (!outcome.success || !["served", "unchanged"].includes(outcome.data.state))
    throw new Error(`the import was not served: ${stdout.slice(0, 2_000)} ${stderr.slice(-2_000)}`);
  const { state, counts } = outcome.data;
  return {
    state,
    seconds,
    rowsPerSecond: rows / seconds,
    cpuSeconds: { node, postgres },
    peakMiB,
    versions: Object.values(counts).reduce((sum, each) => sum + each.new + each.changed + each.removed, 0),
  };
}
