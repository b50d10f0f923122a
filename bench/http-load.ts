/**
 * The load generator, a separate process so that its work is not counted as the server's. Reads one JSON object (the
 * `LoadRequest` of load-shapes.ts) from its first argument, prints one `LoadResult` and ends.
 */
import { loadRequest } from "./load-shapes.ts";
import { sendLoad } from "./send-load.ts";

const load = loadRequest.parse(JSON.parse(process.argv[2] ?? "{}"));
const startedAt = performance.now();
const headers = { "content-type": "application/json", ...load.headers };
const { url, body, connections, seconds, amount } = load;

let sent = 0;
function withKey() {
  sent += 1;
  return { headers: { ...headers, "idempotency-key": `${process.pid}-${startedAt}-${sent}` }, body };
}

const request = load.withKeys ? withKey : { headers, body };
console.log(JSON.stringify(await sendLoad({ url, connections, seconds, amount, request })));
