import { fail } from "@service/contract";
import { statement } from "@service/db";
import { inScope, organizationIdOf, type Principal, type ScopeOrEvery } from "../access/index.ts";
import type { Deps } from "../../deps.ts";
import type { AuditedKind } from "./audited-kinds.ts";

/** A change as it was recorded. */
export interface RecordedChange {
  readonly id: number;
  readonly recordedAt: Date;
  readonly principalKind: Principal["kind"];
  readonly principalId: string;
  readonly action: string;
  readonly resourceKind: AuditedKind;
  readonly resourceId: string;
  readonly organizationId: string | null;
  readonly environment: string | null;
  readonly before: unknown;
  readonly after: unknown;
  /** Why, where the act wants a reason. */
  readonly reason: string | null;
}

/** Default and maximum rows of one page. */
export const changesPage = { default: 50, max: 1_000 } as const;

const columns = `l.id, l.recorded_at as "recordedAt", l.principal_kind as "principalKind",
    l.principal_id as "principalId", l.action, l.resource_kind as "resourceKind", l.resource_id as "resourceId",
    l.organization_id as "organizationId", l.environment, l.before, l.after, l.reason`;

/** The cursor is a row's position, so new changes never shift the next page. */
const listRecorded = (scope: string) => `
  select ${columns} from audit_log l
  where ${scope}
    and (@since::timestamptz is null or l.recorded_at >= @since)
    and (@action::text is null or l.action = @action)
    and (@principal_id::text is null or l.principal_id = @principal_id)
    and (@resource_kind::text is null or l.resource_kind = @resource_kind)
    and (@resource_id::text is null or l.resource_id = @resource_id)
    and (@before::bigint is null
      or (l.recorded_at, l.id) < (select b.recorded_at, b.id from audit_log b where b.id = @before))
  order by l.recorded_at desc, l.id desc limit @limit`;
/** Columns of a change that are stored as text. */
type ChangeWords = Pick<RecordedChange, "principalKind" | "resourceKind">;

const ofOrganization = statement(
  "audit_log_list",
  listRecorded("l.organization_id = @organization_id::uuid"),
).narrowed<ChangeWords>();
const ofNone = statement(
  "audit_log_list_of_none",
  listRecorded("l.organization_id is null and @organization_id::uuid is null"),
).narrowed<ChangeWords>();

/**
 * Changes of an organization, or of resources without one, newest first.
 * @param request.before the id of the last change of the previous page.
 * @returns `next`: the `before` of the next page; null on the last page.
 * @throws `invalid_request` when no change has the id `before`.
 */
export async function listChanges(
  deps: Pick<Deps, "db">,
  request: {
    readonly organizationId: string | null;
    readonly since?: Date | undefined;
    readonly action?: string | undefined;
    readonly resource?: { readonly kind: AuditedKind; readonly id?: string | undefined } | undefined;
    /** Changes of this author alone. */
    readonly principalId?: string | undefined;
    readonly before?: number | undefined;
    readonly limit?: number | undefined;
  },
): Promise<{ readonly changes: readonly RecordedChange[]; readonly next: number | null }> {
  const { organizationId, since, action, principalId, resource, before, limit = changesPage.default } = request;
  if (before !== undefined) await assertRecorded(deps, before);
  const list = organizationId === null ? ofNone : ofOrganization;
  const { rows } = await deps.db.pool.query(
    list({
      organizationId,
      since: since ?? null,
      action: action ?? null,
      principalId: principalId ?? null,
      resourceKind: resource?.kind ?? null,
      resourceId: resource?.id ?? null,
      before: before ?? null,
      limit: limit + 1,
    }),
  );
  const changes = rows.slice(0, limit);
  return { changes, next: rows.length > limit ? (changes.at(-1)?.id ?? null) : null };
}

const findChange = statement("audit_log_find", "select 1 from audit_log where id = $1");

async function assertRecorded(deps: Pick<Deps, "db">, id: number): Promise<void> {
  const { rows } = await deps.db.pool.query(findChange([id]));
  if (rows.length === 0) throw fail("invalid_request", { message: `No change has the id ${id}.` });
}

const readChange = statement(
  "audit_log_read",
  `select ${columns} from audit_log l where l.id = @id and ${inScope("l.organization_id")}`,
).narrowed<ChangeWords>();

/** One change, whole. @throws `not_found`. */
export async function showChange(deps: Pick<Deps, "db">, scope: ScopeOrEvery, id: number): Promise<RecordedChange> {
  const { rows } = await deps.db.pool.query(readChange({ id, organizationId: organizationIdOf(scope) }));
  const [change] = rows;
  if (!change) throw fail("not_found", { message: `No change has the id ${id}.` });
  return change;
}
