import { computeRun, configUnusable, narrate, prepare, type Prepared } from "./compute-run.ts";
import { progressAt, stageNames, type ThreadAnswer, type ThreadRequest } from "./thread-messages.ts";

/** Configurations compiled in this thread, by hash; the oldest is evicted when there are too many. */
const prepared = new Map<string, Prepared>();
const preparedMax = 64;

/** The function piscina calls in a thread of the worker. */
export function answerRequest(request: ThreadRequest): ThreadAnswer {
  switch (request.kind) {
    case "narrate":
      return { kind: "narrated", outcome: narrate(request.output, request.answer) };
    case "compute": {
      const progress = new Int32Array(request.progress);
      const runs = request.jobs.map((job, index) => {
        Atomics.store(progress, progressAt.stage, 0);
        Atomics.store(progress, progressAt.startedMs, Date.now() - request.sentAtMs);
        Atomics.store(progress, progressAt.job, index + 1);
        try {
          return computeRun(job, preparedFor(job.engineType, job.configHash, request.configurations), (stage) => {
            Atomics.store(progress, progressAt.stage, stageNames.indexOf(stage) + 1);
          });
        } catch (error) {
          // `computeRun` never throws, so the configuration does not compile.
          return configUnusable(error);
        }
      });
      return { kind: "computed", runs };
    }
  }
}

function preparedFor(
  engineType: Parameters<typeof prepare>[0],
  configHash: string,
  configurations: ReadonlyMap<string, SharedArrayBuffer>,
): Prepared {
  const cached = prepared.get(configHash);
  if (cached) return cached;
  const shared = configurations.get(configHash);
  if (!shared) throw new Error(`configuration ${configHash} was not sent`);
  const made = prepare(engineType, Buffer.from(shared).toString("utf8"));
  const oldest = prepared.keys().next();
  if (prepared.size >= preparedMax && !oldest.done) prepared.delete(oldest.value);
  prepared.set(configHash, made);
  return made;
}
