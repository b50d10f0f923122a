/**
 * One way to be a process: common variables, opening what every process needs, the table of its tasks, and its main program.
 *
 * Guarantees: a process starts without Postgres and the queue and recovers by itself (OPS-1); it stops what was opened last
 * first, within one deadline; an operator reads one line when it cannot start. What the process does is left to the apps.
 */
export { openProcess, type OpenedProcess } from "./open-process.ts";
export { runProcess } from "./run-process.ts";
export { startTasks, type Task, type TaskRow } from "./tasks.ts";
