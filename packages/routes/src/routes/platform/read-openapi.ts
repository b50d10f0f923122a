import { writtenJson } from "@service/http";
import { route } from "../../http/route.ts";

export const readOpenApi = route({
  id: "platform.openapi",
  method: "GET",
  path: "/api/v1/openapi.json",
  summary: "This description",
  description: "The description of this API in OpenAPI 3.1. No key; spends no budget.",
  responses: { 200: writtenJson },
  errors: [],
  handle: async ({ deps, reply }) => reply(200, await deps.readDescription()),
});
