import type { InstanceStatus } from "@service/contract";
import { statement } from "@service/db";
import type { OrganizationScope } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";
import { type Instance, instanceColumns } from "./instance.ts";
import { openPlace, type Page, timedPageOf, TimedPlace } from "../../paging.ts";

const readPage = statement(
  "conversation_instances_list",
  `select ${instanceColumns} from conversation_instances
   where organization_id = @organization_id and (@status::text is null
     or status = @status::text::conversation_instance_status)
     and (@after_created_at::timestamptz is null
       or (created_at, id) > (@after_created_at::timestamptz, @after_id::uuid))
   order by created_at, id limit @limit`,
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
    readPage({
      organizationId,
      status: status ?? null,
      afterCreatedAt: createdAt ?? null,
      afterId: id ?? null,
      limit: limit + 1,
    }),
  );
  return timedPageOf(deps.secrets, list, rows, limit);
}
