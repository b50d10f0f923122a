import {
  computeRun,
  configUnusable,
  prepare,
  type ComputedRun,
  type ComputeJob,
  type Prepared,
} from "./compute-run.ts";

/** Request to a child process that computes one run and exits. */
export type SoloRequest = { readonly job: ComputeJob; readonly configuration: string };

process.once("message", (request: SoloRequest) => {
  process.send?.({ run: computed(request) }, () => process.disconnect());
});

function computed({ job, configuration }: SoloRequest): ComputedRun {
  let prepared: Prepared;
  try {
    prepared = prepare(job.engineType, configuration);
  } catch (error) {
    return configUnusable(error);
  }
  return computeRun(job, prepared, (stage) => {
    process.send?.({ stage });
  });
}
