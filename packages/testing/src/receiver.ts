import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** One received request. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly atMs: number;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** Most requests that were being answered at the same time. */
  readonly concurrencyMax: number;
  /** Sets how to answer later requests, called when the body has been read. */
  answer(respond: (request: Received, response: ServerResponse) => void): void;
  stop(): Promise<void>;
}

/** A customer's endpoint: a local server that answers 204 unless `answer` was called, and records every request. */
export async function startReceiver(host = "127.0.0.1"): Promise<Receiver> {
  const received: Received[] = [];
  let respond: (request: Received, response: ServerResponse) => void = (_request, response) => {
    response.writeHead(204).end();
  };
  let concurrency = 0;
  let concurrencyMax = 0;
  const server: Server = createServer((request, response) => {
    concurrency += 1;
    concurrencyMax = Math.max(concurrencyMax, concurrency);
    response.once("close", () => {
      concurrency -= 1;
    });
    void readBody(request).then((body) => {
      const one: Received = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.join() : (value ?? ""),
          ]),
        ),
        body,
        atMs: performance.now(),
      };
      received.push(one);
      respond(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver listens on no port");
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${address.port}/hook`,
    port: address.port,
    received,
    get concurrencyMax() {
      return concurrencyMax;
    },
    answer(next) {
      respond = next;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  } catch {
    // The sender gave up.
  }
  return Buffer.concat(chunks);
}
