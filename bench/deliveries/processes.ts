import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

import { z } from "zod";

import { end, startPiped } from "../harness/programs.ts";

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
