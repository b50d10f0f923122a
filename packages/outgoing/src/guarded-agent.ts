import { Agent as HttpAgent, type AgentOptions, type ClientRequestArgs } from "node:http";
import { Agent as HttpsAgent, type RequestOptions } from "node:https";
import { isIP, type LookupFunction, Socket } from "node:net";
import type { Duplex } from "node:stream";

import type { AddressGuard, Destination } from "./address-guard.ts";
import type { ResolveHost } from "./resolve-host.ts";

/** The address, port or scheme is refused. Never put the address into the message: it is logged. */
export class BlockedAddressError extends Error {
  override readonly name = "BlockedAddressError";
  readonly code = "ERR_BLOCKED_ADDRESS";

  constructor() {
    super("the address guard refuses this connection");
  }
}

/** The name has no address, or the look-up timed out. */
export class UnresolvedHostError extends Error {
  override readonly name = "UnresolvedHostError";
  readonly code = "ENOTFOUND";

  constructor() {
    super("the host name has no address");
  }
}

export const agentOptions: AgentOptions = {
  keepAlive: true,
  // Idle sockets per origin: as many as an endpoint's largest in-flight limit, so that all are reused.
  maxFreeSockets: 100,
  // Close idle sockets after 30 s, so that a changed name is looked up again soon (HOOK-68).
  timeout: 30_000,
  scheduling: "lifo",
};

type Connected = (error: Error | null, stream: Duplex) => void;

/** Resolves all addresses of a name; one refused address refuses the name (HOOK-62). */
function guardingLookup(guard: AddressGuard, resolve: ResolveHost, destination: Destination): LookupFunction {
  return (hostname, options, callback) => {
    void resolve(hostname).then((addresses) => {
      if (addresses.length === 0) return callback(new UnresolvedHostError(), "");
      if (guard.refusalOf(destination, addresses)) return callback(new BlockedAddressError(), "");
      const entries = addresses.map((address) => ({ address, family: isIP(address) }));
      const [first] = entries;
      if (options.all === true || !first) return callback(null, entries);
      return callback(null, first.address, first.family);
    });
  };
}

/** Checks the address actually connected to; it may differ from the look-up. */
function recheckOnConnect(guard: AddressGuard, destination: Destination, stream: Duplex | null | undefined): void {
  if (!(stream instanceof Socket)) return;
  stream.once("connect", () => {
    const address = stream.remoteAddress;
    if (address === undefined || guard.refusalOf(destination, [address])) stream.destroy(new BlockedAddressError());
  });
}

class GuardedHttpAgent extends HttpAgent {
  readonly #guard: AddressGuard;
  readonly #resolve: ResolveHost;

  constructor(guard: AddressGuard, resolve: ResolveHost) {
    super(agentOptions);
    this.#guard = guard;
    this.#resolve = resolve;
  }

  override createConnection(options: ClientRequestArgs, callback?: Connected): Duplex | null | undefined {
    const destination = { isPlain: true, port: Number(options.port ?? 80) };
    const lookup = guardingLookup(this.#guard, this.#resolve, destination);
    const stream = super.createConnection({ ...options, lookup }, callback);
    recheckOnConnect(this.#guard, destination, stream);
    return stream;
  }
}

class GuardedHttpsAgent extends HttpsAgent {
  readonly #guard: AddressGuard;
  readonly #resolve: ResolveHost;

  constructor(guard: AddressGuard, resolve: ResolveHost) {
    super({ ...agentOptions, minVersion: "TLSv1.2", rejectUnauthorized: true });
    this.#guard = guard;
    this.#resolve = resolve;
  }

  override createConnection(options: RequestOptions, callback?: Connected): Duplex | null | undefined {
    const destination = { isPlain: false, port: Number(options.port ?? 443) };
    const lookup = guardingLookup(this.#guard, this.#resolve, destination);
    const stream = super.createConnection({ ...options, lookup }, callback);
    recheckOnConnect(this.#guard, destination, stream);
    return stream;
  }
}

export interface GuardedAgents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

/**
 * Agents for all connections to customers' addresses: kept alive for 30 s, each new one looked up and checked again
 * (HOOK-61, HOOK-68). Do not use them for internal calls. A literal address bypasses the look-up hook, so the sender
 * asks `isRefusedAsWritten` first.
 */
export function createGuardedAgents(guard: AddressGuard, resolve: ResolveHost): GuardedAgents {
  return { http: new GuardedHttpAgent(guard, resolve), https: new GuardedHttpsAgent(guard, resolve) };
}
