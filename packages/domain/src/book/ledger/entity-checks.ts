import { type Database, statement } from "@service/db";
import { catalogItemsExist } from "../catalog/index.ts";
import { uuidPattern } from "@service/contract";
import { sawDocuments, sawRecords } from "../run-records/index.ts";
import type { BookView } from "../seats/index.ts";
import type { EntityKind, NamedEntity } from "./entity-kinds.ts";

/**
 * Whether the entities of commands exist for whoever acts, and to which client they belong: the one file that knows where
 * entities are kept.
 */

/** An entity that a command names, and for whom. */
export interface RequestedEntity {
  readonly entity: NamedEntity;
  readonly environmentId: string;
  /** Undefined for a request about the Catalog alone. */
  readonly connectionId: string | undefined;
  readonly viewer: Pick<BookView, "grants" | "seatKey" | "policy" | "principal">;
}

/** An entity that exists. */
export interface EntityFacts {
  readonly clientKey: string | null;
  readonly policyKey: string | null;
  /** About no client, and seen by everybody. */
  readonly isOpen: boolean;
  /** The rights of the acting person show it; under shadow one that they do not show is counted. */
  readonly isSeen: boolean;
}

type EntityDb = Pick<Database, "pool">;
type Check = (
  db: EntityDb,
  organizationId: string,
  requested: readonly RequestedEntity[],
) => Promise<readonly (EntityFacts | undefined)[]>;

/** Kinds whose rows are the ledger's own are judged under its lock and not here. */
type CheckedKind = Exclude<EntityKind, "task" | "workflow" | "note">;

const checks: Readonly<Record<CheckedKind, Check>> = {
  account: findRecords,
  policy: findRecords,
  claim: findRecords,
  run: findRuns,
  catalog_item: findCatalogItems,
  catalog_document: findDocuments,
  opportunity: findOpportunities,
};

/** The facts of each entity, in order; undefined: there is none, or it is a task, a workflow or a note. */
export async function checkEntities(
  db: EntityDb,
  organizationId: string,
  requested: readonly RequestedEntity[],
): Promise<readonly (EntityFacts | undefined)[]> {
  const facts = Array.from<EntityFacts | undefined>({ length: requested.length });
  const byCheck = new Map<Check, number[]>();
  for (const [at, { entity }] of requested.entries()) {
    if (entity.kind === "task" || entity.kind === "workflow" || entity.kind === "note") continue;
    const check = checks[entity.kind];
    byCheck.set(check, [...(byCheck.get(check) ?? []), at]);
  }
  for (const [check, places] of byCheck) {
    const found = await check(
      db,
      organizationId,
      places.flatMap((at) => requested[at] ?? []),
    );
    for (const [index, at] of places.entries()) facts[at] = found[index];
  }
  return facts;
}

const all = "*";
const separator = "\u001f";

/** Grants as one string: an array of arrays has no place in a parameter. */
function grantsText(grants: readonly string[] | null): string {
  return grants === null ? all : grants.join(separator);
}

/**
 * Inputs, row by row: place, kind, connection, key, grants. Rows: what exists in the snapshot that serves, the newest
 * version that it has. Planned each time, for a book that may have grown.
 */
const findRecordRows = statement(
  "ledger_find_records",
  `
  with item as materialized (
    select i.at, i.kind, i.connection_id, c.served_seq as seq, i.key, i.grants,
      string_to_array(i.grants, E'\\x1f') as granted
    from unnest(@positions::int[], @kinds::text[], @connection_ids::uuid[], @keys::text[], @grants::text[])
      as i(at, kind, connection_id, key, grants)
    join record_connections c on c.id = i.connection_id and c.organization_id = @organization_id
  )
  select i.at, r.client as "clientKey", r.policy as "policyKey", (i.grants = '*' or exists (
      select from book.grants g
      where g.connection_id = i.connection_id and g.client_key = r.client and g.grant_key = any(i.granted)
        and (i.kind = 'account' or g.policy_key = '' or g.policy_key = r.policy)
        and g.from_seq <= i.seq and (g.to_seq is null or g.to_seq > i.seq))) as "isSeen"
  from item i cross join lateral (
    (select a.row_key as client, null::text as policy, a.to_seq from book.accounts a
    where i.kind = 'account' and a.connection_id = i.connection_id and a.row_key = i.key and a.from_seq <= i.seq
    order by a.from_seq desc limit 1)
    union all
    (select p.client_key, p.row_key, p.to_seq from book.policies p
    where i.kind = 'policy' and p.connection_id = i.connection_id and p.row_key = i.key and p.from_seq <= i.seq
    order by p.from_seq desc limit 1)
    union all
    (select l.client_key, l.policy_key, l.to_seq from book.claims l
    where i.kind = 'claim' and l.connection_id = i.connection_id and l.row_key = i.key and l.from_seq <= i.seq
    order by l.from_seq desc limit 1)
  ) r
  where r.to_seq is null or r.to_seq > i.seq`,
  // Columns of a union: PostgreSQL knows no constraint of theirs.
).narrowed<{ readonly at: number; readonly clientKey: string; readonly isSeen: boolean }>();

async function findRecords(
  db: EntityDb,
  organizationId: string,
  requested: readonly RequestedEntity[],
): Promise<readonly (EntityFacts | undefined)[]> {
  const { rows } = await db.pool.query(
    findRecordRows({
      organizationId,
      positions: requested.map((_, at) => at),
      kinds: requested.map(({ entity }) => entity.kind),
      connectionIds: requested.map(({ connectionId }) => connectionId ?? null),
      keys: requested.map(({ entity }) => entity.key),
      grants: requested.map(({ viewer }) => grantsText(viewer.grants)),
    }),
  );
  const found = new Map(rows.map((row) => [row.at, row]));
  return requested.map(({ entity }, at) => {
    const row = found.get(at);
    if (row === undefined || !isOfOwner(entity, row)) return undefined;
    const { clientKey, policyKey, isSeen } = row;
    return { clientKey, policyKey, isOpen: false, isSeen };
  });
}

/** A client or policy that the caller names besides must be the one that the entity belongs to. */
export function isOfOwner(
  { client_key, policy_key }: NamedEntity,
  owner: { readonly clientKey: string | null; readonly policyKey: string | null },
): boolean {
  return (
    (client_key === undefined || client_key === owner.clientKey) &&
    (policy_key === undefined || policy_key === owner.policyKey)
  );
}

const granted = "string_to_array(i.grants, E'\\x1f')";

const findRunRows = statement(
  "ledger_find_runs",
  `
  select i.at, coalesce(rr.client_key, d.client_key) as "clientKey", rr.run_id is null and not d.is_of_client as "isOpen",
    ((i.grants = '*' or rr.run_id is null or ${sawRecords({ grants: granted, seat: "i.seat" })}) and ${sawDocuments(
      "r.id",
      {
        seesAll: "i.grants = '*'",
        grants: granted,
        denied: "string_to_array(i.denied, E'\\x1f')",
        person: "i.person",
      },
    )}) as "isSeen"
  from unnest(@positions::int[], @environment_ids::uuid[], @ids::uuid[], @grants::text[], @seats::text[], @denied::text[],
    @persons::text[]) as i(at, environment_id, id, grants, seat, denied, person)
  join runs r on r.id = i.id and r.organization_id = @organization_id and r.environment_id = i.environment_id
  left join run_records rr on rr.run_id = r.id
  cross join lateral (
    select case when min(rd.client_key) = max(rd.client_key) then min(rd.client_key) end as client_key,
      count(rd.client_key) > 0 as is_of_client
    from run_documents rd where rd.run_id = r.id) d`,
).narrowed<{ readonly at: number; readonly isOpen: boolean; readonly isSeen: boolean }>();

/** Runs of the key's environment. One that read no client may be about one that the caller names. */
async function findRuns(
  db: EntityDb,
  organizationId: string,
  requested: readonly RequestedEntity[],
): Promise<readonly (EntityFacts | undefined)[]> {
  const { rows } = await db.pool.query(
    findRunRows({
      organizationId,
      positions: requested.map((_, at) => at),
      environmentIds: requested.map(({ environmentId }) => environmentId),
      ids: requested.map(({ entity }) => (uuidPattern.test(entity.key) ? entity.key : null)),
      grants: requested.map(({ viewer }) => grantsText(viewer.grants)),
      seats: requested.map(({ viewer }) => viewer.seatKey),
      denied: requested.map(({ viewer }) => viewer.policy.denied.join(separator)),
      persons: requested.map(({ viewer }) => viewer.principal),
    }),
  );
  const found = new Map(rows.map((row) => [row.at, row]));
  return withNamedOwners(
    db,
    organizationId,
    requested.map((one, at) => {
      const row = found.get(at);
      return {
        one,
        facts: row && { clientKey: row.clientKey, policyKey: null, isOpen: row.isOpen, isSeen: row.isSeen },
      };
    }),
  );
}

/** The client or policy that a caller names for an entity without one: it must exist, and be seen, like any record. */
async function withNamedOwners(
  db: EntityDb,
  organizationId: string,
  found: readonly { readonly one: RequestedEntity; readonly facts: EntityFacts | undefined }[],
): Promise<readonly (EntityFacts | undefined)[]> {
  const owners = await findRecords(
    db,
    organizationId,
    found.flatMap(({ one }) => ownerOf(one) ?? []),
  );
  let next = 0;
  return found.map(({ one, facts }) => {
    if (ownerOf(one) === undefined) return facts;
    const owner = owners[next++];
    if (facts === undefined || owner === undefined) return undefined;
    if (facts.clientKey !== null && facts.clientKey !== owner.clientKey) return undefined;
    return { ...owner, isSeen: owner.isSeen && facts.isSeen };
  });
}

function ownerOf(requested: RequestedEntity): RequestedEntity | undefined {
  const { client_key, policy_key } = requested.entity;
  if (policy_key !== undefined)
    return {
      ...requested,
      entity: { kind: "policy", key: policy_key, ...(client_key === undefined ? {} : { client_key }) },
    };
  return client_key === undefined ? undefined : { ...requested, entity: { kind: "account", key: client_key } };
}

/** Seen by everybody, imported or shipped. */
async function findCatalogItems(
  db: EntityDb,
  organizationId: string,
  requested: readonly RequestedEntity[],
): Promise<readonly (EntityFacts | undefined)[]> {
  const items = requested.map(({ entity }) => entity.key);
  const found = await catalogItemsExist(db.pool, organizationId, items);
  return found.map((isThere) =>
    isThere ? { clientKey: null, policyKey: null, isOpen: true, isSeen: true } : undefined,
  );
}

const findDocumentUses = statement(
  "ledger_find_documents",
  `
  select i.at, bool_or(d.client_key is null) as "isOpen", bool_or(d.client_key is null or s.seen) as "isSeen",
    (array_agg(d.client_key order by s.seen desc, d.client_key) filter (where d.client_key is not null))[1] as "clientKey"
  from unnest($2::int[], $3::text[], $4::text[]) as i(at, ref, grants)
  join record_documents d on d.organization_id = $1 and d.source_blob_ref = i.ref
  cross join lateral (select i.grants = '*' or exists (
      select from record_connections c join book.grants g on g.connection_id = c.id
      where c.id = d.connection_id and g.client_key = d.client_key and g.grant_key = any(string_to_array(i.grants, E'\\x1f'))
        and (g.policy_key = '' or g.policy_key = d.policy_key)
        and g.from_seq <= c.served_seq and (g.to_seq is null or g.to_seq > c.served_seq)) as seen) s
  group by i.at`,
).narrowed<{
  readonly at: number;
  readonly isOpen: boolean;
  readonly isSeen: boolean;
  readonly clientKey: string | null;
}>();

/** A file that a carrier or the agency has is everybody's; one of clients alone is about one whom the person sees. */
async function findDocuments(
  db: EntityDb,
  organizationId: string,
  requested: readonly RequestedEntity[],
): Promise<readonly (EntityFacts | undefined)[]> {
  const { rows } = await db.pool.query(
    findDocumentUses([
      organizationId,
      requested.map((_, at) => at),
      requested.map(({ entity }) => entity.key),
      requested.map(({ viewer }) => grantsText(viewer.grants)),
    ]),
  );
  const found = new Map(rows.map((row) => [row.at, row]));
  return requested.map((_, at) => {
    const row = found.get(at);
    if (row === undefined) return undefined;
    const { isOpen, isSeen, clientKey } = row;
    return { clientKey: isOpen ? null : clientKey, policyKey: null, isOpen, isSeen };
  });
}

const findOpportunityRows = statement(
  "ledger_find_opportunities",
  `
  select i.at, o.client_key as "clientKey", o.policy_key as "policyKey", (i.grants = '*' or exists (
      select from record_connections c join book.grants g on g.connection_id = c.id
      where c.id = o.connection_id and g.client_key = o.client_key and g.grant_key = any(string_to_array(i.grants, E'\\x1f'))
        and (g.policy_key = '' or g.policy_key = o.policy_key)
        and g.from_seq <= c.served_seq and (g.to_seq is null or g.to_seq > c.served_seq))) as "isSeen"
  from unnest(@positions::int[], @environment_ids::uuid[], @ids::uuid[], @grants::text[])
    as i(at, environment_id, id, grants)
  join opportunities o on o.opportunity_id = i.id and o.organization_id = @organization_id
    and o.environment_id = i.environment_id`,
).narrowed<{ readonly at: number; readonly isSeen: boolean }>();

/** Opportunities of the key's environment, seen with their client. */
async function findOpportunities(
  db: EntityDb,
  organizationId: string,
  requested: readonly RequestedEntity[],
): Promise<readonly (EntityFacts | undefined)[]> {
  const { rows } = await db.pool.query(
    findOpportunityRows({
      organizationId,
      positions: requested.map((_, at) => at),
      environmentIds: requested.map(({ environmentId }) => environmentId),
      ids: requested.map(({ entity }) => (uuidPattern.test(entity.key) ? entity.key : null)),
      grants: requested.map(({ viewer }) => grantsText(viewer.grants)),
    }),
  );
  const found = new Map(rows.map((row) => [row.at, row]));
  return requested.map(({ entity }, at) => {
    const row = found.get(at);
    if (row === undefined || !isOfOwner(entity, row)) return undefined;
    return { clientKey: row.clientKey, policyKey: row.policyKey, isOpen: false, isSeen: row.isSeen };
  });
}

const findGrantedClients = statement(
  "ledger_find_granted",
  `
  select i.at
  from unnest(@positions::int[], @connection_ids::uuid[], @client_keys::text[], @policy_keys::text[],
    @grants::text[]) as i(at, connection_id, client_key, policy_key, grants)
  join record_connections c on c.id = i.connection_id and c.organization_id = @organization_id
  where exists (select from book.grants g
    where g.connection_id = i.connection_id and g.client_key = i.client_key
      and g.grant_key = any(string_to_array(i.grants, E'\\x1f'))
      and (g.policy_key = '' or i.policy_key is null or g.policy_key = i.policy_key)
      and g.from_seq <= c.served_seq and (g.to_seq is null or g.to_seq > c.served_seq))`,
);

/** What the ledger keeps about a client: seen with the client, what is about one policy with that policy (LEDGER-41). */
export async function areGranted(
  tx: Pick<Database["pool"], "query">,
  organizationId: string,
  requested: readonly {
    readonly connectionId: string | null;
    readonly clientKey: string;
    readonly policyKey: string | null;
    readonly grants: readonly string[];
  }[],
): Promise<readonly boolean[]> {
  if (requested.length === 0) return [];
  const { rows } = await tx.query(
    findGrantedClients({
      organizationId,
      positions: requested.map((_, at) => at),
      connectionIds: requested.map(({ connectionId }) => connectionId),
      clientKeys: requested.map(({ clientKey }) => clientKey),
      policyKeys: requested.map(({ policyKey }) => policyKey),
      grants: requested.map(({ grants }) => grantsText(grants)),
    }),
  );
  const seen = new Set(rows.map(({ at }) => at));
  return requested.map((_, at) => seen.has(at));
}
