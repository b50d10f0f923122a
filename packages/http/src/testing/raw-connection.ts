import { connect, type Socket } from "node:net";

/** A TCP connection whose every byte is the test's own. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything received so far, head included. */
  received(): string;
  /** Resolves when the received text fulfils `isEnough`; rejects when the connection ends before. */
  until(isEnough: (text: string) => boolean): Promise<string>;
  /** Resolves when the other side has ended the connection. */
  readonly ended: Promise<string>;
}

/** Connects and sends `text`. @param isPaused never reads until `socket.resume()`. */
export async function openRaw(url: string, text: string, { isPaused = false } = {}): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const ended = Promise.withResolvers<string>();
  const waiting = new Set<() => void>();
  let all = "";
  socket.on("data", (chunk) => {
    all += chunk.toString("utf8");
    for (const look of waiting) look();
  });
  socket.on("error", () => undefined);
  for (const event of ["end", "close"] as const) socket.on(event, () => ended.resolve(all));
  if (isPaused) socket.pause();
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  socket.write(text);
  return {
    socket,
    received: () => all,
    ended: ended.promise,
    until: (isEnough) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!isEnough(all)) return;
          waiting.delete(look);
          resolve(all);
        };
        waiting.add(look);
        look();
        void ended.promise.then(() => reject(new Error(`ended after ${JSON.stringify(all.slice(-300))}`)));
      }),
  };
}

/** The body of a chunked answer, as far as it has come. */
export function chunksOf(answer: string | Buffer): string {
  const bytes = Buffer.from(answer);
  const chunks: Buffer[] = [];
  let at = bytes.indexOf("\r\n\r\n") + 4;
  for (let line = bytes.indexOf("\r\n", at); line !== -1; line = bytes.indexOf("\r\n", at)) {
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
  return Buffer.concat(chunks).toString("utf8");
}
