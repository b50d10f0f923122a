/**
 * The senders of short turns in JSON, a process of their own: every request asks in another conversation and waits for the
 * answer. Reads one JSON object (`TurnLoad`) from its first argument, prints one `LoadResult` and ends.
 */
import { readFile } from "node:fs/promises";

import { type OneRequest, sendLoad } from "../send-load.ts";
import { turnLoad } from "./shapes.ts";

const { url, apiKey, pathsFile, connections, seconds } = turnLoad.parse(JSON.parse(process.argv[2] ?? "{}"));
const paths = (await readFile(pathsFile, "utf8")).trim().split("\n");
const headers = {
  "content-type": "application/json",
  accept: "application/json",
  authorization: `Bearer ${apiKey}`,
};
const body = JSON.stringify({ text: "When is the claims desk open?", version: "draft" });
let requestCount = 0;

function ask(): OneRequest {
  const path = paths[requestCount++ % paths.length];
  if (path === undefined) throw new Error("no conversation to ask in");
  return { path, headers, body };
}

console.log(JSON.stringify(await sendLoad({ url, connections, seconds, request: ask })));
