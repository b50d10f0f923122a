import { type BookModel, stringOf } from "./book-model.ts";
import { type MatrixRequest, keyKinds, type World } from "./expected-answer.ts";
import { filtersOf, sortsOf } from "./expected-list.ts";
import { type Family, people, sampleFamilies } from "./fixture.ts";
import { fieldsOf } from "./shown-row.ts";

/** A route of the book, as the matrix needs it. */
export interface MatrixRoute {
  readonly id: string;
  readonly path: string;
  readonly isWrite: boolean;
}

/** Random choices that are the same in every run (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(count: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * count);
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error("nothing to pick from");
    return value;
  }
}

const lenses = [
  ...people.map(({ seat_key }) => `principal:idp|${seat_key}`),
  "principal:idp|stranger",
  "person:ann",
  "principal:",
];

/** A kind of lens, for the pairs of the matrix. */
function lensKind(lens: string | undefined): string {
  if (lens === undefined) return "none";
  return people.find(({ seat_key }) => lens === `principal:idp|${seat_key}`)?.scope ?? "of nobody";
}

/** One request for a route; keys of the path are of rows that are there, of rows that are gone, and of none. */
export function chooseRequest(dice: Dice, model: BookModel, route: MatrixRoute): MatrixRequest {
  const { id } = route;
  const family = familyOf(id);
  return {
    route: id,
    isWrite: route.isWrite,
    keyKind: dice.pick([...keyKinds, "organization", "scoped", "scoped", "scoped sandbox"]),
    person: dice.below(15) === 0 ? undefined : dice.pick(people),
    lens: dice.below(2) === 0 ? undefined : dice.pick(lenses),
    family,
    path: choosePath(dice, model, route),
    query: chooseQuery(dice, model, route, family),
  };
}

/** `records.accounts.claims` shows claims. */
function familyOf(id: string): Family | undefined {
  const [, of, what] = id.split(".");
  if (id === "records.accounts.policy") return "policies";
  return sampleFamilies.find((family) => family === (what === "list" || what === "read" ? of : what));
}

function choosePath(dice: Dice, model: BookModel, { path }: MatrixRoute): Record<string, string> {
  const kinds: { readonly [name: string]: Family } = {
    client_key: "accounts",
    policy_key: "policies",
    claim_key: "claims",
    document_key: "documents",
    carrier_key: "carriers",
  };
  const keys: Record<string, string> = {};
  for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g)) {
    const family = kinds[name];
    const rows = model.versions.filter((one) => one.family === family && (one.to === null || dice.below(8) === 0));
    keys[name] = family === undefined || dice.below(12) === 0 ? "none" : dice.pick(rows).key;
  }
  // Mostly a policy of the client in the path.
  const policy = keys["policy_key"] === undefined ? undefined : model.find("policies", keys["policy_key"]);
  if (keys["client_key"] !== undefined && policy !== undefined && dice.below(6) > 0)
    keys["client_key"] = stringOf(policy.fields["client_key"]);
  return keys;
}

const values: { readonly [parameter: string]: readonly string[] } = {
  segment: ["commercial", "personal"],
  kind: ["insured", "prospect"],
  office_key: ["o1", "o2"],
  producer_seat: ["ann", "ivy"],
  seat_key: ["bob", "cat"],
  naics: ["7225", "238160"],
  state: ["OH", "WV"],
  expiring_within_days: ["30", "365"],
  line: ["cyber", "general_liability"],
  effective_from: ["2026-01-01"],
  effective_to: ["2025-06-30"],
  expires_from: ["2027-03-01"],
  expires_to: ["2027-06-30"],
  occurred_from: ["2025-04-01"],
  occurred_to: ["2025-06-30"],
  code: ["CALL"],
  open: ["true", "false"],
  overdue: ["true", "false"],
  q: [
    "blue",
    "arzte",
    "blue har",
    "pat",
    "bhc 20",
    "bhc2041",
    "6145561",
    "614 555 1003",
    "elan 5",
    "nothing at all",
    "trading",
  ],
  updated_since: ["0", "1", "2", "2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z"],
};
const statuses: { readonly [family in Family]?: readonly string[] } = {
  accounts: ["open", "on hold"],
  policies: ["active", "expired"],
  claims: ["open", "closed"],
  invoices: ["open", "paid"],
};

function chooseQuery(
  dice: Dice,
  model: BookModel,
  { id, path, isWrite }: MatrixRoute,
  family: Family | undefined,
): Record<string, string> {
  const limit = { limit: dice.pick(["9", "40", "200"]) };
  if (isWrite) return {};
  if (id === "records.search") return { q: dice.pick(values["q"] ?? []), ...limit };
  if (id === "records.accounts.timeline") return { limit: dice.pick(["2", "3", "50"]) };
  if (family === undefined) return {};
  const include = family === "accounts" && dice.below(2) === 0 ? { include: dice.pick(includes) } : {};
  if (isOfOneRow(id)) return { ...fieldsAmong(dice, family), ...include };
  const given: Record<string, string> = { ...limit, ...include };
  if (dice.below(3) === 0) Object.assign(given, fieldsAmong(dice, family));
  if (dice.below(3) === 0) given["include_count"] = "true";
  const filters = filtersOf(family);
  if (filters.length > 0 && dice.below(2) === 0) {
    const name = dice.pick(filters);
    if (name === "carrier_key") given[name] = model.keyOf("carriers", "K1");
    else given[name] = dice.pick((name === "status" ? statuses[family] : values[name]) ?? []);
  }
  const how = dice.below(4);
  if (how === 0) given["sort"] = dice.pick(sortsOf(family));
  else if (how === 1) given["updated_since"] = dice.pick(values["updated_since"] ?? []);
  else if (how === 2 && ["accounts", "contacts", "policies"].includes(family))
    given["q"] = dice.pick(values["q"] ?? []);
  // A list of changes has no total.
  if (given["updated_since"] !== undefined) delete given["include_count"];
  if (!path.includes("{") && given["updated_since"]?.includes("T") === true && dice.below(2) === 0)
    given["sort"] = dice.pick(sortsOf(family));
  return given;
}

const includes = ["contacts", "policies", "summary", "contacts,policies,summary"];

function fieldsAmong(dice: Dice, family: Family): Record<string, string> {
  if (dice.below(2) === 0) return {};
  const names = fieldsOf(family);
  return { fields: [...new Set([dice.pick(names), dice.pick(names), dice.pick(names)])].join(",") };
}

/** A route with one row and not a list. */
function isOfOneRow(id: string): boolean {
  return (
    id.endsWith(".read") ||
    ["records.accounts.policy", "records.accounts.coverageRecord", "records.accounts.summary"].includes(id)
  );
}

/** What must occur with what: the values of a request by dimension. */
export function dimensionsOf(
  request: MatrixRequest,
  {
    world,
    organization,
    connection,
  }: { readonly world: World; readonly organization: string; readonly connection: string },
): Readonly<Record<string, string>> {
  const { person, lens, keyKind, route } = request;
  return {
    posture: world.posture,
    scope: person === undefined || !person.active ? "nobody" : person.scope,
    lens: lensKind(lens),
    policy: person === undefined || !person.active ? "nobody" : (world.policyOf.get(person.seat_key) ?? "default"),
    keyKind,
    route,
    organization,
    connection,
  };
}

/** Counts which pairs of values of two dimensions have occurred. */
export class Pairs {
  readonly #seen = new Set<string>();

  static #pairsOf(dimensions: Readonly<Record<string, string>>): readonly string[] {
    const parts = Object.entries(dimensions).map(([name, value]) => `${name}=${value}`);
    return parts.flatMap((part, at) => parts.slice(at + 1).map((other) => `${part} ${other}`));
  }

  newIn(dimensions: Readonly<Record<string, string>>): number {
    return Pairs.#pairsOf(dimensions).filter((pair) => !this.#seen.has(pair)).length;
  }

  add(dimensions: Readonly<Record<string, string>>): void {
    for (const pair of Pairs.#pairsOf(dimensions)) this.#seen.add(pair);
  }

  has(part: string, other: string): boolean {
    return this.#seen.has(`${part} ${other}`);
  }
}
