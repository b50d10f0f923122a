import { running } from "./running-servers.ts";

/** Runs once after all test files: ends what the set-up started. */
export default async function tearDown(): Promise<void> {
  for (const stop of running.toReversed()) await stop();
  running.length = 0;
}
