import { createServer } from "node:net";

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once("error", reject);
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") resolve(address.port);
  });
  const port = await promise;
  await new Promise<void>((done) => void server.close(() => done()));
  return port;
}
