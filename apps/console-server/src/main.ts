import { runProcess } from "@service/process";
import { consoleConfig } from "./config.ts";
import { startConsole } from "./start-console.ts";

const { url } = await runProcess("console", consoleConfig, startConsole);
// `npm start` waits for this message: an answer on the port could come from another process.
process.send?.({ listening: url });
