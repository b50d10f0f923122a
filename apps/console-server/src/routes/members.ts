import { ServiceError } from "@service/contract";
import { refuse } from "@service/contract/console";
import type { MemberRole } from "@service/domain/access";
import {
  addressOfLink,
  invitePerson,
  listMembers,
  type Membership,
  personActor,
  readPersonByEmail,
  setMember,
} from "@service/domain/people";
import { empty } from "@service/http";
import * as z from "zod";
import { route } from "../http/route.ts";
import { presentAs } from "./present-as.ts";
import { Id, Moment, OrganizationParams, sentBytes, Text } from "./shapes.ts";

const access = { scope: "organization", permission: "members:manage", fresh: true } as const;
const Role = z.enum(["admin", "developer", "reader"]);
const Members = z.object({
  members: z.array(
    z.object({ person_id: z.string(), email: z.string(), name: z.string(), role: Role, created_at: Moment }),
  ),
});
const MemberParams = OrganizationParams.extend({ person_id: Id });

const list = route({
  id: "members.list",
  method: "GET",
  path: "/console/v1/o/{organization_id}/members",
  summary: "Members of an organization",
  access: { scope: "organization", permission: "members:manage" },
  params: OrganizationParams,
  responses: { 200: Members },
  errors: [],
  async handle({ deps, membership, reply }) {
    return reply(200, presentAs(Members, { members: await listMembers(deps, membership.organizationId) }));
  },
});

const add = route({
  id: "members.add",
  method: "POST",
  path: "/console/v1/o/{organization_id}/members",
  summary: "Make somebody a member; who has no account is invited and their link shown once",
  access,
  params: OrganizationParams,
  body: { schema: z.strictObject({ email: z.email().max(200), name: Text, role: Role }), limitBytes: sentBytes },
  responses: { 201: z.object({ person_id: z.string(), link: z.string().nullable(), expires_at: Moment.nullable() }) },
  errors: ["role_too_high", "last_admin", "person_exists"],
  async handle({ deps, settings, person, principal, membership, body, reply }) {
    const { email, name, role } = body;
    const existing = await personWith(deps, email);
    refuseAbove(membership, role, existing?.id === person.id);
    if (existing) await refuseForeign(deps, membership, existing.id);
    const invited = existing
      ? undefined
      : await invitePerson(deps, personActor(person.id), { email, name, role: null });
    const personId = existing?.id ?? invited?.personId ?? "";
    await setMember(deps, principal, { personId, role });
    return reply(201, {
      person_id: personId,
      link: invited ? addressOfLink(settings.publicUrl.href, invited) : null,
      expires_at: invited?.expiresAt.toISOString() ?? null,
    });
  },
});

const change = route({
  id: "members.set",
  method: "PUT",
  path: "/console/v1/o/{organization_id}/members/{person_id}",
  summary: "Change the role of a member",
  access,
  params: MemberParams,
  body: { schema: z.strictObject({ role: Role }), limitBytes: sentBytes },
  responses: { 204: empty },
  errors: ["role_too_high", "last_admin"],
  async handle({ deps, person, principal, membership, params, body, reply }) {
    refuseAbove(membership, body.role, params.person_id === person.id);
    await refuseStranger(deps, membership, params.person_id);
    await setMember(deps, principal, { personId: params.person_id, role: body.role });
    return reply(204);
  },
});

const remove = route({
  id: "members.remove",
  method: "DELETE",
  path: "/console/v1/o/{organization_id}/members/{person_id}",
  summary: "Remove a member; their account stays",
  access,
  params: MemberParams,
  responses: { 204: empty },
  errors: ["last_admin"],
  async handle({ deps, principal, membership, params, reply }) {
    await refuseStranger(deps, membership, params.person_id);
    await setMember(deps, principal, { personId: params.person_id, role: null });
    return reply(204);
  },
});

type MemberDeps = Parameters<typeof listMembers>[0];

/** Nobody gives a role above their own; people of the installation do not add themselves (CON-32). */
function refuseAbove({ role: own }: Membership, role: MemberRole, isOneself: boolean): void {
  const rank = { reader: 0, developer: 1, admin: 2 } as const;
  if (own === null ? isOneself : rank[role] > rank[own]) throw refuse("role_too_high");
}

/**
 * Who invited an account may use it: an account that somebody else's invitation made is joined to an organization by those
 * who run the service alone (CON-32).
 */
async function refuseForeign(deps: MemberDeps, { role, organizationId }: Membership, personId: string): Promise<void> {
  if (role === null) return;
  if (!(await isMember(deps, organizationId, personId)))
    throw refuse("person_exists", {
      message: "Somebody has an account with this email. Ask whoever runs the service to add them.",
    });
}

/** Somebody who is no member of this organization answers as one who does not exist. @throws `not_found` */
async function refuseStranger(deps: MemberDeps, { organizationId }: Membership, personId: string): Promise<void> {
  if (!(await isMember(deps, organizationId, personId)))
    throw refuse("not_found", { message: "There is no such member." });
}

async function isMember(deps: MemberDeps, organizationId: string, personId: string): Promise<boolean> {
  const members = await listMembers(deps, organizationId);
  return members.some((member) => member.personId === personId);
}

async function personWith(deps: MemberDeps, email: string) {
  try {
    return await readPersonByEmail(deps, email);
  } catch (refusal) {
    if (refusal instanceof ServiceError && refusal.code === "not_found") return undefined;
    throw refusal;
  }
}

export const memberRoutes = [list, add, change, remove];
