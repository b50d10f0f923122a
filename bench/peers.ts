/**
 * `npm run bench:peers`: our service beside services that a careful team builds on a well-known queue
 * (bench/peers/peer-kinds.ts), all in one run, on one database server and one Redis.
 *
 *   - submissions a second at 32 connections with bodies of 1 and 4 kB, workers held;
 *   - completed runs a second from a backlog, with nothing to compute;
 *   - time from sending a submission to the stored result at 100 runs a second.
 *
 * All sides are measured in turn, and each round gives one ratio to each peer; printed is the median of the ratios.
 * Settings: BENCH_ROUNDS (5), BENCH_SECONDS (5, per measurement), BENCH_DRAIN (5000 runs), BENCH_PEERS (comma separated
 * names), BENCH_PARTS (submissions,completions,latency).
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { type Contender, submissionBodyOf } from "./contender.ts";
import { load, loadAverage, median, round, setting, tableOf, until } from "./measure.ts";
import { startOurStack } from "./our-stack.ts";
import { pacedResult, type PacedRequest } from "./peers/paced-shapes.ts";
import { isPeerKind, peerKinds } from "./peers/peer-kinds.ts";
import { type EndTimes, startPeer } from "./peers/start-peer.ts";
import { withServers } from "./with-servers.ts";

const rounds = setting("BENCH_ROUNDS", 5);
const seconds = setting("BENCH_SECONDS", 5);
const drainRuns = setting("BENCH_DRAIN", 5_000);
const parts = new Set((process.env["BENCH_PARTS"] ?? "submissions,completions,latency").split(","));
const peers = (process.env["BENCH_PEERS"] ?? Object.keys(peerKinds).join(",")).split(",").map((name) => {
  if (!isPeerKind(name)) throw new Error(`BENCH_PEERS: ${name} must be one of ${Object.keys(peerKinds).join(", ")}`);
  return name;
});
const bodySizes = [1_000, 4_000] as const;
const pacePerSecond = 100;
const untilIdleTimeoutMs = 600_000;
const runFile = promisify(execFile);
const pacedLoad = fileURLToPath(new URL("peers/paced-load.ts", import.meta.url));

type Side = Contender & { endTimes: EndTimes };
/** One value for each side, by its name. */
type Round = Map<string, number>;

async function untilIdle(side: Side): Promise<void> {
  await until(async () => (await side.unfinished()) === 0, {
    what: `${side.name} finishes its runs`,
    everyMs: 20,
    timeoutMs: untilIdleTimeoutMs,
  });
}

async function whileHeld<T>(side: Side, work: () => Promise<T>): Promise<T> {
  process.kill(side.workerPid, "SIGSTOP");
  try {
    return await work();
  } finally {
    process.kill(side.workerPid, "SIGCONT");
  }
}

async function submissionsPerSecond(side: Side, bytes: number): Promise<number> {
  const request = { url: side.submissionUrl, headers: { ...side.headers }, body: submissionBodyOf(bytes) };
  const result = await whileHeld(side, () => load({ ...request, withKeys: true, connections: 32, seconds }));
  await untilIdle(side);
  return result.perSecond;
}

async function completionsPerSecond(side: Side): Promise<number> {
  const { url, headers, body } = side.idle;
  await whileHeld(side, () =>
    load({ url, headers: { ...headers }, body, withKeys: true, connections: 32, amount: drainRuns }),
  );
  const startedAt = performance.now();
  const waiting = await side.unfinished();
  await untilIdle(side);
  return waiting / ((performance.now() - startedAt) / 1_000);
}

/** Milliseconds from sending to the stored result, sorted. */
async function latencies(side: Side): Promise<number[]> {
  const { url, headers, body } = side.idle;
  const request: PacedRequest = { url, headers: { ...headers }, body, perSecond: pacePerSecond, seconds };
  const { stdout } = await runFile(process.execPath, [pacedLoad, JSON.stringify(request)], { maxBuffer: 64 << 20 });
  const { runs } = pacedResult.parse(JSON.parse(stdout));
  await untilIdle(side);
  const ends = await side.endTimes(runs.map((run) => run.runId));
  if (ends.size !== runs.length) throw new Error(`${side.name} completed ${ends.size} of ${runs.length} runs`);
  return runs.map((run) => (ends.get(run.runId) ?? Number.NaN) - run.sentAtMs).toSorted((left, right) => left - right);
}

const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

function row(title: string, sides: readonly Side[], values: readonly Round[], digits: number): string[] {
  const of = (name: string): number[] => values.map((value) => value.get(name) ?? Number.NaN);
  const cells = sides.map((side) => {
    const own = round(median(of(side.name)), digits);
    if (side.name === "ours") return own;
    const ratios = values.map((value) => (value.get("ours") ?? Number.NaN) / (value.get(side.name) ?? Number.NaN));
    return `${own} (${round(median(ratios), 2)})`;
  });
  return [title, ...cells];
}

await withServers(async (servers, signal) => {
  const sides: Side[] = [];
  try {
    sides.push(await startOurStack(servers));
    for (const kind of peers) sides.push(await startPeer(kind, servers.databaseUrl, servers.queueUrl));
    console.log(`${rounds} rounds of ${seconds} s each; load average before: ${round(loadAverage(), 2)}`);
    const rows: string[][] = [];

    /** Measures all sides in turn; the first round warms them up and is not counted. */
    async function inTurn<Value>(measure: (side: Side) => Promise<Value>): Promise<Map<string, Value>[]> {
      const measured: Map<string, Value>[] = [];
      for (let index = 0; index <= rounds; index += 1) {
        const values = new Map<string, Value>();
        for (const side of sides) {
          signal.throwIfAborted();
          values.set(side.name, await measure(side));
        }
        if (index > 0) measured.push(values);
      }
      return measured;
    }

    if (parts.has("submissions")) {
      for (const bytes of bodySizes) {
        const values = await inTurn((side) => submissionsPerSecond(side, bytes));
        rows.push(row(`submissions/s, ${bytes / 1_000} kB (more is better)`, sides, values, 0));
      }
    }
    if (parts.has("completions")) {
      rows.push(row("completed/s, nothing to compute (more is better)", sides, await inTurn(completionsPerSecond), 0));
    }
    if (parts.has("latency")) {
      const values = await inTurn(latencies);
      for (const part of [0.5, 0.99]) {
        const shares = values.map((one) => new Map([...one].map(([name, sorted]) => [name, share(sorted, part)])));
        rows.push(
          row(`submit to completed, p${part * 100} ms at ${pacePerSecond}/s (less is better)`, sides, shares, 1),
        );
      }
    }
    console.log(tableOf(["Median of rounds (ours / it)", ...sides.map((side) => side.name)], rows));
    console.log(`load average after: ${round(loadAverage(), 2)}`);
  } finally {
    for (const side of sides) await side.stop();
  }
});
