/**
 * `npm run bench:engines`: what one run of each engine type costs at the sizes of TYPE-66, TYPE-67, TYPE-68, TYPE-69, TYPE-70, TYPE-71, beside the promised lower bound.
 * Every run is a separate process, with the sample data, on a compiled engine and the preset: first the first run (which builds
 * what a worker keeps between runs: the compiled offerings, the index of a list), then the median of the following ones.
 * Settings: BENCH_ENGINE_RUNS (5 after the first), BENCH_ENGINE (one type only).
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { engineSizes, measuredRun } from "./engine-sizes.ts";
import { loadAverage, round, setting, tableOf } from "./harness/measure.ts";

const child = fileURLToPath(new URL("engine-run.ts", import.meta.url));
const runs = setting("BENCH_ENGINE_RUNS", 5);
const only = process.env["BENCH_ENGINE"];

const rows: string[][] = [];
let isBroken = false;
for (const { type, what, floorMs } of engineSizes) {
  if (only !== undefined && only !== type) continue;
  process.stderr.write(`${type}: ${what}\n`);
  const { stdout } = await promisify(execFile)(process.execPath, [child, type, String(runs)], { maxBuffer: 1 << 24 });
  const { status, inputBytes, firstCpuMs, cpuMs, wallMs, residentMiB } = measuredRun.parse(JSON.parse(stdout));
  const room = floorMs / cpuMs;
  // The bound holds for a dedicated worker, so CPU time is compared: other processes of the machine do not add to it.
  isBroken ||= room < 1;
  rows.push([
    type,
    what,
    status,
    round(inputBytes / 1e6, 1),
    round(firstCpuMs, 0),
    round(cpuMs, 0),
    round(wallMs, 0),
    round(floorMs, 0),
    `${round(room, 1)} ×`,
    round(residentMiB, 0),
  ]);
}
process.stdout.write(
  `${tableOf(["Type", "Size", "Status", "Input MB", "First CPU ms", "CPU ms", "Wall ms", "Floor ms", "Room", "Resident MiB"], rows)}\n\nLoad of the machine: ${round(loadAverage(), 1)}. Reading and checking the input counts as part of a run.\n`,
);
process.exitCode = isBroken ? 1 : 0;
