/**
 * The order of test files: the slowest first, so that no process is left alone with one at the end. Seconds come from
 * Jest's cache where this machine has one, else from jest-durations.json, which `UPDATE_SNAPSHOTS=1 npm test` writes.
 */
import { readFileSync } from "node:fs";
import { relative } from "node:path";

import TestSequencer from "@jest/test-sequencer";

const listed = JSON.parse(readFileSync(new URL("jest-durations.json", import.meta.url), "utf8"));

export default class SlowestFirst extends TestSequencer {
  sort(tests) {
    const secondsOf = ({ duration, path, context }) =>
      duration === undefined ? (listed[relative(context.config.rootDir, path)] ?? 0) : duration / 1000;
    // Jest's own order, which also sets `duration`, stays among files of which nothing is known: the larger first.
    return super.sort(tests).toSorted((left, right) => {
      const failedFirst = Number(this.hasFailed(right)) - Number(this.hasFailed(left));
      return failedFirst === 0 ? secondsOf(right) - secondsOf(left) : failedFirst;
    });
  }
}
