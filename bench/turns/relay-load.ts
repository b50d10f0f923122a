/**
 * Readers of whole streams, one after the other over connections that never pause, a process of their own. Reads one JSON
 * object (`RelayLoad`) from standard input and prints one `RelayResult`. It counts frames and looks at nothing in them, so that
 * it costs less than what it measures.
 */
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";

import { relayLoad, type RelayResult } from "./shapes.ts";

const { urls, headers, connections, seconds } = relayLoad.parse(JSON.parse(await text(process.stdin)));
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const startedAtMs = performance.now();
const endsAtMs = startedAtMs + seconds * 1_000;
let frames = 0;
let next = 0;
let firstFailure: string | undefined;

function readOne(url: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sending = request(url, { agent, headers }, (response) => {
    if (response.statusCode !== 200) firstFailure ??= `status ${response.statusCode}`;
    let isAfterBreak = false;
    response.on("data", (chunk: Buffer) => {
      if (isAfterBreak && chunk[0] === lineBreak) frames += 1;
      for (let at = chunk.indexOf("\n\n"); at >= 0; at = chunk.indexOf("\n\n", at + 2)) frames += 1;
      isAfterBreak = chunk[chunk.length - 1] === lineBreak && chunk[chunk.length - 2] !== lineBreak;
    });
    response.on("end", resolve);
    response.on("error", ({ message }) => {
      firstFailure ??= message;
      resolve();
    });
  });
  sending.on("error", ({ message }) => {
    firstFailure ??= message;
    resolve();
  });
  sending.end();
  return promise;
}
const lineBreak = 0x0a;

async function readAll(): Promise<void> {
  while (performance.now() < endsAtMs && firstFailure === undefined) await readOne(urls[next++ % urls.length] ?? "");
}

await Promise.all(Array.from({ length: connections }, readAll));
const result: RelayResult = {
  framesPerSecond: (frames * 1_000) / (performance.now() - startedAtMs),
  ...(firstFailure === undefined ? {} : { firstFailure }),
};
agent.destroy();
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit());
