import { ConfigError, readConfig } from "@service/runtime";
import { apiConfig } from "./config.ts";
import { startApi } from "./start-api.ts";

try {
  const api = await startApi(readConfig(apiConfig, process.env));
  api.stop.installSignals();
} catch (error) {
  // The log may not be open yet, and an operator reads this line first.
  process.stderr.write(`api could not start: ${error instanceof ConfigError ? error.message : String(error)}\n`);
  process.exit(1);
}
