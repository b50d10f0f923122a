import { readDatasetRow } from "@service/domain/catalog";
import * as z from "zod";
import { route } from "../../http/route.ts";
import {
  datasetEnvelope,
  DatasetKey,
  DatasetRow,
  presentDatasetRow,
  scopeOfDataset,
  servingOfDataset,
  Version,
} from "./dataset-schemas.ts";

export const readRow = route({
  id: "catalog.row",
  method: "GET",
  path: "/api/v1/catalog/datasets/{dataset_key}/rows/{row_key}",
  summary: "Read one row of a dataset",
  params: z.object({ dataset_key: DatasetKey, row_key: z.string().meta({ examples: ["cyber"] }) }),
  query: z.strictObject({ version: Version }),
  responses: { 200: datasetEnvelope(DatasetRow) },
  errors: ["dataset_not_found", "row_not_found", "not_found"],
  async handle({ deps, caller, params, query, startedAtMs, reply }) {
    const { dataset, row } = await readDatasetRow(deps, caller.organizationId, {
      datasetKey: params.dataset_key,
      rowKey: params.row_key,
      version: query.version,
    });
    const now = deps.clock.now();
    return reply(200, {
      duration_ms: Math.round(performance.now() - startedAtMs),
      data: presentDatasetRow(row),
      computed_at: now.toISOString(),
      serving: servingOfDataset(dataset, now),
      scope: scopeOfDataset(caller),
    });
  },
});
