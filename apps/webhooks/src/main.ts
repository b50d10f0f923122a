import { runProcess } from "@service/process";
import { webhooksConfig } from "./config.ts";
import { startWebhooks } from "./start-webhooks.ts";

await runProcess("webhooks", webhooksConfig, startWebhooks);
