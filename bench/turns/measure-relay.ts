import { text } from "node:stream/consumers";

import { freePort } from "@service/embedded-postgres/free-port";

import { round } from "../harness/measure.ts";
import { end, startPiped, startServer } from "../harness/programs.ts";
import { measureInTurn, medianOf, ratioOf } from "../harness/rounds.ts";
import type { Part } from "./part.ts";
import { type RelayLoad, relayResult } from "./shapes.ts";
import { endOfTurns, slowWords } from "./world.ts";

const rounds = 3;
const connections = 32;
const secondsOfRound = 2;
/** A turn may be read 30 times a minute. */
const turnsRead = 600;

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
  const bare = await startServer("turns/bare-stream.ts", port, { PORT: String(port), FRAMES: String(slowWords) });
  try {
    const measured = await measureInTurn(
      { rounds },
      {
        ours: () =>
          framesPerSecond(
            turns.map((path) => `${bench.url}${path}/stream`),
            { ...bench.headers },
          ),
        theirs: () => framesPerSecond([`http://127.0.0.1:${port}/stream`], {}),
      },
    );
    const of = (rate: number): number => rate;
    const ratio = ratioOf(measured, ["ours", "theirs"], of);
    const [mine, their] = [medianOf(measured, "ours", of), medianOf(measured, "theirs", of)];
    note(
      "frames a second from the log: ours / bare Express loop from memory",
      `${round(ratio, 2)} (${round(mine, 0)} / ${round(their, 0)})`,
      { label: ">= 0.5", isMet: ratio >= 0.5 },
    );
  } finally {
    await end(bare);
  }
}

/** @throws when a stream was refused or broke. */
async function framesPerSecond(urls: string[], headers: Record<string, string>): Promise<number> {
  const child = startPiped("turns/relay-load.ts");
  const load: RelayLoad = { urls, headers, connections, seconds: secondsOfRound };
  child.stdin.end(JSON.stringify(load));
  const result = relayResult.parse(JSON.parse(await text(child.stdout)));
  if (result.firstFailure !== undefined) throw new Error(`${urls[0]}: ${result.firstFailure}`);
  return result.framesPerSecond;
}
