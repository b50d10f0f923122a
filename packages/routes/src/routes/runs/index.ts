/** Runs: submit, read, cancel (RUN-1). The rules are in the domain package; these files declare the contract. */
import { cancelRun } from "./cancel-run.ts";
import { latestBatch } from "./latest-batch.ts";
import { latestRun } from "./latest-run.ts";
import { readRun } from "./read-run.ts";
import { submitRun } from "./submit-run.ts";

export const runsRoutes = [submitRun, latestRun, latestBatch, readRun, cancelRun];
