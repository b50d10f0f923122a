import { Timestamp, wholeNumber } from "@service/contract";
import { searchCatalog } from "@service/domain/catalog";
import * as z from "zod";
import { route } from "../../http/route.ts";
import { DatasetKey, DatasetRow, presentDatasetRow, Words } from "./dataset-schemas.ts";

const limitMax = 100;
const limitDefault = 20;

export const searchDatasets = route({
  id: "catalog.search",
  method: "GET",
  path: "/api/v1/catalog/search",
  summary: "Search the rows of datasets by their titles",
  description:
    "Rows whose title, label, name or key has a word of `q` or one that begins with it, best first by BM25; equal scores by dataset and key.",
  query: z.strictObject({
    q: Words,
    dataset: DatasetKey.optional().meta({ description: "Only this dataset." }),
    limit: wholeNumber(1, limitMax)
      .optional()
      .meta({ description: `Rows of the answer; ${limitDefault} unless given.`, examples: [10] }),
  }),
  responses: {
    200: z.object({
      duration_ms: z.int(),
      data: z.array(
        z.object({
          dataset_key: DatasetKey,
          key: z.string().meta({ examples: ["workers_compensation"] }),
          row_key: z.string().meta({ description: "The same value as `key`.", examples: ["workers_compensation"] }),
          title: z.string().meta({ examples: ["workers compensation"] }),
          score: z.number().meta({ examples: [4.2117] }),
          row: DatasetRow,
        }),
      ),
      next_cursor: z.null().meta({ examples: [null] }),
      computed_at: Timestamp,
    }),
  },
  errors: ["dataset_not_found"],
  async handle({ deps, caller, query, startedAtMs, reply }) {
    const found = await searchCatalog(deps, caller.organizationId, {
      q: query.q,
      datasetKey: query.dataset,
      limit: query.limit ?? limitDefault,
    });
    return reply(200, {
      duration_ms: Math.round(performance.now() - startedAtMs),
      data: found.map(({ dataset, key, title, score, fields }) => ({
        dataset_key: dataset.datasetKey,
        key,
        row_key: key,
        title,
        score,
        row: presentDatasetRow({ key, fields }),
      })),
      next_cursor: null,
      computed_at: deps.clock.now().toISOString(),
    });
  },
});
