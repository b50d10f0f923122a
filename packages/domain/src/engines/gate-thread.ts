import { parentPort } from "node:worker_threads";
import { findEngineType, evaluateGate, gateCases, loadedDatasets } from "@service/engine-types";
import { readJsonObject } from "../json-text.ts";
import { GateReport, writeGateReport } from "./gate-report.ts";
import { GateJob, type GateAnswer } from "./gate-job.ts";

// The thread's side of run-gate.ts. Input: a GateJob. Outcome: "started", then one GateAnswer for each job; a defect of an engine type
// is answered, not thrown, so that the thread survives it. Safe to repeat: nothing is stored here.

/** Runs the cases of one job. The clock decides here only whether there is time for another case. */
function evaluate(job: GateJob): string {
  const stopAtMs = computedMs() + job.budgetMs;
  const type = findEngineType(job.engineType);
  const effective = readJsonObject(job.effective);
  const judged = job.evaluation === null ? effective : { ...effective, evaluation: readJsonObject(job.evaluation) };
  const previous = job.previous === null ? undefined : GateReport.parse(JSON.parse(job.previous));
  const result = evaluateGate({
    engine: type.compile(effective),
    type,
    effective: judged,
    cases: gateCases(type, judged),
    responseSchema: type.responseSchema(effective),
    firstOfMajor: job.firstOfMajor,
    datasets: loadedDatasets(job.datasets),
    isOutOfTime: () => computedMs() > stopAtMs,
    ...(previous
      ? {
          previous: {
            caseResults: previous.cases,
            metrics: previous.metrics,
            acceptedRegressions: previous.accepted_regressions?.map(({ case_key }) => case_key) ?? [],
            acceptRegressions: job.acceptRegressions.map(({ case_key }) => case_key),
          },
        }
      : {}),
  });
  return writeGateReport(result, job.acceptRegressions);
}

/** Milliseconds that this thread has computed, waiting for a core not counted. */
function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function answerTo(message: unknown): GateAnswer {
  try {
    return { kind: "report", report: evaluate(GateJob.parse(message)) };
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
