/**
 * Preloaded into the processes of the stack (`node --import`): when the process that started them is gone, even by
 * SIGKILL, their channel to it closes, and they stop as if it had asked them to. Nothing is left behind.
 */
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.channel !== undefined) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // The channel must not keep a process alive that has nothing left to do.
  process.channel.unref();
}
