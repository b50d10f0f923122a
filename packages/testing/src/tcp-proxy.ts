import { type Socket, connect, createServer } from "node:net";

import { track } from "./open-handles.ts";

/** A proxy between code under test and a server, to cut, refuse and swallow connections. */
export type TcpProxy = {
  port: number;
  /** The given address with this proxy's host and port in place of its own. */
  through(url: string): string;
  /** Resets all connections; new ones are accepted. */
  cut(): void;
  /** Half-open: bytes of both directions are swallowed, connections stay open, new ones are accepted and silent. */
  swallow(isSwallowing: boolean): void;
  /** Resets all connections and answers new ones with a reset. */
  refuse(isRefusing: boolean): void;
  /**
   * Holds back the first bytes to the server that match, and everything after them on that connection.
   * @returns `held` resolves when there are such bytes; `letGo` sends them.
   */
  hold(matches: (bytes: Buffer) => boolean): { readonly held: Promise<void>; letGo(): void };
  /** New connections go to this port; open ones stay where they are. */
  pointTo(port: number): void;
  /** Connections open now. */
  readonly connections: number;
  close(): Promise<void>;
};

export async function tcpProxy(target: { host?: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isSwallowing = false;
  let isRefusing = false;
  let targetPort = target.port;
  let holding: { readonly matches: (bytes: Buffer) => boolean; hold(send: () => void): void } | undefined;

  const server = createServer((near) => {
    if (isRefusing) {
      near.on("error", () => undefined);
      reset(near);
      return;
    }
    const far = connect(targetPort, target.host ?? "127.0.0.1");
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.setNoDelay(true);
      from.on("data", (chunk: Buffer) => {
        if (from === near && holding?.matches(chunk) === true) {
          from.pause();
          holding.hold(() => {
            to.write(chunk);
            from.resume();
          });
        } else if (!isSwallowing) to.write(chunk);
      });
      from.on("error", () => undefined);
      from.on("close", () => {
        pairs.delete(pair);
        if (!isSwallowing) to.destroy();
      });
    }
  });

  function cut(): void {
    for (const [near, far] of pairs) {
      reset(near);
      far.destroy();
    }
  }

  const listening = Promise.withResolvers<number>();
  server.once("error", listening.reject);
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") listening.resolve(address.port);
  });
  const port = await listening.promise;
  const closed = track(`proxy on port ${port}`);

  return {
    port,
    through(url) {
      const changed = new URL(url);
      changed.hostname = "127.0.0.1";
      changed.port = String(port);
      return changed.href;
    },
    cut,
    swallow(value) {
      isSwallowing = value;
    },
    refuse(value) {
      isRefusing = value;
      if (value) cut();
    },
    hold(matches) {
      const held = Promise.withResolvers<void>();
      let send: () => void = () => undefined;
      holding = {
        matches,
        hold(sendHeld) {
          holding = undefined;
          send = sendHeld;
          held.resolve();
        },
      };
      return { held: held.promise, letGo: () => send() };
    },
    pointTo(value) {
      targetPort = value;
    },
    get connections() {
      return pairs.size;
    },
    async close() {
      const ended = new Promise<void>((resolve) => void server.close(() => resolve()));
      cut();
      await ended;
      closed();
    },
  };
}

/**
 * Closes with a reset. A socket whose own end is being sent refuses one (EINVAL), and Node then leaves its handle open for
 * ever: it is destroyed instead.
 */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
