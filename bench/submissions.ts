/**
 * `npm run bench`: our service and the bare reference side by side, in one run, on one database server and one Redis.
 * Ours does all it promises: key, two budgets, engine and pin, validation, an Idempotency-Key with every submission.
 *
 * Submissions are measured with the workers of both sides frozen, as otherwise the side with the slower worker would
 * have more of the machine for its API; once more at 32 connections with them at work. Completed runs are measured on a
 * backlog: with nothing to compute on both sides, and with real comparisons on ours.
 *
 * Machines differ and neighbours disturb, so nothing absolute is claimed: both sides are measured in turn (A-B-A-B …)
 * and each round gives one ratio; printed is the median of the ratios, with the load average of the machine. A ratio
 * above 1 means that ours is faster (or, for latency, that ours is slower: the column says which).
 *
 * Settings: BENCH_ROUNDS (5), BENCH_SECONDS (5, per measurement), BENCH_DRAIN (2000 runs), BENCH_ONLY=reference.
 */
import { completionsPerSecond, type Contender, submissionBody, untilIdle, withoutWorker } from "./contender.ts";
import { load, loadAverage, round, setting, tableOf } from "./harness/measure.ts";
import { comparison, measureInTurn } from "./harness/rounds.ts";
import type { LoadRequest, LoadResult } from "./load-shapes.ts";
import { startOurStack } from "./our-stack.ts";
import { startReference } from "./reference/start-reference.ts";
import { withServers } from "./harness/with-servers.ts";

const rounds = setting("BENCH_ROUNDS", 5);
const seconds = setting("BENCH_SECONDS", 5);
const drainRuns = setting("BENCH_DRAIN", 2_000);
const loads = [
  { connections: 1, isWorking: false },
  { connections: 32, isWorking: false },
  { connections: 128, isWorking: false },
  { connections: 32, isWorking: true },
] as const;

function submit(contender: Contender, url: string, connections: number): Promise<LoadResult> {
  return load({
    url,
    headers: { ...contender.headers },
    body: submissionBody,
    withKeys: true,
    connections,
    seconds,
  });
}

type Backlog = Pick<LoadRequest, "url" | "headers" | "body">;

function drain(contender: Contender, { url, headers, body }: Backlog): Promise<number> {
  return completionsPerSecond(contender, { url, headers, body, amount: drainRuns });
}

/** Columns of the table; `parse only` is the reference that reads the body and does nothing. */
const columns = ["ours", "reference", "parse only"] as const;

await withServers(async (servers, signal) => {
  const reference = await startReference(servers.databaseUrl, servers.queueUrl);
  const isAlone = process.env["BENCH_ONLY"] === "reference";
  let ours: Contender | undefined;
  try {
    ours = isAlone ? undefined : await startOurStack(servers);
    const sides = ours === undefined ? [reference] : [ours, reference];
    const rows: string[][] = [];
    console.log(`${rounds} rounds of ${seconds} s each; load average before: ${round(loadAverage(), 2)}`);

    for (const { connections, isWorking } of loads) {
      const one = async (side: Contender): Promise<LoadResult> => {
        const measure = () => submit(side, side.submissionUrl, connections);
        const result = isWorking ? await measure() : await withoutWorker(side, measure);
        await untilIdle(side);
        return result;
      };
      const measured = await measureInTurn(
        { rounds, signal },
        {
          ...Object.fromEntries(sides.map((side) => [side.name, () => one(side)])),
          "parse only": () => submit(reference, reference.parseUrl, connections),
        },
      );
      const row = (title: string, digits: number, of: (result: LoadResult) => number | null): string[] =>
        comparison(title, measured, columns, { digits, of });
      const what = `${connections} connection${connections === 1 ? "" : "s"}${isWorking ? ", workers at work" : ""}`;
      rows.push(row(`submissions/s, ${what} (more is better)`, 0, (result) => result.perSecond));
      rows.push(row(`p50 ms, ${what} (less is better)`, 2, (result) => result.p50Ms));
      rows.push(row(`p99 ms, ${what} (less is better)`, 2, (result) => result.p99Ms));
    }

    const computing = ours;
    const drained = await measureInTurn(
      { rounds, signal },
      {
        ...Object.fromEntries(sides.map((side) => [side.name, () => drain(side, side.idle)])),
        ...(computing && {
          computing: () => drain(computing, { ...computing, url: computing.submissionUrl, body: submissionBody }),
        }),
      },
    );
    const completed = (title: string, mine: string): string[] =>
      comparison(title, drained, [mine, "reference", "parse only"], { digits: 0, of: (rate) => rate });
    rows.push(completed(`completed runs/s, backlog of ${drainRuns}, nothing to compute (more is better)`, "ours"));
    rows.push(completed(`completed runs/s, comparisons by ours, nothing by the reference`, "computing"));

    console.log(tableOf(["Median of rounds", "ours", "reference", "parse only", "ours / reference"], rows));
    console.log(`load average after: ${round(loadAverage(), 2)}`);
  } finally {
    await ours?.stop();
    await reference.stop();
  }
});
