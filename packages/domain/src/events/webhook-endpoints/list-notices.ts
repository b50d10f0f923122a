import { limits } from "@service/contract";
import { statement } from "@service/db";

import type { Deps } from "../../deps.ts";
import type { NoticeKind } from "./raise-notices.ts";

/** A notice as shown to the operator. */
export interface Notice {
  readonly id: string;
  readonly organizationId: string;
  readonly environment: string;
  readonly endpointId: string;
  readonly url: string;
  readonly kind: NoticeKind;
  /** When the failing or refusing began. */
  readonly episodeAt: Date;
  readonly createdAt: Date;
  /** Null while it lasts. */
  readonly endedAt: Date | null;
}

const listNewest = statement(
  "webhook_notices_list",
  `select n.id, n.organization_id as "organizationId", v.slug as environment, n.endpoint_id as "endpointId", e.url,
     n.kind, n.episode_at as "episodeAt", n.created_at as "createdAt", n.ended_at as "endedAt"
    from webhook_notices n join webhook_endpoints e on e.id = n.endpoint_id
      join environments v on v.id = n.environment_id
   where ($1::uuid is null or n.organization_id = $1) and (not $2::boolean or n.ended_at is null)
   order by n.created_at desc, n.id desc limit $3`,
).narrowed<Pick<Notice, "kind">>();

/** Notices about endpoints of all organizations, newest first, for `svc delivery notices`. */
export async function listNotices(
  deps: Pick<Deps, "db">,
  filter: { organizationId?: string | undefined; isOpen?: boolean | undefined; limit?: number | undefined },
): Promise<Notice[]> {
  const { rows } = await deps.db.pool.query(
    listNewest([
      filter.organizationId ?? null,
      filter.isOpen ?? false,
      Math.min(filter.limit ?? limits.pageDefault, limits.pageMax),
    ]),
  );
  return rows;
}
