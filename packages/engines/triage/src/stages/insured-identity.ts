import { normalizeName, prepareLabel, type PreparedLabel, readName } from "@service/engine-kit";
import type { WrittenInsured } from "../input.ts";

/** Comparable forms of an insured for clearance. `undefined`: not stated, or useless for comparison. */
export type InsuredIdentity = {
  readonly fein: string | undefined;
  readonly name: PreparedLabel;
  /** The normalized name: equal strings are equal names without comparing words. */
  readonly nameText: string;
  readonly nameWeight: number;
  readonly nameFolds: ReadonlySet<string>;
  readonly state: string | undefined;
  readonly addressKey: string | undefined;
  readonly zip: string | undefined;
  readonly phone: string | undefined;
  readonly domain: string | undefined;
};

const feinDigits = 9;
const zipDigits = 5;
const phoneDigits = 10;
const namePrefixChars = 5;

/** Public mail domains do not identify a business. */
const publicMailDomains: ReadonlySet<string> = new Set([
  "aol.com",
  "gmail.com",
  "hotmail.com",
  "icloud.com",
  "live.com",
  "msn.com",
  "outlook.com",
  "yahoo.com",
]);

/** Common words of street addresses in the short form of the postal service (public list, our selection). */
const addressWords: ReadonlyMap<string, string> = new Map([
  ["street", "st"],
  ["avenue", "ave"],
  ["av", "ave"],
  ["road", "rd"],
  ["boulevard", "blvd"],
  ["drive", "dr"],
  ["lane", "ln"],
  ["court", "ct"],
  ["place", "pl"],
  ["square", "sq"],
  ["highway", "hwy"],
  ["parkway", "pkwy"],
  ["circle", "cir"],
  ["terrace", "ter"],
  ["north", "n"],
  ["south", "s"],
  ["east", "e"],
  ["west", "w"],
  ["suite", "ste"],
  ["apartment", "apt"],
  ["floor", "fl"],
]);

/** Reads an `insured` (a submission's or a known one's). `fallbackState` is used when it has no address. */
export function identify(insured: WrittenInsured, fallbackState: string | undefined): InsuredIdentity {
  const { address, name: nameText } = insured;
  const zip = digitsOf(address?.zip).slice(0, zipDigits);
  const zipKnown = zip.length === zipDigits ? zip : undefined;
  const street = normalizeName(address?.line1 ?? "")
    .split(" ")
    .map((word) => addressWords.get(word) ?? word)
    .join(" ");
  const place = zipKnown ?? normalizeName(`${address?.city ?? ""} ${address?.state ?? ""}`);
  const name = prepareLabel(coreOf(nameText));
  return {
    fein: meaningful(digitsOf(insured.fein), feinDigits),
    name,
    nameText: normalizeName(nameText),
    nameWeight: name.words.reduce((sum, { weight }) => sum + weight, 0),
    nameFolds: new Set(name.words.map(({ fold }) => fold)),
    state: address?.state ?? fallbackState,
    addressKey: street === "" || place === "" ? undefined : `${street}|${place}`,
    zip: zipKnown,
    // Country codes come first: the last ten digits are the number.
    phone: meaningful(digitsOf(insured.phone).slice(-phoneDigits), phoneDigits),
    domain: domainOf(insured.domain),
  };
}

/** The blocks an insured belongs to: only pairs that share one are compared (TRI-21). */
export function blocksOf(identity: InsuredIdentity): string[] {
  const blocks: string[] = [];
  if (identity.fein !== undefined) blocks.push(`fein ${identity.fein}`);
  const [first] = identity.name.words;
  if (first !== undefined) blocks.push(`name ${first.fold.slice(0, namePrefixChars)} ${identity.state ?? ""}`);
  if (identity.addressKey !== undefined) blocks.push(`address ${identity.addressKey}`);
  return blocks;
}

/** The words of a name that tell firms apart: without legal forms and words that many share. */
function coreOf(nameText: string): string {
  const words = readName(nameText, "organization", { forms: "us" }).readings[0]?.words ?? [];
  const own = words.filter(({ role }) => role !== "general" && role !== "particle");
  return (own.length === 0 ? words : own).map(({ text }) => text).join(" ");
}

function digitsOf(written: string | undefined): string {
  return (written ?? "").replace(/[^0-9]/g, "");
}

/** Too few or too many digits, or one digit repeated (a form field filled to get past it), identify nobody. */
function meaningful(digits: string, count: number): string | undefined {
  return digits.length !== count || /^(.)\1*$/.test(digits) ? undefined : digits;
}

function domainOf(written: string | undefined): string | undefined {
  const host = (written ?? "")
    .trim()
    .toLowerCase()
    .replace(/^[a-z]{1,10}:\/\//, "")
    .replace(/^.*@/, "")
    .replace(/^www\./, "")
    .replace(/[/?#:].*$/, "")
    .replace(/\.$/, "");
  return host.includes(".") && !publicMailDomains.has(host) ? host : undefined;
}
