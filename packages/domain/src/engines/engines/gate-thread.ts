import { parentPort } from "node:worker_threads";
import { evaluateGate, gateCases, loadedDatasets } from "@service/engine-kit";
import { findEngineType } from "@service/engine-types";
import { parseJsonObject } from "@service/json";
import { GateReport, writeGateReport } from "./gate-report.ts";
import { GateTask, type GateAnswer } from "./gate-task.ts";

// The thread's side of gate-threads.ts. Input: a GateTask. Outcome: "started", then one GateAnswer for each; a defect of
// an engine type is returned, not thrown, so that the thread survives it. Safe to repeat: nothing is stored here.

/** Runs the cases of one task. The clock is read only to decide whether there is time for another case. */
function evaluate(task: GateTask): string {
  const stopAtMs = computedMs() + task.budgetMs;
  const type = findEngineType(task.engineType);
  const effective = parseJsonObject(task.effective);
  const judged = task.evaluation === null ? effective : { ...effective, evaluation: parseJsonObject(task.evaluation) };
  const previous = task.previous === null ? undefined : GateReport.parse(JSON.parse(task.previous));
  const result = evaluateGate({
    engine: type.compile(effective),
    type,
    effective: judged,
    cases: gateCases(type, judged),
    responseSchema: type.responseSchema(effective),
    firstOfMajor: task.firstOfMajor,
    datasets: loadedDatasets(task.datasets),
    isOutOfTime: () => computedMs() > stopAtMs,
    ...(previous
      ? {
          previous: {
            caseResults: previous.cases,
            metrics: previous.metrics,
            acceptedRegressions: previous.accepted_regressions?.map(({ case_key }) => case_key) ?? [],
            acceptRegressions: task.acceptRegressions.map(({ case_key }) => case_key),
          },
        }
      : {}),
  });
  return writeGateReport(result, task.acceptRegressions);
}

/** CPU time of this thread in milliseconds; waiting for a core is not counted. */
function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function answerTo(message: unknown): GateAnswer {
  try {
    return { kind: "report", report: evaluate(GateTask.parse(message)) };
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : "unknown" };
  }
}

const port = parentPort;
if (port) {
  port.on("message", (message: unknown) => {
    port.postMessage({ kind: "started" } satisfies GateAnswer);
    port.postMessage(answerTo(message));
  });
}
