import { refuse } from "@service/contract/console";
import { changesPage, listChanges, type RecordedChange, verifyChanges } from "@service/domain/audit";
import { auditedKinds } from "@service/domain/audit/kinds";
import { namesOfPeople } from "@service/domain/people";
import type { Principal } from "@service/domain/access";
import { route } from "../http/route.ts";
import * as z from "zod";
import { type CsvColumns, csvFile, csvOf } from "./csv.ts";
import { presentAs } from "./present-as.ts";
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
  actor: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  action: z.string(),
  resource: z.object({ kind: z.enum(auditedKinds), id: z.string(), name: z.string().nullable() }),
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
    const page = await listChanges(deps, { ...readableBy(principal), ...filtersOf(query) });
    return reply(200, await presentPage(deps, page));
  },
});

/** @throws `permission_missing`. */
function readableBy({ organizationId, permissions, id }: Principal<"person">) {
  const seesAll = permissions.has("audit:read");
  if (!seesAll && !permissions.has("audit:read:own")) throw refuse("permission_missing");
  return { organizationId, principalId: seesAll ? undefined : id };
}

const columns: CsvColumns<z.output<typeof Change>> = {
  change_id: (change) => change.change_id,
  recorded_at: (change) => change.recorded_at,
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.id,
  actor_name: ({ actor }) => actor.name,
  action: ({ action }) => action,
  resource_kind: ({ resource }) => resource.kind,
  resource_id: ({ resource }) => resource.id,
  environment: ({ environment }) => environment,
  before: ({ before }) => JSON.stringify(before ?? null),
  after: ({ after }) => JSON.stringify(after ?? null),
  reason: ({ reason }) => reason,
};

const csv = route({
  id: "audit.csv",
  method: "GET",
  path: "/console/v1/o/{organization_id}/audit/csv",
  summary: "Changes as CSV, at most 100,000",
  access: { scope: "organization", permission: null },
  params: OrganizationParams,
  query: Query.omit({ before: true, limit: true }),
  responses: { 200: csvFile },
  errors: ["permission_missing", "invalid_request"],
  handle({ deps, principal, query, reply }) {
    const selected = { ...readableBy(principal), ...filtersOf({ ...query, limit: changesPage.max }) };
    const file = csvOf("audit", columns, async (before?: number) => {
      const { changes, next } = await presentPage(deps, await listChanges(deps, { ...selected, before }));
      return { rows: changes, next };
    });
    return reply(200, file);
  },
});

const Verified = z.object({
  verified: z.boolean(),
  changes: z.int(),
  unsealed: z.int(),
  head: z.string().nullable(),
  misfit: z.string().nullable(),
});

const verify = route({
  id: "audit.verify",
  method: "GET",
  path: "/console/v1/o/{organization_id}/audit/verified",
  summary: "Walks the seals of the log, and names the first change that does not fit",
  access: { scope: "organization", permission: "audit:read" },
  params: OrganizationParams,
  responses: { 200: Verified },
  errors: [],
  handle: async ({ deps, principal, reply }) =>
    reply(200, presentAs(Verified, await verifyChanges(deps, principal.organizationId))),
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
    const page = await listChanges(deps, { organizationId: null, ...filtersOf(query) });
    return reply(200, await presentPage(deps, page));
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

type AuditDeps = Parameters<typeof listChanges>[0];

async function presentPage(
  deps: AuditDeps,
  { changes, next }: Awaited<ReturnType<typeof listChanges>>,
): Promise<z.output<typeof Page>> {
  const named = changes.flatMap((change) => [personOf(change.principalId), resourcePersonOf(change)]);
  const names = await namesOfPeople(
    deps,
    named.filter((id) => id !== undefined),
  );
  return { changes: changes.map((change) => presentChange(change, names)), next };
}

/** The id of a person who acted: people act as `person:<uuid>`. */
function personOf(principalId: string): string | undefined {
  return /^person:([0-9a-f-]{36})$/.exec(principalId)?.[1];
}

function resourcePersonOf({ resourceKind, resourceId }: RecordedChange): string | undefined {
  return resourceKind === "person" && /^[0-9a-f-]{36}$/.test(resourceId) ? resourceId : undefined;
}

function presentChange(change: RecordedChange, names: ReadonlyMap<string, string>): z.output<typeof Change> {
  const nameOf = (id: string | undefined): string | null => (id === undefined ? null : (names.get(id) ?? null));
  return {
    change_id: change.id,
    recorded_at: change.recordedAt.toISOString(),
    actor: { kind: change.principalKind, id: change.principalId, name: nameOf(personOf(change.principalId)) },
    action: change.action,
    resource: { kind: change.resourceKind, id: change.resourceId, name: nameOf(resourcePersonOf(change)) },
    environment: change.environment,
    before: change.before,
    after: change.after,
    reason: change.reason,
  };
}

export const auditRoutes = [list, csv, verify, listOfInstallation];
