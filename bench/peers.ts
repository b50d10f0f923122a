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
 * names), BENCH_PARTS (submissions,completions,latency), BENCH_NOISE (0; 2 for two busy processes beside it).
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { completionsPerSecond, type Contender, submissionBodyOf, untilIdle, withoutWorker } from "./contender.ts";
import { load, loadAverage, percentile, round, setting, tableOf } from "./harness/measure.ts";
import { measureInTurn, medianOf, ratioOf, type Round } from "./harness/rounds.ts";
import { startOurStack } from "./our-stack.ts";
import { pacedResult, type PacedRequest } from "./peers/paced-shapes.ts";
import { isPeerKind, peerKinds } from "./peers/peer-kinds.ts";
import { type EndTimes, startPeer } from "./peers/start-peer.ts";
import { withServers } from "./harness/with-servers.ts";

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
const runFile = promisify(execFile);
const pacedLoad = fileURLToPath(new URL("peers/paced-load.ts", import.meta.url));

type Side = Contender & { endTimes: EndTimes };

async function submissionsPerSecond(side: Side, bytes: number): Promise<number> {
  const request = { url: side.submissionUrl, headers: { ...side.headers }, body: submissionBodyOf(bytes) };
  const result = await withoutWorker(side, () => load({ ...request, withKeys: true, connections: 32, seconds }));
  await untilIdle(side);
  return result.perSecond;
}

function drain(side: Side): Promise<number> {
  const { url, headers, body } = side.idle;
  return completionsPerSecond(side, { url, headers: { ...headers }, body, withKeys: true, amount: drainRuns });
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

function row<Value>(
  title: string,
  sides: readonly Side[],
  values: readonly Round<Value>[],
  { digits, of }: { readonly digits: number; readonly of: (value: Value) => number },
): string[] {
  const cells = sides.map(({ name }) => {
    const own = round(medianOf(values, name, of), digits);
    return name === "ours" ? own : `${own} (${round(ratioOf(values, ["ours", name], of), 2)})`;
  });
  return [title, ...cells];
}

const itself = { digits: 0, of: (rate: number): number => rate };

await withServers(async (servers, signal) => {
  const sides: Side[] = [];
  try {
    sides.push(await startOurStack(servers));
    for (const kind of peers) sides.push(await startPeer(kind, servers.databaseUrl, servers.queueUrl));
    console.log(`${rounds} rounds of ${seconds} s each; load average before: ${round(loadAverage(), 2)}`);
    const rows: string[][] = [];

    const inTurn = <Value>(measure: (side: Side) => Promise<Value>): Promise<Round<Value>[]> =>
      measureInTurn({ rounds, signal }, Object.fromEntries(sides.map((side) => [side.name, () => measure(side)])));

    if (parts.has("submissions")) {
      for (const bytes of bodySizes) {
        const values = await inTurn((side) => submissionsPerSecond(side, bytes));
        rows.push(row(`submissions/s, ${bytes / 1_000} kB (more is better)`, sides, values, itself));
      }
    }
    if (parts.has("completions")) {
      rows.push(row("completed/s, nothing to compute (more is better)", sides, await inTurn(drain), itself));
    }
    if (parts.has("latency")) {
      const values = await inTurn(latencies);
      for (const part of [0.5, 0.99]) {
        rows.push(
          row(`submit to completed, p${part * 100} ms at ${pacePerSecond}/s (less is better)`, sides, values, {
            digits: 1,
            of: (sorted) => percentile(sorted, part),
          }),
        );
      }
    }
    console.log(tableOf(["Median of rounds (ours / it)", ...sides.map((side) => side.name)], rows));
    console.log(`load average after: ${round(loadAverage(), 2)}`);
  } finally {
    for (const side of sides) await side.stop();
  }
});
