import { listCatalogVersions } from "@service/domain/catalog";
import * as z from "zod";
import { route } from "../../http/route.ts";
import { Dataset, DatasetParams, presentDataset } from "./dataset-schemas.ts";

const DatasetVersion = Dataset.pick({
  version: true,
  sha256: true,
  rows: true,
  as_of: true,
  refreshed_at: true,
}).meta({ id: "DatasetVersion" });

export const listVersions = route({
  id: "catalog.versions",
  method: "GET",
  path: "/api/v1/catalog/datasets/{dataset_key}/versions",
  summary: "List the kept versions of a dataset",
  description: "Newest first. The newest three are kept; `version` of a list of rows names one.",
  params: DatasetParams,
  query: z.strictObject({}),
  responses: { 200: z.object({ versions: z.array(DatasetVersion) }) },
  errors: ["dataset_not_found"],
  async handle({ deps, caller, params, reply }) {
    const now = deps.clock.now();
    const kept = await listCatalogVersions(deps, caller.organizationId, params.dataset_key);
    const versions = kept.map((dataset) => {
      const { version, sha256, rows, as_of, refreshed_at } = presentDataset(dataset, now);
      return { version, sha256, rows, as_of, refreshed_at };
    });
    return reply(200, { versions });
  },
});
