import { ConfigError, readConfig } from "@service/runtime";
import { workerConfig } from "./config.ts";
import { startWorker } from "./start-worker.ts";

try {
  const { stop } = await startWorker(readConfig(workerConfig, process.env));
  stop.installSignals();
} catch (error) {
  // The log may not be open yet, and an operator reads this line first.
  process.stderr.write(`worker could not start: ${error instanceof ConfigError ? error.message : String(error)}\n`);
  process.exit(1);
}
