import { setImmediate as nextTurn } from "node:timers/promises";
import { EngineSlugParams, fail, LatestBatch, LatestBatchRequest, limits } from "@service/contract";
import { presentLatestRun, readLatestRuns, readRunsTogether, type LatestRun } from "@service/domain/runs";
import type { Deps } from "@service/domain";
import type { ConfigurationDeps } from "@service/domain/engines";
import type { Caller } from "@service/domain/access";
import type * as z from "zod";
import { spendingEngine } from "../../http/admission.ts";
import { route } from "../../http/route.ts";
import { hidesAnything, type RunView } from "@service/domain/seats";
import { presentersOfRuns } from "./present-run-for.ts";

type Result = z.input<typeof LatestBatch>["results"][number];
type Summary = NonNullable<Result["run"]>;

const outputMebibytesMax = limits.latestRunBatchOutputBytes / 1024 / 1024;

export const latestBatch = route({
  id: "runs.latest.batch",
  method: "POST",
  path: "/api/v1/engines/{engine_slug}/runs/latest/batch",
  summary: "Read the newest finished runs of up to 100 subjects",
  description: `Results come in the order of the request; a subject may be named twice. With \`include_output\` ask for fewer subjects at a time when the answer is \`413 request_bound_exceeded\` with the bound \`output_bytes\`: together their stored outputs may be ${outputMebibytesMax} MiB, each counted as often as it is named. \`details\` has the limit and the measured size. One subject alone always fits.`,
  admission: spendingEngine,
  params: EngineSlugParams,
  body: { schema: LatestBatchRequest, limitBytes: limits.batchBodyBytes },
  responses: { 200: LatestBatch },
  errors: ["invalid_batch_size", "load_run_failed", "engine_version_invalid_format", "request_bound_exceeded"],
  async handle({ caller, viewer, engine, body, deps, reply }) {
    const includesOutput = body.include_output === true;
    const subjectKeys = body.subjects.map((subject) => subject.subject_key);
    // Any part of a run may contain what a policy hides, so under such a policy the whole runs are read.
    const isTrimmed = hidesAnything(viewer.policy);
    const latest = await readLatestRuns(deps, caller, {
      engineId: engine.id,
      subjectKeys,
      pinText: body.engine_version,
      view: viewer,
      outputBytesMax: includesOutput ? limits.latestRunBatchOutputBytes : undefined,
      readsOutputs: includesOutput && !isTrimmed,
    });
    if (latest.kind === "too_large") throw tooLarge(latest.bytes);
    const whole = [...latest.runs.values()].filter((run) => isTrimmed || run.headline === undefined);
    const summaries = await summariesOfWhole(deps, { caller, viewer, includesOutput }, whole);
    const results = subjectKeys.map((subjectKey): Result => {
      const run = latest.runs.get(subjectKey);
      if (!run) return { subject_key: subjectKey, found: false };
      return { subject_key: subjectKey, found: true, run: summaries.get(run.id) ?? presentLatestRun(run) };
    });
    return reply(200, { results });
  },
});

function tooLarge(measured: number): Error {
  return fail("request_bound_exceeded", {
    status: 413,
    message: `The outputs of these subjects are over ${outputMebibytesMax} MiB together. Ask for fewer subjects at a time.`,
    details: { bound: "output_bytes", path: "$.subjects", limit: limits.latestRunBatchOutputBytes, measured },
  });
}

/** About this much of inputs and results is read per statement; a larger run is read alone. */
const wholeBytesMax = 4 * 1024 * 1024;

async function summariesOfWhole(
  deps: Pick<Deps, "db"> & ConfigurationDeps,
  request: { readonly caller: Caller; readonly viewer: RunView; readonly includesOutput: boolean },
  runs: readonly LatestRun[],
): Promise<Map<string, Summary>> {
  const summaries = new Map<string, Summary>();
  for (const group of groupsOf(runs)) {
    const runIds = group.map((run) => run.id);
    const rows = (await readRunsTogether(deps, request.caller, runIds)).filter((row) => row !== null);
    const presenters = await presentersOfRuns(deps, request.viewer, rows);
    for (const run of group) {
      const present = presenters.get(run.id);
      // Retention removed it meanwhile.
      if (!present) continue;
      const { output } = present();
      const headline = output?.["headline"];
      summaries.set(run.id, {
        ...presentLatestRun({ ...run, headline: typeof headline === "string" ? headline : null, output: null }),
        ...(request.includesOutput && output !== undefined ? { output } : {}),
      });
      // Yield, so that other requests are answered between two runs.
      await nextTurn();
    }
  }
  return summaries;
}

function groupsOf(runs: readonly LatestRun[]): LatestRun[][] {
  const groups: LatestRun[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const run of runs) {
    if (bytes + run.partsBytes > wholeBytesMax) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)?.push(run);
    bytes += run.partsBytes;
  }
  return groups;
}
