import { limits } from "@service/contract";
import { statement } from "@service/db";

import { inScope, organizationIdOf, type ScopeOrEvery } from "../../identity/access/index.ts";
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
   where ${inScope("n.organization_id")} and (not @is_open::boolean or n.ended_at is null)
   order by n.created_at desc, n.id desc limit @limit`,
).narrowed<Pick<Notice, "kind">>();

/** Notices about endpoints, newest first, for `svc delivery notices`. */
export async function listNotices(
  deps: Pick<Deps, "db">,
  scope: ScopeOrEvery,
  filter: { isOpen?: boolean | undefined; limit?: number | undefined },
): Promise<Notice[]> {
  const { rows } = await deps.db.pool.query(
    listNewest({
      organizationId: organizationIdOf(scope),
      isOpen: filter.isOpen ?? false,
      limit: Math.min(filter.limit ?? limits.pageDefault, limits.pageMax),
    }),
  );
  return rows;
}
