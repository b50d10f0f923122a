import { EngineList } from "@service/contract";
import { listEngines as list, presentEngine } from "@service/domain/engines";
import { route } from "../../http/route.ts";

export const listEngines = route({
  id: "engines.list",
  method: "GET",
  path: "/api/v1/engines",
  summary: "List engines",
  description: "Without their configurations. A scoped key gets the engines it is bound to.",
  responses: { 200: EngineList },
  errors: [],
  async handle({ caller, deps, reply }) {
    return reply(200, { engines: (await list(deps, caller)).map(presentEngine) });
  },
});
