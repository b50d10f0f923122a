/**
 * Ends a test run with one plain line, `N passed, N failed` and `, N skipped` where there are any, because Jest's own
 * summary is written for people and is not recognised by our CI.
 */
export default class JestCountReporter {
  onRunComplete(_contexts, results) {
    // A suite that could not be loaded has no failed tests, but nothing in it passed either.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const counts = `${results.numPassedTests} passed, ${failed} failed`;
    process.stdout.write(`${counts}${skipped === 0 ? "" : `, ${skipped} skipped`}\n`);
  }
}
