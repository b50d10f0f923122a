import { Environment, fail } from "@service/contract";
import { refuse } from "@service/contract/console";
import { permissionNames } from "@service/domain/access";
import { listEnvironments, presentEnvironment } from "@service/domain/environments";
import {
  createOrganization,
  deliverySetups,
  type OrganizationChanges,
  recordsPostures,
  setOrganization,
  showOrganization,
} from "@service/domain/organizations";
import { membershipsOf, openOrganization, personActor } from "@service/domain/people";
import * as z from "zod";
import { route } from "../http/route.ts";
import { presentAs } from "./present-as.ts";
import { Id, Moment, OrganizationParams, sentBytes, Text } from "./shapes.ts";

const Settings = z.object({
  requests_per_minute: z.int(),
  monthly_run_cap: z.int().nullable(),
  max_running: z.int().nullable(),
  delivery_setup: z.enum(deliverySetups),
  records_posture: z.enum(recordsPostures),
  analyses_enabled: z.boolean(),
  default_field_policy: z.string(),
  verifies_assertions: z.boolean(),
  models: z.array(z.string()),
});

const read = route({
  id: "organizations.read",
  method: "GET",
  path: "/console/v1/o/{organization_id}",
  summary: "An organization, its environments, and what you may do there",
  access: { scope: "organization", permission: null },
  params: OrganizationParams,
  responses: {
    200: z.object({
      organization_id: z.string(),
      name: z.string(),
      role: z.enum(["admin", "developer", "reader"]).nullable(),
      opened_until: Moment.nullable(),
      permissions: z.array(z.enum(permissionNames)),
      environments: z.array(Environment),
      settings: Settings,
    }),
  },
  errors: [],
  async handle({ deps, principal, membership, reply }) {
    const [organization, environments] = await Promise.all([
      showOrganization(deps, membership.organizationId),
      listEnvironments(deps, principal),
    ]);
    return reply(200, {
      organization_id: membership.organizationId,
      name: membership.name,
      role: membership.role,
      opened_until: membership.openedUntil?.toISOString() ?? null,
      permissions: [...principal.permissions],
      environments: environments.map(presentEnvironment),
      settings: presentAs(Settings, organization),
    });
  },
});

const create = route({
  id: "organizations.create",
  method: "POST",
  path: "/console/v1/organizations",
  summary: "Create an organization with its live environment",
  access: { scope: "installation", permission: "service:manage", fresh: true },
  body: { schema: z.strictObject({ name: Text }), limitBytes: sentBytes },
  responses: { 201: z.object({ organization_id: Id }) },
  errors: [],
  async handle({ deps, person, body, reply }) {
    const { id } = await createOrganization(deps, personActor(person.id), body);
    return reply(201, { organization_id: id });
  },
});

const change = route({
  id: "organizations.set",
  method: "PATCH",
  path: "/console/v1/o/{organization_id}",
  summary: "Change settings that are the service's",
  access: { scope: "organization", permission: "service:manage", fresh: true },
  params: OrganizationParams,
  body: {
    schema: Settings.omit({ verifies_assertions: true }).partial().strict(),
    limitBytes: sentBytes,
  },
  responses: { 200: Settings },
  errors: [],
  async handle({ deps, principal, membership, body, reply }) {
    const changes: OrganizationChanges = {
      requestsPerMinute: body.requests_per_minute,
      monthlyRunCap: body.monthly_run_cap,
      maxRunning: body.max_running,
      deliverySetup: body.delivery_setup,
      recordsPosture: body.records_posture,
      analysesEnabled: body.analyses_enabled,
      defaultFieldPolicy: body.default_field_policy,
      models: body.models,
    };
    return reply(200, presentAs(Settings, await setOrganization(deps, principal, membership.organizationId, changes)));
  },
});

const open = route({
  id: "organizations.open",
  method: "POST",
  path: "/console/v1/organizations/{organization_id}/open",
  summary: "Open the contents of an organization for an hour, with a reason that its admins see",
  access: { scope: "installation", permission: "service:manage" },
  params: OrganizationParams,
  body: { schema: z.strictObject({ reason: z.string().trim().min(8).max(500) }), limitBytes: sentBytes },
  responses: { 200: z.object({ opened_until: Moment }) },
  errors: ["not_found"],
  async handle({ deps, person, params, body, reply }) {
    const organizationId = params.organization_id;
    if (!Id.safeParse(organizationId).success) throw fail("not_found", { message: "There is no such organization." });
    const [place] = await membershipsOf(deps, person, organizationId);
    if (place && place.role !== null)
      throw refuse("permission_missing", { message: "You are a member: nothing is closed." });
    const openedUntil = await openOrganization(deps, person.id, { organizationId, reason: body.reason });
    return reply(200, { opened_until: openedUntil.toISOString() });
  },
});

export const organizationRoutes = [read, create, change, open];
