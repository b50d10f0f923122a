import { Agent as HttpAgent, type ClientRequestArgs, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, type RequestOptions, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { type Duplex, PassThrough } from "node:stream";

import type { AddressGuard, Destination } from "./address-guard.ts";
import { agentOptions, BlockedAddressError, type GuardedAgents, UnresolvedHostError } from "./guarded-agent.ts";
import type { ResolveHost } from "./resolve-host.ts";

/** The proxy answered with a status other than 200: it made no connection. */
class RefusedByProxyError extends Error {
  override readonly name = "RefusedByProxyError";
  readonly code = "EHOSTUNREACH";

  constructor(status: number) {
    super(`the egress proxy answered ${status}`);
  }
}

type Connected = (error: Error | null, stream: Duplex) => void;
type Tunnels = { readonly guard: AddressGuard; readonly resolve: ResolveHost; readonly proxy: URL };

const tunnelTimeoutMs = 5_000;

/** First address of the destination. @throws BlockedAddressError when the guard refuses any of its addresses. */
async function guardedAddress({ guard, resolve }: Tunnels, destination: Destination, host: string): Promise<string> {
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  const [first] = addresses;
  if (first === undefined) throw new UnresolvedHostError();
  if (guard.refusalOf(destination, addresses)) throw new BlockedAddressError();
  return first;
}

/**
 * Opens a connection through the proxy. Pass it the checked address, never a name, which it could resolve differently.
 */
async function openTunnel(tunnels: Tunnels, destination: Destination, host: string): Promise<Duplex> {
  const { proxy } = tunnels;
  const address = await guardedAddress(tunnels, destination, host);
  const target = `${isIP(address) === 6 ? `[${address}]` : address}:${destination.port}`;
  const login = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const asking = (proxy.protocol === "https:" ? httpsRequest : httpRequest)({
    host: proxy.hostname.replace(/^\[|\]$/g, ""),
    port: proxy.port === "" ? (proxy.protocol === "https:" ? 443 : 80) : Number(proxy.port),
    method: "CONNECT",
    path: target,
    headers: {
      host: target,
      ...(login === ":" ? {} : { "proxy-authorization": `Basic ${Buffer.from(login).toString("base64")}` }),
    },
    agent: false,
    timeout: tunnelTimeoutMs,
  });
  asking.once("connect", ({ statusCode = 0 }, stream, head) => {
    if (statusCode !== 200) {
      stream.destroy();
      reject(new RefusedByProxyError(statusCode));
      return;
    }
    stream.setTimeout(0);
    if (head.length > 0) stream.unshift(head);
    resolve(stream);
  });
  // Any other answer: the proxy refused the tunnel.
  asking.once("response", ({ statusCode = 0 }) => {
    asking.destroy();
    reject(new RefusedByProxyError(statusCode));
  });
  asking.once("timeout", () =>
    asking.destroy(Object.assign(new Error("the egress proxy is silent"), { code: "ETIMEDOUT" })),
  );
  asking.once("error", reject);
  asking.end();
  return promise;
}

function hostOf(options: ClientRequestArgs): string {
  return (options.host ?? options.hostname ?? "").replace(/^\[|\]$/g, "");
}

/** Passes the open tunnel to `use`, a failure to the request that needs the connection. */
function whenOpen(opening: Promise<Duplex>, callback: Connected | undefined, use: (tunnel: Duplex) => void): undefined {
  opening.then(use, (error: unknown) => {
    // Node reads only the error; its type requires a stream as well.
    callback?.(Error.isError(error) ? error : new Error("no tunnel"), new PassThrough());
  });
  return undefined;
}

class ProxiedHttpAgent extends HttpAgent {
  readonly #tunnels: Tunnels;

  constructor(tunnels: Tunnels) {
    super(agentOptions);
    this.#tunnels = tunnels;
  }

  override createConnection(options: ClientRequestArgs, callback?: Connected): Duplex | null | undefined {
    const destination = { isPlain: true, port: Number(options.port ?? 80) };
    const opening = openTunnel(this.#tunnels, destination, hostOf(options));
    return whenOpen(opening, callback, (tunnel) => callback?.(null, tunnel));
  }
}

class ProxiedHttpsAgent extends HttpsAgent {
  readonly #tunnels: Tunnels;

  constructor(tunnels: Tunnels) {
    super({ ...agentOptions, minVersion: "TLSv1.2", rejectUnauthorized: true });
    this.#tunnels = tunnels;
  }

  override createConnection(options: RequestOptions, callback?: Connected): Duplex | null | undefined {
    const destination = { isPlain: false, port: Number(options.port ?? 443) };
    const opening = openTunnel(this.#tunnels, destination, hostOf(options));
    return whenOpen(opening, callback, (tunnel) => {
      const through: RequestOptions & { socket: Duplex } = { ...options, socket: tunnel };
      const secured = super.createConnection(through);
      if (secured) callback?.(null, secured);
    });
  }
}

/**
 * Like `createGuardedAgents`, with every connection tunnelled through a proxy (`WEBHOOK_EGRESS_PROXY`;
 * HOOK-69): this process looks up and checks names and speaks TLS with the receiver, so the proxy sees only addresses and
 * encrypted bytes. The remote address logged for an attempt is then the proxy's.
 */
export function createProxiedAgents(guard: AddressGuard, resolve: ResolveHost, proxy: URL): GuardedAgents {
  const tunnels = { guard, resolve, proxy };
  return { http: new ProxiedHttpAgent(tunnels), https: new ProxiedHttpsAgent(tunnels) };
}
