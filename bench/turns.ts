/**
 * `npm run bench -- turns [PART…]`: turns of conversations through one API process and one worker process, with their
 * PostgreSQL, Redis and the load generators on the same machine. Printed: figure, measured, bar, load average of the minute.
 *
 * - first-frame: from the commit of a turn to what its reader sees.
 * - active: 200 turns that say 20 words a second each; every frame is followed by its id and its offset.
 * - attached: 2,000 readers, what each takes of memory, how late frames are, what other routes lose.
 * - relay: frames a second from the log, beside a bare Express loop from memory.
 * - reattach: about 1,000 streams cut at once.
 * - json: short turns that are answered in JSON. evaluation: a run over 200 scenarios.
 * - list: pages of 1,000,000 conversations.
 *
 * Machines differ and neighbours disturb: ratios of two things measured side by side in one run count, absolute figures only
 * where the load average says that nobody else was working.
 *
 * Settings: BENCH_PERCENT (100; smaller sizes for a look at the benchmark itself).
 */
import { loadAverage, round, setting, tableOf } from "./harness/measure.ts";
import { measureList } from "./turns/measure-list.ts";
import { measureRelay } from "./turns/measure-relay.ts";
import { measureActive, measureAttached, measureFirstFrame, measureReattach } from "./turns/measure-streams.ts";
import { measureEvaluation, measureJson } from "./turns/measure-turns.ts";
import type { Part } from "./turns/part.ts";
import { startTurnBench } from "./turns/world.ts";
import { withServers } from "./harness/with-servers.ts";

const parts: Readonly<Record<string, (part: Part) => Promise<void>>> = {
  "first-frame": measureFirstFrame,
  active: measureActive,
  attached: measureAttached,
  relay: measureRelay,
  reattach: measureReattach,
  json: measureJson,
  evaluation: measureEvaluation,
  list: measureList,
};
const named = process.argv.slice(3);
const requestedParts = named.length > 0 ? named : Object.keys(parts);
const unknown = requestedParts.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) throw new Error(`there is no part ${unknown}; there are ${Object.keys(parts).join(", ")}`);
const percent = setting("BENCH_PERCENT", 100);

const rows: string[][] = [];
await withServers(async (servers, signal) => {
  const bench = await startTurnBench(servers);
  try {
    for (const name of requestedParts) {
      signal.throwIfAborted();
      await parts[name]?.({
        bench,
        dataDir: servers.dataDir,
        size: (whole) => Math.max(1, Math.round((whole * percent) / 100)),
        note(figure, measured, bar) {
          const met = bar === undefined ? "" : `${bar.label} ${bar.isMet ? "met" : "MISSED"}`;
          const row = [name, figure, measured, met, round(loadAverage(), 1)];
          rows.push(row);
          console.log(row.join(" | "));
        },
      });
    }
  } finally {
    await bench.stop();
  }
});
console.log(tableOf(["Part", "Figure", "Measured", "Bar", "Load"], rows));
