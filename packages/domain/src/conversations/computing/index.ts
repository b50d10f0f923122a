/**
 * Computing beside the event loop: what takes long on much text, so that nobody else's request waits for it.
 *
 * Guarantees: the same answer as on the event loop; threads see no secret of the process. Runs of engines have a pool of their
 * own in the worker, and evaluations of engines threads of theirs.
 */
export { type ComputingThreads, openComputingThreads } from "./computing-threads.ts";
