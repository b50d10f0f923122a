import { BlockList, isIP } from "node:net";

/**
 * Which addresses a webhook may never be sent to (HOOK-63), as a table. IPv6 is denied by default
 * outside 2000::/3, so the IPv6 rows below only name what lies inside it.
 */
const deniedIpv4 = [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // carrier-grade NAT, cloud metadata of some providers
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link-local, cloud metadata
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // IETF protocol assignments
  ["192.0.2.0", 24], // TEST-NET-1
  ["192.31.196.0", 24], // AS112
  ["192.52.193.0", 24], // AMT
  ["192.88.99.0", 24], // 6to4 relay anycast
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarking
  ["198.51.100.0", 24], // TEST-NET-2
  ["203.0.113.0", 24], // TEST-NET-3
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, broadcast
] as const;

/** The only IPv6 range routed on the internet. Mapped, NAT64, ULA, link-local and multicast lie outside it. */
const globalIpv6 = ["2000::", 3] as const;

const deniedIpv6 = [
  ["2001::", 23], // IETF protocol assignments: Teredo, ORCHID, benchmarking, AMT, AS112
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4: carries any IPv4 address
  ["2620:4f:8000::", 48], // AS112
  ["3fff::", 20], // documentation
] as const;

const deniedV4 = new BlockList();
for (const [network, prefix] of deniedIpv4) deniedV4.addSubnet(network, prefix, "ipv4");
const globalV6 = new BlockList();
globalV6.addSubnet(...globalIpv6, "ipv6");
const deniedV6 = new BlockList();
for (const [network, prefix] of deniedIpv6) deniedV6.addSubnet(network, prefix, "ipv6");

/** Whether an address literal (no brackets) is on the public internet. False for a zone (`%eth0`) or a non-address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !deniedV4.check(address, "ipv4");
    case 6:
      return !address.includes("%") && globalV6.check(address, "ipv6") && !deniedV6.check(address, "ipv6");
    default:
      return false;
  }
}

export interface Cidr {
  readonly network: string;
  readonly prefix: number;
  readonly family: "ipv4" | "ipv6";
}

/** Parses `10.0.0.0/8` or `fd00::/8`; a bare address is a network of one. Undefined for anything else. */
export function parseCidr(text: string): Cidr | undefined {
  const [network = "", length, ...rest] = text.trim().split("/");
  const version = isIP(network);
  if (version === 0 || rest.length > 0 || network.includes("%")) return undefined;
  const widest = version === 4 ? 32 : 128;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined;
  const prefix = length === undefined ? widest : Number(length);
  if (prefix > widest) return undefined;
  return { network, prefix, family: version === 4 ? "ipv4" : "ipv6" };
}

/**
 * Makes a function that checks whether an address lies in one of the networks (never, when the list is empty).
 * BlockList also matches a mapped IPv4 address (`::ffff:127.0.0.1`) against the IPv4 networks.
 * @throws RangeError for an invalid CIDR.
 */
export function addressesWithin(cidrs: readonly string[], what: string): (address: string) => boolean {
  const networks = new BlockList();
  for (const text of cidrs) {
    const cidr = parseCidr(text);
    if (!cidr) throw new RangeError(`an entry of the ${what} is not a CIDR`);
    networks.addSubnet(cidr.network, cidr.prefix, cidr.family);
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && networks.check(address, version === 4 ? "ipv4" : "ipv6");
  };
}
