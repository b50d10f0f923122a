/**
 * Processes of the installation: which run, what each takes, and which engine types nobody serves. Each writes its own row
 * (`packages/process`).
 *
 * Guarantees: a process that died is gone after 35 s, one that stopped in order immediately. Not here: what a process does.
 */
export {
  isRunning,
  listProcesses,
  removeGoneProcesses,
  type RunningProcess,
  type UnservedType,
  unservedTypes,
} from "./list-processes.ts";
