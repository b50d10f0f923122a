import { runProcess } from "@service/process";
import { workerConfig } from "./config.ts";
import { startWorker } from "./start-worker.ts";

await runProcess("worker", workerConfig, startWorker);
