/** Test helpers of the domain for other workspaces; never part of a process. */
export { withGates } from "./with-gates.ts";
