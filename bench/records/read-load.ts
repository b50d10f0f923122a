/**
 * Reads addresses of the service from a separate process, so that its work is not counted as the server's. Reads one JSON
 * object (`ReadLoad`) from standard input, prints one `ReadResult` and ends when its time is over, or on the next line of
 * standard input.
 *
 * With `perSecond` the pace is fixed, whether or not earlier answers have come, and an answer's time runs from the moment at
 * which its request was due: a server that stalls is not spared the requests that it made wait.
 */
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";

import { readLoad, type ReadResult } from "./read-shapes.ts";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const load = readLoad.parse(JSON.parse(String((await lines.next()).value)));
const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
const answers: [index: number, milliseconds: number][] = [];
let failed = 0;
let firstFailure: string | undefined;
let isOver = false;
void lines.next().then(({ done }) => {
  if (done !== true) isOver = true;
});

function read(index: number, dueAtMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { url = "", headers = {} } = load.reads[index] ?? {};
  const failure = (why: string): void => {
    failed += 1;
    firstFailure ??= `${url}: ${why}`;
    resolve();
  };
  const sending = request(url, { agent, headers }, (response) => {
    response.on("error", ({ message }) => failure(message));
    response.on("end", () => {
      if (response.statusCode !== 200) return failure(`status ${response.statusCode}`);
      answers.push([index, performance.now() - dueAtMs]);
      resolve();
    });
    response.resume();
  });
  sending.on("error", ({ message }) => failure(message));
  sending.end();
  return promise;
}

const startedAtMs = performance.now();
const endsAtMs = startedAtMs + load.seconds * 1_000;
const isDone = (): boolean => isOver || performance.now() >= endsAtMs;
let next = 0;
const following = (): number => next++ % load.reads.length;

async function atPace(perSecond: number): Promise<void> {
  const open = new Set<Promise<void>>();
  for (let sent = 0; !isDone(); sent += 1) {
    const dueAtMs = startedAtMs + (sent * 1_000) / perSecond;
    const waitMs = dueAtMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const one = read(following(), dueAtMs);
    open.add(one);
    void one.then(() => open.delete(one));
  }
  await Promise.all(open);
}

async function oneAfterAnother(): Promise<void> {
  while (!isDone()) await read(following(), performance.now());
}

if (load.perSecond !== undefined) await atPace(load.perSecond);
else await Promise.all(Array.from({ length: load.connections }, oneAfterAnother));
const result: ReadResult = {
  seconds: (performance.now() - startedAtMs) / 1_000,
  answers,
  failed,
  ...(firstFailure === undefined ? {} : { firstFailure }),
};
agent.destroy();
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit());
