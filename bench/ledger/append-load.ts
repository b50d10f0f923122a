/**
 * The senders of appends, a process of their own: every command is another task, with a key of its own. Reads one JSON
 * object (`AppendLoad`) from its first argument, prints one `LoadResult` and ends.
 */
import { randomUUID } from "node:crypto";

import { type OneRequest, sendLoad } from "../send-load.ts";
import { appendLoad } from "./shapes.ts";

const { url, apiKey, accounts, commandsPerRequest, connections, seconds } = appendLoad.parse(
  JSON.parse(process.argv[2] ?? "{}"),
);
const headers = { "content-type": "application/json", authorization: `Bearer ${apiKey}` };
let sent = 0;

function append(): OneRequest {
  const commands = Array.from({ length: commandsPerRequest }, () => ({
    idempotency_key: randomUUID(),
    type: "create_task",
    entity: { kind: "account", key: accounts[sent++ % accounts.length] },
    payload: { title: "Ask for the loss runs", due_on: "2027-03-01", priority: "normal" },
  }));
  return { headers, body: JSON.stringify({ actor_principal: "pat", actor_type: "producer", commands }) };
}

console.log(JSON.stringify(await sendLoad({ url, connections, seconds, request: append })));
