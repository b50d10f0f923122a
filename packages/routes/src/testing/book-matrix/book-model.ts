import { isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import { createHash } from "node:crypto";
import { type Family, keyNames, people, type Person, type SourceRow } from "./fixture.ts";

/** A row as one or more snapshots have it; references are keys. */
export interface Version {
  readonly family: Family;
  readonly id: string;
  readonly key: string;
  readonly fields: JsonObject;
  readonly from: number;
  /** The snapshot that ended it; null: it serves. */
  to: number | null;
}

const references: { readonly [field: string]: Family } = {
  client_key: "accounts",
  policy_key: "policies",
  policy_keys: "policies",
  prior_policy_key: "policies",
  carrier_key: "carriers",
  claim_key: "claims",
};

/** Families that the owner of one policy sees with it. */
const withPolicy: ReadonlySet<Family> = new Set([
  "policies",
  "coverages",
  "claims",
  "documents",
  "invoices",
  "vehicles",
  "activities",
]);

/** The rows of a connection in memory, and who sees them: written after the specification, not after the queries. */
export class BookModel {
  readonly connectionId: string;
  readonly versions: readonly Version[];
  /** The snapshot that serves. */
  readonly seq: number;

  constructor(connectionId: string, deliveries: readonly (readonly SourceRow[])[]) {
    this.connectionId = connectionId;
    this.seq = deliveries.length;
    const versions: Version[] = [];
    for (const [at, delivery] of deliveries.entries()) {
      const given = new Map(delivery.map((row) => [`${row.family} ${row.id}`, row]));
      const served = new Map(versions.filter(({ to }) => to === null).map((one) => [`${one.family} ${one.id}`, one]));
      for (const [name, version] of served) {
        const row = given.get(name);
        if (row === undefined || !isSame(this.#stored(row), version.fields)) version.to = at + 1;
        else given.delete(name);
      }
      for (const row of given.values())
        versions.push({
          ...row,
          key: this.keyOf(row.family, row.id),
          fields: this.#stored(row),
          from: at + 1,
          to: null,
        });
    }
    this.versions = versions;
  }

  keyOf(family: Family, id: string): string {
    const [, prefix] = keyNames[family];
    return prefix + base32(createHash("sha256").update(`${this.connectionId}|${family}|${id}`).digest()).slice(0, 20);
  }

  /** The rows of a family in a snapshot. */
  rows(family: Family, seq = this.seq): readonly Version[] {
    return this.versions.filter((one) => one.family === family && one.from <= seq && (one.to === null || one.to > seq));
  }

  find(family: Family, key: string, seq = this.seq): Version | undefined {
    return this.rows(family, seq).find((one) => one.key === key);
  }

  /** Whether a person sees a row in a snapshot; undefined: somebody who sees everything. */
  sees(person: Person | undefined, version: Version, seq = this.seq): boolean {
    if (person === undefined || person.scope === "All" || person.scope === "Platform") return true;
    const { family } = version;
    if (family === "carriers") return true;
    const account = this.find("accounts", clientOf(version), seq);
    if (account !== undefined && ownsAccount(person, account)) return true;
    const owned = this.rows("policies", seq).filter(
      (policy) => clientOf(policy) === clientOf(version) && ownsPolicy(person, policy),
    );
    if (family === "accounts") return owned.length > 0;
    return withPolicy.has(family) && owned.some(({ key }) => policiesOf(version).includes(key));
  }

  #stored({ fields }: SourceRow): JsonObject {
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const family = references[name];
        if (family === undefined) return [name, value];
        const keys = listOf(value).map((id) => this.keyOf(family, stringOf(id)));
        return [name, isJsonArray(value) ? keys : (keys[0] ?? null)];
      }),
    );
  }
}

export function clientOf({ family, key, fields }: Version): string {
  return family === "accounts" ? key : stringOf(fields["client_key"]);
}

/** The policies that a row is of. */
export function policiesOf({ family, key, fields }: Version): readonly Json[] {
  return family === "policies" ? [key] : [...listOf(fields["policy_key"]), ...listOf(fields["policy_keys"])];
}

/** The seats whose rows count as one's own: of a team also those of people who have left. */
function seatsOf({ seat_key, scope, team_keys }: Person): readonly Json[] {
  if (scope !== "Team") return [seat_key];
  return [
    seat_key,
    ...people.filter((one) => one.team_keys.some((team) => team_keys.includes(team))).map((one) => one.seat_key),
  ];
}

function ownsAccount(person: Person, { fields }: Version): boolean {
  const isOfOffice =
    person.scope === "Office" && person.office_key !== null && fields["office_key"] === person.office_key;
  const seats = [...listOf(fields["producer_seat"]), ...listOf(fields["servicer_seats"])];
  return isOfOffice || seats.some((seat) => seatsOf(person).includes(seat));
}

function ownsPolicy(person: Person, { fields }: Version): boolean {
  const seats = [...listOf(fields["producer_seat"]), ...listOf(fields["servicer_seat"])];
  return seats.some((seat) => seatsOf(person).includes(seat));
}

function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return isJsonArray(value) ? value : [value];
}

function isSame(left: JsonObject, right: JsonObject): boolean {
  return canonical(left) === canonical(right);
}

function canonical(value: Json): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : member,
  );
}

/** RFC 4648 6, lower case, without padding. */
function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => "abcdefghijklmnopqrstuvwxyz234567".charAt(parseInt(five, 2)))
    .join("");
}

/** As lists sort and words are compared: without marks and case. */
export function folded(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** In the order of bytes. */
export function compareTexts(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

export function stateIn(address: Json | undefined): Json | undefined {
  return isJsonObject(address) ? address["state"] : undefined;
}

/** A string as it is, anything else as JSON. */
export function stringOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
