import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";

/** All addresses of a host name; an empty list when it has none or did not answer in time. Never throws. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Longest time of one look-up, all tries together. A delivery has 5 s to connect, an API request 30 s in total. */
const resolveTimeoutMs = 3_000;
const triesPerQuery = 2;
const addressesMax = 64;

/** Names the hosts file answers: one label, or below `localhost`. No name server knows them. */
function isLocalName(host: string): boolean {
  return !host.replace(/\.$/, "").includes(".") || /\.localhost\.?$/i.test(host);
}

/**
 * Resolves a name to its IPv4 and IPv6 addresses. Through c-ares rather than `getaddrinfo`: that one runs on four
 * threads without a timeout, so four names with a dead name server would stop every other delivery.
 */
export const resolveHost: ResolveHost = async (host) => {
  if (isIP(host) !== 0) return [host];
  if (isLocalName(host)) return lookUp(host);
  const resolver = new Resolver({ timeout: resolveTimeoutMs / triesPerQuery, tries: triesPerQuery });
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
    // No name server knows it (or none runs): the hosts file may, as in a container with extra hosts.
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
