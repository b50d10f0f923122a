/** Runs: submit, read, cancel (section 4.3). Rules are the domain's; these files are the lines of the contract. */
import { cancelRun } from "./cancel-run.ts";
import { latestBatch } from "./latest-batch.ts";
import { latestRun } from "./latest-run.ts";
import { readRun } from "./read-run.ts";
import { submitRun } from "./submit-run.ts";

export const runsRoutes = [submitRun, latestRun, latestBatch, readRun, cancelRun];
