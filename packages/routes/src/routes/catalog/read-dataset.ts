import { findDataset } from "@service/domain/catalog";
import * as z from "zod";
import { route } from "../../http/route.ts";
import { Dataset, DatasetParams, presentDataset } from "./dataset-schemas.ts";

export const readDataset = route({
  id: "catalog.read",
  method: "GET",
  path: "/api/v1/catalog/datasets/{dataset_key}",
  summary: "Read a dataset",
  description: "Its newest version, without the rows.",
  params: DatasetParams,
  query: z.strictObject({}),
  responses: { 200: Dataset },
  errors: ["dataset_not_found"],
  async handle({ deps, caller, params, reply }) {
    const dataset = await findDataset(deps, caller.organizationId, params.dataset_key);
    return reply(200, presentDataset(dataset, deps.clock.now()));
  },
});
