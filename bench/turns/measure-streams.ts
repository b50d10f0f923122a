import { percentile, residentMiB, round } from "../harness/measure.ts";
import { runReads } from "../records/run-reads.ts";
import type { Part } from "./part.ts";
import { readStreams } from "./read-streams.ts";
import { hoursQuestion, slowWords } from "./world.ts";

const draftQuestion = { version: "draft" } as const;

/** The part `first-frame`: turns one by one, each in a new conversation. */
export async function measureFirstFrame({ bench, size, note }: Part): Promise<void> {
  const body = JSON.stringify({ ...draftQuestion, text: hoursQuestion });
  const delays = async (count: number) => {
    const paths = await bench.conversations("desk", count);
    const { streams } = await readStreams(bench, {
      streams: paths.map((path) => ({ path, body })),
      pace: "one by one",
    });
    const stored = await bench.answersOf(streams.map(({ turnId }) => turnId));
    const since = (turnId: string, atMs: number): number => atMs - (stored.get(turnId)?.createdAtMs ?? Number.NaN);
    return {
      first: streams.map((each) => since(each.turnId, each.firstFrameAtMs)).toSorted((one, other) => one - other),
      answer: streams.map((each) => since(each.turnId, each.firstAnswerAtMs)).toSorted((one, other) => one - other),
    };
  };
  await delays(size(100));
  const { first, answer } = await delays(size(400));
  const p50 = percentile(answer, 0.5);
  const percentiles = `p50 ${round(p50, 1)} ms, p95 ${round(percentile(answer, 0.95), 1)} ms`;
  note("commit to the first frame of the worker", percentiles, { label: "p50 <= 25 ms", isMet: p50 <= 25 });
  note(
    "commit to turn.started",
    `p50 ${round(percentile(first, 0.5), 1)} ms, p95 ${round(percentile(first, 0.95), 1)} ms`,
  );

  const pieces = JSON.stringify({ ...draftQuestion, text: "pieces=5 every=40" });
  const { firstDelaysMs } = await readStreams(bench, {
    streams: (await bench.conversations("modelled", size(100))).map((path) => ({ path, body: pieces })),
    pace: "one by one",
  });
  const p95 = percentile(firstDelaysMs, 0.95);
  note(
    "first text after the provider's",
    `p50 ${round(percentile(firstDelaysMs, 0.5), 0)} ms, p95 ${round(p95, 0)} ms`,
    {
      label: "p95 <= 50 ms",
      isMet: p95 <= 50,
    },
  );
}

/** The part `active`: 200 turns that say 20 words a second each. */
export async function measureActive({ bench, size, note }: Part): Promise<void> {
  const turns = size(200);
  const body = JSON.stringify({ ...draftQuestion, text: "everything", test_scenario: "slow" });
  const paths = await bench.conversations("slow", turns);
  const result = await readStreams(bench, {
    streams: paths.map((path) => ({ path, body })),
    pace: { perSecond: 100 },
  });
  const deltas = result.streams.map((each) => each.deltas);
  const least = Math.min(...deltas);
  note(
    `${turns} active turns: no frame lost, doubled or out of order`,
    `${result.frames} frames in ${round(result.seconds, 1)} s`,
    { label: "whole", isMet: true },
  );
  note(
    "their words in frames of their own",
    `${round((100 * average(deltas)) / slowWords, 0)} %, least ${least} of ${slowWords}`,
  );
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Turns of the vendor that are under way, begun at moments of their own. @returns their paths. */
async function runningTurns(
  { bench }: Part,
  given: { readonly turns: number; readonly pieces: number; readonly everyMs: number },
): Promise<string[]> {
  const paths = await bench.conversations("modelled", given.turns);
  const text = `pieces=${given.pieces} every=${given.everyMs}`;
  const submitted: Promise<string>[] = [];
  for (const path of paths) {
    submitted.push(bench.submit(path, { text }));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return Promise.all(submitted);
}

const probesPerSecond = 40;

/** The part `attached`: 2,000 readers of 100 turns that say a word a second, 20 readers each. */
export async function measureAttached(part: Part): Promise<void> {
  const { bench, size, note } = part;
  const readersOfTurn = 20;
  const turns = size(100);
  const readers = turns * readersOfTurn;
  const probe = (seconds: number) =>
    runReads({
      reads: [{ url: `${bench.url}/api/v1/conversation-instances/desk`, headers: { ...bench.headers } }],
      perSecond: probesPerSecond,
      connections: 8,
      seconds,
    });
  // The process is warm before its memory counts as idle.
  await warmUp(part);
  await probe(5);
  const idle = await probe(10);
  const idleMiB = await settledMiB(bench.pids.api);
  const paths = await runningTurns(part, { turns, pieces: 45, everyMs: 1_000 });
  const attached = Promise.withResolvers<void>();
  const reading = readStreams(
    part.bench,
    {
      streams: paths.flatMap((path) => Array.from({ length: readersOfTurn }, () => ({ path: `${path}/stream` }))),
      pace: { perSecond: 200 },
    },
    () => attached.resolve(),
  );
  reading.catch(attached.reject);
  await attached.promise;
  const sizes: number[] = [];
  const measuring = setInterval(() => void residentMiB(bench.pids.api).then((mib) => sizes.push(mib)), 500);
  const during = await probe(20);
  clearInterval(measuring);
  const result = await reading;
  const eachKiB = ((Math.max(...sizes) - idleMiB) * 1_024) / readers;
  note(
    `${readers} attached streams: memory of each over idle`,
    `${round(eachKiB, 1)} KiB (${round(idleMiB, 0)} → ${round(Math.max(...sizes), 0)} MiB)`,
    { label: "<= 64 KiB", isMet: eachKiB <= 64 },
  );
  const p99 = percentile(result.delaysMs, 0.99);
  note("frame delay from the vendor to the reader", delaysOf(result.delaysMs), {
    label: "p99 <= 250 ms",
    isMet: p99 <= 250,
  });
  const ratio = during.p99Ms / idle.p99Ms;
  note(
    "p99 of another route, with streams / without",
    `${round(ratio, 2)} (${round(during.p99Ms, 1)} / ${round(idle.p99Ms, 1)} ms)`,
    { label: "<= 2", isMet: ratio <= 2 },
  );
}

function delaysOf(sorted: readonly number[]): string {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => round(percentile(sorted, share), 0));
  return `p50 ${p50} ms, p99 ${p99} ms, at most ${most} ms (${sorted.length} pieces)`;
}

async function warmUp({ bench, size }: Part): Promise<void> {
  const body = JSON.stringify({ ...draftQuestion, text: hoursQuestion });
  const paths = await bench.conversations("desk", size(500));
  await readStreams(bench, { streams: paths.map((path) => ({ path, body })), pace: { perSecond: 100 } });
}

/** After the garbage of what came before. */
async function settledMiB(pid: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  return residentMiB(pid);
}

/** The part `reattach`: 1,000 readers of 50 turns, cut at once. */
export async function measureReattach(part: Part): Promise<void> {
  const readersOfTurn = 14;
  const turns = part.size(72);
  const paths = await runningTurns(part, { turns, pieces: 60, everyMs: 250 });
  let reattachedMs = Number.NaN;
  const streams = paths.flatMap((path) => Array.from({ length: readersOfTurn }, () => ({ path: `${path}/stream` })));
  await readStreams(part.bench, { streams, pace: { perSecond: 400 }, cutAfterMs: 3_000 }, (news, ms) => {
    if (news === "reattached") reattachedMs = ms;
  });
  part.note(
    `${streams.length} streams cut at once: all attached again, every text the stored one`,
    `${round(reattachedMs / 1_000, 2)} s`,
    { label: "<= 3 s", isMet: reattachedMs <= 3_000 },
  );
}
