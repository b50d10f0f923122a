import { refuse } from "@service/contract/console";
import { changesPage, listChanges, type RecordedChange } from "@service/domain/audit";
import { auditedKinds } from "@service/domain/audit/kinds";
import { route } from "../http/route.ts";
import * as z from "zod";
import { Moment, OrganizationParams } from "./shapes.ts";

const Query = z.strictObject({
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(changesPage.default),
  since: z.iso.datetime().optional(),
  action: z.string().max(100).optional(),
  kind: z.enum(auditedKinds).optional(),
  id: z.string().max(200).optional(),
});

const Change = z.object({
  change_id: z.int(),
  recorded_at: Moment,
  actor: z.object({ kind: z.string(), id: z.string() }),
  action: z.string(),
  resource: z.object({ kind: z.enum(auditedKinds), id: z.string() }),
  environment: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
});
const Page = z.object({ changes: z.array(Change), next: z.int().nullable() });

const list = route({
  id: "audit.list",
  method: "GET",
  path: "/console/v1/o/{organization_id}/audit",
  summary: "Changes in an organization, newest first; who sees only their own gets those",
  access: { scope: "organization", permission: null },
  params: OrganizationParams,
  query: Query,
  responses: { 200: Page },
  errors: ["permission_missing", "invalid_request"],
  async handle({ deps, principal, query, reply }) {
    const seesAll = principal.permissions.has("audit:read");
    if (!seesAll && !principal.permissions.has("audit:read:own")) throw refuse("permission_missing");
    const page = await listChanges(deps, {
      organizationId: principal.organizationId,
      ...filtersOf(query),
      principalId: seesAll ? undefined : principal.id,
    });
    return reply(200, presentPage(page));
  },
});

const listOfInstallation = route({
  id: "audit.listOfInstallation",
  method: "GET",
  path: "/console/v1/audit",
  summary: "Changes that belong to no organization: people, models, the service",
  access: { scope: "installation", permission: "service:manage" },
  query: Query,
  responses: { 200: Page },
  errors: ["invalid_request"],
  async handle({ deps, query, reply }) {
    return reply(200, presentPage(await listChanges(deps, { organizationId: null, ...filtersOf(query) })));
  },
});

function filtersOf({ before, limit, since, action, kind, id }: z.output<typeof Query>) {
  return {
    before,
    limit,
    action,
    since: since === undefined ? undefined : new Date(since),
    resource: kind === undefined ? undefined : { kind, id },
  };
}

function presentPage(page: Awaited<ReturnType<typeof listChanges>>): z.output<typeof Page> {
  return { changes: page.changes.map(presentChange), next: page.next };
}

function presentChange(change: RecordedChange): z.output<typeof Change> {
  return {
    change_id: change.id,
    recorded_at: change.recordedAt.toISOString(),
    actor: { kind: change.principalKind, id: change.principalId },
    action: change.action,
    resource: { kind: change.resourceKind, id: change.resourceId },
    environment: change.environment,
    before: change.before,
    after: change.after,
    reason: change.reason,
  };
}

export const auditRoutes = [list, listOfInstallation];
