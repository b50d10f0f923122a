import { addressesWithin, isPublicAddress } from "./address-classes.ts";

/** Ports a webhook URL may name in every mode (HOOK-60, HOOK-65). */
const publicPorts: ReadonlySet<number> = new Set([443, 8443]);

/** Why a URL may not be connected to. Never contains the address: it would disclose the internal network. */
export type AddressRefusal = "scheme" | "port" | "blocked_address";

/** The parts of a URL that, with the address, decide whether a connection may be made. */
export interface Destination {
  readonly isPlain: boolean;
  readonly port: number;
}

export interface AddressGuard {
  /** Whether there are test-only allowances: without them `http:` is refused before any name is resolved. */
  readonly hasAllowances: boolean;
  /** The variable with which whoever runs this stack may open private addresses; none in production. */
  readonly openedBy?: string | undefined;
  /** Whether a host is one of the service's own names (HOOK-64) or a subdomain of one, whatever it resolves to. */
  refusesHost(host: string): boolean;
  /**
   * Checks every address a name resolved to: one denied address refuses the whole name (HOOK-62). `undefined` means
   * allowed. Used at registration, and at every connect by the process that delivers.
   */
  refusalOf(destination: Destination, addresses: readonly string[]): AddressRefusal | undefined;
}

/**
 * Makes the guard of HOOK-61.
 * @param options.allowedCidrs `WEBHOOK_ALLOWED_CIDRS`, test-only: for addresses inside them (and only those) `http:`
 *   and any port are accepted.
 * @param options.deniedHosts `WEBHOOK_DENIED_HOSTS`: names of the service itself; their subdomains are denied too.
 * @param options.openedBy the name of that variable, where refusals may name it.
 * @throws RangeError for an invalid CIDR.
 */
export function createAddressGuard({
  allowedCidrs,
  deniedHosts = [],
  openedBy,
}: {
  allowedCidrs: readonly string[];
  deniedHosts?: readonly string[];
  openedBy?: string | undefined;
}): AddressGuard {
  const denied = deniedHosts.map(bareHost);
  const isAllowed = addressesWithin(allowedCidrs, "allowed addresses");
  const hasAllowances = allowedCidrs.length > 0;

  return {
    hasAllowances,
    openedBy,
    refusesHost(host) {
      const name = bareHost(host);
      return denied.some((own) => name === own || name.endsWith(`.${own}`));
    },
    refusalOf({ isPlain, port }, addresses) {
      if (addresses.length === 0) return "blocked_address";
      if (addresses.every((address) => isAllowed(address))) return undefined;
      if (isPlain) return "scheme";
      if (!publicPorts.has(port)) return "port";
      return addresses.every((address) => isPublicAddress(address) || isAllowed(address))
        ? undefined
        : "blocked_address";
    },
  };
}

/** Normalizes a name: case and a final full stop do not matter. */
function bareHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, "");
}
