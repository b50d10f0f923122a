/**
 * `npm run bench:deliveries`: webhook deliveries of one webhooks process beside a bare loop that signs and posts the
 * same bodies through the same HTTP client and keeps no record, in one run, on one machine, 64 in flight.
 *
 * Machines differ and neighbours disturb: both sides take turns, each round gives a ratio, printed is the median. Bars:
 * at least half of the bare loop; a backlog of 10,000 drained within 30 s; from the commit of an event to its arrival
 * p99 below a second at 500 deliveries/s; an endpoint that never answers, with 50,000 due deliveries, moves the p99 of
 * the others by less than a tenth.
 *
 * Settings: BENCH_ROUNDS (5), BENCH_SECONDS (10, of each paced measurement), BENCH_DRAIN (10000 deliveries),
 * BENCH_RATE (500 deliveries/s), BENCH_DEAD (50000 deliveries), BENCH_PARTS (drain,paced,dead).
 */
import { sleep } from "@service/runtime";

import { bareLoop, startReceiver, startWebhooksProcess } from "./deliveries/processes.ts";
import { cpuSeconds, cpuSecondsWithChildren } from "./harness/processor-time.ts";
import { createWorld, type Place, type World } from "./deliveries/world.ts";
import { loadAverage, median, percentile, round, setting, tableOf, until } from "./harness/measure.ts";
import { measureInTurn, medianOf, ratioOf } from "./harness/rounds.ts";
import { withServers } from "./harness/with-servers.ts";

const rounds = setting("BENCH_ROUNDS", 5);
const seconds = setting("BENCH_SECONDS", 10);
const drainDeliveries = setting("BENCH_DRAIN", 10_000);
const perSecond = setting("BENCH_RATE", 500);
const deadDeliveries = setting("BENCH_DEAD", 50_000);
const parts = new Set((process.env["BENCH_PARTS"] ?? "drain,paced,dead").split(","));
const placesMax = 10;
const inFlight = 64;
const eventsPerStatement = 500;
const paceMs = 20;
const timeoutMs = 300_000;

type Receiver = Awaited<ReturnType<typeof startReceiver>>;
type Scene = { world: World; receiver: Receiver; places: readonly Place[]; webhooksPid: number; databasePid: number };

async function untilDelivered({ world, places }: Scene, everyMs: number): Promise<void> {
  const isDone = async (): Promise<boolean> => (await world.unfinished(places)) === 0;
  await until(isDone, { what: "all deliveries delivered", everyMs, timeoutMs });
}

async function backlog(world: World, places: readonly Place[], count: number): Promise<void> {
  for (let made = 0; made < count; made += eventsPerStatement) {
    await world.finishRuns(places, Math.min(eventsPerStatement, count - made));
  }
  await world.expand();
}

type Drain = { seconds: number; rate: number; processMicros: number; databaseMicros: number | undefined };

/** A backlog is built while the process is frozen, then timed until its last delivery is settled. */
async function drain(scene: Scene): Promise<Drain> {
  const { world, receiver, places, webhooksPid, databasePid } = scene;
  process.kill(webhooksPid, "SIGSTOP");
  try {
    await backlog(world, places, drainDeliveries);
  } finally {
    process.kill(webhooksPid, "SIGCONT");
  }
  const cpu = async (): Promise<readonly [number, number]> => [
    await cpuSeconds(webhooksPid),
    await cpuSecondsWithChildren(databasePid),
  ];
  const before = await cpu();
  const startedMs = performance.now();
  // The receiver is asked, as asking the database would be counted as its work.
  const isReceived = async (): Promise<boolean> => (await receiver.count()) >= drainDeliveries;
  await until(isReceived, { what: "all deliveries received", everyMs: 50, timeoutMs });
  await untilDelivered(scene, 20);
  const took = (performance.now() - startedMs) / 1_000;
  const after = await cpu();
  await receiver.arrivals();
  const micros = (index: 0 | 1): number => ((after[index] - before[index]) / drainDeliveries) * 1e6;
  return { seconds: took, rate: drainDeliveries / took, processMicros: micros(0), databaseMicros: micros(1) };
}

/** Milliseconds from the commit of events to their arrival, at a steady rate; sorted. */
async function paced(scene: Scene, rate: number): Promise<number[]> {
  const { world, receiver, places } = scene;
  await receiver.arrivals();
  const eventIds: string[] = [];
  const startedMs = performance.now();
  const total = rate * seconds;
  while (eventIds.length < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - startedMs) / 1_000) * rate));
    if (due > eventIds.length) {
      eventIds.push(...(await world.finishRuns(places, due - eventIds.length)));
      await world.wake();
    }
    await sleep(paceMs);
  }
  await untilDelivered(scene, 50);
  const [createdAt, arrivals] = [await world.createdAt(eventIds), await receiver.arrivals()];
  const delays = eventIds.map((id) => (arrivals.get(id) ?? Number.NaN) - (createdAt.get(id) ?? Number.NaN));
  if (delays.some((delay) => Number.isNaN(delay))) throw new Error("a delivered event was never received");
  return delays.toSorted((left, right) => left - right);
}

await withServers(async (servers, signal) => {
  const receiver = await startReceiver();
  const world = await createWorld(servers);
  const webhooks = startWebhooksProcess(world.environment);
  try {
    const places: Place[] = [];
    for (let index = 0; index < placesMax; index += 1) {
      places.push(await world.place(`bench_${index}`, receiver.url(`hook-${index}`)));
    }
    const scene = { world, receiver, places, webhooksPid: webhooks.pid, databasePid: servers.databasePid };
    const [{ secret } = { secret: "" }] = places;
    console.log(`${rounds} rounds; load average before: ${round(loadAverage(), 2)}`);
    await backlog(world, places, 500);
    await untilDelivered(scene, 50);
    await receiver.arrivals();

    if (parts.has("drain")) {
      const body = await world.body();
      const urls = places.map(({ url }) => url);
      const bare = async (): Promise<Drain> => {
        const { seconds: took, cpuSeconds: used } = await bareLoop({
          urls,
          body,
          count: drainDeliveries,
          inFlight,
          secret,
        });
        await receiver.arrivals();
        const processMicros = (used / drainDeliveries) * 1e6;
        return { seconds: took, rate: drainDeliveries / took, processMicros, databaseMicros: undefined };
      };
      const drained = await measureInTurn({ rounds, signal }, { ours: () => drain(scene), bare });
      const middle = (side: "ours" | "bare", of: (value: Drain) => number | undefined, digits = 0): string =>
        round(
          medianOf(drained, side, (value) => of(value) ?? null),
          digits,
        );
      const rows = [
        ["deliveries/s (more is better)", middle("ours", ({ rate }) => rate), middle("bare", ({ rate }) => rate)],
        [`backlog of ${drainDeliveries}, s`, middle("ours", (value) => value.seconds, 1), "–"],
        [
          "processor µs a delivery: process",
          middle("ours", (value) => value.processMicros),
          middle("bare", (value) => value.processMicros),
        ],
        ["processor µs a delivery: PostgreSQL", middle("ours", (value) => value.databaseMicros), "–"],
      ];
      console.log(tableOf([`Median of rounds, ${inFlight} in flight`, "ours", "bare loop"], rows));
      console.log(
        `ours / bare loop: ${round(
          ratioOf(drained, ["ours", "bare"], ({ rate }) => rate),
          2,
        )} (bar 0.5)\n`,
      );
    }

    if (parts.has("paced")) {
      const tails: number[][] = [];
      for (let index = 0; index < rounds; index += 1) {
        signal.throwIfAborted();
        tails.push(await paced(scene, perSecond));
      }
      const of = (share: number): string => round(median(tails.map((tail) => percentile(tail, share))), 0);
      console.log(
        tableOf(["Commit to arrival, ms", "p50", "p99", "most"], [[`${perSecond}/s`, of(0.5), of(0.99), of(1)]]),
      );
      console.log("bar: p99 below 1000\n");
    }

    if (parts.has("dead")) {
      const rate = Math.ceil(perSecond / 2);
      const alone: number[][] = [];
      const beside: number[][] = [];
      const dead = await world.place("dead", receiver.url("silent"));
      await backlog(world, [dead], deadDeliveries);
      for (let index = 0; index < rounds; index += 1) {
        signal.throwIfAborted();
        // Which of the two comes first alternates: the tables grow all the time.
        for (const isDead of index % 2 === 0 ? [false, true] : [true, false]) {
          await world.setDue(dead, isDead);
          (isDead ? beside : alone).push(await paced(scene, rate));
        }
      }
      const ratios = alone.map((tail, index) => percentile(beside[index] ?? [], 0.99) / percentile(tail, 0.99));
      const line = (name: string, tails: readonly number[][]): string[] => [
        name,
        ...[0.5, 0.99].map((share) => round(median(tails.map((tail) => percentile(tail, share))), 1)),
      ];
      console.log(
        tableOf(
          [`Commit to arrival at ${rate}/s, ms`, "p50", "p99"],
          [line("alone", alone), line(`beside ${deadDeliveries} due deliveries of a dead endpoint`, beside)],
        ),
      );
      console.log(`p99 beside / alone: ${round(median(ratios), 2)} (bar 1.1)\n`);
    }
    console.log(`load average after: ${round(loadAverage(), 2)}`);
  } finally {
    await webhooks.stop();
    await world.close();
    await receiver.stop();
  }
});
