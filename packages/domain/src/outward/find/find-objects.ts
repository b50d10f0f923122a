import { statement } from "@service/db";
import { cut } from "@service/json";
import type { Deps } from "../../deps.ts";
import type { OrganizationScope } from "../../identity/access/index.ts";

export type FoundKind =
  | "run"
  | "engine"
  | "endpoint"
  | "delivery"
  | "event"
  | "platform_event"
  | "organization_key"
  | "scoped_key"
  | "environment"
  | "member"
  | "organization";

/** Something that a pasted id or word names. */
export interface FoundObject {
  readonly kind: FoundKind;
  readonly id: string;
  readonly organizationId: string;
  /** Slug; null for what belongs to the whole organization. */
  readonly environment: string | null;
  /** Words for a person; never contents of a run. */
  readonly title: string;
  /** What it is a part of: the endpoint of a delivery, the run of an event. */
  readonly ofId: string | null;
}

/** Whether the row `x` is of the organization; null: of any. */
const isOurs = (of: string): string => `(@organization_id::uuid is null or ${of} = @organization_id)`;
/** Whether one of some texts contains the words; without words nothing does. */
const contains = (...texts: string[]): string =>
  `(@words::text is not null and (${texts.map((text) => `strpos(lower(${text}), @words) > 0`).join(" or ")}))`;
const isNamed = (id: string): string => `${id} = any(@ids::uuid[])`;

/** The same columns of each kind; at most ten rows of it. */
function lookUp(
  kind: FoundKind,
  {
    id,
    of = "null",
    title,
    environment = "null",
    organization,
    from,
  }: Readonly<Record<"id" | "title" | "organization" | "from", string>> & {
    readonly of?: string;
    readonly environment?: string;
  },
): string {
  return `(select '${kind}' as kind, ${id}::text as id, ${organization} as "organizationId", ${environment} as environment,
     ${title} as title, ${of}::text as "ofId" from ${from} limit 10)`;
}

/** Every look-up is by a primary key, or among the few rows that an organization has. */
const lookUps = [
  lookUp("run", {
    id: "r.id",
    organization: "r.organization_id",
    environment: "r.environment_slug",
    title: "r.engine_slug || ' · ' || r.status",
    from: `runs r where ${isNamed("r.id")} and ${isOurs("r.organization_id")}`,
  }),
  lookUp("delivery", {
    id: "d.id",
    organization: "d.organization_id",
    environment: "v.slug",
    title: "coalesce(d.platform_type, d.event_type::text) || ' · ' || e.url",
    of: "d.endpoint_id",
    from: `webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id join environments v on v.id = e.environment_id
      where ${isNamed("d.id")} and ${isOurs("d.organization_id")}`,
  }),
  lookUp("event", {
    id: "w.id",
    organization: "w.organization_id",
    environment: "v.slug",
    title: "w.type::text",
    of: "w.run_id",
    from: `webhook_events w join environments v on v.id = w.environment_id
      where ${isNamed("w.id")} and ${isOurs("w.organization_id")}`,
  }),
  lookUp("platform_event", {
    id: "w.id",
    organization: "w.organization_id",
    title: "w.type",
    from: `platform_events w where ${isNamed("w.id")} and ${isOurs("w.organization_id")}`,
  }),
  lookUp("engine", {
    id: "e.id",
    organization: "e.organization_id",
    title: "e.label || ' · ' || e.slug",
    from: `engines e where ${isOurs("e.organization_id")} and (${isNamed("e.id")} or ${contains("e.slug", "e.label")})`,
  }),
  lookUp("endpoint", {
    id: "e.id",
    organization: "e.organization_id",
    environment: "v.slug",
    title: "e.url",
    from: `webhook_endpoints e join environments v on v.id = e.environment_id
      where e.deleted_at is null and ${isOurs("e.organization_id")} and (${isNamed("e.id")} or ${contains("e.url")})`,
  }),
  lookUp("organization_key", {
    id: "k.id",
    organization: "k.organization_id",
    environment: "v.slug",
    title: "coalesce(nullif(k.label, ''), k.key_prefix, '')",
    from: `organization_keys k join environments v on v.id = k.environment_id
      where ${isOurs("k.organization_id")}
        and (${isNamed("k.id")} or k.key_prefix = @key_prefix::text or ${contains("k.label")})`,
  }),
  lookUp("scoped_key", {
    id: "k.id",
    organization: "k.organization_id",
    environment: "v.slug",
    title: "array_to_string(k.capabilities, ', ')",
    from: `scoped_keys k join environments v on v.id = k.environment_id
      where k.id = @scoped_key_id::text and ${isOurs("k.organization_id")}`,
  }),
  lookUp("environment", {
    id: "v.id",
    organization: "v.organization_id",
    environment: "v.slug",
    title: "v.name",
    from: `environments v where ${isOurs("v.organization_id")} and (${isNamed("v.id")} or ${contains("v.slug", "v.name")})`,
  }),
  lookUp("member", {
    id: "p.id",
    organization: "m.organization_id",
    title: "p.name || ' · ' || p.email",
    from: `organization_members m join people p on p.id = m.person_id
      where ${isOurs("m.organization_id")} and (${isNamed("p.id")} or ${contains("p.name", "p.email")})`,
  }),
];

const findOne = statement(
  "objects_find",
  `select * from (${lookUps.join("\n union all ")}) found
   order by ${isNamed("case when id ~ '^[0-9a-f-]{36}$' then id::uuid end")} is not true`,
  // Every look-up gives one.
).narrowed<{ readonly title: string }>();

const findOrganizationsBy = statement(
  "organizations_find",
  `select o.id, o.name from organizations o where ${isNamed("o.id")} or ${contains("o.name")}
   order by o.name, o.id limit 10`,
);

const textCharsMax = 500;
const wordsCharsMax = 100;
const idsMax = 5;
const uuidInText = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** The beginnings that lists show of keys; what follows in a whole key is read and kept by nothing. */
const keyPrefix = /svc_[a-z0-9_]{1,16}_[0-9a-f]{8}/;
const scopedKeyId = /(?:svcsk_v1_|^)(?<id>[0-9a-f]{24})(?![0-9a-f])/;

function read(text: string) {
  const shown = cut(text.replaceAll("\0", "").trim(), textCharsMax);
  const ids = [...new Set(shown.match(uuidInText)?.map((id) => id.toLowerCase()))].slice(0, idsMax);
  const prefix = keyPrefix.exec(shown)?.[0] ?? null;
  const scoped = scopedKeyId.exec(shown)?.groups?.["id"] ?? null;
  const isId = ids.length > 0 || prefix !== null || scoped !== null;
  const words = isId || shown.length < 2 || shown.length > wordsCharsMax ? null : shown.toLowerCase();
  return { ids, keyPrefix: prefix, scopedKeyId: scoped, words };
}

/**
 * What a pasted id, address, beginning of a key, name or word names (CON-58), ids first.
 * @param scope an organization; `every` for people of the installation, by ids only, to find whose an object is.
 */
export async function findObjects(
  deps: Pick<Deps, "db">,
  scope: OrganizationScope | "every",
  text: string,
): Promise<FoundObject[]> {
  const { words, ...named } = read(text);
  if (named.ids.length === 0 && named.keyPrefix === null && named.scopedKeyId === null && words === null) return [];
  const organizationId = scope === "every" ? null : scope.organizationId;
  const { rows } = await deps.db.pool.query(
    findOne({ ...named, words: organizationId === null ? null : words, organizationId }),
  );
  return rows;
}

/** Organizations by id or a part of their name, for people of the installation. */
export async function findOrganizations(deps: Pick<Deps, "db">, text: string): Promise<FoundObject[]> {
  const { ids, words } = read(text);
  const { rows } = await deps.db.pool.query(findOrganizationsBy({ ids, words }));
  return rows.map(({ id, name }) => ({
    kind: "organization",
    id,
    organizationId: id,
    environment: null,
    title: name,
    ofId: null,
  }));
}
