import { InstanceParams, InstanceVersionList } from "@service/contract";
import { listVersions as list, presentVersion } from "@service/domain/conversations";
import { route } from "../../../http/route.ts";
import { requestedPage, PageQuery } from "../../../http/page-query.ts";

export const listVersions = route({
  id: "conversationInstances.versions.list",
  method: "GET",
  path: "/api/v1/conversation-instances/{slug}/versions",
  summary: "List the releases of a conversation instance",
  description: "Newest first. A page of large configurations is shorter than asked.",
  params: InstanceParams,
  query: PageQuery,
  responses: { 200: InstanceVersionList },
  errors: ["conversation_instance_not_found", "invalid_cursor"],
  async handle({ caller, deps, params, query, reply }) {
    const { rows, nextCursor } = await list(deps, caller, params.slug, requestedPage(query));
    const versions = await Promise.all(rows.map((row) => presentVersion(deps, row)));
    return reply(200, { versions, next_cursor: nextCursor });
  },
});
