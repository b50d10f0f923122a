/**
 * The senders of `bench:ingest`, a process of their own: every request is another delivery, signed by Standard Webhooks.
 * Reads one JSON object (`SignedLoad`) from its first argument, prints one `LoadResult` and ends.
 */
import { createHmac, randomUUID } from "node:crypto";

import { type OneRequest, sendLoad } from "../send-load.ts";
import { signedLoad } from "./shapes.ts";

const { url, key, connections, seconds } = signedLoad.parse(JSON.parse(process.argv[2] ?? "{}"));
const secret = Buffer.from(key, "base64");
const body = JSON.stringify({ type: "order.placed", data: { order_id: 4711, lines: [{ sku: "a-1", count: 2 }] } });

function signed(): OneRequest {
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
  return { headers, body };
}

console.log(JSON.stringify(await sendLoad({ url, connections, seconds, request: signed })));
