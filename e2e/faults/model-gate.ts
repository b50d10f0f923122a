import { createServer, type ServerResponse } from "node:http";

/**
 * A model that has nothing to say, and says it when the test lets it: how a real run is made to last. A run that asked
 * it ends `degraded` with its deterministic result.
 */
export type ModelGate = {
  readonly url: string;
  /** Questions that wait for an answer now. */
  readonly waiting: number;
  /** From now on questions wait. */
  hold(): void;
  /** Answers what waits; later questions are answered at once. */
  release(): void;
  close(): Promise<void>;
};

export async function startModelGate(): Promise<ModelGate> {
  const waiting = new Set<ServerResponse>();
  let isHolding = false;
  const refuse = (response: ServerResponse): void => void response.writeHead(400).end();
  const server = createServer((request, response) => {
    response.once("close", () => waiting.delete(response));
    request.resume();
    request.once("end", () => {
      if (isHolding) waiting.add(response);
      else refuse(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the model has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    get waiting() {
      return waiting.size;
    },
    hold() {
      isHolding = true;
    },
    release() {
      isHolding = false;
      for (const response of waiting) refuse(response);
      waiting.clear();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
