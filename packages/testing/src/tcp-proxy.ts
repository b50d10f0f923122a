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
  /** Connections open now. */
  readonly connections: number;
  close(): Promise<void>;
};

export async function tcpProxy(target: { host?: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isSwallowing = false;
  let isRefusing = false;

  const server = createServer((near) => {
    if (isRefusing) {
      near.on("error", () => undefined);
      near.resetAndDestroy();
      return;
    }
    const far = connect(target.port, target.host ?? "127.0.0.1");
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.setNoDelay(true);
      from.on("data", (chunk) => {
        if (!isSwallowing) to.write(chunk);
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
      near.resetAndDestroy();
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
