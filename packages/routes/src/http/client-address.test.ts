import { Socket } from "node:net";
import { expect, test } from "@jest/globals";
import { addressGroup, clientAddress } from "@service/http";
import { isCidr, trustProxies } from "@service/outgoing";

function addressOf(remoteAddress: string | undefined, forwarded: string | undefined, trusted: readonly string[]) {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: remoteAddress });
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  return clientAddress({ headers, socket }, trustProxies(trusted));
}

test("without a trusted proxy the address of the connection counts, whatever a header says (IN-12)", () => {
  expect(addressOf("203.0.113.1", "198.51.100.7", [])).toBe("203.0.113.1");
  expect(addressOf("203.0.113.1", "198.51.100.7", ["10.0.0.0/8"])).toBe("203.0.113.1");
  expect(addressOf("::ffff:203.0.113.1", undefined, [])).toBe("203.0.113.1");
  expect(addressOf(undefined, "198.51.100.7", ["0.0.0.0/0"])).toBe("");
});

test("behind trusted proxies the nearest untrusted address counts (IN-12)", () => {
  const trusted = ["10.0.0.0/8", "fd00::/8", "192.0.2.9"];
  expect(addressOf("10.0.0.1", "198.51.100.7", trusted)).toBe("198.51.100.7");
  expect(addressOf("::ffff:10.0.0.1", "6.6.6.6, 198.51.100.7, 192.0.2.9", trusted)).toBe("198.51.100.7");
  expect(addressOf("fd00::1", "2001:db8::7", trusted)).toBe("2001:db8::7");
  expect(addressOf("10.0.0.1", "198.51.100.7:4711", trusted)).toBe("198.51.100.7");
  expect(addressOf("10.0.0.1", "[2001:db8::7]:4711", trusted)).toBe("2001:db8::7");
  expect(addressOf("10.0.0.1", undefined, trusted)).toBe("10.0.0.1");
  expect(addressOf("10.0.0.1", "10.0.0.2, 10.0.0.3", trusted)).toBe("10.0.0.2");
});

test("reading stops at an entry that is not an address", () => {
  expect(addressOf("10.0.0.1", "198.51.100.7, unknown, 10.0.0.2", ["10.0.0.0/8"])).toBe("10.0.0.2");
  expect(addressOf("10.0.0.1", "", ["10.0.0.0/8"])).toBe("10.0.0.1");
  expect(addressOf("10.0.0.1", "10.0.0.2,".repeat(10_000) + "10.0.0.3", ["10.0.0.0/8"])).toBe("10.0.0.2");
});

test("an IPv6 address counts toward its /64 network (IN-12)", () => {
  const networks = ["2001:db8::1", "2001:0DB8:0:0:ffff::", "2001:db8:0:0:1:2:3:4", "2001:db8::%eth0"].map(addressGroup);
  expect(new Set(networks)).toEqual(new Set(["2001:db8:0:0::/64"]));
  expect(addressGroup("2001:db8:0:1::")).toBe("2001:db8:0:1::/64");
  expect(addressGroup("::1")).toBe("0:0:0:0::/64");
  expect(addressGroup("198.51.100.7")).toBe("198.51.100.7");
});

test("a setting that is neither a CIDR nor an address is refused", () => {
  for (const text of ["10.0.0.0/8", "::1", "fd00::/8", "1.2.3.4/32"]) expect(isCidr(text)).toBe(true);
  for (const text of ["", "10.0.0/8", "10.0.0.0/33", "fd00::/129", "host", "10.0.0.0/8/8", "10.0.0.0/-1"])
    expect(isCidr(text)).toBe(false);
  expect(() => trustProxies(["host"])).toThrow(RangeError);
});
