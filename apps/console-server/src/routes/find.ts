import { findObjects, findOrganizations } from "@service/domain/find";
import * as z from "zod";
import { route } from "../http/route.ts";
import { presentAs } from "./present-as.ts";
import { OrganizationParams } from "./shapes.ts";

const query = z.strictObject({ text: z.string().max(200) });
const Found = z.object({
  kind: z.string(),
  id: z.string(),
  organization_id: z.string(),
  environment: z.string().nullable(),
  title: z.string(),
  of_id: z.string().nullable(),
});
const Page = z.object({ found: z.array(Found) });

const inOrganization = route({
  id: "find.inOrganization",
  method: "GET",
  path: "/console/v1/o/{organization_id}/find",
  summary: "What a pasted id, the beginning of a key, a name or a word names in an organization",
  access: { scope: "organization", permission: null },
  params: OrganizationParams,
  query,
  responses: { 200: Page },
  errors: [],
  handle: async ({ deps, principal, query: { text }, reply }) =>
    reply(200, presentAs(Page, { found: await findObjects(deps, principal, text) })),
});

const everywhere = route({
  id: "find.everywhere",
  method: "GET",
  path: "/console/v1/find",
  summary: "Whose an object is, by its id; and organizations by name",
  access: { scope: "installation", permission: "service:manage" },
  query,
  responses: { 200: Page },
  errors: [],
  async handle({ deps, query: { text }, reply }) {
    const [organizations, objects] = await Promise.all([
      findOrganizations(deps, text),
      findObjects(deps, "every", text),
    ]);
    return reply(200, presentAs(Page, { found: [...organizations, ...objects] }));
  },
});

export const findRoutes = [inOrganization, everywhere];
