import { type Statement, statement } from "@service/db";
import * as z from "zod";
import type { Deps } from "../../deps.ts";
import { openPlace, type Page, pageOf, sealPlace } from "../../paging.ts";
import type { EnvironmentScope, OrganizationScope } from "../access/index.ts";

/** The use of a key (CON-71). */
export interface KeyUse {
  readonly keyId: string;
  readonly usedAt: Date;
  /** Of this hour and the 23 before it. */
  readonly calls: number;
  /** Those of them that were refused. */
  readonly refusals: number;
}

const readUses = statement(
  "key_uses_read",
  `select key_id as "keyId", max(used_at) as "usedAt",
     coalesce(sum(calls) filter (where hour > $2::timestamptz - interval '24 hours'), 0)::int as calls,
     coalesce(sum(refusals) filter (where hour > $2::timestamptz - interval '24 hours'), 0)::int as refusals
   from key_uses where organization_id = $1 group by key_id order by key_id`,
  // Of a group.
).narrowed<{ readonly usedAt: Date }>();

/** Uses of all keys of an organization that were ever used; a key that is missing was not. */
export async function usesOfKeys(
  deps: Pick<Deps, "db" | "clock">,
  { organizationId }: OrganizationScope,
): Promise<KeyUse[]> {
  const { rows } = await deps.db.pool.query(readUses([organizationId, deps.clock.now()]));
  return rows;
}

/** Calls with a key in one hour. */
export interface KeyHour {
  readonly hour: Date;
  readonly calls: number;
  readonly refusals: number;
}

const readHours: Statement<readonly [string | null, string | null], KeyHour> = statement(
  "key_uses_read_hours",
  "select hour, calls, refusals from key_uses where organization_id = $1 and key_id = $2 order by hour desc limit 168",
);

/** The hours of the last 7 days in which a key was used, newest first, and in any case the last one. */
export async function hoursOfKey(
  deps: Pick<Deps, "db">,
  { organizationId }: OrganizationScope,
  keyId: string,
): Promise<KeyHour[]> {
  const { rows } = await deps.db.pool.query(readHours([organizationId, keyId]));
  return rows;
}

/** A refused call of the last 7 days. */
export interface Refusal {
  readonly id: number;
  readonly refusedAt: Date;
  readonly keyId: string;
  readonly method: string;
  /** As declared, with `{names}`. */
  readonly path: string;
  readonly status: number;
  readonly code: string;
  readonly field: string | null;
  readonly requestId: string;
}

export interface RefusalFilters {
  readonly keyId?: string | undefined;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  /** As declared. */
  readonly path?: string | undefined;
  readonly requestId?: string | undefined;
  readonly refusedFrom?: Date | undefined;
  /** Exclusive. */
  readonly refusedBefore?: Date | undefined;
}

const readRefusals = statement(
  "refused_calls_list",
  `select id, refused_at as "refusedAt", key_id as "keyId", method, path, status, code, field, request_id as "requestId"
   from refused_calls
   where organization_id = @organization_id and environment_id = @environment_id
     and (@key_id::text is null or key_id = @key_id) and (@status::smallint is null or status = @status)
     and (@code::text is null or code = @code) and (@path::text is null or path = @path)
     and (@request_id::text is null or request_id = @request_id)
     and (@refused_from::timestamptz is null or refused_at >= @refused_from)
     and (@refused_before::timestamptz is null or refused_at < @refused_before)
     and (@after_at::timestamptz is null or (refused_at, id) < (@after_at, @after_id::bigint))
   order by refused_at desc, id desc limit @limit`,
);

const RefusalPlace = z.tuple([z.iso.datetime().transform((text) => new Date(text)), z.int()]);

/**
 * Refused calls of an environment, newest first (CON-72).
 * @throws `invalid_cursor`.
 */
export async function listRefusals(
  deps: Pick<Deps, "db" | "secrets">,
  { organizationId, environmentId }: EnvironmentScope,
  request: { readonly filters: RefusalFilters; readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<Refusal>> {
  const { filters, limit, cursor } = request;
  const list = { list: "refusals", organizationId, environmentId };
  const [afterAt, afterId] = cursor === undefined ? [] : openPlace(deps.secrets, list, cursor, RefusalPlace);
  const { rows } = await deps.db.pool.query(
    readRefusals({
      organizationId,
      environmentId,
      keyId: filters.keyId ?? null,
      status: filters.status ?? null,
      code: filters.code ?? null,
      path: filters.path ?? null,
      requestId: filters.requestId ?? null,
      refusedFrom: filters.refusedFrom ?? null,
      refusedBefore: filters.refusedBefore ?? null,
      afterAt: afterAt ?? null,
      afterId: afterId ?? null,
      limit: limit + 1,
    }),
  );
  return pageOf(rows, limit, ({ refusedAt, id }) => sealPlace(deps.secrets, list, [refusedAt, id]));
}
