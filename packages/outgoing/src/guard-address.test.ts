import { describe, expect, test } from "@jest/globals";
import ipaddr from "ipaddr.js";
import { isPublicAddress } from "./address-classes.ts";
import { createAddressGuard } from "./address-guard.ts";

/**
 * Checks the classifier against ipaddr.js, which names an address's range by the IANA registries. Only `unicast` is public
 * there, minus what our table refuses in addition.
 */
const alsoRefused = ["192.31.196.0/24", "192.52.193.0/24", "192.175.48.0/24", "2620:4f:8000::/48"].map((text) =>
  ipaddr.parseCIDR(text),
);
const routedIpv6 = ipaddr.parseCIDR("2000::/3");

function secondOpinion(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (alsoRefused.some((cidr) => parsed.kind() === cidr[0].kind() && parsed.match(cidr))) return false;
  if (parsed.range() !== "unicast") return false;
  // ipaddr.js calls every unnamed range unicast; only 2000::/3 is routed.
  return parsed.kind() === "ipv4" || parsed.match(routedIpv6);
}

/** Repeatable pseudo-random bytes. */
function* numbers(seed: number): Generator<number> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 8;
  }
}

describe("the address guard", () => {
  test("agrees with ipaddr.js on 40,000 addresses, the edges of every special range among them (HOOK-63)", () => {
    const random = numbers(20_260_322);
    const next = (below: number): number => (random.next().value ?? 0) % below;
    const addresses: string[] = [];
    for (let index = 0; index < 20_000; index += 1) {
      addresses.push([next(256), next(256), next(256), next(256)].join("."));
    }
    const heads = [
      "2000",
      "2001",
      "2001:db8",
      "2002",
      "2003",
      "2620:4f:8000",
      "3fff",
      "3ffe",
      "fc00",
      "fe80",
      "fec0",
      "ff02",
      "64:ff9b",
      "64:ff9b:1",
      "100",
      "5f00",
      "::ffff",
      "2001:0",
      "2001:2",
      "2001:20",
    ];
    for (let index = 0; index < 20_000; index += 1) {
      const head = heads[next(heads.length)] ?? "2000";
      const tail = Array.from({ length: 3 }, () => next(65_536).toString(16)).join(":");
      addresses.push(
        head === "::ffff" ? `::ffff:${next(65_536).toString(16)}:${next(65_536).toString(16)}` : `${head}::${tail}`,
      );
    }
    const edges = [
      "0.0.0.0",
      "1.0.0.0",
      "9.255.255.255",
      "10.0.0.0",
      "11.0.0.0",
      "100.63.255.255",
      "100.64.0.0",
      "100.127.255.255",
      "100.128.0.0",
      "126.255.255.255",
      "127.0.0.0",
      "128.0.0.0",
      "169.253.255.255",
      "169.254.169.254",
      "169.255.0.0",
      "172.15.255.255",
      "172.16.0.0",
      "172.31.255.255",
      "172.32.0.0",
      "192.0.0.0",
      "192.0.1.0",
      "192.0.2.255",
      "192.88.99.1",
      "192.167.255.255",
      "192.168.0.0",
      "192.169.0.0",
      "198.17.255.255",
      "198.18.0.0",
      "198.19.255.255",
      "198.20.0.0",
      "198.51.100.1",
      "203.0.113.1",
      "223.255.255.255",
      "224.0.0.1",
      "240.0.0.1",
      "255.255.255.255",
      "::",
      "::1",
      "1fff:ffff::",
      "2000::",
      "3fff:fff::1",
      "3fff:1000::1",
      "4000::",
    ];
    const disagreements = [...addresses, ...edges].filter(
      (address) => isPublicAddress(address) !== secondOpinion(address),
    );
    expect(disagreements).toEqual([]);
  });

  test("refuses IPv4 inside IPv6 in every form: mapped, NAT64 of both prefixes, 6to4, Teredo (HOOK-63)", () => {
    for (const address of [
      "::ffff:127.0.0.1",
      "::ffff:8.8.8.8",
      "::127.0.0.1",
      "64:ff9b::7f00:1",
      "64:ff9b::808:808",
      "64:ff9b:1::1",
      "2002:7f00:1::",
      "2002:808:808::1",
      "2001:0:4136:e378::1",
      "fe80::1%eth0",
    ]) {
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
    }
    expect(isPublicAddress("2606:4700:4700::1111")).toBe(true);
  });

  test("six spellings of 127.0.0.1 are one host, and refused (HOOK-63)", () => {
    const guard = createAddressGuard({ allowedCidrs: [] });
    for (const host of ["127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "１２７．０．０．１"]) {
      const { hostname } = new URL(`https://${host}/`);
      expect([host, hostname]).toEqual([host, "127.0.0.1"]);
      expect(guard.refusalOf({ isPlain: false, port: 443 }, [hostname])).toBe("blocked_address");
    }
  });

  test("any refused address refuses the whole name (HOOK-62)", () => {
    const guard = createAddressGuard({ allowedCidrs: [] });
    expect(guard.refusalOf({ isPlain: false, port: 443 }, ["93.184.215.14"])).toBeUndefined();
    expect(guard.refusalOf({ isPlain: false, port: 443 }, ["93.184.215.14", "10.0.0.1"])).toBe("blocked_address");
    expect(guard.refusalOf({ isPlain: false, port: 443 }, [])).toBe("blocked_address");
    expect(guard.refusalOf({ isPlain: false, port: 80 }, ["93.184.215.14"])).toBe("port");
    expect(guard.refusalOf({ isPlain: false, port: 8443 }, ["93.184.215.14"])).toBeUndefined();
    expect(guard.refusalOf({ isPlain: true, port: 443 }, ["93.184.215.14"])).toBe("scheme");
  });

  test("an allowance opens http and any port for its addresses only (HOOK-65)", () => {
    const guard = createAddressGuard({ allowedCidrs: ["127.0.0.0/8", "::1/128"] });
    expect(guard.refusalOf({ isPlain: true, port: 3000 }, ["127.0.0.1", "::1"])).toBeUndefined();
    expect(guard.refusalOf({ isPlain: true, port: 3000 }, ["127.0.0.1", "10.0.0.1"])).toBe("scheme");
    expect(guard.refusalOf({ isPlain: false, port: 443 }, ["10.0.0.1"])).toBe("blocked_address");
    expect(guard.refusalOf({ isPlain: false, port: 3000 }, ["93.184.215.14"])).toBe("port");
    expect(() => createAddressGuard({ allowedCidrs: ["loopback"] })).toThrow(RangeError);
  });
});
