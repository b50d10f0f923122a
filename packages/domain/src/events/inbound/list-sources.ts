import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import { storedMapping } from "./mapping.ts";
import type { InboundSource } from "./source.ts";

const listedMax = 1_000;

const readSources = statement(
  "inbound_sources_list",
  `select s.source_key as "sourceKey", s.kind, s.organization_id as "organizationId", e.slug as environment, s.mapping,
     (select count(*) from inbound_source_secrets x
       where x.source_id = s.id and (x.expires_at is null or x.expires_at > now())) as "liveSecrets",
     s.created_at as "createdAt", s.disabled_at as "disabledAt"
   from inbound_sources s join environments e on e.id = s.environment_id
   where s.organization_id = $1 order by s.created_at, s.id limit ${listedMax}`,
);

/** The sources of an organization, oldest first; at most a thousand. @throws `not_found` for the organization. */
export async function listSources(deps: Pick<Deps, "db">, organizationId: string): Promise<InboundSource[]> {
  const { id } = await showOrganization(deps, organizationId);
  const { rows } = await deps.db.pool.query(readSources([id]));
  return rows.map((row) => ({
    ...row,
    mapping: storedMapping(row.mapping),
    status: row.disabledAt === null ? ("enabled" as const) : ("disabled" as const),
  }));
}
