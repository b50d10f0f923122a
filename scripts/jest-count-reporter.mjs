import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const lastRun = fileURLToPath(new URL("../node_modules/.cache/last-test-run.json", import.meta.url));

/**
 * Ends a test run with one plain line, `N passed, N failed` and `, N skipped` where there are any, because Jest's own
 * summary is written for people and is not recognised by our CI.
 *
 * Leaves in `node_modules/.cache/last-test-run.json` which files failed and what passed beside them. With
 * `SECOND_LOOK=1` (`.ci/run`) the counts of that run are added, and the line says how many files were run twice.
 */
export default class JestCountReporter {
  onRunComplete(_contexts, results) {
    const first = process.env.SECOND_LOOK === "1" ? JSON.parse(readFileSync(lastRun, "utf8")) : undefined;
    // A suite that could not be loaded has no failed tests, but nothing in it passed either.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests + (first?.skippedBeside ?? 0);
    const passed = results.numPassedTests + (first?.passedBeside ?? 0);
    if (!first) note(results);
    const twice = first ? ` (${first.failedFiles.length} files on a second look)` : "";
    process.stdout.write(`${passed} passed, ${failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}${twice}\n`);
  }
}

function note({ testResults }) {
  const hasFailed = ({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError !== undefined;
  const beside = testResults.filter((file) => !hasFailed(file));
  const sum = (count) => beside.reduce((total, file) => total + count(file), 0);
  mkdirSync(dirname(lastRun), { recursive: true });
  writeFileSync(
    lastRun,
    JSON.stringify({
      failedFiles: testResults.filter(hasFailed).map((file) => relative(root, file.testFilePath)),
      passedBeside: sum((file) => file.numPassingTests),
      skippedBeside: sum((file) => file.numPendingTests + file.numTodoTests),
    }),
  );
}
