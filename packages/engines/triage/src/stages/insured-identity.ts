import { generationOf, readCity, readStreetAddress, readZip, type StreetAddress } from "@service/engine-kit";
import type { WrittenInsured } from "../input.ts";
import { readDomain, readFein, readPhone } from "./contact-points.ts";
import type { InsuredNameReader, NameForm } from "./read-insured-name.ts";

/** Comparable forms of an insured for clearance. `undefined`: not stated, or useless for comparison. */
export type InsuredIdentity = {
  readonly fein: string | undefined;
  /** The names under which it is known; empty when none can be read. */
  readonly names: readonly NameForm[];
  /** Junior, Senior, III of a person; the names that are compared leave it out (NAME-9). */
  readonly generation: string | undefined;
  readonly address: StreetAddress;
  /** Name of the street with its suffix, without blanks. */
  readonly street: string | undefined;
  readonly city: string | undefined;
  readonly zip: string | undefined;
  readonly state: string | undefined;
  readonly phone: string | undefined;
  readonly domain: string | undefined;
};

/** Reads an `insured` (a submission's or a known one's). */
export function identify(
  { name, fein, address, phone, domain }: WrittenInsured,
  names: InsuredNameReader,
): InsuredIdentity {
  const line = readStreetAddress(address?.line1 ?? "");
  const street = line.street.join("");
  return {
    fein: readFein(fein),
    names: names.read(name),
    generation: generationOf(name),
    address: line,
    street: street === "" ? undefined : street,
    city: readCity(address?.city ?? ""),
    zip: readZip(address?.zip ?? ""),
    state: address?.state,
    phone: readPhone(phone),
    domain: readDomain(domain),
  };
}

/** Name and whole address; `undefined` where one of them is not stated. */
export function insuredOf({ names, address, street, city, zip }: InsuredIdentity): string | undefined {
  const { number, unit } = address;
  if (names.length === 0 || number === undefined || street === undefined || (city ?? zip) === undefined)
    return undefined;
  return JSON.stringify([names.map(({ joined }) => joined), number, street, unit ?? null, city ?? null, zip ?? null]);
}
