import { ConfigError, readConfig } from "@service/runtime";

import { webhooksConfig } from "./config.ts";
import { startWebhooks } from "./start-webhooks.ts";

try {
  const webhooks = await startWebhooks(readConfig(webhooksConfig, process.env));
  webhooks.stop.installSignals();
} catch (error) {
  // The log may not be open yet, and an operator reads this line first.
  process.stderr.write(`webhooks could not start: ${error instanceof ConfigError ? error.message : String(error)}\n`);
  process.exit(1);
}
