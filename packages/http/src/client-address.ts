import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Whether an address is one of our own proxies, whose `X-Forwarded-For` is trusted. */
export type TrustedProxies = (address: string) => boolean;

/** Reads at most this many entries of a header, nearest proxy first. */
const hopsMax = 16;

/**
 * The address a request comes from. Walks from the connection leftwards through `X-Forwarded-For` while the address that
 * wrote an entry is a trusted proxy: entries left of the first other address can be forged.
 */
export function clientAddress(request: Pick<IncomingMessage, "headers" | "socket">, isTrusted: TrustedProxies): string {
  let address = plain(request.socket.remoteAddress ?? "");
  const header = request.headers["x-forwarded-for"];
  if (header === undefined || !isTrusted(address)) return address;
  const entries = (Array.isArray(header) ? header.join(",") : header).split(",").slice(-hopsMax);
  for (const text of entries.toReversed()) {
    const named = plain(text.trim());
    if (isIP(named) === 0) return address;
    address = named;
    if (!isTrusted(address)) return address;
  }
  return address;
}

/** Removes port, brackets and the IPv6 form of an IPv4 address, so that one sender has one spelling. */
function plain(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  const bare = bracketed ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
}

/** The key of an address's budget. For IPv6 the first 64 bits: one sender usually holds the whole network. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? [];
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const words =
    tail === undefined
      ? before
      : [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0"), ...after];
  return `${words
    .slice(0, 4)
    .map((word) => Number.parseInt(word, 16).toString(16))
    .join(":")}::/64`;
}
