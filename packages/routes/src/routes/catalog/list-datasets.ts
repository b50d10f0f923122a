import { listCatalog } from "@service/domain/catalog";
import * as z from "zod";
import { route } from "../../http/route.ts";
import { Dataset, presentDataset } from "./dataset-schemas.ts";

export const listDatasets = route({
  id: "catalog.list",
  method: "GET",
  path: "/api/v1/catalog",
  summary: "List datasets",
  description:
    "What the organization imported and what the service ships. Rows per client are read as Records and are not listed; neither are labelled sets.",
  query: z.strictObject({}),
  responses: { 200: z.object({ datasets: z.array(Dataset) }) },
  errors: [],
  async handle({ deps, caller, reply }) {
    const now = deps.clock.now();
    const datasets = await listCatalog(deps, caller.organizationId);
    return reply(200, { datasets: datasets.map((dataset) => presentDataset(dataset, now)) });
  },
});
