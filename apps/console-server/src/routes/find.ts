import type { Permission, Principal } from "@service/domain/access";
import { findObjects, findOrganizations, type FoundKind } from "@service/domain/find";
import { isRunVisible } from "@service/domain/run-records";
import * as z from "zod";
import { route } from "../http/route.ts";
import { presentAs } from "./present-as.ts";
import { viewOf } from "./runs.ts";
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

/** What somebody must be allowed to find an object of a kind; the others are found by every member. */
const neededToFind: Partial<Record<FoundKind, Permission>> = {
  run: "runs:read",
  event: "runs:read",
  engine: "engines:manage",
  endpoint: "webhooks:manage",
  delivery: "webhooks:manage",
  platform_event: "runs:trace",
  organization_key: "keys:manage",
  member: "members:manage",
};

function maySee({ permissions }: Principal<"person">, kind: FoundKind): boolean {
  const needed = neededToFind[kind];
  return needed === undefined || permissions.has(needed);
}

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
  async handle({ query: { text }, reply, ...granted }) {
    const { deps, principal } = granted;
    const found = (await findObjects(deps, principal, text)).filter(({ kind }) => maySee(principal, kind));
    const view = await viewOf(granted);
    // A run that the person may not see is not found by its id or its event's (REC-78).
    const isSeen = await Promise.all(
      found.map(async ({ kind, id, ofId }) => {
        const runId = kind === "run" ? id : kind === "event" ? ofId : null;
        return runId === null || (await isRunVisible(deps, runId, view));
      }),
    );
    return reply(200, presentAs(Page, { found: found.filter((_each, at) => isSeen[at]) }));
  },
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
