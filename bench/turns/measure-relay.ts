import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { freePort } from "@service/testing/free-port";

import { end, start } from "../ingest/sides.ts";
import { median, round } from "../measure.ts";
import type { Part } from "./part.ts";
import { type RelayLoad, relayResult } from "./shapes.ts";
import { endOfTurns, slowWords } from "./world.ts";

const rounds = 3;
const connections = 32;
const secondsOfRound = 2;
/** A turn may be read 30 times a minute. */
const turnsRead = 600;
const readersFile = fileURLToPath(new URL("relay-load.ts", import.meta.url));

/**
 * The part `relay`: streams of turns that have ended, read from the log by rights and cursor, beside a route that sends as many
 * frames from memory.
 */
export async function measureRelay({ bench, note }: Part): Promise<void> {
  const paths = await bench.conversations("slow", turnsRead);
  const turns = await Promise.all(
    paths.map((path) => bench.submit(path, { text: "everything", test_scenario: "slow" })),
  );
  await endOfTurns(bench);
  const port = await freePort();
  const bare = await start("../turns/bare-stream.ts", port, { PORT: String(port), FRAMES: String(slowWords) });
  try {
    const rates: { readonly ours: number; readonly theirs: number }[] = [];
    for (let index = 0; index <= rounds; index += 1) {
      const ours = await framesPerSecond(
        turns.map((path) => `${bench.url}${path}/stream`),
        { ...bench.headers },
      );
      const theirs = await framesPerSecond([`http://127.0.0.1:${port}/stream`], {});
      // The first round warms both sides up.
      if (index > 0) rates.push({ ours, theirs });
    }
    const ratio = median(rates.map((each) => each.ours / each.theirs));
    const [mine, their] = [median(rates.map((each) => each.ours)), median(rates.map((each) => each.theirs))];
    note(
      "frames a second from the log: ours / bare Express loop from memory",
      `${round(ratio, 2)} (${round(mine, 0)} / ${round(their, 0)})`,
      { said: ">= 0.5", isMet: ratio >= 0.5 },
    );
  } finally {
    await end(bare);
  }
}

/** @throws when a stream was refused or broke. */
async function framesPerSecond(urls: string[], headers: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, [readersFile], { stdio: ["pipe", "pipe", "inherit"] });
  const load: RelayLoad = { urls, headers, connections, seconds: secondsOfRound };
  child.stdin.end(JSON.stringify(load));
  const result = relayResult.parse(JSON.parse(await text(child.stdout)));
  if (result.firstFailure !== undefined) throw new Error(`${urls[0]}: ${result.firstFailure}`);
  return result.framesPerSecond;
}
