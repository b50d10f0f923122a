/**
 * Preloaded into the processes of the fleet: writes what Node has compiled to NODE_COMPILE_CACHE when the test asks for
 * it. A process that ends by SIGKILL writes nothing by itself, and the cache halves the start of the next one.
 */
import { flushCompileCache } from "node:module";
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.channel !== undefined) {
  process.once("message", () => flushCompileCache());
  // Listening must not keep a process alive that has nothing left to do.
  process.channel.unref();
}
