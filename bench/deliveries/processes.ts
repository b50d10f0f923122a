import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

import { z } from "zod";

import { end, startPiped } from "../harness/programs.ts";

const ticksPerSecond = 100;

/** A process of this benchmark. */
export type Child = { readonly pid: number; stop(): Promise<void> };

function childOf(child: ChildProcess): Child {
  return { pid: child.pid ?? 0, stop: () => end(child) };
}

/** The process that delivers, as it is deployed. */
export function startWebhooksProcess(environment: Readonly<Record<string, string>>): Child {
  const child = startPiped("../apps/webhooks/src/main.ts", environment);
  child.stdout.pipe(process.stderr);
  return childOf(child);
}

const arrivalsShape = z.record(z.string(), z.number());

/** The customers' side (receiver.ts). */
export async function startReceiver(): Promise<
  Child & { url(path: string): string; count(): Promise<number>; arrivals(): Promise<Map<string, number>> }
> {
  const child = startPiped("deliveries/receiver.ts");
  const lines = createInterface({ input: child.stdout });
  const [port] = z.tuple([z.string()]).parse(await once(lines, "line"));
  const base = `http://127.0.0.1:${port}`;
  const get = async (path: string): Promise<unknown> => (await fetch(base + path)).json();
  return {
    ...childOf(child),
    url: (path) => `${base}/${path}`,
    count: async () => z.number().parse(await get("/count")),
    arrivals: async () => new Map(Object.entries(arrivalsShape.parse(await get("/arrivals")))),
  };
}

const bareResult = z.object({ seconds: z.number(), cpuSeconds: z.number() });

/** One run of the bare loop (bare-loop.ts). */
export async function bareLoop(request: {
  urls: readonly string[];
  body: string;
  count: number;
  inFlight: number;
  secret: string;
}): Promise<z.output<typeof bareResult>> {
  const child = startPiped("deliveries/bare-loop.ts");
  child.stdin.end(JSON.stringify(request));
  return bareResult.parse(JSON.parse(await text(child.stdout)));
}

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
