import { computeRun, prepare, type ComputeJob } from "./compute-run.ts";

/** Asked of a child process that computes one run and ends. */
export type SoloRequest = { readonly job: ComputeJob; readonly configuration: string };

process.once("message", (request: SoloRequest) => {
  const run = computeRun(request.job, prepare(request.job.engineType, request.configuration), (stage) => {
    process.send?.({ stage });
  });
  process.send?.({ run }, () => process.disconnect());
});
