import { readFileSync } from "node:fs";

/**
 * Prints the test files of the last run that failed, a line each, for `.ci/run`; nothing when there was no complete run or
 * more than two failed: that is a defect, not a disturbed test.
 */
const filesMax = 2;
const lastRun = new URL("../node_modules/.cache/last-test-run.json", import.meta.url);

let failedFiles = [];
try {
  ({ failedFiles } = JSON.parse(readFileSync(lastRun, "utf8")));
} catch (error) {
  if (error?.code !== "ENOENT") throw error;
}
if (failedFiles.length <= filesMax) for (const file of failedFiles) process.stdout.write(`${file}\n`);
