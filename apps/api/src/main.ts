import { runProcess } from "@service/process";
import { apiConfig } from "./config.ts";
import { startApi } from "./start-api.ts";

const { url } = await runProcess("api", apiConfig, startApi);
// `npm start` waits for this message: an answer on the port could come from another process.
process.send?.({ listening: url });
