import { ConfigError, readConfig } from "@service/runtime";
import { apiConfig } from "./config.ts";
import { startApi } from "./start-api.ts";

try {
  const api = await startApi(readConfig(apiConfig, process.env));
  api.stop.installSignals();
  // `npm start` waits for this message: an answer on the port could come from another process.
  process.send?.({ listening: api.url });
} catch (error) {
  // To stderr: the log may not be open yet.
  process.stderr.write(`api could not start: ${error instanceof ConfigError ? error.message : String(error)}\n`);
  process.exit(1);
}
