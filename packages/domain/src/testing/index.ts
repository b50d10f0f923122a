/** Test helpers of the domain for other workspaces; never part of a process. */
export { openTestDeps, type TestDeps, type TestDepsOptions } from "./open-test-deps.ts";
export { withGates } from "./with-gates.ts";
