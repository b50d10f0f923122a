import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";

/** All addresses of a host name; an empty list when it has none or did not answer in time. Never throws. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Longest time of one look-up, all attempts together. A delivery has 5 s to connect, an API request 30 s in total. */
const resolveTimeoutMs = 3_000;
const attemptsPerQuery = 2;
const addressesMax = 64;

/** Names resolved by the hosts file, not by name servers: one label, or below `localhost`. */
function isLocalName(host: string): boolean {
  return !host.replace(/\.$/, "").includes(".") || /\.localhost\.?$/i.test(host);
}

/**
 * Resolves a name to its IPv4 and IPv6 addresses. Uses c-ares, not `getaddrinfo`, which runs on four
 * threads without a timeout: four names with a dead name server would stop every other delivery.
 */
export const resolveHost: ResolveHost = async (host) => {
  if (isIP(host) !== 0) return [host];
  if (isLocalName(host)) return lookUp(host);
  const resolver = new Resolver({ timeout: resolveTimeoutMs / attemptsPerQuery, tries: attemptsPerQuery });
  const { promise: overrun, resolve } = Promise.withResolvers<"overrun">();
  const timer = setTimeout(() => resolve("overrun"), resolveTimeoutMs);
  const answers = Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  try {
    const settled = await Promise.race([answers, overrun]);
    if (settled === "overrun") {
      resolver.cancel();
      return [];
    }
    const addresses = settled.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length > 0) return addresses.slice(0, addressesMax);
    // Not found by a name server, or none runs: try the hosts file, for containers with extra hosts.
    return settled.some((answer) => answer.status === "rejected" && isTimeout(answer.reason)) ? [] : await lookUp(host);
  } finally {
    clearTimeout(timer);
  }
};

function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ETIMEOUT" || error.code === "ECANCELLED");
}

async function lookUp(host: string): Promise<readonly string[]> {
  const { promise: overrun, resolve } = Promise.withResolvers<readonly string[]>();
  const timer = setTimeout(() => resolve([]), resolveTimeoutMs);
  const found = lookup(host, { all: true, order: "verbatim" }).then(
    (entries) => entries.slice(0, addressesMax).map(({ address }) => address),
    () => [],
  );
  try {
    return await Promise.race([found, overrun]);
  } finally {
    clearTimeout(timer);
  }
}
