import { builtInEngine } from "@service/contract-registry";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { assertOrganization } from "./environment-of-key.ts";
import { prefixOfScopedKey } from "./key-shapes.ts";

/** What can be shown of a key after it was issued: everything but the key. */
export interface ListedKey {
  readonly keyId: string;
  /** The first characters of the key (KEY-44); null for one that was made before they were stored. */
  readonly keyPrefix: string | null;
  readonly environment: string;
  readonly label: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

export interface ListedScopedKey extends Omit<ListedKey, "label"> {
  readonly capabilities: readonly string[];
  readonly engines: readonly string[];
}

const listedMax = 1_000;

const listOfOrganization = statement(
  "organization_keys_list",
  `select k.id as "keyId", k.key_prefix as "keyPrefix", v.slug as environment, k.label, k.created_at as "createdAt",
     k.revoked_at as "revokedAt"
   from organization_keys k join environments v on v.id = k.environment_id
   where k.organization_id = $1 order by k.created_at desc, k.id limit $2`,
);

/** The newest thousand organization keys, revoked ones included, newest first. @throws `not_found` */
export async function listKeys(deps: Pick<Deps, "db">, organizationId: string): Promise<ListedKey[]> {
  await assertOrganization(deps, organizationId);
  const { rows } = await deps.db.pool.query(listOfOrganization([organizationId, listedMax]));
  return rows;
}

/** The newest thousand scoped keys, revoked ones included, newest first. @throws `not_found` */
export async function listScopedKeys(deps: Pick<Deps, "db">, organizationId: string): Promise<ListedScopedKey[]> {
  await assertOrganization(deps, organizationId);
  const rows = await deps.db.prisma.scopedKey.findMany({
    where: { organizationId },
    select: {
      id: true,
      capabilities: true,
      createdAt: true,
      revokedAt: true,
      environment: { select: { slug: true } },
      engines: { select: { engineId: true } },
    },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    take: listedMax,
  });
  const bound = await deps.db.prisma.engine.findMany({
    where: { id: { in: [...new Set(rows.flatMap((row) => row.engines.map(({ engineId }) => engineId)))] } },
    select: { id: true, slug: true },
  });
  const slugs = new Map([...bound, builtInEngine].map(({ id, slug }) => [id, slug]));
  return rows.map((row) => ({
    keyId: row.id,
    keyPrefix: prefixOfScopedKey(row.id),
    environment: row.environment.slug,
    capabilities: row.capabilities,
    engines: row.engines.map(({ engineId }) => slugs.get(engineId) ?? engineId).toSorted(byText),
    createdAt: row.createdAt,
    revokedAt: row.revokedAt,
  }));
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
