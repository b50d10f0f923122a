import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { StageName } from "@service/engine-types";
import type { ComputeOutcome } from "./compute-pool.ts";
import type { ComputedRun, ComputeJob } from "./compute-run.ts";
import type { SoloRequest } from "./solo-child.ts";

const childFile = fileURLToPath(new URL("./solo-child.ts", import.meta.url));

/**
 * Computes a run in a child process of its own: for attempts after a reclaim, which may have killed the worker that
 * held them (runs.md 5.3, blast radius). The child gets no environment.
 */
export function computeAlone(
  job: ComputeJob,
  options: {
    readonly configuration: SharedArrayBuffer;
    readonly budgetMs: number;
    readonly onStage: (stage: StageName) => void;
  },
): { readonly outcome: Promise<ComputeOutcome>; readonly abandon: () => void } {
  const { promise, resolve } = Promise.withResolvers<ComputeOutcome>();
  const child = fork(childFile, {
    env: {},
    execArgv: ["--disable-warning=ExperimentalWarning", "--max-old-space-size=1024"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  let stage: StageName | null = null;
  const end = (outcome: ComputeOutcome): void => {
    clearTimeout(timer);
    resolve(outcome);
    child.kill("SIGKILL");
  };
  const timer = setTimeout(() => end({ kind: "timeout", stage }), options.budgetMs);
  child.on("message", (message: { stage: StageName } | { run: ComputedRun }) => {
    if ("run" in message) end(message.run);
    else {
      stage = message.stage;
      options.onStage(stage);
    }
  });
  child.once("error", () => end({ kind: "crashed", stage }));
  child.once("exit", () => end({ kind: "crashed", stage }));
  // Shared memory ends at the border of the process: what lies in it is copied.
  const datasets = job.datasets?.map((dataset) => ({ ...dataset, text: Uint8Array.from(dataset.text) }));
  const request: SoloRequest = {
    job: datasets === undefined ? job : { ...job, datasets },
    configuration: Buffer.from(options.configuration).toString("utf8"),
  };
  child.send(request, (error) => {
    if (error) end({ kind: "crashed", stage });
  });
  return { outcome: promise, abandon: () => end({ kind: "abandoned" }) };
}
