import type { InstanceStatus } from "@service/contract";
import { statement } from "@service/db";
import type { OrganizationScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { type Instance, instanceColumns } from "./instance.ts";
import { openPlace, type Page, timedPageOf, TimedPlace } from "../../paging.ts";

const readPage = statement(
  "conversation_instances_list",
  `select ${instanceColumns} from conversation_instances
   where organization_id = $1 and ($2::text is null or status = $2::text::conversation_instance_status)
     and ($3::timestamptz is null or (created_at, id) > ($3::timestamptz, $4::uuid))
   order by created_at, id limit $5`,
);

/** The instances of the organization, oldest first. @throws `invalid_cursor` */
export async function listInstances(
  deps: Pick<Deps, "db" | "secrets">,
  { organizationId }: OrganizationScope,
  {
    status,
    limit,
    cursor,
  }: {
    readonly status: InstanceStatus | undefined;
    readonly limit: number;
    readonly cursor: string | undefined;
  },
): Promise<Page<Instance>> {
  const list = { list: "instances", organizationId, status };
  const [createdAt, id] = cursor === undefined ? [] : openPlace(deps.secrets, list, cursor, TimedPlace);
  const { rows } = await deps.db.pool.query(
    readPage([organizationId, status ?? null, createdAt ?? null, id ?? null, limit + 1]),
  );
  return timedPageOf(deps.secrets, list, rows, limit);
}
