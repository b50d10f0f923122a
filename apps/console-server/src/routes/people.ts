import { addressOfLink, invitePerson, listPeople, personActor, resetSignIn, setPerson } from "@service/domain/people";
import { empty } from "@service/http";
import * as z from "zod";
import { route } from "../http/route.ts";
import { presentAs } from "./present-as.ts";
import { Id, Moment, sentBytes, Text } from "./shapes.ts";

const access = { scope: "installation", permission: "people:manage" } as const;
const freshAccess = { ...access, fresh: true } as const;
const Role = z.enum(["owner", "operator"]).nullable();
const PersonParams = z.object({ person_id: Id });
/** Shown once: what a person opens to set a password. */
const Link = z.object({ link: z.string(), expires_at: Moment });

const People = z.object({
  people: z.array(
    z.object({
      person_id: z.string(),
      email: z.string(),
      name: z.string(),
      role: Role,
      has_second_factor: z.boolean(),
      uses_provider: z.boolean(),
      is_invited: z.boolean().meta({ description: "Has never set a password." }),
      created_at: Moment,
      signed_in_at: Moment.nullable(),
      disabled_at: Moment.nullable(),
    }),
  ),
});

const list = route({
  id: "people.list",
  method: "GET",
  path: "/console/v1/people",
  summary: "Everybody who may sign in here",
  access,
  responses: { 200: People },
  errors: [],
  async handle({ deps, reply }) {
    const people = await listPeople(deps);
    const shown = people.map((each) => ({
      ...each,
      personId: each.id,
      isInvited: !each.hasPassword && !each.usesProvider,
    }));
    return reply(200, presentAs(People, { people: shown }));
  },
});

const invite = route({
  id: "people.invite",
  method: "POST",
  path: "/console/v1/people",
  summary: "Invite somebody; shows their link once",
  access: freshAccess,
  body: { schema: z.strictObject({ email: z.email().max(200), name: Text, role: Role }), limitBytes: sentBytes },
  responses: { 201: Link.extend({ person_id: z.string() }) },
  errors: ["person_exists"],
  async handle({ deps, settings, person, body, reply }) {
    const invited = await invitePerson(deps, personActor(person.id), body);
    return reply(201, {
      person_id: invited.personId,
      link: addressOfLink(settings.publicUrl.href, invited),
      expires_at: invited.expiresAt.toISOString(),
    });
  },
});

const change = route({
  id: "people.set",
  method: "PATCH",
  path: "/console/v1/people/{person_id}",
  summary: "Change the role of somebody, or disable or enable them",
  access: freshAccess,
  params: PersonParams,
  body: {
    schema: z.strictObject({ role: Role.optional(), disabled: z.boolean().optional() }),
    limitBytes: sentBytes,
  },
  responses: { 204: empty },
  errors: ["not_found", "last_owner"],
  async handle({ deps, person, params, body, reply }) {
    await setPerson(deps, personActor(person.id), params.person_id, body);
    return reply(204);
  },
});

const reset = route({
  id: "people.resetSignIn",
  method: "POST",
  path: "/console/v1/people/{person_id}/reset",
  summary: "Take somebody's second factor, or everything by which they sign in; then shows a link once",
  access: freshAccess,
  params: PersonParams,
  body: { schema: z.strictObject({ what: z.enum(["second_factor", "all"]) }), limitBytes: sentBytes },
  responses: { 200: z.object({ link: Link.nullable() }) },
  errors: ["not_found"],
  async handle({ deps, settings, person, params, body, reply }) {
    const link = await resetSignIn(deps, personActor(person.id), params.person_id, body.what);
    return reply(200, {
      link: link
        ? { link: addressOfLink(settings.publicUrl.href, link), expires_at: link.expiresAt.toISOString() }
        : null,
    });
  },
});

export const peopleRoutes = [list, invite, change, reset];
