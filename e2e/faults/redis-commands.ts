import { connect } from "node:net";

/** FLUSHALL: everything that Redis knew is gone while it goes on serving. */
export async function flushRedis(port: number): Promise<void> {
  const reply = await ask(port, "FLUSHALL");
  if (!reply.startsWith("+OK")) throw new Error(`FLUSHALL was answered ${reply}`);
}

/** Whether a Redis answers on this port. */
export async function isRedisUp(port: number): Promise<boolean> {
  return ask(port, "PING").then(
    (reply) => reply.startsWith("+PONG"),
    () => false,
  );
}

/** One inline command on a new connection; returns the start of the reply. */
export async function ask(port: number, command: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  socket.once("error", reject);
  socket.once("close", () => reject(new Error("Redis closed the connection")));
  socket.once("data", (reply) => resolve(reply.toString()));
  socket.setTimeout(5_000, () => reject(new Error("Redis does not answer")));
  socket.write(`${command}\r\n`);
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}
