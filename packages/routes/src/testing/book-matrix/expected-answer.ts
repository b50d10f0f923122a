import type { Json, JsonObject } from "@service/json";
import type { BookModel, Version } from "./book-model.ts";
import { expectedSearch, expectedSummary, expectedTimeline, rowsOf, timelineFamilies } from "./expected-account.ts";
import { changeSeqOf, expectedList, expectedPlane, type Reader } from "./expected-list.ts";
import { both, hiddenOf, shownRow } from "./shown-row.ts";
import {
  type Family,
  keyNames,
  people,
  sampleFamilies,
  type Person,
  policies,
  type Policy,
  type PolicyKey,
  type Posture,
} from "./fixture.ts";

/** The answer that the specification gives to one request for the book. */

export const keyKinds = ["organization", "sandbox", "scoped", "scoped sandbox", "scoped without records:read"] as const;
export type KeyKind = (typeof keyKinds)[number];

/** How an organization is set up. */
export interface World {
  readonly posture: Posture;
  readonly defaultPolicy: PolicyKey;
  /** The field policies of the seats; null: the organization's default. */
  readonly policyOf: ReadonlyMap<string, PolicyKey | null>;
  /** Callers are vouched for by an assertion. */
  readonly isAsserted: boolean;
  readonly today: string;
}

export interface MatrixRequest {
  readonly route: string;
  readonly isWrite: boolean;
  readonly keyKind: KeyKind;
  /** Undefined: no acting header. */
  readonly person: Person | undefined;
  readonly lens: string | undefined;
  readonly family: Family | undefined;
  /** Keys of the path by their names. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

export interface Refusal {
  readonly code: string;
  readonly status: number;
}
export interface Shown {
  readonly status: 200;
  readonly data: Json;
  readonly scope: JsonObject;
  /** Under shadow: of all pages together. */
  readonly wouldHide: number | undefined;
}

const notFound = { code: "not_found", status: 404 } as const;

export function expectedAnswer(model: BookModel, world: World, request: MatrixRequest): Refusal | Shown {
  const { keyKind, isWrite, lens } = request;
  if (keyKind === "scoped without records:read" || (isWrite && keyKind.startsWith("scoped")))
    return { code: "insufficient_capability", status: 403 };
  if (keyKind === "sandbox") return { code: "scoped_key_required", status: 403 };
  if (isWrite) return { code: lens === undefined ? "overlay_read_only" : "book_lens_read_only", status: 403 };
  const reader = readerOf(world, request);
  if ("code" in reader) return reader;
  const found = find({ model, reader, today: world.today }, request);
  if (found === undefined) return { code: "invalid_request", status: 400 };
  if ("code" in found) return found;
  const { data, families, versions } = found;
  const { posture, policy, person } = reader;
  const shownByLit = (): ReadonlySet<string> => {
    const { limit: _limit, ...query } = request.query;
    const lit = find({ model, reader: { ...reader, posture: "lit" }, today: world.today }, { ...request, query });
    return new Set(lit === undefined || "code" in lit ? [] : lit.versions.map(nameOf));
  };
  return {
    status: 200,
    data,
    wouldHide: posture === "shadow" ? hiddenAmong(versions, shownByLit()) : undefined,
    scope: {
      posture,
      ...(person === undefined ? {} : { seat_key: person.seat_key }),
      scope: person?.scope ?? "All",
      ...(reader.lens === undefined ? {} : { lens: reader.lens }),
      enforced: posture === "lit",
      field_policy: policy.policy_key,
      masked_fields: [...hiddenOf(policy, families)],
    },
  };
}

function hiddenAmong(versions: readonly Version[], shown: ReadonlySet<string>): number {
  return versions.filter((one) => !shown.has(nameOf(one))).length;
}

function nameOf({ family, key, from }: Version): string {
  return `${family} ${key} ${from}`;
}

/** The person, the lens and the policy of a request. */
function readerOf(
  { posture, defaultPolicy, policyOf, isAsserted }: World,
  { person, lens }: Pick<MatrixRequest, "person" | "lens">,
): (Reader & { readonly lens: string | undefined }) | Refusal {
  const byDefault = policies[defaultPolicy];
  if (posture === "off") return { posture, person: undefined, policy: byDefault, lens: undefined };
  if (person === undefined || !person.active) return { code: "identity_unmapped", status: 403 };
  const honors = lens !== undefined && (person.scope === "All" || person.scope === "Platform");
  const target = honors
    ? people.find((one) => one.active && one.principal_ids.some((id) => lens === `principal:${id}`))
    : undefined;
  if (honors && target === undefined) return { code: "lens_target_unknown", status: 400 };
  const of = ({ seat_key }: Person): Policy => policies[policyOf.get(seat_key) ?? defaultPolicy];
  const own = isAsserted ? of(person) : both(byDefault, of(person));
  const lit = target === undefined ? own : both(own, of(target));
  return {
    posture,
    person: target ?? person,
    policy: posture === "lit" ? lit : byDefault,
    lens: target === undefined ? undefined : lens,
  };
}

interface Reading {
  readonly model: BookModel;
  readonly reader: Reader;
  readonly today: string;
}
interface Found {
  readonly data: Json;
  readonly families: readonly Family[];
  /** The rows of the answer. */
  readonly versions: readonly Version[];
}

function find(reading: Reading, request: MatrixRequest): Found | typeof notFound | undefined {
  const { route, path } = request;
  const client = path["client_key"];
  switch (route) {
    case "records.search": {
      const found = expectedSearch(reading, request.query["q"] ?? "", Number(request.query["limit"] ?? 200));
      return {
        data: found.map(({ row }) => row),
        families: ["accounts"],
        versions: found.map(({ version }) => version),
      };
    }
    case "records.planes":
      return { data: expectedPlanes(reading.reader), families: sampleFamilies, versions: [] };
    case "records.status":
    case "records.editIntents.list":
      return { data: [], families: [], versions: [] };
    case "records.editIntents.read":
      return notFound;
    case "records.accounts.summary": {
      const account = visible(reading, "accounts", client);
      if (account === undefined) return notFound;
      const families = ["policies", "claims", "activities"] as const;
      return { data: expectedSummary(reading, account.key), families, versions: [account] };
    }
    case "records.accounts.timeline": {
      if (client === undefined || visible(reading, "accounts", client) === undefined) return notFound;
      const events = expectedTimeline(reading, client);
      return {
        data: events.map(({ event }) => event),
        families: timelineFamilies,
        versions: events.map(({ version }) => version),
      };
    }
    case "records.accounts.coverageRecord":
      return coverageRecord(reading, path);
    default:
      return request.family !== undefined && isSingle(request)
        ? single(reading, request, request.family)
        : list(reading, request);
  }
}

/** A route of one row has the key of its family at the end of its path. */
function isSingle({ route, family }: MatrixRequest): boolean {
  return route.endsWith(".read") || (route === "records.accounts.policy" && family === "policies");
}

function visible({ model, reader }: Reading, family: Family, key: string | undefined): Version | undefined {
  const row = key === undefined ? undefined : model.find(family, key);
  return row !== undefined && (reader.posture !== "lit" || model.sees(reader.person, row)) ? row : undefined;
}

function single(reading: Reading, request: MatrixRequest, family: Family): Found | typeof notFound {
  const [keyName] = keyNames[family];
  const row = visible(reading, family, request.path[keyName]);
  if (row === undefined) return notFound;
  if (request.route === "records.accounts.policy" && row.fields["client_key"] !== request.path["client_key"])
    return notFound;
  const included = includedWith(reading, request, row.key);
  const shown = shownRow(reading.model, reading.reader.policy, row, request.query["fields"]?.split(","));
  return {
    data: { ...shown, ...included.members },
    families: [family, ...included.families],
    versions: [row, ...included.versions],
  };
}

function list(reading: Reading, request: MatrixRequest): Found | typeof notFound | undefined {
  const { model, reader } = reading;
  const { family, path, query } = request;
  if (family === undefined) throw new Error(`no family of ${request.route}`);
  const listed = expectedList(reading, {
    family,
    query,
    under: {
      ...(path["client_key"] && { client: path["client_key"] }),
      ...(path["policy_key"] && { policy: path["policy_key"] }),
    },
  });
  if (listed === undefined) return undefined;
  if (path["client_key"] !== undefined && visible(reading, "accounts", path["client_key"]) === undefined)
    return notFound;
  if (path["policy_key"] !== undefined && visible(reading, "policies", path["policy_key"]) === undefined)
    return notFound;
  const kept = listed.filter(({ isRemoved }) => !isRemoved).map(({ version }) => version);
  const included = new Map(kept.map(({ key }) => [key, includedWith(reading, request, key)]));
  const only = query["fields"]?.split(",");
  return {
    data: listed.map((one) =>
      one.isRemoved
        ? { key: one.version.key, removed: true, change_seq: changeSeqOf(one) }
        : { ...shownRow(model, reader.policy, one.version, only), ...included.get(one.version.key)?.members },
    ),
    families: [family, ...includedWith(reading, request, "").families],
    versions: [...listed.map(({ version }) => version), ...[...included.values()].flatMap(({ versions }) => versions)],
  };
}

/** What an account is shown with. */
function includedWith(
  reading: Reading,
  { query, family }: MatrixRequest,
  client: string,
): { readonly members: JsonObject; readonly families: readonly Family[]; readonly versions: readonly Version[] } {
  const names = family === "accounts" ? (query["include"]?.split(",") ?? []) : [];
  const members: { [name: string]: Json } = {};
  const families: Family[] = [];
  const versions: Version[] = [];
  for (const included of ["contacts", "policies"] as const) {
    if (!names.includes(included)) continue;
    const rows = rowsOf(reading, included, client);
    families.push(included);
    versions.push(...rows);
    members[included] = rows.map((one) => shownRow(reading.model, reading.reader.policy, one));
  }
  if (names.includes("summary")) {
    families.push("policies", "claims", "activities");
    members["summary"] = expectedSummary(reading, client);
  }
  return { members, families, versions };
}

function coverageRecord(reading: Reading, path: MatrixRequest["path"]): Found | typeof notFound {
  const { model, reader } = reading;
  const policy = visible(reading, "policies", path["policy_key"]);
  const client = path["client_key"];
  if (policy === undefined || client === undefined || policy.fields["client_key"] !== client) return notFound;
  const coverages = rowsOf(reading, "coverages", client).filter(({ fields }) => fields["policy_key"] === policy.key);
  return {
    data: {
      client_key: client,
      policy_key: policy.key,
      policy: shownRow(model, reader.policy, policy),
      coverages: coverages.map((one) => shownRow(model, reader.policy, one)),
      overlay: [],
    },
    families: ["policies", "coverages"],
    versions: [policy, ...coverages],
  };
}

/** Families of the sample with what the reader may filter and sort by, and how each field is shown. */
function expectedPlanes(reader: Reader): Json {
  return sampleFamilies.map((family) => expectedPlane(reader, family));
}
