/** Writes jest-durations.json, for jest-slowest-first.mjs, when the whole suite has run with UPDATE_SNAPSHOTS=1. */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";

/** Shorter ones may run in any order. */
const secondsMin = 5;

export default class JestDurationsReporter {
  #rootDir;
  #isWhole;

  constructor({ rootDir, testPathPatterns, testNamePattern, shard }) {
    this.#rootDir = rootDir;
    this.#isWhole = (testPathPatterns?.patterns ?? []).length === 0 && !testNamePattern && !shard;
  }

  onRunComplete(_contexts, { testResults }) {
    if (process.env.UPDATE_SNAPSHOTS !== "1" || !this.#isWhole) return;
    const durations = testResults
      .map(({ testFilePath, perfStats }) => [
        relative(this.#rootDir, testFilePath),
        Math.round((perfStats.end - perfStats.start) / 1000),
      ])
      .filter(([, seconds]) => seconds >= secondsMin)
      .toSorted(([left], [right]) => (left < right ? -1 : 1));
    writeFileSync(
      new URL("jest-durations.json", import.meta.url),
      `${JSON.stringify(Object.fromEntries(durations), null, 2)}\n`,
    );
  }
}
